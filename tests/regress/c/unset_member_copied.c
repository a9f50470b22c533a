// truth: safe
// options: --check uninitialised
#include <string.h>
struct S { int a; char c; int b; };
int main(void) {
  struct S s, t, u;
  s.a = 1;
  t = s;
  t.b = 2;
  char bytes[sizeof t];
  memcpy(bytes, &t, sizeof t);
  memcpy(&u, bytes, sizeof u);
  return u.a + u.b;
}
