// truth: safe
// By _Alignas and the attribute, and by the ABI of x86-64 for arrays of 16 bytes and more.
#include <assert.h>
#include <stdint.h>
struct N {
  char a;
  uint32_t b;
};
_Alignas(16) struct N global;
char bytes[16];
int main(void) {
  __attribute__((aligned(32))) struct N local;
  char more[20];
  assert((uintptr_t)&global % 16 == 0 && (uintptr_t)&local % 32 == 0);
  assert((uintptr_t)bytes % 16 == 0 && (uintptr_t)more % 16 == 0);
  return 0;
}
