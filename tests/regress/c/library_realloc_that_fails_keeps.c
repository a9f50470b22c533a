// truth: safe
// options: --malloc-may-fail
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof(int));
  if (!p) return 0;
  *p = 3;
  int *q = realloc(p, 2 * sizeof(int));
  assert(q ? q[0] == 3 : *p == 3);
  return 0;
}
