// truth: unsafe or unknown
// options: --heap-objects 0
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    p = malloc(4);
    *p = 7;
  }
  free(p);
  if (*p != 7) reach_error();
}
