// truth: unsafe
// options: --check double-free
#include <stdlib.h>
int main(void) {
  char *p = malloc(3), *q = p;
  free(p);
  free(q);
  return 0;
}
