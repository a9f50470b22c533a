// truth: safe
#include <stdarg.h>
extern void reach_error(void);
static void f(int n, ...) {
  va_list list[2], *at = list;
  va_start(*at, n);
  if (va_arg(*at, int) != 7) reach_error();
  va_end(*at++);
  if (at != list + 1) reach_error();
}
int main(void) { f(1, 7); }
