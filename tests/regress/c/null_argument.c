// truth: unsafe
// options: --check null
#include <stdlib.h>
int main(void) {
  char *r = getenv(0);
  return r != 0;
}
