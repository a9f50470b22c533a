// SPDX-License-Identifier: MIT
//
// <stdio.h> and reading and writing of <unistd.h>. Input is arbitrary; output goes nowhere and does
// not fail. The printf and scanf families are in clang/formats.h, which calls the functions below
// that put and get one conversion each.

enum { __CAIRN_FILES = 16 };
static char __cairn_files[__CAIRN_FILES][16];
static unsigned __cairn_file_count = 3;
void *stdin = __cairn_files[0];
void *stdout = __cairn_files[1];
void *stderr = __cairn_files[2];

// A stream that is null is followed by every function of the library.
static void __cairn_use(void *file) { if (!file) *(char *)file = 0; }

static void *__cairn_open(void) {
  if (__cairn_any_bool()) {
    __cairn_errno = __cairn_between(1, 133);
    return 0;
  }
  if (__cairn_file_count == __CAIRN_FILES) __cairn_limit("more than 13 files of 'fopen'");
  return __cairn_files[__cairn_file_count++];
}
void *fopen(const char *path, const char *mode) { (void)path, (void)mode; return __cairn_open(); }
void *fopen64(const char *path, const char *mode) { (void)path, (void)mode; return __cairn_open(); }
void *tmpfile(void) { return __cairn_open(); }
int fclose(void *file) { __cairn_use(file); return __cairn_any_bool() ? 0 : -1; }
int fflush(void *file) { (void)file; return 0; }

static int __cairn_input(void) { return __cairn_between(-1, 255); }
int getchar(void) { return __cairn_input(); }
int getchar_unlocked(void) { return __cairn_input(); }
int getc(void *file) { __cairn_use(file); return __cairn_input(); }
int _IO_getc(void *file) { __cairn_use(file); return __cairn_input(); }
int fgetc(void *file) { __cairn_use(file); return __cairn_input(); }
int ungetc(int c, void *file) {
  __cairn_use(file);
  __cairn_approximate("ungetc");
  return __cairn_any_bool() ? -1 : (__cairn_byte)c;
}
char *fgets(char *s, int size, void *file) {
  __cairn_use(file);
  if (size <= 0) return 0;
  int i = 0;
  while (i < size - 1) {
    int c = __cairn_input();
    if (c == -1) break;
    s[i++] = (char)c;
    if (c == '\n') break;
  }
  // The end of the file, or an error behind some characters.
  if ((i == 0 && size > 1) || __cairn_any_bool()) return 0;
  s[i] = 0;
  return s;
}
char *gets(char *s) {
  size_t i = 0;
  for (;;) {
    int c = __cairn_input();
    if (c == -1 && i == 0) return 0;
    if (c == -1 || c == '\n') break;
    s[i++] = (char)c;
  }
  s[i] = 0;
  return s;
}
static size_t __cairn_receive(void *to, size_t bytes) {
  size_t got = __cairn_any_unsigned_long();
  if (got > bytes) got = bytes;
  char *p = to;
  for (size_t i = 0; i < got; i++) p[i] = __cairn_any_char();
  return got;
}
size_t fread(void *to, size_t size, size_t count, void *file) {
  __cairn_use(file);
  if (size == 0 || count == 0) return 0;
  return __cairn_receive(to, size * count) / size;
}
ssize_t read(int file, void *to, size_t bytes) {
  (void)file;
  if (__cairn_any_bool()) {
    __cairn_errno = __cairn_between(1, 133);
    return -1;
  }
  return (ssize_t)__cairn_receive(to, bytes);
}
ssize_t recv(int socket, void *to, size_t bytes, int flags) {
  (void)flags;
  (void)socket;
  if (__cairn_any_bool()) {
    __cairn_errno = __cairn_between(1, 133);
    return -1;
  }
  return (ssize_t)__cairn_receive(to, bytes);
}
ssize_t write(int file, const void *from, size_t bytes) {
  (void)file, (void)from;
  size_t done = __cairn_any_unsigned_long();
  if (done <= bytes) return (ssize_t)done;
  __cairn_errno = __cairn_between(1, 133);
  return -1;
}
size_t fwrite(const void *from, size_t size, size_t count, void *file) {
  __cairn_use(file);
  (void)from;
  return size == 0 ? 0 : count;
}

int putchar(int c) { return (__cairn_byte)c; }
int putchar_unlocked(int c) { return (__cairn_byte)c; }
int putc(int c, void *file) { __cairn_use(file); return (__cairn_byte)c; }
int _IO_putc(int c, void *file) { __cairn_use(file); return (__cairn_byte)c; }
int fputc(int c, void *file) { __cairn_use(file); return (__cairn_byte)c; }
int puts(const char *s) { __cairn_read_text(s); return __cairn_not_negative(); }
int fputs(const char *s, void *file) { __cairn_use(file); __cairn_read_text(s); return __cairn_not_negative(); }
void perror(const char *s) { (void)s; }

// Where a file stands follows from what was done with it, which is not modelled.
int feof(void *file) { __cairn_use(file); __cairn_approximate("feof"); return __cairn_any_int(); }
int ferror(void *file) { __cairn_use(file); __cairn_approximate("ferror"); return __cairn_any_int(); }
void clearerr(void *file) { __cairn_use(file); }
int fileno(void *file) { __cairn_use(file); __cairn_approximate("fileno"); return __cairn_any_int(); }
long ftell(void *file) { __cairn_use(file); __cairn_approximate("ftell"); return __cairn_any_long(); }
int fseek(void *file, long offset, int whence) {
  __cairn_use(file);
  (void)offset, (void)whence;
  return __cairn_any_bool() ? 0 : -1;
}
void rewind(void *file) { __cairn_use(file); }
int remove(const char *path) { (void)path; return __cairn_any_bool() ? 0 : -1; }
int rename(const char *from, const char *to) { (void)from, (void)to; return __cairn_any_bool() ? 0 : -1; }
int setvbuf(void *file, char *buffer, int mode, size_t size) {
  (void)file, (void)mode, (void)size;
  // A stream may use the memory that it is given as it likes.
  if (buffer) __cairn_limit("setvbuf with a buffer");
  return 0;
}
void setbuf(void *file, char *buffer) {
  (void)file;
  if (buffer) __cairn_limit("setbuf with a buffer");
}

// One conversion of printf each: characters go to `to` from position `at` on, as far as there is
// `room`; the result is the position behind them.
enum {
  __CAIRN_LEFT = 1,
  __CAIRN_PLUS = 2,
  __CAIRN_SPACE = 4,
  __CAIRN_OTHER_FORM = 8,
  __CAIRN_ZEROS = 16,
  __CAIRN_CAPITALS = 32
};
static size_t __cairn_put(char *to, size_t room, size_t at, char c) {
  if (at < room) to[at] = c;
  return at + 1;
}
static size_t __cairn_repeat(char *to, size_t room, size_t at, char c, long count) {
  for (; count > 0; count--) at = __cairn_put(to, room, at, c);
  return at;
}
size_t __cairn_put_text(char *to, size_t room, size_t at, const char *s, size_t length, int flags,
                        int width) {
  if (width < 0) { flags |= __CAIRN_LEFT; width = -width; }
  long pad = (long)width - (long)length;
  if (!(flags & __CAIRN_LEFT)) at = __cairn_repeat(to, room, at, ' ', pad);
  for (size_t i = 0; i < length; i++) at = __cairn_put(to, room, at, s[i]);
  if (flags & __CAIRN_LEFT) at = __cairn_repeat(to, room, at, ' ', pad);
  return at;
}
size_t __cairn_put_string(char *to, size_t room, size_t at, const char *s, int flags, int width,
                          int precision) {
  // What the GNU library prints for a null pointer, if the precision leaves room.
  if (!s) return __cairn_put_text(to, room, at, "(null)", precision >= 0 && precision < 6 ? 0 : 6, flags, width);
  size_t length = 0;
  while ((precision < 0 || length < (size_t)precision) && s[length]) length++;
  return __cairn_put_text(to, room, at, s, length, flags, width);
}
size_t __cairn_put_char(char *to, size_t room, size_t at, int c, int flags, int width) {
  char text[1] = {(char)c};
  return __cairn_put_text(to, room, at, text, 1, flags, width);
}
// How many digits a number has, without a loop; zero has one.
static int __cairn_decimals(unsigned x) {
  return 1 + (x >= 10) + (x >= 100) + (x >= 1000) + (x >= 10000) + (x >= 100000) + (x >= 1000000) +
         (x >= 10000000) + (x >= 100000000) + (x >= 1000000000);
}
static int __cairn_digits(unsigned long long x, unsigned base) {
  if (base == 10) {
    if (x < 10000000000) return x >= 1000000000 ? 10 : __cairn_decimals((unsigned)x);
    if (x < 10000000000000000000u) {
      unsigned long long high = x / 10000000000;
      return 10 + __cairn_decimals((unsigned)high);
    }
    return 20;
  }
  int bits = 64 - __cairn_leading(x | 1);
  return base == 16 ? (bits + 3) / 4 : (bits + 2) / 3;
}
// The digits of a number, of which there are `count`, from the last one on.
static size_t __cairn_put_digits(char *to, size_t room, size_t at, unsigned long long x, int count,
                                 unsigned base, char ten) {
  if (room == 0) return at + count;
  for (int i = count; i-- > 0;) {
    unsigned digit = base == 10 ? (unsigned)(x % 10) : (unsigned)x & (base - 1);
    x = base == 10 ? x / 10 : base == 16 ? x >> 4 : x >> 3;
    if (at + i < room) to[at + i] = (char)(digit < 10 ? '0' + digit : ten + (digit - 10));
  }
  return at + count;
}
size_t __cairn_put_int(char *to, size_t room, size_t at, int value) {
  unsigned x = value < 0 ? 0 - (unsigned)value : (unsigned)value;
  if (value < 0) at = __cairn_put(to, room, at, '-');
  int count = __cairn_decimals(x);
  if (room == 0) return at + count;
  for (int i = count; i-- > 0; x /= 10)
    if (at + i < room) to[at + i] = (char)('0' + x % 10);
  return at + count;
}
size_t __cairn_put_whole(char *to, size_t room, size_t at, const char *s) {
  if (!s) s = "(null)";
  for (size_t i = 0; s[i]; i++) at = __cairn_put(to, room, at, s[i]);
  return at;
}
size_t __cairn_put_number(char *to, size_t room, size_t at, unsigned long long value, int negative,
                          unsigned base, int flags, int width, int precision) {
  if (width < 0) { flags |= __CAIRN_LEFT; width = -width; }
  int count = value == 0 && precision == 0 ? 0 : __cairn_digits(value, base);
  char sign = negative ? '-' : flags & __CAIRN_PLUS ? '+' : flags & __CAIRN_SPACE ? ' ' : 0;
  int hexadecimal = base == 16 && (flags & __CAIRN_OTHER_FORM) && value != 0;
  long zeros = precision > count ? (long)precision - count : 0;
  if (base == 8 && (flags & __CAIRN_OTHER_FORM) && zeros == 0 && (value != 0 || count == 0)) zeros = 1;
  long pad = (long)width - count - zeros - (sign != 0) - 2 * hexadecimal;
  if ((flags & __CAIRN_ZEROS) && !(flags & __CAIRN_LEFT) && precision < 0) {
    if (pad > 0) zeros += pad;
    pad = 0;
  }
  if (!(flags & __CAIRN_LEFT)) at = __cairn_repeat(to, room, at, ' ', pad);
  if (sign) at = __cairn_put(to, room, at, sign);
  if (hexadecimal) {
    at = __cairn_put(to, room, at, '0');
    at = __cairn_put(to, room, at, flags & __CAIRN_CAPITALS ? 'X' : 'x');
  }
  at = __cairn_repeat(to, room, at, '0', zeros);
  at = __cairn_put_digits(to, room, at, value, count, base, flags & __CAIRN_CAPITALS ? 'A' : 'a');
  if (flags & __CAIRN_LEFT) at = __cairn_repeat(to, room, at, ' ', pad);
  return at;
}
size_t __cairn_put_decimal(char *to, size_t room, size_t at, long long value, int flags, int width,
                           int precision) {
  unsigned long long magnitude = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
  return __cairn_put_number(to, room, at, magnitude, value < 0, 10, flags, width, precision);
}
// The end of the text of snprintf.
void __cairn_put_end(char *to, size_t size, size_t at) {
  if (size > 0) to[at < size - 1 ? at : size - 1] = 0;
}

// One conversion of sscanf each. C says matching failure for what is not as expected and input
// failure for the end of the text; the latter, before anything is converted, makes the result EOF.
static const char *__cairn_scan_at;
static const char *__cairn_scan_start_at;
static int __cairn_scan_done;
static int __cairn_scan_converted;
static int __cairn_scan_assigned;
void __cairn_scan_start(const char *s) {
  __cairn_scan_at = s;
  __cairn_scan_start_at = s;
  __cairn_scan_done = 0;
  __cairn_scan_converted = 0;
  __cairn_scan_assigned = 0;
}
static void __cairn_scan_end(void) {
  __cairn_scan_done = 1;
  if (!*__cairn_scan_at && !__cairn_scan_converted) __cairn_scan_assigned = -1;
}
void __cairn_scan_space(void) {
  if (__cairn_scan_done) return;
  while (__cairn_is_space(*__cairn_scan_at)) __cairn_scan_at++;
}
void __cairn_scan_literal(char c) {
  if (__cairn_scan_done) return;
  if (*__cairn_scan_at != c) return __cairn_scan_end();
  __cairn_scan_at++;
}
unsigned __cairn_scan_length(void) { return (unsigned)(__cairn_scan_at - __cairn_scan_start_at); }
int __cairn_scan_going(void) { return !__cairn_scan_done; }
int __cairn_scan_result(void) { return __cairn_scan_assigned; }
static unsigned long long __cairn_scan_number;
unsigned long long __cairn_scan_value(void) { return __cairn_scan_number; }
// As many characters as `width` says may belong to the number; `most` and `least` are as for strtol.
int __cairn_scan_integer(int base, size_t width, int is_signed, int is_long_long, int assigns) {
  __cairn_scan_space();
  if (__cairn_scan_done) return 0;
  const char *p = __cairn_scan_at;
  if (!*p) { __cairn_scan_end(); return 0; }
  size_t left = width;
  int negative = 0;
  if (left && (*p == '-' || *p == '+')) { negative = *p++ == '-'; left--; }
  if ((base == 0 || base == 16) && left > 1 && *p == '0' && (p[1] == 'x' || p[1] == 'X')) {
    // What the GNU library does with "0x" alone differs from version to version.
    if (left < 3 || __cairn_digit(p[2]) >= 16) __cairn_limit("sscanf of '0x' without digits");
    p += 2;
    left -= 2;
    base = 16;
  } else if (base == 0) {
    base = *p == '0' ? 8 : 10;
  }
  unsigned long long value = 0;
  int overflow = 0, digits = 0;
  for (; left && __cairn_digit(*p) < base; left--, p++) {
    if (__builtin_mul_overflow(value, (unsigned)base, &value)) overflow = 1;
    if (__builtin_add_overflow(value, (unsigned)__cairn_digit(*p), &value)) overflow = 1;
    digits = 1;
  }
  if (!digits) {
    __cairn_scan_done = 1;  // a matching failure, even of a sign at the end
    return 0;
  }
  unsigned long long all = is_long_long ? ~0ull : ~0ul;
  unsigned long long most = is_signed ? all >> 1 : all;
  unsigned long long least = is_signed ? most + 1 : all;
  if (overflow || value > (negative ? least : most)) {
    __cairn_errno = __CAIRN_ERANGE;
    value = is_signed && negative ? 0 - least : most;
  } else if (negative) {
    value = 0 - value;
  }
  __cairn_scan_at = p;
  __cairn_scan_number = value;
  __cairn_scan_converted = 1;
  if (assigns) __cairn_scan_assigned++;
  return 1;
}
void __cairn_scan_string(char *to, size_t width, int assigns) {
  __cairn_scan_space();
  if (__cairn_scan_done) return;
  if (!*__cairn_scan_at) return __cairn_scan_end();
  for (; width && *__cairn_scan_at && !__cairn_is_space(*__cairn_scan_at); width--) {
    char c = *__cairn_scan_at++;
    if (assigns) *to++ = c;
  }
  __cairn_scan_converted = 1;
  if (!assigns) return;
  *to = 0;
  __cairn_scan_assigned++;
}
void __cairn_scan_chars(char *to, size_t width, int assigns) {
  if (__cairn_scan_done) return;
  if (!*__cairn_scan_at) return __cairn_scan_end();
  for (; width && *__cairn_scan_at; width--) {
    char c = *__cairn_scan_at++;
    if (assigns) *to++ = c;
  }
  // The GNU library takes fewer characters than asked for at the end of a text.
  __cairn_scan_converted = 1;
  if (assigns) __cairn_scan_assigned++;
}
// The same from a file: any text.
void __cairn_any_word(char *to, size_t most) {
  size_t i = 0;
  do {
    char c = __cairn_any_char();
    to[i++] = c == 0 || __cairn_is_space(c) ? 'x' : c;
  } while (i < most && __cairn_any_bool());
  to[i] = 0;
}
void __cairn_any_chars(char *to, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = __cairn_any_char();
}
