// truth: unsafe
#include <assert.h>
#include <stdint.h>
int main(void) {
  char c;
  assert((uintptr_t)&c % 2 == 0);
  return 0;
}
