// truth: unsafe
// options: --check leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(3);
  if (__VERIFIER_nondet_int() == 7) return 1;
  free(p);
  return 0;
}
