// truth: unsafe
// options: --check lost-memory
#include <stdlib.h>
int main(void) {
  { int *p = malloc(4); }
  while (1) {}
}
