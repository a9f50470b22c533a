// truth: unsafe
// options: --check same-object
#include <stdlib.h>
int main(void) {
  int *a = malloc(40), *b = malloc(40);
  int *p = a;
  while (p < a + 10) *p++ = 0;
  return (int)(b - a);
}
