// truth: safe or unknown
// options: --check bounds
#include <string.h>
extern void reach_error(void);
struct incomplete;
extern struct incomplete there;
int main(void) {
  int k = 42, j = 0;
  memcpy(&there, &k, sizeof k);
  memcpy(&j, &there, sizeof k);
  if (j != 42) reach_error();
}
