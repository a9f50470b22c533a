// truth: safe
#include <assert.h>
#include <stdint.h>
int main(void) {
  double d;
  char c;
  assert((uintptr_t)&d % 4 == 0);
  assert(&c != 0 && (uintptr_t)&d != (uintptr_t)&c);
  return 0;
}
