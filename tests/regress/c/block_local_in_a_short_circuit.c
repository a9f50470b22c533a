// truth: safe
// options: --check use-after-free
#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
  int gone = 0;
  *p = 1;
  free(p);
  gone = 1;
  return !gone && *p;
}
