// truth: safe
#include <math.h>
extern void reach_error(void);
int main(void) {
  if (nextafterf(0, 1) != 0x1p-149f) reach_error();
  if (nextafterf(1, 2) != 0x1.000002p+0f) reach_error();
  if (nextafterf(1, 0) != 0x1.fffffep-1f) reach_error();
}
