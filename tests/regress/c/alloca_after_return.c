// truth: unsafe
// options: --check use-after-free
#include <alloca.h>
static int *made(void) {
  int *p = alloca(40);
  *p = 5;
  return p;
}
int main(void) {
  int *p = made();
  return *p;
}
