// truth: unsafe or unknown
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof(int));
  if (!p) return 0;
  *p = 3;
  free(p);
  assert(*p == 3);
  return 0;
}
