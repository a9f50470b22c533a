// truth: safe
#include <assert.h>
extern int missing(void) __attribute__((weak));
int main(void) { assert(missing == 0); return 0; }
