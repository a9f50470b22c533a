// truth: safe or unknown
// options: -m32 --check overflow
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t n = 86400;
  struct tm a = {0}, b;
  a.tm_sec = 2147483647;
  a.tm_min = 1;
  mktime(&a);
  gmtime_r(&n, &a);
  gmtime_r(&n, &b);
  if (a.tm_mday != b.tm_mday) reach_error();
}
