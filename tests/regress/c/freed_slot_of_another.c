// truth: safe
// options: --check use-after-free,double-free,invalid-free --heap-objects 0
#include <stdlib.h>
int main(void) {
  int *p[3];
  for (int i = 0; i < 3; i++) {
    p[i] = malloc(4);
    *p[i] = i;
  }
  free(p[1]);
  int sum = *p[0] + *p[2];
  free(p[0]);
  free(p[2]);
  return sum;
}
