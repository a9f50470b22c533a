// truth: safe
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(-4);
  if (p != 0) reach_error();
}
