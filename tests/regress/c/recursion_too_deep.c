// truth: unsafe or unknown
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned down(unsigned n) { return n == 0 ? 0 : down(n - 1) + 1; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(down(n) < 1000);
  return 0;
}
