// truth: safe
#include <assert.h>
void f(int *);
static int hidden = 1;
int main(void) {
  int x = 1, y = 2;
  f(&x);
  assert(y == 2 && hidden == 1);
  return 0;
}
