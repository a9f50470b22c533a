// truth: unsafe
// options: --property valid-memsafety
#include <stdlib.h>
static int *f(void) { return malloc(4); }
int main(void) {
  f();
  return 0;
}
