// truth: safe or unknown
#include <assert.h>
#include <math.h>
int main(void) {
  assert(sin(0.5) > 0.4);
  return 0;
}
