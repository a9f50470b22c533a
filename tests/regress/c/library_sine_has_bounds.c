// truth: safe
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  assert(!(sin(__VERIFIER_nondet_double()) > 1.0));
  return 0;
}
