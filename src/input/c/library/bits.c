// SPDX-License-Identifier: MIT
//
// Builtins that count bits, called __cairn_popcount for __builtin_popcount, and ffs of <strings.h>.
// Sums of ever wider fields of bits need no loop.

int __cairn_popcountll(unsigned long long x) {
  x = x - ((x >> 1) & 0x5555555555555555u);
  x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  x = x + (x >> 8);
  x = x + (x >> 16);
  x = x + (x >> 32);
  return (int)(x & 127);
}
int __cairn_popcount(unsigned x) { return __cairn_popcountll(x); }
int __cairn_popcountl(unsigned long x) { return __cairn_popcountll(x); }
static int __cairn_odd(unsigned long long x) {
  x ^= x >> 32;
  x ^= x >> 16;
  x ^= x >> 8;
  x ^= x >> 4;
  x ^= x >> 2;
  x ^= x >> 1;
  return (int)(x & 1);
}
int __cairn_parity(unsigned x) { return __cairn_odd(x); }
int __cairn_parityl(unsigned long x) { return __cairn_odd(x); }
int __cairn_parityll(unsigned long long x) { return __cairn_odd(x); }
// Of numbers that are not zero.
static int __cairn_trailing(unsigned long long x) {
  int n = 0;
  if (!(x & 0xffffffffu)) { n += 32; x >>= 32; }
  if (!(x & 0xffff)) { n += 16; x >>= 16; }
  if (!(x & 0xff)) { n += 8; x >>= 8; }
  if (!(x & 15)) { n += 4; x >>= 4; }
  if (!(x & 3)) { n += 2; x >>= 2; }
  return n + !(x & 1);
}
static int __cairn_leading(unsigned long long x) {
  int n = 0;
  if (!(x >> 32)) { n += 32; x <<= 32; }
  if (!(x >> 48)) { n += 16; x <<= 16; }
  if (!(x >> 56)) { n += 8; x <<= 8; }
  if (!(x >> 60)) { n += 4; x <<= 4; }
  if (!(x >> 62)) { n += 2; x <<= 2; }
  return n + !(x >> 63);
}
// The result for zero is undefined: on x86 it is whatever was in the register.
static int __cairn_count(int value, int zero) { return zero ? __cairn_any_int() : value; }
int __cairn_ctz(unsigned x) { return __cairn_count(__cairn_trailing(x), !x); }
int __cairn_ctzl(unsigned long x) { return __cairn_count(__cairn_trailing(x), !x); }
int __cairn_ctzll(unsigned long long x) { return __cairn_count(__cairn_trailing(x), !x); }
int __cairn_ctzs(unsigned short x) { return __cairn_count(__cairn_trailing(x), !x); }
int __cairn_clz(unsigned x) { return __cairn_count(__cairn_leading(x) - 32, !x); }
int __cairn_clzl(unsigned long x) {
  return __cairn_count(__cairn_leading(x) - 64 + 8 * (int)sizeof x, !x);
}
int __cairn_clzll(unsigned long long x) { return __cairn_count(__cairn_leading(x), !x); }
int __cairn_clzs(unsigned short x) { return __cairn_count(__cairn_leading(x) - 48, !x); }
int __cairn_clrsb(int x) { return __cairn_leading((unsigned)(x ^ (x >> 31)) << 1 | 1) - 32; }
int __cairn_clrsbl(long x) {
  int bits = 8 * (int)sizeof x;
  return __cairn_leading((unsigned long)(x ^ (x >> (bits - 1))) << 1 | 1) - 64 + bits;
}
int __cairn_clrsbll(long long x) {
  return __cairn_leading((unsigned long long)(x ^ (x >> 63)) << 1 | 1);
}
int ffs(int x) { return x ? __cairn_trailing((unsigned)x) + 1 : 0; }
int ffsl(long x) { return x ? __cairn_trailing((unsigned long)x) + 1 : 0; }
int ffsll(long long x) { return x ? __cairn_trailing((unsigned long long)x) + 1 : 0; }
unsigned char __cairn_bitreverse8(unsigned char x) {
  unsigned char y = 0;
  for (int i = 0; i < 8; i++) y |= ((x >> i) & 1) << (7 - i);
  return y;
}
unsigned short __cairn_bitreverse16(unsigned short x) {
  unsigned short y = 0;
  for (int i = 0; i < 16; i++) y |= ((x >> i) & 1) << (15 - i);
  return y;
}
unsigned __cairn_bitreverse32(unsigned x) {
  unsigned y = 0;
  for (int i = 0; i < 32; i++) y |= ((x >> i) & 1) << (31 - i);
  return y;
}
unsigned long long __cairn_bitreverse64(unsigned long long x) {
  unsigned long long y = 0;
  for (int i = 0; i < 64; i++) y |= ((x >> i) & 1) << (63 - i);
  return y;
}
unsigned char __cairn_rotateleft8(unsigned char x, unsigned char n) {
  n &= 7;
  return (unsigned char)(x << n | x >> ((8 - n) & 7));
}
unsigned short __cairn_rotateleft16(unsigned short x, unsigned short n) {
  n &= 15;
  return (unsigned short)(x << n | x >> ((16 - n) & 15));
}
unsigned __cairn_rotateleft32(unsigned x, unsigned n) {
  n &= 31;
  return x << n | x >> ((32 - n) & 31);
}
unsigned long long __cairn_rotateleft64(unsigned long long x, unsigned long long n) {
  n &= 63;
  return x << n | x >> ((64 - n) & 63);
}
unsigned char __cairn_rotateright8(unsigned char x, unsigned char n) {
  n &= 7;
  return (unsigned char)(x >> n | x << ((8 - n) & 7));
}
unsigned short __cairn_rotateright16(unsigned short x, unsigned short n) {
  n &= 15;
  return (unsigned short)(x >> n | x << ((16 - n) & 15));
}
unsigned __cairn_rotateright32(unsigned x, unsigned n) {
  n &= 31;
  return x >> n | x << ((32 - n) & 31);
}
unsigned long long __cairn_rotateright64(unsigned long long x, unsigned long long n) {
  n &= 63;
  return x >> n | x << ((64 - n) & 63);
}
