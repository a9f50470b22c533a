// truth: unsafe or unknown
// options: --check lost-memory
#include <stdlib.h>
static void f(int *p) { p = 0; exit(0); }
int main(void) { f(malloc(4)); }
