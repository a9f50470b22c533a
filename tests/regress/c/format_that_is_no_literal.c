// truth: unsafe or unknown
#include <assert.h>
#include <stdio.h>
int main(void) {
  int n = 0;
  char f[3] = {'%', 'n', 0};
  printf(f, &n);
  n = 1;
  printf("a");
  assert(n == 0);
  return 0;
}
