// truth: unsafe
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int secret = 1;
int main(void) {
  int *p = (int *)__VERIFIER_nondet_ulong();
  if (p == &secret) *p = 2;
  assert(secret == 1);
  return 0;
}
