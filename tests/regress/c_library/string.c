#include <stdlib.h>
#include <string.h>

int main(void) {
  char b[16] = "ab";
  char *rest, *s;
  CHECK(strlen("") == 0 && strlen("abc") == 3);
  CHECK(strnlen("abcdef", 4) == 4 && strnlen("ab", 4) == 2);
  CHECK(strncat(b, "cdef", 2) == b && b[3] == 'd' && b[4] == 0);
  CHECK(strcat(b, "!") == b && b[4] == '!' && b[5] == 0);
  CHECK(strcpy(b, "xyz") == b && b[2] == 'z' && b[3] == 0 && b[4] == '!');
  CHECK(stpcpy(b, "pq") == b + 2 && b[1] == 'q' && b[2] == 0);
  CHECK(strncpy(b, "abcdef", 3) == b && b[2] == 'c' && b[3] == 0 && b[4] == '!');
  CHECK(strncpy(b, "a", 4) == b && b[1] == 0 && b[3] == 0 && b[4] == '!');
  CHECK(strcmp("abc", "abd") < 0 && strcmp("b", "abc") > 0 && strcmp("ab", "ab") == 0);
  CHECK(strcmp("\xff", "a") > 0);
  CHECK(strncmp("abc", "abd", 2) == 0 && strncmp("abc", "abd", 3) < 0 && strncmp("a", "b", 0) == 0);
  CHECK(strcoll("abc", "abd") < 0);
  CHECK(strxfrm(b, "hello", 3) == 5 && b[2] == 'l');
  CHECK(strchr("hello", 'l')[1] == 'l' && strchr("hello", 'x') == 0 && *strchr("hello", 0) == 0);
  CHECK(strrchr("hello", 'l')[1] == 'o');
  CHECK(strspn("aabc", "ab") == 3 && strspn("abc", "") == 0);
  CHECK(strcspn("hello", "lo") == 2 && strcspn("hello", "") == 5);
  CHECK(*strpbrk("hello", "ol") == 'l' && strpbrk("hello", "xyz") == 0);
  CHECK(strstr("hello", "ll")[2] == 'o' && strstr("hello", "lx") == 0 && *strstr("hello", "") == 'h');
  strcpy(b, " a,b ");
  CHECK(strcmp(strtok(b, " ,"), "a") == 0);
  CHECK(strcmp(strtok(0, " ,"), "b") == 0);
  CHECK(strtok(0, " ,") == 0);
  strcpy(b, "k=v");
  CHECK(strcmp(strtok_r(b, "=", &rest), "k") == 0 && strcmp(rest, "v") == 0);
  s = strcpy(b, "x::y");
  CHECK(strcmp(strsep(&s, ":"), "x") == 0 && *strsep(&s, ":") == 0 && strcmp(strsep(&s, ":"), "y") == 0);
  CHECK(s == 0);
  s = strdup("copy");
  CHECK(strcmp(s, "copy") == 0 && s[4] == 0);
  s = strndup("copy", 2);
  CHECK(s[1] == 'o' && s[2] == 0);
  CHECK(memcmp("abc", "abd", 2) == 0 && memcmp("abc", "abd", 3) < 0 && memcmp("\xff", "\1", 1) > 0);
  CHECK((char *)memchr("hello", 'e', 5) != 0 && memchr("hello", 'o', 4) == 0);
  CHECK(memset(b, 'z', 3) == b && b[2] == 'z' && b[3] == 'y');
  memcpy(b, "0123456789", 10);
  CHECK(memmove(b + 2, b, 5) == b + 2 && memcmp(b, "010123478", 7) == 0);
  CHECK(memcpy(b, "ab", 2) == b && b[1] == 'b' && b[2] == '0');
  CHECK(memccpy(b, "pq;r", ';', 4) == b + 3 && b[2] == ';' && b[3] == '1');
  CHECK(mempcpy(b, "uv", 2) == b + 2 && b[1] == 'v');
  CHECK(strchrnul("ab", 'b')[0] == 'b' && *strchrnul("ab", 'x') == 0);
  CHECK((char *)memrchr("abca", 'a', 4) != 0 && *((char *)memrchr("abca", 'a', 3)) == 'a');
  CHECK(*(char *)rawmemchr("ab;c", ';') == ';');
  CHECK(((char *)memmem("hello", 5, "lo", 2))[1] == 'o');
  return 0;
}
