// truth: unsafe or unknown
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof(int));
  free(p);
  int *q = malloc(sizeof(int));
  assert(p != q);
  return 0;
}
