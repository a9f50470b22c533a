// truth: unsafe or unknown
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double z = __VERIFIER_nondet_double();
  double n = z - z;
  if (n != n) assert(!signbit(n));
  return 0;
}
