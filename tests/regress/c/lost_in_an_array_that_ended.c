// truth: unsafe or unknown
// options: --check lost-memory
#include <stdlib.h>
int main(void) {
  { int *a[2]; a[0] = malloc(4); int **z = a; *z += 0; }
  while (1) {}
}
