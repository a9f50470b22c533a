// truth: unsafe
#include <assert.h>
#include <string.h>
int main(void) {
  char a[2] = "c", b[2] = "a";
  assert(strcmp(a, b) == 1);
  return 0;
}
