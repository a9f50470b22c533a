// truth: safe
// options: --check lost-memory
#include <stdlib.h>
int main(void) {
  char *p = malloc(3);
  for (int i = 0; i < 3; i++) *p++ = 0;
  for (int i = 0; i < 3; i++) p--;
  free(p);
  return 0;
}
