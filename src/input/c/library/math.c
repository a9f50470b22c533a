// SPDX-License-Identifier: MIT
//
// <math.h>. What is exact and needs no bits is in library.cpp (c_math); here are functions that take
// a number apart, exact as well, and the transcendental ones, of whose result no more is known than
// bounds. C and the GNU library promise nothing about their last bits.

typedef union { double number; unsigned long long bits; } __cairn_double;
typedef union { float number; unsigned bits; } __cairn_float;
static double __cairn_power(int exponent) {
  __cairn_double power;
  power.bits = (unsigned long long)(exponent + 1023) << 52;
  return power.number;
}
static double __cairn_fraction(double x, int *exponent) {
  __cairn_double v;
  v.number = x;
  int e = (int)(v.bits >> 52) & 2047;
  *exponent = 0;
  if (e == 2047 || x == 0) return x;
  if (e == 0) {
    v.number = x * 0x1p54;
    e = ((int)(v.bits >> 52) & 2047) - 54;
  }
  *exponent = e - 1022;
  v.bits = (v.bits & ~(2047ull << 52)) | 1022ull << 52;
  return v.number;
}
// One rounding: the fraction is scaled to where it is exact first.
static double __cairn_scale(double x, long by) {
  int k;
  double m = __cairn_fraction(x, &k);
  if (m == 0 || m - m != 0) return x;
  long n = by > 5000 ? 5000 : by < -5000 ? -5000 : by;
  n += k;
  if (n > 2000) n = 2000;
  if (n < -2000) n = -2000;
  double result;
  if (n > 1000) result = m * 0x1p1000 * __cairn_power((int)n - 1000);
  else if (n < -1000) result = m * 0x1p-1000 * __cairn_power((int)n + 1000);
  else result = m * __cairn_power((int)n);
  if (result == 0 || result - result != 0) __cairn_errno = __CAIRN_ERANGE;
  return result;
}
double frexp(double x, int *exponent) { return __cairn_fraction(x, exponent); }
float frexpf(float x, int *exponent) { return (float)__cairn_fraction(x, exponent); }
double ldexp(double x, int by) { return __cairn_scale(x, by); }
double scalbn(double x, int by) { return __cairn_scale(x, by); }
double scalbln(double x, long by) { return __cairn_scale(x, by); }
static float __cairn_scale_float(float x, long by) {
  double exact = __cairn_scale(x, by);
  float result = (float)exact;
  if (x != 0 && x - x == 0 && (result == 0 || result - result != 0)) __cairn_errno = __CAIRN_ERANGE;
  return result;
}
float ldexpf(float x, int by) { return __cairn_scale_float(x, by); }
float scalbnf(float x, int by) { return __cairn_scale_float(x, by); }
float scalblnf(float x, long by) { return __cairn_scale_float(x, by); }
double modf(double x, double *whole) {
  *whole = __builtin_trunc(x);
  return __builtin_copysign(x - x != 0 && x == x ? 0 : x - *whole, x);
}
float modff(float x, float *whole) {
  *whole = __builtin_truncf(x);
  return __builtin_copysignf(x - x != 0 && x == x ? 0 : x - *whole, x);
}
int ilogb(double x) {
  int exponent;
  if (x == 0 || x != x) { __cairn_errno = __CAIRN_EDOM; return -2147483647 - 1; }
  if (x - x != 0) { __cairn_errno = __CAIRN_EDOM; return 2147483647; }
  __cairn_fraction(x, &exponent);
  return exponent - 1;
}
int ilogbf(float x) {
  int exponent;
  if (x == 0 || x != x) { __cairn_errno = __CAIRN_EDOM; return -2147483647 - 1; }
  if (x - x != 0) { __cairn_errno = __CAIRN_EDOM; return 2147483647; }
  __cairn_fraction(x, &exponent);
  return exponent - 1;
}
double logb(double x) {
  int exponent;
  if (x == 0) return -1 / (x * x);
  if (x - x != 0) return x * x;
  __cairn_fraction(x, &exponent);
  return exponent - 1;
}
long lround(double x) { return (long)__builtin_round(x); }
long lroundf(float x) { return (long)__builtin_roundf(x); }
long lroundl(long double x) { return (long)__builtin_roundl(x); }
long long llround(double x) { return (long long)__builtin_round(x); }
long long llroundf(float x) { return (long long)__builtin_roundf(x); }
long long llroundl(long double x) { return (long long)__builtin_roundl(x); }
long lrint(double x) { return (long)__builtin_rint(x); }
long lrintf(float x) { return (long)__builtin_rintf(x); }
long lrintl(long double x) { return (long)__builtin_rintl(x); }
long long llrint(double x) { return (long long)__builtin_rint(x); }
long long llrintf(float x) { return (long long)__builtin_rintf(x); }
long long llrintl(long double x) { return (long long)__builtin_rintl(x); }
double nextafter(double x, double y) {
  __cairn_double v;
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  v.number = x;
  if (x == 0) {
    v.bits = 1;
    return __builtin_copysign(v.number, y);
  }
  if ((x < y) == (x > 0)) {
    v.bits++;
  } else {
    v.bits--;
  }
  if (v.number - v.number != 0 || (v.bits << 1 >> 53) == 0) __cairn_errno = __CAIRN_ERANGE;
  return v.number;
}

float nextafterf(float x, float y) {
  __cairn_float v;
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  v.number = x;
  if (x == 0) {
    v.bits = 1;
    return __builtin_copysignf(v.number, y);
  }
  if ((x < y) == (x > 0)) {
    v.bits++;
  } else {
    v.bits--;
  }
  if (v.number - v.number != 0 || (v.bits << 1 >> 24) == 0) __cairn_errno = __CAIRN_ERANGE;
  return v.number;
}

// The result is between the bounds or no number; errno may be set.
static void __cairn_math_error(void) {
  if (__cairn_any_bool()) __cairn_errno = __cairn_any_bool() ? __CAIRN_EDOM : __CAIRN_ERANGE;
}
static double __cairn_in(double low, double high) {
  __cairn_math_error();
  double value = __cairn_any_double();
  return value < low ? low : value > high ? high : value;
}
static float __cairn_in_f(float low, float high) {
  __cairn_math_error();
  float value = __cairn_any_float();
  return value < low ? low : value > high ? high : value;
}
static long double __cairn_in_l(long double low, long double high) {
  __cairn_math_error();
  long double value = __cairn_any_long_double();
  return value < low ? low : value > high ? high : value;
}
// Of an angle within one turn or so more is known. The pieces end where the sign is certain, and
// all bounds are further from the function than any rounding.
static double __cairn_sine_low(double x) {
  if (x >= 0) return x <= 0.5 ? 0 : x <= 1 ? 0.47 : x <= 2.1 ? 0.84 : x <= 3.14 ? 0 : -1;
  if (x >= -0.5) return -0.5;
  if (x >= -1) return -0.85;
  if (x >= -2.1) return -1;
  if (x >= -3.14) return -0.87;
  return x <= -3.15 && x >= -6.28 ? 0 : -1;
}
static double __cairn_cosine_low(double x) {
  double a = x < 0 ? -x : x;
  if (a <= 1.57) return a <= 0.5 ? 0.87 : a <= 1 ? 0.54 : 0;
  if (a <= 4.71) return a <= 2.1 ? -0.51 : a <= 4.1 ? -1 : -0.58;
  return a >= 4.72 && a <= 7.85 ? 0 : -1;
}
static double __cairn_cosine_high(double x) {
  double a = x < 0 ? -x : x;
  if (a <= 1.57) return a <= 0.5 ? 1 : a <= 1 ? 0.88 : 0.55;
  if (a >= 1.58 && a <= 4.71) return a < 2.1 || a > 4.1 ? 0 : -0.5;
  return 1;
}
static double __cairn_sine(double x) {
  double low = __cairn_sine_low(x), value = __cairn_in(low, -__cairn_sine_low(-x));
  return value == value || x - x != 0 ? value : low;
}
static double __cairn_cosine(double x) {
  double low = __cairn_cosine_low(x), value = __cairn_in(low, __cairn_cosine_high(x));
  return value == value || x - x != 0 ? value : low;
}
double sin(double x) { __cairn_approximate("sin"); return __cairn_sine(x); }
float sinf(float x) { __cairn_approximate("sinf"); return (float)__cairn_sine(x); }
long double sinl(long double x) { __cairn_approximate("sinl"); return __cairn_in_l(__cairn_sine_low((double)x), -__cairn_sine_low((double)-x)); }
double cos(double x) { __cairn_approximate("cos"); return __cairn_cosine(x); }
float cosf(float x) { __cairn_approximate("cosf"); return (float)__cairn_cosine(x); }
long double cosl(long double x) { __cairn_approximate("cosl"); return __cairn_in_l(__cairn_cosine_low((double)x), __cairn_cosine_high((double)x)); }
double tan(double x) { (void)x; __cairn_approximate("tan"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float tanf(float x) { (void)x; __cairn_approximate("tanf"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double tanl(long double x) { (void)x; __cairn_approximate("tanl"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double asin(double x) { (void)x; __cairn_approximate("asin"); return __cairn_in(-2, 2); }
float asinf(float x) { (void)x; __cairn_approximate("asinf"); return __cairn_in_f(-2, 2); }
long double asinl(long double x) { (void)x; __cairn_approximate("asinl"); return __cairn_in_l(-2, 2); }
double acos(double x) { (void)x; __cairn_approximate("acos"); return __cairn_in(0, 4); }
float acosf(float x) { (void)x; __cairn_approximate("acosf"); return __cairn_in_f(0, 4); }
long double acosl(long double x) { (void)x; __cairn_approximate("acosl"); return __cairn_in_l(0, 4); }
double atan(double x) { (void)x; __cairn_approximate("atan"); return __cairn_in(-2, 2); }
float atanf(float x) { (void)x; __cairn_approximate("atanf"); return __cairn_in_f(-2, 2); }
long double atanl(long double x) { (void)x; __cairn_approximate("atanl"); return __cairn_in_l(-2, 2); }
double sinh(double x) { (void)x; __cairn_approximate("sinh"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float sinhf(float x) { (void)x; __cairn_approximate("sinhf"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double sinhl(long double x) { (void)x; __cairn_approximate("sinhl"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double cosh(double x) { (void)x; __cairn_approximate("cosh"); return __cairn_in(1, __builtin_inf()); }
float coshf(float x) { (void)x; __cairn_approximate("coshf"); return __cairn_in_f(1, __builtin_inf()); }
long double coshl(long double x) { (void)x; __cairn_approximate("coshl"); return __cairn_in_l(1, __builtin_inf()); }
double tanh(double x) { (void)x; __cairn_approximate("tanh"); return __cairn_in(-1, 1); }
float tanhf(float x) { (void)x; __cairn_approximate("tanhf"); return __cairn_in_f(-1, 1); }
long double tanhl(long double x) { (void)x; __cairn_approximate("tanhl"); return __cairn_in_l(-1, 1); }
double asinh(double x) { (void)x; __cairn_approximate("asinh"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float asinhf(float x) { (void)x; __cairn_approximate("asinhf"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double asinhl(long double x) { (void)x; __cairn_approximate("asinhl"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double acosh(double x) { (void)x; __cairn_approximate("acosh"); return __cairn_in(0, __builtin_inf()); }
float acoshf(float x) { (void)x; __cairn_approximate("acoshf"); return __cairn_in_f(0, __builtin_inf()); }
long double acoshl(long double x) { (void)x; __cairn_approximate("acoshl"); return __cairn_in_l(0, __builtin_inf()); }
double atanh(double x) { (void)x; __cairn_approximate("atanh"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float atanhf(float x) { (void)x; __cairn_approximate("atanhf"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double atanhl(long double x) { (void)x; __cairn_approximate("atanhl"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double exp(double x) { (void)x; __cairn_approximate("exp"); return __cairn_in(0, __builtin_inf()); }
float expf(float x) { (void)x; __cairn_approximate("expf"); return __cairn_in_f(0, __builtin_inf()); }
long double expl(long double x) { (void)x; __cairn_approximate("expl"); return __cairn_in_l(0, __builtin_inf()); }
double exp2(double x) { (void)x; __cairn_approximate("exp2"); return __cairn_in(0, __builtin_inf()); }
float exp2f(float x) { (void)x; __cairn_approximate("exp2f"); return __cairn_in_f(0, __builtin_inf()); }
long double exp2l(long double x) { (void)x; __cairn_approximate("exp2l"); return __cairn_in_l(0, __builtin_inf()); }
double exp10(double x) { (void)x; __cairn_approximate("exp10"); return __cairn_in(0, __builtin_inf()); }
float exp10f(float x) { (void)x; __cairn_approximate("exp10f"); return __cairn_in_f(0, __builtin_inf()); }
long double exp10l(long double x) { (void)x; __cairn_approximate("exp10l"); return __cairn_in_l(0, __builtin_inf()); }
double expm1(double x) { (void)x; __cairn_approximate("expm1"); return __cairn_in(-1, __builtin_inf()); }
float expm1f(float x) { (void)x; __cairn_approximate("expm1f"); return __cairn_in_f(-1, __builtin_inf()); }
long double expm1l(long double x) { (void)x; __cairn_approximate("expm1l"); return __cairn_in_l(-1, __builtin_inf()); }
double log(double x) { (void)x; __cairn_approximate("log"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float logf(float x) { (void)x; __cairn_approximate("logf"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double logl(long double x) { (void)x; __cairn_approximate("logl"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double log2(double x) { (void)x; __cairn_approximate("log2"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float log2f(float x) { (void)x; __cairn_approximate("log2f"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double log2l(long double x) { (void)x; __cairn_approximate("log2l"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double log10(double x) { (void)x; __cairn_approximate("log10"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float log10f(float x) { (void)x; __cairn_approximate("log10f"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double log10l(long double x) { (void)x; __cairn_approximate("log10l"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double log1p(double x) { (void)x; __cairn_approximate("log1p"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float log1pf(float x) { (void)x; __cairn_approximate("log1pf"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double log1pl(long double x) { (void)x; __cairn_approximate("log1pl"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double cbrt(double x) { (void)x; __cairn_approximate("cbrt"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float cbrtf(float x) { (void)x; __cairn_approximate("cbrtf"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double cbrtl(long double x) { (void)x; __cairn_approximate("cbrtl"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double erf(double x) { (void)x; __cairn_approximate("erf"); return __cairn_in(-1, 1); }
float erff(float x) { (void)x; __cairn_approximate("erff"); return __cairn_in_f(-1, 1); }
long double erfl(long double x) { (void)x; __cairn_approximate("erfl"); return __cairn_in_l(-1, 1); }
double erfc(double x) { (void)x; __cairn_approximate("erfc"); return __cairn_in(0, 2); }
float erfcf(float x) { (void)x; __cairn_approximate("erfcf"); return __cairn_in_f(0, 2); }
long double erfcl(long double x) { (void)x; __cairn_approximate("erfcl"); return __cairn_in_l(0, 2); }
double tgamma(double x) { (void)x; __cairn_approximate("tgamma"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float tgammaf(float x) { (void)x; __cairn_approximate("tgammaf"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double tgammal(long double x) { (void)x; __cairn_approximate("tgammal"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double lgamma(double x) { (void)x; __cairn_approximate("lgamma"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float lgammaf(float x) { (void)x; __cairn_approximate("lgammaf"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double lgammal(long double x) { (void)x; __cairn_approximate("lgammal"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double gamma(double x) { (void)x; __cairn_approximate("gamma"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float gammaf(float x) { (void)x; __cairn_approximate("gammaf"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double gammal(long double x) { (void)x; __cairn_approximate("gammal"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double j0(double x) { (void)x; __cairn_approximate("j0"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float j0f(float x) { (void)x; __cairn_approximate("j0f"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double j0l(long double x) { (void)x; __cairn_approximate("j0l"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double j1(double x) { (void)x; __cairn_approximate("j1"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float j1f(float x) { (void)x; __cairn_approximate("j1f"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double j1l(long double x) { (void)x; __cairn_approximate("j1l"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double y0(double x) { (void)x; __cairn_approximate("y0"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float y0f(float x) { (void)x; __cairn_approximate("y0f"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double y0l(long double x) { (void)x; __cairn_approximate("y0l"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double y1(double x) { (void)x; __cairn_approximate("y1"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float y1f(float x) { (void)x; __cairn_approximate("y1f"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double y1l(long double x) { (void)x; __cairn_approximate("y1l"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double atan2(double x, double y) { (void)x, (void)y; __cairn_approximate("atan2"); return __cairn_in(-4, 4); }
float atan2f(float x, float y) { (void)x, (void)y; __cairn_approximate("atan2f"); return __cairn_in_f(-4, 4); }
long double atan2l(long double x, long double y) { (void)x, (void)y; __cairn_approximate("atan2l"); return __cairn_in_l(-4, 4); }
double pow(double x, double y) { (void)x, (void)y; __cairn_approximate("pow"); return __cairn_in(-__builtin_inf(), __builtin_inf()); }
float powf(float x, float y) { (void)x, (void)y; __cairn_approximate("powf"); return __cairn_in_f(-__builtin_inf(), __builtin_inf()); }
long double powl(long double x, long double y) { (void)x, (void)y; __cairn_approximate("powl"); return __cairn_in_l(-__builtin_inf(), __builtin_inf()); }
double hypot(double x, double y) { (void)x, (void)y; __cairn_approximate("hypot"); return __cairn_in(0, __builtin_inf()); }
float hypotf(float x, float y) { (void)x, (void)y; __cairn_approximate("hypotf"); return __cairn_in_f(0, __builtin_inf()); }
long double hypotl(long double x, long double y) { (void)x, (void)y; __cairn_approximate("hypotl"); return __cairn_in_l(0, __builtin_inf()); }
