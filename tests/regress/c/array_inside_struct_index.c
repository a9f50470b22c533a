// truth: unsafe or unknown
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct box { int a[2]; int guard; };
int main(void) {
  struct box b = {{0, 0}, 1};
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 3) b.a[i] = 0;
  assert(b.guard == 1);
  return 0;
}
