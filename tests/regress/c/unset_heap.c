// truth: unsafe
// options: --check uninitialised
#include <stdlib.h>
int main(void) {
  int *p = malloc(12);
  p[0] = 1;
  p[1] = 2;
  int i = 0;
  return p[i] + p[i + 1] + p[i + 2];
}
