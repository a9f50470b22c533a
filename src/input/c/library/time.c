// SPDX-License-Identifier: MIT
//
// <time.h>: what the clock shows is arbitrary.

long time(long *to) {
  long now = __cairn_any_long();
  if (to) *to = now;
  return now;
}
long clock(void) { return __cairn_any_long(); }
double difftime(long end, long start) { return (double)end - (double)start; }
unsigned sleep(unsigned seconds) {
  unsigned rest = __cairn_any_unsigned();
  return rest <= seconds ? rest : seconds;
}
