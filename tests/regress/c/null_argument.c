// truth: unsafe
// options: --check nonnull
#include <stdlib.h>
int main(void) {
  char *r = getenv(0);
  return r != 0;
}
