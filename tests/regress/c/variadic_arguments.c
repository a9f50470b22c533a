// truth: safe
#include <assert.h>
#include <stdarg.h>
static int total(int n, va_list list) {
  int s = 0;
  for (int i = 0; i < n; i++) s += va_arg(list, int);
  return s;
}
static int sum(int n, ...) {
  va_list list, again;
  va_start(list, n);
  va_copy(again, list);
  int s = total(n, list);
  assert(va_arg(again, int) == 1);
  va_end(again);
  va_end(list);
  return s;
}
static double mixed(const char *format, ...) {
  va_list list;
  va_start(list, format);
  double d = va_arg(list, double);
  long long big = va_arg(list, long long);
  const char *text = va_arg(list, const char *);
  va_end(list);
  return d + (double)big + text[1];
}
int main(void) {
  assert(sum(3, 1, sum(2, 1, 1), 7) == 10);
  assert(mixed("dls", 0.5, 1LL << 40, "A!") == 1099511627776.0 + 33.5);
  return 0;
}
