// truth: safe
#include <assert.h>
#include <string.h>
int main(void) {
  unsigned long long bits = 0x7ff8dead00000001ull, back;
  double d, e;
  memcpy(&d, &bits, sizeof d);
  e = d;
  memcpy(&back, &e, sizeof e);
  assert(back == bits && d != d);
  return 0;
}
