#include <math.h>

int main(void) {
  int e = 0;
  double whole = 0;
  CHECK(frexp(48.0, &e) == 0.75 && e == 6);
  CHECK(frexp(-0x1p-1070, &e) == -0.5 && e == -1069);
  CHECK(ldexp(0.75, 6) == 48.0 && ldexp(1.0, -1074) == 0x1p-1074 && ldexp(1.0, 3000) > 1e308);
  CHECK(ldexpf(1.5f, 4) == 24.0f && scalbn(3.0, -1) == 1.5);
  CHECK(modf(-3.25, &whole) == -0.25 && whole == -3.0);
  CHECK(ilogb(10.0) == 3 && logb(0.25) == -2.0);
  CHECK(lround(2.5) == 3 && lround(-2.5) == -3 && lrint(2.5) == 2 && llround(1e10) == 10000000000);
  CHECK(nextafter(1.0, 2.0) > 1.0 && nextafter(0.0, 1.0) == 0x1p-1074 && nextafter(1.0, 0.0) < 1.0);
  CHECK(sin(0.3) <= 1.0 && cos(0.3) >= -1.0 && exp(1.0) >= 0.0);
  CHECK(sin(0.3) >= 0.0 && sin(-0.3) <= 0.0 && sin(1.5) > 0.8 && sin(4.0) <= 0.0 && sin(-4.0) >= 0.0);
  CHECK(cos(0.3) > 0.8 && cos(-2.0) <= 0.0 && cos(3.0) <= -0.5 && cosf(5.0f) >= 0.0f && sinf(3.0f) < 0.9f);
  CHECK(fabs(-1.5) == 1.5 && sqrt(9.0) == 3.0 && floor(-1.5) == -2.0 && fmod(7.0, 3.0) == 1.0);
  return 0;
}
