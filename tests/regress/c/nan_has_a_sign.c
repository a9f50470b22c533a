// truth: safe
#include <assert.h>
#include <math.h>
int main(void) {
  double n = __builtin_nan("");
  assert(signbit(copysign(n, -1.0)) != 0);
  assert(signbit(-copysign(n, -1.0)) == 0);
  assert(isnan(copysign(n, -1.0)));
  return 0;
}
