// truth: unsafe
#include <assert.h>
void f(int *);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 3);
  f(&x);
  return 0;
}
