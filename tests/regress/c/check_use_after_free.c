// truth: unsafe
// options: --check use-after-free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(8), *q = p + 1;
  if (__VERIFIER_nondet_int()) free(p);
  return *q;
}
