// truth: safe
#include <assert.h>
void __VERIFIER_assume(int);
int main(void) { int *a; int b = 1; __VERIFIER_assume(a == &b); assert(*a == 1); return 0; }
