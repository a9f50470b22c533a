// truth: safe
#include <assert.h>
int n;
__attribute__((constructor(201))) static void late(void) { n = n * 10 + 2; }
__attribute__((constructor(101))) static void early(void) { n = n * 10 + 1; }
int main(void) {
  assert(n == 12);
  return 0;
}
