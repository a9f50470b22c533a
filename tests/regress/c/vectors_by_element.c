// truth: safe
#include <assert.h>
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
static v4 twice(v4 x) { return x + x; }
int main(void) {
  v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40};
  v4 c = a * b - 1;
  assert(c[0] == 9 && c[3] == 159);
  c[1] = 7;
  c += twice(a);
  assert(c[1] == 11 && c[2] == 95);
  v4 less = a < (v4){2, 2, 2, 9};
  assert(less[0] == -1 && less[1] == 0 && less[3] == -1);
  f4 f = {1.5f, 2.5f};
  f = -f * 2.0f;
  assert(f[0] == -3.0f && f[1] == -5.0f && f[2] == 0.0f);
  b16 bytes = (b16)a;
  assert(bytes[0] == 1 && bytes[4] == 2);
  bytes += (unsigned char)255;
  assert(bytes[0] == 0 && bytes[1] == 255);
  int s = 0;
  for (int i = 0; i < 4; i++) s += (a ^ b)[i] & 1;
  assert(s == 2);
  return 0;
}
