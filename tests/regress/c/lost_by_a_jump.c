// truth: unsafe or unknown
// options: --check lost-memory
#include <stdlib.h>
int main(void) {
  { int *p = malloc(4); goto out; }
out:
  for (;;) {}
}
