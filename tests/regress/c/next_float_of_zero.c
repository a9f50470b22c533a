// truth: safe
#include <errno.h>
#include <math.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  float f = nextafterf(0.0f, 1.0f);
  if (errno != 0 || f != 0x1p-149f) reach_error();
  char *p = malloc(-1);
  if (p == 0 && errno != ENOMEM) reach_error();
}
