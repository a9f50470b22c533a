#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  char *end;
  CHECK(strtol(" \t-42z", &end, 10) == -42 && *end == 'z');
  CHECK(strtol("0x1fG", &end, 0) == 31 && *end == 'G');
  CHECK(strtol("0xG", &end, 0) == 0 && *end == 'x');
  CHECK(strtol("077", 0, 0) == 63 && strtol("zz", 0, 36) == 35 * 36 + 35);
  CHECK(strtol("abc", &end, 10) == 0 && *end == 'a');
  errno = 0;
  CHECK(strtol("99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE);
  errno = 0;
  CHECK(strtol("-99999999999999999999", 0, 10) == LONG_MIN && errno == ERANGE);
  errno = 0;
  CHECK(strtoul("-1", 0, 10) == ULONG_MAX && errno == 0);
  CHECK(strtoull("18446744073709551615", 0, 10) == 18446744073709551615u && errno == 0);
  CHECK(strtoull("18446744073709551616", 0, 10) == 18446744073709551615u && errno == ERANGE);
  CHECK(strtoll("-9223372036854775808", 0, 10) == LLONG_MIN);
  CHECK(atoi("17x") == 17 && atoi("") == 0 && atol("-3") == -3 && atoll("+8") == 8);
  CHECK(abs(-3) == 3 && labs(-4L) == 4 && llabs(5LL) == 5);
  CHECK(div(-7, 2).quot == -3 && div(-7, 2).rem == -1);
  CHECK(ldiv(9, 4).rem == 1 && lldiv(9, 4).quot == 2);
  int a[5] = {5, 3, 9, 3, 1};
  qsort(a, 5, sizeof a[0], order);
  CHECK(a[0] == 1 && a[1] == 3 && a[2] == 3 && a[3] == 5 && a[4] == 9);
  int key = 5;
  CHECK(bsearch(&key, a, 5, sizeof a[0], order) == a + 3);
  key = 4;
  CHECK(bsearch(&key, a, 5, sizeof a[0], order) == 0);
  CHECK(rand() >= 0);
  int *p = malloc(2 * sizeof(int));
  p[0] = 7;
  p[1] = 8;
  p = realloc(p, 4 * sizeof(int));
  CHECK(p[0] == 7 && p[1] == 8);
  p[3] = 9;
  p = realloc(p, sizeof(int));
  CHECK(p[0] == 7);
  int *q = realloc(NULL, 3 * sizeof(int));
  q[2] = 4;
  CHECK(q != NULL && q[2] == 4 && p[0] == 7);
  int *z = calloc(3, sizeof(int));
  CHECK(z[0] == 0 && z[2] == 0);
  char *aligned = aligned_alloc(64, 128);
  aligned[127] = 3;
  CHECK(aligned[127] == 3);
  void *at = 0;
  CHECK(posix_memalign(&at, 32, 8) == 0 && at != 0);
  return 0;
}
