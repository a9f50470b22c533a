// truth: unknown
#include <assert.h>
int *f(int *);
int main(void) {
  int x = 1;
  int *p = f(&x);
  x = 5;
  *p = 6;
  assert(x == 5);
  return 0;
}
