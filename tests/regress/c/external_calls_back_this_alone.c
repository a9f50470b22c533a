// truth: safe
#include <assert.h>
void f(void (*)(void));
static int hidden = 1;
static void back(void) { hidden = 2; }
int main(void) {
  f(back);
  assert(hidden == 1 || hidden == 2);
  return 0;
}
