// truth: unknown
#include <assert.h>
void f(void);
static int hidden = 1;
int *visible = &hidden;
int main(void) {
  f();
  assert(hidden == 1);
  return 0;
}
