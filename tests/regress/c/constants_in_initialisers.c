// truth: safe
#include <assert.h>
static const int size = 4;
static const int twice = size;
static const int *const where = &twice;
struct table { const int *p; int n; } t = {&size, 7};
int main(void) {
  assert(twice == 4 && *where == 4 && *t.p == 4 && t.n == 7);
  return 0;
}
