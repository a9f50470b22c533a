// truth: unsafe
// options: --check use-after-free --heap-objects 0
#include <stdlib.h>
int main(void) {
  int *p[3];
  for (int i = 0; i < 3; i++) {
    p[i] = malloc(4);
    *p[i] = i;
  }
  free(p[1]);
  return *p[0] + *p[2] + *p[1];
}
