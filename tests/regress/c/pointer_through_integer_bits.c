// truth: safe
#include <assert.h>
#include <stdint.h>
int main(void) {
  int x = 1;
  uintptr_t key = 0x5a5a;
  uintptr_t hidden = (uintptr_t)&x ^ key;
  *(int *)(hidden ^ key) = 9;
  assert(x == 9);
  return 0;
}
