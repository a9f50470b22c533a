// truth: unsafe or unknown
// options: --check lost-memory
#include <stdlib.h>
static int *mk(void) { return malloc(4); }
int main(void) {
  int *a = mk();
  a = 0;
  for (;;) {}
}
