// SPDX-License-Identifier: MIT
//
// <ctype.h>, in the locale "C". "In a class" is any value but zero. C leaves characters open that
// are neither an unsigned char nor EOF; those of a signed char are as in the GNU library, for others
// its functions read outside of a table, and the answer is arbitrary.

static int __cairn_class(int c, int belongs) {
  if (c < -128 || c > 255) return __cairn_any_int();
  return belongs ? __cairn_not_zero() : 0;
}
static int __cairn_is_upper(int c) { return c >= 'A' && c <= 'Z'; }
static int __cairn_is_lower(int c) { return c >= 'a' && c <= 'z'; }
static int __cairn_is_digit(int c) { return c >= '0' && c <= '9'; }
static int __cairn_is_alpha(int c) { return __cairn_is_upper(c) || __cairn_is_lower(c); }
static int __cairn_is_space(int c) { return c == ' ' || (c >= 9 && c <= 13); }
int isupper(int c) { return __cairn_class(c, __cairn_is_upper(c)); }
int islower(int c) { return __cairn_class(c, __cairn_is_lower(c)); }
int isdigit(int c) { return __cairn_class(c, __cairn_is_digit(c)); }
int isalpha(int c) { return __cairn_class(c, __cairn_is_alpha(c)); }
int isalnum(int c) { return __cairn_class(c, __cairn_is_alpha(c) || __cairn_is_digit(c)); }
int isspace(int c) { return __cairn_class(c, __cairn_is_space(c)); }
int isblank(int c) { return __cairn_class(c, c == ' ' || c == '\t'); }
int iscntrl(int c) { return __cairn_class(c, (c >= 0 && c < 32) || c == 127); }
int isprint(int c) { return __cairn_class(c, c >= 32 && c < 127); }
int isgraph(int c) { return __cairn_class(c, c > 32 && c < 127); }
int ispunct(int c) {
  return __cairn_class(c, c > 32 && c < 127 && !__cairn_is_alpha(c) && !__cairn_is_digit(c));
}
int isxdigit(int c) {
  return __cairn_class(c, __cairn_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
}
int isascii(int c) { return (c & ~127) == 0; }
int toascii(int c) { return c & 127; }
static int __cairn_character(int c) { return c >= -128 && c < -1 ? c + 256 : c; }
int tolower(int c) { return __cairn_lower(__cairn_character(c)); }
int toupper(int c) { return __cairn_is_lower(c) ? c - 32 : __cairn_character(c); }
int _tolower(int c) { return __cairn_is_upper(c) ? c + 32 : __cairn_any_int(); }
int _toupper(int c) { return __cairn_is_lower(c) ? c - 32 : __cairn_any_int(); }

// The tables of the GNU library, which its header's macros index from -128 to 255.
static unsigned short __cairn_classes[384];
static const unsigned short *__cairn_classes_at;
const unsigned short **__ctype_b_loc(void) {
  if (!__cairn_classes_at) {
    for (int c = 0; c < 128; c++) {
      int upper = __cairn_is_upper(c), lower = __cairn_is_lower(c), digit = __cairn_is_digit(c);
      unsigned bits = 0;
      if (upper) bits |= 1 << 8;
      if (lower) bits |= 1 << 9;
      if (upper || lower) bits |= 1 << 10;
      if (digit) bits |= 1 << 11;
      if (digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) bits |= 1 << 12;
      if (__cairn_is_space(c)) bits |= 1 << 13;
      if (c >= 32 && c < 127) bits |= 1 << 14;
      if (c > 32 && c < 127) bits |= 1 << 15;
      if (c == ' ' || c == '\t') bits |= 1 << 0;
      if (c < 32 || c == 127) bits |= 1 << 1;
      if (c > 32 && c < 127 && !upper && !lower && !digit) bits |= 1 << 2;
      if (upper || lower || digit) bits |= 1 << 3;
      __cairn_classes[128 + c] = (unsigned short)bits;
    }
    __cairn_classes_at = __cairn_classes + 128;
  }
  return &__cairn_classes_at;
}
static int __cairn_lowers[384];
static const int *__cairn_lowers_at;
const int **__ctype_tolower_loc(void) {
  if (!__cairn_lowers_at) {
    for (int c = -128; c < 256; c++)
      __cairn_lowers[128 + c] = __cairn_lower(__cairn_character(c));
    __cairn_lowers_at = __cairn_lowers + 128;
  }
  return &__cairn_lowers_at;
}
static int __cairn_uppers[384];
static const int *__cairn_uppers_at;
const int **__ctype_toupper_loc(void) {
  if (!__cairn_uppers_at) {
    for (int c = -128; c < 256; c++)
      __cairn_uppers[128 + c] = __cairn_is_lower(c) ? c - 32 : __cairn_character(c);
    __cairn_uppers_at = __cairn_uppers + 128;
  }
  return &__cairn_uppers_at;
}
