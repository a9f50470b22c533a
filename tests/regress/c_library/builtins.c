#include <string.h>

int main(void) {
  unsigned x = 0x00f01000u;
  CHECK(__builtin_popcount(x) == 5 && __builtin_popcountll(~0ULL) == 64 && __builtin_popcountl(0) == 0);
  CHECK(__builtin_clz(x) == 8 && __builtin_ctz(x) == 12 && __builtin_clzll(1ULL) == 63 && __builtin_ctzll(1ULL << 40) == 40);
  CHECK(__builtin_parity(7) == 1 && __builtin_parity(3) == 0 && __builtin_parityll(1ULL << 50) == 1);
  CHECK(__builtin_ffs(0) == 0 && __builtin_ffs(16) == 5 && __builtin_ffsll(1LL << 33) == 34);
  CHECK(__builtin_clrsb(0) == 31 && __builtin_clrsb(-1) == 31 && __builtin_clrsb(1) == 30 && __builtin_clrsbll(-2) == 62);
  CHECK(__builtin_bswap16(0x1234) == 0x3412 && __builtin_bswap32(0x12345678u) == 0x78563412u);
  CHECK(__builtin_bswap64(0x0102030405060708ULL) == 0x0807060504030201ULL);
  CHECK(__builtin_types_compatible_p(int, const int) && !__builtin_types_compatible_p(int, long));
  CHECK(__builtin_choose_expr(1, 3, 4.0) == 3);
  CHECK(__builtin_expect(x != 0, 1));
  CHECK(__builtin_constant_p(3));
  char b[8];
  CHECK(__builtin_object_size(b, 0) == 8);
  CHECK(__builtin_strlen("abc") == 3);
  __builtin_memcpy(b, "abc", 4);
  CHECK(__builtin_strcmp(b, "abc") == 0);
  __builtin___strcpy_chk(b, "xy", 8);
  CHECK(b[1] == 'y' && b[2] == 0);
  __builtin___memset_chk(b, 'q', 3, 8);
  CHECK(b[2] == 'q');
  CHECK(__builtin_isnan(__builtin_nan("")) && __builtin_isinf(__builtin_inf()) && __builtin_huge_val() > 1e308);
  CHECK(__builtin_fpclassify(0, 1, 2, 3, 4, 1.5) == 2 && __builtin_fpclassify(0, 1, 2, 3, 4, 0.0) == 4);
  int *p = __builtin_alloca(8);
  p[1] = 5;
  CHECK(p[1] == 5);
  p = __builtin_assume_aligned(p, 4);
  CHECK(p[1] == 5);
  int sum;
  CHECK(__builtin_add_overflow(2147483647, 1, &sum) && sum == -2147483647 - 1);
  return 0;
}
