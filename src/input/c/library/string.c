// SPDX-License-Identifier: MIT
//
// <string.h>, in the locale "C".

size_t strlen(const char *s) { return __cairn_length(s); }
size_t strnlen(const char *s, size_t m) { size_t n = 0; while (n < m && s[n]) n++; return n; }
int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) { a++; b++; }
  return __cairn_order((__cairn_byte)*a, (__cairn_byte)*b);
}
int strncmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++) {
    if (*a != *b) return __cairn_order((__cairn_byte)*a, (__cairn_byte)*b);
    if (!*a) return 0;
  }
  return 0;
}
int strcoll(const char *a, const char *b) {
  while (*a && *a == *b) { a++; b++; }
  return __cairn_order((__cairn_byte)*a, (__cairn_byte)*b);
}
size_t strxfrm(char *d, const char *s, size_t n) {
  size_t length = __cairn_length(s);
  for (size_t i = 0; i < n && i <= length; i++) d[i] = s[i];
  return length;
}
char *strcpy(char *d, const char *s) { char *p = d; while ((*p++ = *s++)) {} return d; }
char *stpcpy(char *d, const char *s) { while ((*d = *s++)) d++; return d; }
char *strncpy(char *d, const char *s, size_t n) {
  size_t i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  for (; i < n; i++) d[i] = 0;
  return d;
}
char *stpncpy(char *d, const char *s, size_t n) {
  size_t i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  char *end = d + i;
  for (; i < n; i++) d[i] = 0;
  return end;
}
size_t strlcpy(char *d, const char *s, size_t n) {
  size_t i = 0;
  if (n) {
    for (; i < n - 1 && s[i]; i++) d[i] = s[i];
    d[i] = 0;
  }
  return i + __cairn_length(s + i);
}
char *strcat(char *d, const char *s) {
  char *p = d + __cairn_length(d);
  while ((*p++ = *s++)) {}
  return d;
}
char *strncat(char *d, const char *s, size_t n) {
  char *p = d + __cairn_length(d);
  for (; n && *s; n--) *p++ = *s++;
  *p = 0;
  return d;
}
size_t strlcat(char *d, const char *s, size_t n) {
  size_t start = 0;
  while (start < n && d[start]) start++;
  size_t i = 0;
  if (start < n) {
    for (; start + i < n - 1 && s[i]; i++) d[start + i] = s[i];
    d[start + i] = 0;
  }
  return start + i + __cairn_length(s + i);
}
char *strchr(const char *s, int c) {
  for (;; s++) { if (*s == (char)c) return (char *)s; if (!*s) return 0; }
}
char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}
char *strrchr(const char *s, int c) {
  const char *last = 0;
  for (;; s++) { if (*s == (char)c) last = s; if (!*s) return (char *)last; }
}
static int __cairn_among(char c, const char *set) {
  for (; *set; set++) if (*set == c) return 1;
  return 0;
}
size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && __cairn_among(s[n], set)) n++;
  return n;
}
size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && !__cairn_among(s[n], set)) n++;
  return n;
}
char *strpbrk(const char *s, const char *set) {
  for (; *s; s++) if (__cairn_among(*s, set)) return (char *)s;
  return 0;
}
char *strstr(const char *s, const char *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] && s[i] == part[i]) i++;
    if (!part[i]) return (char *)s;
    if (!*s) return 0;
  }
}
static char *__cairn_token(char *s, const char *set, char **rest) {
  if (!s) s = *rest;
  while (*s && __cairn_among(*s, set)) s++;
  if (!*s) { *rest = s; return 0; }
  char *token = s;
  while (*s && !__cairn_among(*s, set)) s++;
  if (*s) *s++ = 0;
  *rest = s;
  return token;
}
static char *__cairn_token_rest;
char *strtok(char *s, const char *set) {
  // C leaves it open; the GNU library returns a null pointer where it does not crash.
  if (!s && !__cairn_token_rest) __cairn_limit("strtok without a string to go on with");
  return __cairn_token(s, set, &__cairn_token_rest);
}
char *strtok_r(char *s, const char *set, char **rest) { return __cairn_token(s, set, rest); }
char *__strtok_r(char *s, const char *set, char **rest) { return __cairn_token(s, set, rest); }
char *strsep(char **rest, const char *set) {
  char *token = *rest;
  if (!token) return 0;
  char *s = token;
  while (*s && !__cairn_among(*s, set)) s++;
  if (*s) { *s = 0; *rest = s + 1; } else { *rest = 0; }
  return token;
}
static char *__cairn_copy_of(const char *s, size_t length) {
  char *copy = malloc(length + 1);
  if (!copy) return 0;
  for (size_t i = 0; i < length; i++) copy[i] = s[i];
  copy[length] = 0;
  return copy;
}
char *strdup(const char *s) { return __cairn_copy_of(s, __cairn_length(s)); }
char *__strdup(const char *s) { return __cairn_copy_of(s, __cairn_length(s)); }
char *strndup(const char *s, size_t n) {
  size_t length = 0;
  while (length < n && s[length]) length++;
  return __cairn_copy_of(s, length);
}
char *__strndup(const char *s, size_t n) {
  size_t length = 0;
  while (length < n && s[length]) length++;
  return __cairn_copy_of(s, length);
}
char *strerror(int number) { (void)number; __cairn_approximate("strerror"); return __cairn_outside(); }
char *strsignal(int number) { (void)number; __cairn_approximate("strsignal"); return __cairn_outside(); }
int memcmp(const void *a, const void *b, size_t n) {
  const __cairn_byte *p = a, *q = b;
  for (; n; n--, p++, q++) if (*p != *q) return __cairn_order(*p, *q);
  return 0;
}
void *memchr(const void *s, int c, size_t n) {
  const __cairn_byte *p = s;
  for (; n; n--, p++) if (*p == (__cairn_byte)c) return (void *)p;
  return 0;
}
void *memrchr(const void *s, int c, size_t n) {
  const __cairn_byte *p = s;
  while (n) if (p[--n] == (__cairn_byte)c) return (void *)(p + n);
  return 0;
}
void *rawmemchr(const void *s, int c) {
  const __cairn_byte *p = s;
  while (*p != (__cairn_byte)c) p++;
  return (void *)p;
}
void *memmem(const void *s, size_t n, const void *part, size_t m) {
  const __cairn_byte *p = s, *q = part;
  for (size_t start = 0; m <= n && start <= n - m; start++) {
    size_t i = 0;
    while (i < m && p[start + i] == q[i]) i++;
    if (i == m) return (void *)(p + start);
  }
  return 0;
}
void *memcpy(void *d, const void *s, size_t n) {
  char *p = d; const char *q = s;
  for (size_t i = 0; i < n; i++) p[i] = q[i];
  return d;
}
void *mempcpy(void *d, const void *s, size_t n) {
  char *p = d; const char *q = s;
  for (size_t i = 0; i < n; i++) p[i] = q[i];
  return p + n;
}
void *__mempcpy(void *d, const void *s, size_t n) {
  char *p = d; const char *q = s;
  for (size_t i = 0; i < n; i++) p[i] = q[i];
  return p + n;
}
void *memccpy(void *d, const void *s, int c, size_t n) {
  char *p = d; const char *q = s;
  for (size_t i = 0; i < n; i++) {
    p[i] = q[i];
    if (q[i] == (char)c) return p + i + 1;
  }
  return 0;
}
static void __cairn_move(void *d, const void *s, size_t n) {
  char *p = d; const char *q = s;
  if (p < q) for (size_t i = 0; i < n; i++) p[i] = q[i];
  else for (size_t i = n; i > 0; i--) p[i - 1] = q[i - 1];
}
void *memmove(void *d, const void *s, size_t n) { __cairn_move(d, s, n); return d; }
static void __cairn_fill(void *d, int c, size_t n) {
  char *p = d;
  for (size_t i = 0; i < n; i++) p[i] = (char)c;
}
void *memset(void *d, int c, size_t n) { __cairn_fill(d, c, n); return d; }
void explicit_bzero(void *d, size_t n) { __cairn_fill(d, 0, n); }
void *memfrob(void *d, size_t n) {
  char *p = d;
  for (size_t i = 0; i < n; i++) p[i] ^= 42;
  return d;
}

// What -D_FORTIFY_SOURCE makes of calls: the last argument is the room of the target.
void *__memcpy_chk(void *d, const void *s, size_t n, size_t room) {
  __cairn_assume(n <= room);
  char *p = d; const char *q = s;
  for (size_t i = 0; i < n; i++) p[i] = q[i];
  return d;
}
void *__memmove_chk(void *d, const void *s, size_t n, size_t room) {
  __cairn_assume(n <= room);
  __cairn_move(d, s, n);
  return d;
}
void *__mempcpy_chk(void *d, const void *s, size_t n, size_t room) {
  __cairn_assume(n <= room);
  char *p = d; const char *q = s;
  for (size_t i = 0; i < n; i++) p[i] = q[i];
  return p + n;
}
void *__memset_chk(void *d, int c, size_t n, size_t room) {
  __cairn_assume(n <= room);
  __cairn_fill(d, c, n);
  return d;
}
char *__strcpy_chk(char *d, const char *s, size_t room) {
  __cairn_assume(__cairn_length(s) < room);
  char *p = d;
  while ((*p++ = *s++)) {}
  return d;
}
char *__stpcpy_chk(char *d, const char *s, size_t room) {
  __cairn_assume(__cairn_length(s) < room);
  while ((*d = *s++)) d++;
  return d;
}
char *__strncpy_chk(char *d, const char *s, size_t n, size_t room) {
  __cairn_assume(n <= room);
  size_t i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  for (; i < n; i++) d[i] = 0;
  return d;
}
char *__strcat_chk(char *d, const char *s, size_t room) {
  char *p = d + __cairn_length(d);
  __cairn_assume((size_t)(p - d) + __cairn_length(s) < room);
  while ((*p++ = *s++)) {}
  return d;
}
char *__strncat_chk(char *d, const char *s, size_t n, size_t room) {
  char *p = d + __cairn_length(d);
  size_t length = 0;
  while (length < n && s[length]) length++;
  __cairn_assume((size_t)(p - d) + length < room);
  for (size_t i = 0; i < length; i++) p[i] = s[i];
  p[length] = 0;
  return d;
}
