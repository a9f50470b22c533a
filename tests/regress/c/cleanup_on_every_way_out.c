// truth: safe
#include <assert.h>
int released;
static void release(int *x) { released += *x; }
static int leave(int how) {
  for (int i = 0; i < 3; i++) {
    __attribute__((cleanup(release))) int one = 1;
    if (how == 0) continue;
    if (how == 1) break;
    __attribute__((cleanup(release))) int ten = 10;
    if (how == 2) return i;
  }
  return -1;
}
int main(void) {
  leave(0);
  assert(released == 3);
  leave(1);
  assert(released == 4);
  leave(2);
  assert(released == 15);
  return 0;
}
