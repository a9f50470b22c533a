// SPDX-License-Identifier: MIT
//
// Random arguments for the models of the C library, called m_strlen and so on, and for the library:
//
//   c_library COUNT
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "models.h"

// What the models are made of.
void __cairn_limit(const char *reason) { printf("limit: %s\n", reason); exit(1); }
void __cairn_approximate(const char *function) { (void)function; }
void __cairn_assume(int condition) { if (!condition) { puts("assumption"); exit(1); } }
_Bool __cairn_any_bool(void) { return rand() & 1; }
char __cairn_any_char(void) { return (char)rand(); }
unsigned char __cairn_any_byte(void) { return (unsigned char)rand(); }
int __cairn_any_int(void) { return rand() * 3; }
unsigned __cairn_any_unsigned(void) { return (unsigned)rand(); }
long __cairn_any_long(void) { return rand(); }
unsigned long __cairn_any_unsigned_long(void) { return (unsigned long)rand(); }
long long __cairn_any_long_long(void) { return rand(); }
float __cairn_any_float(void) { return 0; }
double __cairn_any_double(void) { return 0; }
long double __cairn_any_long_double(void) { return 0; }
void *__cairn_any_pointer(void) { return 0; }

static unsigned long long next(void) {
  static unsigned long long state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}
static int sign(long x) { return (x > 0) - (x < 0); }
static void random_text(char *s, unsigned most, const char *letters) {
  unsigned length = (unsigned)(next() % (most + 1));
  for (unsigned i = 0; i < length; i++) s[i] = letters[next() % strlen(letters)];
  s[length] = 0;
}

static int wrong;
static char a[64], b[64];
static void differ(int line, const char *what, long long mine, long long theirs) {
  printf("line %d: %s: %lld, but the library says %lld, with \"%s\" and \"%s\"\n", line, what, mine,
         theirs, a, b);
  if (++wrong > 20) exit(1);
}
#define SAME(mine, theirs)                                            \
  do {                                                                \
    long long x_ = (long long)(mine), y_ = (long long)(theirs);       \
    if (x_ != y_) differ(__LINE__, #mine, x_, y_);                    \
  } while (0)
#define SAME_PLACE(mine, theirs, base)                                                   \
  do {                                                                                   \
    const char *p_ = (const char *)(mine), *q_ = (const char *)(theirs);                 \
    SAME(p_ ? p_ - (const char *)(base) : -1, q_ ? q_ - (const char *)(base) : -1);      \
  } while (0)
#define SAME_FLOAT(mine, theirs)                                                         \
  do {                                                                                   \
    double x_ = (mine), y_ = (theirs);                                                   \
    if (memcmp(&x_, &y_, 8) != 0 && (x_ == x_ || y_ == y_)) differ(__LINE__, #mine, 0, 1); \
  } while (0)

static char mine[200], theirs[200];
#define SAME_MEMORY(change_mine, change_theirs)                           \
  do {                                                                    \
    for (int i_ = 0; i_ < 200; i_++) mine[i_] = theirs[i_] = i_ < 60 ? 'x' : 0; \
    strcpy(mine + 20, "qq");                                              \
    strcpy(theirs + 20, "qq");                                            \
    change_mine;                                                          \
    change_theirs;                                                        \
    if (memcmp(mine, theirs, 200) != 0) differ(__LINE__, #change_mine, 0, 1); \
  } while (0)

static void strings(long round) {
  const char *letters = round % 3 == 0 ? "ab" : round % 3 == 1 ? "aAbB ,\xe4" : "abcdefg";
  random_text(a, 12, letters);
  random_text(b, round % 2 ? 3 : 10, letters);
  int c = letters[next() % strlen(letters)];
  size_t n = next() % 14;
  SAME(sign(m_strcmp(a, b)), sign(strcmp(a, b)));
  SAME(sign(m_strncmp(a, b, n)), sign(strncmp(a, b, n)));
  SAME(sign(m_strcoll(a, b)), sign(strcoll(a, b)));
  SAME(sign(m_strcasecmp(a, b)), sign(strcasecmp(a, b)));
  SAME(sign(m_strncasecmp(a, b, n)), sign(strncasecmp(a, b, n)));
  SAME(sign(m_memcmp(a, b, n)), sign(memcmp(a, b, n)));
  SAME(m_bcmp(a, b, n) != 0, bcmp(a, b, n) != 0);
  SAME(m_strlen(a), strlen(a));
  SAME(m_strnlen(a, n), strnlen(a, n));
  SAME(m_strspn(a, b), strspn(a, b));
  SAME(m_strcspn(a, b), strcspn(a, b));
  SAME_PLACE(m_strpbrk(a, b), strpbrk(a, b), a);
  SAME_PLACE(m_strstr(a, b), strstr(a, b), a);
  SAME_PLACE(m_strcasestr(a, b), strcasestr(a, b), a);
  SAME_PLACE(m_strchr(a, c), strchr(a, c), a);
  SAME_PLACE(m_strrchr(a, c), strrchr(a, c), a);
  SAME_PLACE(m_strchrnul(a, c), strchrnul(a, c), a);
  SAME_PLACE(m_index(a, c), index(a, c), a);
  SAME_PLACE(m_rindex(a, c), rindex(a, c), a);
  SAME_PLACE(m_memchr(a, c, n), memchr(a, c, n), a);
  SAME_PLACE(m_memrchr(a, c, n), memrchr(a, c, n), a);
  SAME_PLACE(m_rawmemchr(a, 0), rawmemchr(a, 0), a);
  SAME_PLACE(m_memmem(a, n, b, strlen(b)), memmem(a, n, b, strlen(b)), a);
  SAME_MEMORY(m_strcpy(mine, a), strcpy(theirs, a));
  SAME_MEMORY(m_strncpy(mine, a, n), strncpy(theirs, a, n));
  SAME_MEMORY(m_strcat(mine + 20, a), strcat(theirs + 20, a));
  SAME_MEMORY(m_strncat(mine + 20, a, n), strncat(theirs + 20, a, n));
  SAME_MEMORY(SAME(m_stpcpy(mine, a) - mine, strlen(a)), stpcpy(theirs, a));
  SAME_MEMORY(SAME(m_stpncpy(mine, a, n) - mine, stpncpy(theirs, a, n) - theirs), (void)0);
  SAME_MEMORY(SAME(m_memccpy(mine, a, c, n) != 0, memccpy(theirs, a, c, n) != 0), (void)0);
  SAME_MEMORY(m_mempcpy(mine, a, n), mempcpy(theirs, a, n));
  SAME_MEMORY(m_memmove(mine + 3, mine + 18, n), memmove(theirs + 3, theirs + 18, n));
  SAME_MEMORY(m_memmove(mine + 20, mine + 18, n), memmove(theirs + 20, theirs + 18, n));
  SAME_MEMORY(m_bcopy(mine + 18, mine + 20, n), bcopy(theirs + 18, theirs + 20, n));
  SAME_MEMORY(m_bzero(mine, n), bzero(theirs, n));
  SAME_MEMORY(m_memset(mine, c, n), memset(theirs, c, n));
  SAME_MEMORY(SAME(m_strxfrm(mine, a, n), strxfrm(theirs, a, n)), (void)0);
  char *rest = 0, *other = 0;
  strcpy(mine, a);
  strcpy(theirs, a);
  char *token = m_strtok_r(mine, b, &rest), *expected = strtok_r(theirs, b, &other);
  for (int i = 0; i < 9; i++) {
    SAME(token ? token - mine : -1, expected ? expected - theirs : -1);
    if (!token) break;
    token = m_strtok_r(0, b, &rest);
    expected = strtok_r(0, b, &other);
  }
  strcpy(mine, a);
  strcpy(theirs, a);
  rest = mine;
  other = theirs;
  for (int i = 0; i < 9; i++) {
    token = m_strsep(&rest, b);
    expected = strsep(&other, b);
    SAME(token ? token - mine : -1, expected ? expected - theirs : -1);
    if (!token) break;
  }
}

#define SAME_NUMBER(function)                               \
  do {                                                      \
    char *end = a - 1, *expected = a - 1;                   \
    errno = *m___errno_location() = 0;                      \
    SAME(m_##function(a, &end, base), function(a, &expected, base)); \
    SAME(end - a, expected - a);                            \
    SAME(*m___errno_location(), errno);                     \
  } while (0)

static void numbers(long round) {
  static const char *const letters[] = {"0123456789", "+- 019xXaf", "-9876543210 ", "-0x7fF8zZ"};
  static const int bases[] = {0, 10, 16, 8, 2, 36, 1, 37, -1, 7};
  random_text(a, 25, letters[round % 4]);
  b[0] = 0;
  int base = bases[next() % 10];
  SAME_NUMBER(strtol);
  SAME_NUMBER(strtoul);
  SAME_NUMBER(strtoll);
  SAME_NUMBER(strtoull);
  SAME(m_atoi(a), atoi(a));
  SAME(m_atol(a), atol(a));
  SAME(m_atoll(a), atoll(a));
}

static void formats(long round) {
  long long value = round % 5 == 0 ? 0 : (long long)(next() >> (next() % 64));
  if (next() & 1) value = -value;
  unsigned flags = (unsigned)(next() % 32);
  int width = (int)(next() % 14), precision = (int)(next() % 8) - 1;
  char letter = "dxXuo"[next() % 5];
  char format[40] = "%";
  for (int i = 0; i < 5; i++)
    if (flags & (1u << i)) strncat(format, &"-+ #0"[i], 1);
  if (width) sprintf(format + strlen(format), "%d", width);
  if (precision >= 0) sprintf(format + strlen(format), ".%d", precision);
  sprintf(format + strlen(format), "ll%c", letter);
  sprintf(theirs, format, value);
  size_t room = next() % 3 == 0 ? next() % 20 : 150;
  memset(mine, 0, sizeof mine);
  size_t end = letter == 'd'
                   ? m___cairn_put_decimal(mine, room, 0, value, (int)flags, width, precision)
                   : m___cairn_put_number(mine, room, 0, (unsigned long long)value, 0,
                                          letter == 'u' ? 10 : letter == 'o' ? 8 : 16,
                                          (int)(flags & ~6u) | (letter == 'X' ? 32 : 0), width,
                                          precision);
  strcpy(a, format);
  SAME(end, strlen(theirs));
  if (room < strlen(theirs)) theirs[room] = 0;
  SAME(strcmp(mine, theirs), 0);
  memset(mine, 0, sizeof mine);
  SAME(m___cairn_put_int(mine, 150, 0, (int)value), sprintf(theirs, "%d", (int)value));
  SAME(strcmp(mine, theirs), 0);
  random_text(b, 9, "abcd");
  strcpy(format, flags & 1 ? "%-" : "%");
  if (width) sprintf(format + strlen(format), "%d", width);
  if (precision >= 0) sprintf(format + strlen(format), ".%d", precision);
  strcat(format, "s");
  memset(mine, 0, sizeof mine);
  SAME(m___cairn_put_string(mine, 150, 0, b, (int)(flags & 1), width, precision),
       sprintf(theirs, format, b));
  SAME(strcmp(mine, theirs), 0);
}

static void bits(void) {
  unsigned long long x = next() >> (next() % 64);
  SAME(m___cairn_popcountll(x), __builtin_popcountll(x));
  SAME(m___cairn_popcount((unsigned)x), __builtin_popcount((unsigned)x));
  SAME(m___cairn_parityll(x), __builtin_parityll(x));
  SAME(m___cairn_parity((unsigned)x), __builtin_parity((unsigned)x));
  if (x != 0) {
    SAME(m___cairn_ctzll(x), __builtin_ctzll(x));
    SAME(m___cairn_clzll(x), __builtin_clzll(x));
  }
  if ((unsigned)x != 0) {
    SAME(m___cairn_ctz((unsigned)x), __builtin_ctz((unsigned)x));
    SAME(m___cairn_clz((unsigned)x), __builtin_clz((unsigned)x));
  }
  SAME(m___cairn_clrsb((int)x), __builtin_clrsb((int)x));
  SAME(m___cairn_clrsbll((long long)x), __builtin_clrsbll((long long)x));
  SAME(m___cairn_clrsbl(-(long)x), __builtin_clrsbl(-(long)x));
  SAME(m_ffs((int)x), ffs((int)x));
  SAME(m_ffsl((long)x), ffsl((long)x));
  SAME(m_ffsll((long long)x), ffsll((long long)x));
}

static void floats(long round) {
  union { double number; unsigned long long bits; float small; } x, y;
  x.bits = next();
  y.bits = next();
  if (round % 3 == 0) x.bits &= 0x800fffffffffffffull;
  if (round % 3 == 1) x.number = (double)(long)next() / 1024;
  if (round % 7 == 0) y.number = 0;
  int by = (int)(next() % 4400) - 2200, i = 0, j = 0;
  double whole = 0, other = 0;
  SAME_FLOAT(m_frexp(x.number, &i), frexp(x.number, &j));
  if (isfinite(x.number)) SAME(i, j);
  errno = *m___errno_location() = 0;
  SAME_FLOAT(m_ldexp(x.number, by), ldexp(x.number, by));
  SAME(*m___errno_location(), errno);
  SAME_FLOAT(m_modf(x.number, &whole), modf(x.number, &other));
  SAME_FLOAT(whole, other);
  SAME(m_ilogb(x.number), ilogb(x.number));
  SAME_FLOAT(m_logb(x.number), logb(x.number));
  errno = *m___errno_location() = 0;
  SAME_FLOAT(m_nextafter(x.number, y.number), nextafter(x.number, y.number));
  SAME(*m___errno_location(), errno);
  SAME(m_lround(x.number), lround(x.number));
  SAME(m_lrint(x.number), lrint(x.number));
  float small_whole = 0, small_other = 0;
  SAME_FLOAT(m_ldexpf(x.small, by / 8), ldexpf(x.small, by / 8));
  SAME_FLOAT(m_frexpf(x.small, &i), frexpf(x.small, &j));
  SAME(m_ilogbf(x.small), ilogbf(x.small));
  SAME_FLOAT(m_modff(x.small, &small_whole), modff(x.small, &small_other));
  SAME_FLOAT(small_whole, small_other);
  SAME(m_lroundf(x.small), lroundf(x.small));
}

#define SAME_CLASS(function) SAME(m_##function(c) != 0, (function)(c) != 0)

static void characters(void) {
  for (int c = -128; c < 256; c++) {
    sprintf(a, "%d", c);
    SAME_CLASS(isalpha);
    SAME_CLASS(isdigit);
    SAME_CLASS(isalnum);
    SAME_CLASS(isspace);
    SAME_CLASS(isblank);
    SAME_CLASS(iscntrl);
    SAME_CLASS(isprint);
    SAME_CLASS(isgraph);
    SAME_CLASS(ispunct);
    SAME_CLASS(isxdigit);
    SAME_CLASS(isupper);
    SAME_CLASS(islower);
    SAME(m_tolower(c), (tolower)(c));
    SAME(m_toupper(c), (toupper)(c));
    SAME((*m___ctype_b_loc())[c], (*__ctype_b_loc())[c]);
    SAME((*m___ctype_tolower_loc())[c], (*__ctype_tolower_loc())[c]);
    SAME((*m___ctype_toupper_loc())[c], (*__ctype_toupper_loc())[c]);
  }
}

static int order(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }

static void sorting(void) {
  int x[9], y[9], n = (int)(next() % 9), key = (int)(next() % 6);
  for (int i = 0; i < n; i++) x[i] = y[i] = (int)(next() % 6);
  m_qsort(x, n, sizeof x[0], order);
  qsort(y, n, sizeof y[0], order);
  SAME(memcmp(x, y, n * sizeof x[0]), 0);
  int *found = m_bsearch(&key, x, n, sizeof x[0], order);
  SAME(found != 0, bsearch(&key, x, n, sizeof x[0], order) != 0);
  if (found) SAME(*found, key);
}

/// sscanf by the functions that the front end calls for its conversions: "%5d %x %3s %c".
static void scanning(long round) {
  static const char *const letters[] = {"0123456789 -", "+-19 af", "ab 1\t"};
  random_text(a, 14, letters[round % 3]);
  b[0] = 0;
  int i = 1, j = 1;
  unsigned k = 1, l = 1;
  char s[8] = "", t[8] = "", c = 0, d = 0;
  errno = *m___errno_location() = 0;
  int expected = sscanf(a, "%5d %x,%3s%c", &i, &k, s, &c);
  m___cairn_scan_start(a);
  if (m___cairn_scan_integer(10, 5, 1, 0, 1)) j = (int)m___cairn_scan_value();
  m___cairn_scan_space();
  // A text of "0x" alone is refused.
  if (m___cairn_scan_integer(16, (size_t)-1, 0, 0, 1)) l = (unsigned)m___cairn_scan_value();
  m___cairn_scan_literal(',');
  m___cairn_scan_string(t, 3, 1);
  m___cairn_scan_chars(&d, 1, 1);
  SAME(m___cairn_scan_result(), expected);
  SAME(j, i);
  SAME(l, k);
  SAME(strcmp(s, t), 0);
  SAME(c, d);
}

int main(int argc, char **argv) {
  long count = argc > 1 ? atol(argv[1]) : 20000;
  characters();
  for (long round = 0; round < count; round++) {
    strings(round);
    numbers(round);
    formats(round);
    bits();
    floats(round);
    sorting();
    scanning(round);
  }
  printf("%ld rounds, %d differences\n", count, wrong);
  return wrong != 0;
}
