// truth: unsafe
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof(int));
  *p = 7;
  p = realloc(p, 2 * sizeof(int));
  assert(p[0] != 7);
  return 0;
}
