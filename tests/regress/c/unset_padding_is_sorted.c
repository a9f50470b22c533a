// truth: safe
// options: --check uninitialised
#include <stdlib.h>
struct s { char c; int i; };
static int cmp(const void *a, const void *b) { return ((struct s *)a)->i > ((struct s *)b)->i; }
int main(void) {
  struct s a[2];
  a[0].c = 1; a[0].i = 2; a[1].c = 3; a[1].i = 1;
  qsort(a, 2, sizeof *a, cmp);
  return a[0].i;
}
