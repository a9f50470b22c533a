// SPDX-License-Identifier: MIT
//
// <strings.h>, in the locale "C".

static int __cairn_lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
void bzero(void *d, size_t n) { __cairn_fill(d, 0, n); }
void bcopy(const void *s, void *d, size_t n) { __cairn_move(d, s, n); }
int bcmp(const void *a, const void *b, size_t n) {
  const __cairn_byte *p = a, *q = b;
  for (; n; n--, p++, q++)
    if (*p != *q) return __cairn_not_zero();
  return 0;
}
char *index(const char *s, int c) {
  for (;; s++) { if (*s == (char)c) return (char *)s; if (!*s) return 0; }
}
char *rindex(const char *s, int c) {
  const char *last = 0;
  for (;; s++) { if (*s == (char)c) last = s; if (!*s) return (char *)last; }
}
int strcasecmp(const char *a, const char *b) {
  while (*a && __cairn_lower((__cairn_byte)*a) == __cairn_lower((__cairn_byte)*b)) { a++; b++; }
  return __cairn_order(__cairn_lower((__cairn_byte)*a), __cairn_lower((__cairn_byte)*b));
}
int strncasecmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++) {
    int x = __cairn_lower((__cairn_byte)*a), y = __cairn_lower((__cairn_byte)*b);
    if (x != y) return __cairn_order(x, y);
    if (!x) return 0;
  }
  return 0;
}
char *strcasestr(const char *s, const char *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] &&
           __cairn_lower((__cairn_byte)s[i]) == __cairn_lower((__cairn_byte)part[i])) i++;
    if (!part[i]) return (char *)s;
    if (!*s) return 0;
  }
}
