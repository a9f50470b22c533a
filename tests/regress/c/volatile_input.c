// truth: unsafe
#include <assert.h>
extern volatile int port;
volatile unsigned status;
int main(void) {
  unsigned a = status, b = status;
  assert(a == b);
  return 0;
}
