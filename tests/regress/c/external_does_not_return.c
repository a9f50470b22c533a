// truth: safe
#include <assert.h>
_Noreturn void die(void);
int main(void) {
  die();
  assert(0);
  return 0;
}
