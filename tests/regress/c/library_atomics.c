// truth: unsafe
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  atomic_int a = 1;
  int old = atomic_fetch_add(&a, 4);
  assert(old == 1 && a != 5);
  return 0;
}
