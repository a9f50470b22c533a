// truth: safe
#include <assert.h>
static int value(void) { return 3; }
int other(void) __attribute__((alias("value")));
int data = 4;
extern int name __attribute__((alias("data")));
int main(void) {
  name = 5;
  assert(other() == 3 && data == 5);
  return 0;
}
