// truth: safe or unknown
#include <math.h>
extern void reach_error(void);
int main(void) {
  if (nextafterl(1.0L, 1.0L) != 1.0L) reach_error();
}
