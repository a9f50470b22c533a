// truth: unsafe
#include <assert.h>
#include <stdint.h>
char bytes[15];
int main(void) {
  assert((uintptr_t)bytes % 2 == 0);
  return 0;
}
