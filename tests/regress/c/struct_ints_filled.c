// truth: safe
#include <assert.h>
struct pair { int left[2]; int right[2]; };
static void fill(int *p, int n, int value) { for (int i = 0; i < n; i++) p[i] = value; }
int main(void) {
  struct pair x;
  fill((int *)&x, 4, 7);
  assert(x.left[1] == 7 && x.right[0] == 7 && x.right[1] == 7);
  return 0;
}
