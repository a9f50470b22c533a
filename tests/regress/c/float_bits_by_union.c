// truth: safe
#include <assert.h>
union view { float f; unsigned u; };
int main(void) {
  union view v;
  v.f = 1.0f;
  assert(v.u == 0x3f800000u);
  v.u |= 0x80000000u;
  assert(v.f == -1.0f);
  return 0;
}
