#include <stdio.h>
#include <string.h>

int main(void) {
  char b[32];
  int n = 0, m = 0, r;
  CHECK(sprintf(b, "%d-%s-%c", -7, "hey", 'q') == 8 && strcmp(b, "-7-hey-q") == 0);
  CHECK(sprintf(b, "%5d|%-4d|%04d", 42, 3, -5) == 15 && strcmp(b, "   42|3   |-005") == 0);
  CHECK(sprintf(b, "%x %X %#x %o %#o", 255, 255, 255, 8, 8) == 17 && strcmp(b, "ff FF 0xff 10 010") == 0);
  CHECK(sprintf(b, "%+d % d %u", 1, 2, 4000000000u) == 16 && strcmp(b, "+1  2 4000000000") == 0);
  CHECK(sprintf(b, "%.3d|%.0d|%5.2s|%%", 7, 0, "abc") == 12 && strcmp(b, "007||   ab|%") == 0);
  CHECK(sprintf(b, "%ld %lld %hhd %hu", -1L, 1LL << 40, 300, 65537) == 21 && strcmp(b, "-1 1099511627776 44 1") == 0);
  CHECK(sprintf(b, "%*d|%-*d|%.*s", 4, 1, 3, 2, 2, "xyz") == 11 && strcmp(b, "   1|2  |xy") == 0);
  CHECK(sprintf(b, "%d", -2147483647 - 1) == 11 && strcmp(b, "-2147483648") == 0);
  memset(b, 'z', sizeof b);
  CHECK(snprintf(b, 4, "%s", "abcdef") == 6 && strcmp(b, "abc") == 0 && b[4] == 'z');
  CHECK(snprintf(b, 0, "%d", 12345) == 5 && b[0] == 'a');
  CHECK(snprintf(NULL, 0, "%d%s", 10, "ab") == 4);
  r = printf("ab%dc%n\n", 100, &n);
  CHECK(r == 7 && n == 6);
  CHECK(sprintf(b, "12%n34%n", &n, &m) == 4 && n == 2 && m == 4);
  CHECK(putchar('x') == 'x');
  CHECK(sscanf("12 abc 0x1f", "%d %3s %x", &n, b, &m) == 3 && n == 12 && m == 31 && strcmp(b, "abc") == 0);
  CHECK(sscanf("7,8", "%d,%d", &n, &m) == 2 && n == 7 && m == 8);
  CHECK(sscanf("7;8", "%d,%d", &n, &m) == 1);
  CHECK(sscanf("x", "%d", &n) == 0 && sscanf("", "%d", &n) == -1);
  CHECK(sscanf("123456", "%3d%d", &n, &m) == 2 && n == 123 && m == 456);
  CHECK(sscanf("ab", "%c%c", &b[0], &b[1]) == 2 && b[0] == 'a' && b[1] == 'b');
  CHECK(sscanf(" 5 6", "%*d %d%n", &n, &m) == 1 && n == 6 && m == 4);
  return 0;
}
