// truth: unsafe or unknown
#include <assert.h>
static int *keep(void) {
  int x = 5;
  int *p = &x;
  return p;
}
int main(void) {
  assert(*keep() == 5);
  return 0;
}
