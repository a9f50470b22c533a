#include <strings.h>
#include <string.h>

int main(void) {
  char b[8] = "abcdef";
  bzero(b, 2);
  CHECK(b[0] == 0 && b[1] == 0 && b[2] == 'c');
  bcopy(b + 2, b + 3, 3);
  CHECK(b[2] == 'c' && b[3] == 'c' && b[5] == 'e');
  CHECK(bcmp("ab", "ab", 2) == 0 && bcmp("ab", "ac", 2) != 0);
  CHECK(index("abc", 'b')[1] == 'c' && rindex("abab", 'a')[1] == 'b' && index("abc", 'x') == 0);
  CHECK(strcasecmp("HeLLo", "hEllO") == 0 && strcasecmp("A", "b") < 0 && strcasecmp("[", "A") < 0);
  CHECK(strncasecmp("ABx", "aby", 2) == 0 && strncasecmp("ABx", "aby", 3) < 0);
  CHECK(strcasestr("xHeY", "hE")[2] == 'Y' && strcasestr("xHeY", "z") == 0);
  CHECK(ffs(0) == 0 && ffs(8) == 4 && ffs(-2147483647 - 1) == 32);
  CHECK(ffsll(1LL << 40) == 41);
  return 0;
}
