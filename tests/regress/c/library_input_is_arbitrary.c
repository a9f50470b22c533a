// truth: unsafe
#include <assert.h>
#include <stdio.h>
int main(void) {
  int a, b;
  if (scanf("%d %d", &a, &b) == 2) assert(a != b);
  return 0;
}
