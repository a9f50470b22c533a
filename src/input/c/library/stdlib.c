// SPDX-License-Identifier: MIT
//
// <stdlib.h>: numbers in text, searching and sorting, random numbers, the environment, and the end
// of the program.

static int __cairn_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 36;
}
// The number that a text starts with; `most` is what its magnitude may be, for negative numbers
// `least`. Of unsigned numbers the negative one is the positive one's, negated.
static unsigned long long __cairn_number(const char *s, char **end, int base,
                                         unsigned long long most, unsigned long long least,
                                         int is_signed) {
  if (base < 0 || base == 1 || base > 36) {
    __cairn_errno = __CAIRN_EINVAL;
    return 0;
  }
  const char *p = s;
  while (__cairn_is_space(*p)) p++;
  int negative = *p == '-';
  if (*p == '-' || *p == '+') p++;
  if ((base == 0 || base == 16) && *p == '0' && (p[1] == 'x' || p[1] == 'X') &&
      __cairn_digit(p[2]) < 16) {
    p += 2;
    base = 16;
  } else if (base == 0) {
    base = *p == '0' ? 8 : 10;
  }
  if (__cairn_digit(*p) >= base) {
    if (end) *end = (char *)s;
    return 0;
  }
  unsigned long long value = 0;
  int overflow = 0;
  for (int digit = __cairn_digit(*p); digit < base; digit = __cairn_digit(*p)) {
    if (__builtin_mul_overflow(value, (unsigned)base, &value)) overflow = 1;
    if (__builtin_add_overflow(value, (unsigned)digit, &value)) overflow = 1;
    p++;
  }
  if (end) *end = (char *)p;
  if (overflow || value > (negative ? least : most)) {
    __cairn_errno = __CAIRN_ERANGE;
    return is_signed && negative ? 0 - least : most;
  }
  return negative ? 0 - value : value;
}
long strtol(const char *s, char **end, int base) {
  unsigned long long most = ~0ul >> 1;
  return (long)__cairn_number(s, end, base, most, most + 1, 1);
}
long long strtoll(const char *s, char **end, int base) {
  unsigned long long most = ~0ull >> 1;
  return (long long)__cairn_number(s, end, base, most, most + 1, 1);
}
long long strtoq(const char *s, char **end, int base) {
  unsigned long long most = ~0ull >> 1;
  return (long long)__cairn_number(s, end, base, most, most + 1, 1);
}
long strtoimax(const char *s, char **end, int base) {
  unsigned long long most = ~0ul >> 1;
  return (long)__cairn_number(s, end, base, most, most + 1, 1);
}
unsigned long strtoul(const char *s, char **end, int base) {
  return (unsigned long)__cairn_number(s, end, base, ~0ul, ~0ul, 0);
}
unsigned long long strtoull(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, ~0ull, ~0ull, 0);
}
unsigned long long strtouq(const char *s, char **end, int base) {
  return __cairn_number(s, end, base, ~0ull, ~0ull, 0);
}
int atoi(const char *s) {
  unsigned long long most = ~0ul >> 1;
  return (int)__cairn_number(s, 0, 10, most, most + 1, 1);
}
long atol(const char *s) {
  unsigned long long most = ~0ul >> 1;
  return (long)__cairn_number(s, 0, 10, most, most + 1, 1);
}
long long atoll(const char *s) {
  unsigned long long most = ~0ull >> 1;
  return (long long)__cairn_number(s, 0, 10, most, most + 1, 1);
}

typedef struct { int quot, rem; } __cairn_div;
typedef struct { long quot, rem; } __cairn_ldiv;
typedef struct { long long quot, rem; } __cairn_lldiv;
__cairn_div div(int a, int b) { __cairn_div r = {a / b, a % b}; return r; }
__cairn_ldiv ldiv(long a, long b) { __cairn_ldiv r = {a / b, a % b}; return r; }
__cairn_lldiv lldiv(long long a, long long b) { __cairn_lldiv r = {a / b, a % b}; return r; }

// Elements that compare equal may end in any order. How often and with what the function is called
// is open as well: insertion is one way of many.
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *first = base;
  for (size_t i = 1; i < count; i++) {
    for (size_t j = i; j > 0; j--) {
      char *a = first + (j - 1) * size, *b = first + j * size;
      int order = compare(a, b);
      if (order < 0 || (order == 0 && __cairn_any_bool())) break;
      for (size_t k = 0; k < size; k++) {
        char byte = a[k];
        a[k] = b[k];
        b[k] = byte;
      }
    }
  }
}
void qsort_r(void *base, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *data) {
  char *first = base;
  for (size_t i = 1; i < count; i++) {
    for (size_t j = i; j > 0; j--) {
      char *a = first + (j - 1) * size, *b = first + j * size;
      int order = compare(a, b, data);
      if (order < 0 || (order == 0 && __cairn_any_bool())) break;
      for (size_t k = 0; k < size; k++) {
        char byte = a[k];
        a[k] = b[k];
        b[k] = byte;
      }
    }
  }
}
// Which of several elements that compare equal is found is open.
void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  const char *first = base;
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = compare(key, first + middle * size);
    if (order == 0) {
      while (middle > low && compare(key, first + (middle - 1) * size) == 0 && __cairn_any_bool())
        middle--;
      while (middle + 1 < high && compare(key, first + (middle + 1) * size) == 0 &&
             __cairn_any_bool())
        middle++;
      return (void *)(first + middle * size);
    }
    if (order < 0) high = middle; else low = middle + 1;
  }
  return 0;
}
void *lfind(const void *key, const void *base, size_t *count, size_t size,
            int (*compare)(const void *, const void *)) {
  const char *first = base;
  for (size_t i = 0; i < *count; i++)
    if (compare(key, first + i * size) == 0) return (void *)(first + i * size);
  return 0;
}

// Any sequence of numbers is one that some generator makes; but a program that sets the seed again
// may count on the same numbers.
static int __cairn_seeded;
int rand(void) { __cairn_seeded = 1; return __cairn_not_negative(); }
void srand(unsigned seed) {
  (void)seed;
  if (__cairn_seeded) __cairn_approximate("srand");
  __cairn_seeded = 1;
}
long random(void) { __cairn_seeded = 1; return __cairn_not_negative(); }
void srandom(unsigned seed) {
  (void)seed;
  if (__cairn_seeded) __cairn_approximate("srandom");
  __cairn_seeded = 1;
}
int rand_r(unsigned *seed) {
  __cairn_approximate("rand_r");
  *seed = __cairn_any_unsigned();
  return __cairn_not_negative();
}
double drand48(void) {
  double value = __cairn_any_double();
  return value >= 0.0 && value < 1.0 ? value : 0.0;
}
long lrand48(void) {
  return __cairn_not_negative();
}
long mrand48(void) {
  return __cairn_any_int();
}
void srand48(long seed) { (void)seed; __cairn_approximate("srand48"); }

char *getenv(const char *name) {
  (void)name;
  if (__cairn_any_bool()) return 0;
  __cairn_approximate("getenv");
  return __cairn_outside();
}
char *secure_getenv(const char *name) {
  (void)name;
  if (__cairn_any_bool()) return 0;
  __cairn_approximate("secure_getenv");
  return __cairn_outside();
}
int system(const char *command) { (void)command; return __cairn_any_int(); }

// The end of a program: what atexit was given runs in reverse order.
enum { __CAIRN_HANDLERS = 32 };
static void (*__cairn_handlers[__CAIRN_HANDLERS])(void);
static unsigned __cairn_handler_count;
int atexit(void (*handler)(void)) {
  if (__cairn_handler_count == __CAIRN_HANDLERS) __cairn_limit("more than 32 calls of 'atexit'");
  __cairn_handlers[__cairn_handler_count++] = handler;
  return 0;
}
void __cairn_run_exit_handlers(void) {
  while (__cairn_handler_count > 0) {
    __cairn_handler_count--;
    __cairn_handlers[__cairn_handler_count]();
  }
}
static void (*__cairn_quick_handlers[__CAIRN_HANDLERS])(void);
static unsigned __cairn_quick_handler_count;
int at_quick_exit(void (*handler)(void)) {
  if (__cairn_quick_handler_count == __CAIRN_HANDLERS)
    __cairn_limit("more than 32 calls of 'at_quick_exit'");
  __cairn_quick_handlers[__cairn_quick_handler_count++] = handler;
  return 0;
}
void quick_exit(int status) {
  (void)status;
  while (__cairn_quick_handler_count > 0) {
    __cairn_quick_handler_count--;
    __cairn_quick_handlers[__cairn_quick_handler_count]();
  }
  __cairn_assume(0);
}
