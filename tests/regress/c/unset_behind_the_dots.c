// truth: unsafe or unknown
// options: --check uninitialised
#include <stdarg.h>
struct s { int a, b; };
static int f(int n, ...) {
  va_list ap;
  va_start(ap, n);
  struct s x = va_arg(ap, struct s);
  va_end(ap);
  return x.b;
}
int main(void) { struct s q; q.a = 1; return f(1, q); }
