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

// A date, for the time zone is nobody's argument; null for a year that is too large.
struct __cairn_date {
  int second, minute, hour, day, month, year, weekday, yearday, summer;
  long offset;
  const char *zone;
};
static struct __cairn_date __cairn_date;
static void *__cairn_any_date(const long *at, struct __cairn_date *to) {
  long when = *at;
  (void)when;
  if (__cairn_any_bool()) return 0;
  to->second = (int)(__cairn_any_unsigned() % 61);
  to->minute = (int)(__cairn_any_unsigned() % 60);
  to->hour = (int)(__cairn_any_unsigned() % 24);
  to->day = 1 + (int)(__cairn_any_unsigned() % 31);
  to->month = (int)(__cairn_any_unsigned() % 12);
  to->year = __cairn_any_int();
  to->weekday = (int)(__cairn_any_unsigned() % 7);
  to->yearday = (int)(__cairn_any_unsigned() % 366);
  to->summer = (int)(__cairn_any_unsigned() % 2);
  to->offset = __cairn_any_long();
  to->zone = "UTC";
  return to;
}
void *localtime(const long *at) { __cairn_approximate("localtime"); return __cairn_any_date(at, &__cairn_date); }
void *gmtime(const long *at) { __cairn_approximate("gmtime"); return __cairn_any_date(at, &__cairn_date); }
void *localtime_r(const long *at, void *to) { __cairn_approximate("localtime_r"); return __cairn_any_date(at, to); }
void *gmtime_r(const long *at, void *to) { __cairn_approximate("gmtime_r"); return __cairn_any_date(at, to); }
long mktime(void *date) {
  struct __cairn_date *given = date;
  long result = __cairn_any_long();
  __cairn_approximate("mktime");
  if (given->second | given->minute | given->hour | given->day | given->month | given->year |
      given->summer)
    result = __cairn_any_long();
  if (result != -1) __cairn_any_date(&result, date);
  return result;
}
