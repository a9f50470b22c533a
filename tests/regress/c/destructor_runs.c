// truth: unsafe
#include <assert.h>
int done;
__attribute__((destructor)) static void end(void) { assert(!done); }
int main(void) {
  done = 1;
  return 0;
}
