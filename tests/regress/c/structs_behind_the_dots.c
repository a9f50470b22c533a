// truth: safe
#include <stdarg.h>
extern void reach_error(void);
struct P { char a; int b; };
struct Q { short s[5]; };
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  struct P p = va_arg(list, struct P);
  long l = va_arg(list, long);
  struct Q q = va_arg(list, struct Q);
  int last = va_arg(list, int);
  va_end(list);
  return p.a + p.b + (int)l + q.s[0] + q.s[4] + last;
}
int main(void) {
  struct P p = {1, 20};
  struct Q q = {{300, 0, 0, 0, 4000}};
  if (sum(4, p, 50000L, q, 600000) != 654321) reach_error();
}
