// truth: unsafe
#include <assert.h>
int f(int);
int main(void) {
  assert(f(1) != 7);
  return 0;
}
