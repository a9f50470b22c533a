// truth: unknown
#include <assert.h>
void f(int *);
int main(void) {
  int x = 1;
  f(&x);
  assert(x == 1);
  return 0;
}
