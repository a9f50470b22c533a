// SPDX-License-Identifier: MIT
//
// What the models of the C library are made of. The files of this folder are one translation unit,
// in the order of library.cpp; a program's own definition of a function takes the place of the one
// here. They use nothing of the program: calls among them go to functions called __cairn_..., for
// a program may define strlen as it likes.
//
// Every definition of a function starts a line with its type and has its name before the first
// parenthesis of that line: library.cpp finds the names so.

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef unsigned char __cairn_byte;

// The front end's own: a limit with a reason, an assumption, arbitrary values. What happens behind
// __cairn_approximate counts only if nothing is violated: the values in use include the right one,
// but a violation that is due to the others would be none.
void __cairn_limit(const char *reason);
void __cairn_assume(int condition);
void __cairn_approximate(const char *function);
_Bool __cairn_any_bool(void);
char __cairn_any_char(void);
unsigned char __cairn_any_byte(void);
int __cairn_any_int(void);
unsigned __cairn_any_unsigned(void);
long __cairn_any_long(void);
unsigned long __cairn_any_unsigned_long(void);
long long __cairn_any_long_long(void);
float __cairn_any_float(void);
double __cairn_any_double(void);
long double __cairn_any_long_double(void);
void *__cairn_any_pointer(void);
void *malloc(size_t size);
void free(void *pointer);

enum { __CAIRN_EDOM = 33, __CAIRN_EINVAL = 22, __CAIRN_ENOMEM = 12, __CAIRN_ERANGE = 34 };
static int __cairn_errno;
int *__errno_location(void) { return &__cairn_errno; }

static size_t __cairn_length(const char *s) { size_t n = 0; while (s[n]) n++; return n; }
// With --check bounds: text that is read to its end.
static void __cairn_read_text(const char *s) {
#ifdef __CAIRN_BOUNDS
  while (*s) s++;
#else
  (void)s;
#endif
}
// Arbitrary values are chosen so that no run has to be given up for a choice that C does not allow.
static int __cairn_between(int low, int high) {
  int value = __cairn_any_int();
  return low <= value && value <= high ? value : low;
}
// The sign is what C promises of a comparison's result, and no more.
static int __cairn_order(unsigned a, unsigned b) {
  if (a == b) return 0;
  int size = __cairn_any_int() & 0x7fffffff;
  return a < b ? -1 - size : size ? size : 1;
}
static int __cairn_not_zero(void) { int value = __cairn_any_int(); return value ? value : 1; }
static int __cairn_not_negative(void) { return __cairn_any_int() & 0x7fffffff; }
static void *__cairn_outside(void) {
  char *pointer = __cairn_any_pointer();
  return pointer ? pointer : (char *)16;
}
