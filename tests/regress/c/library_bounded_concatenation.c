// truth: unsafe
#include <assert.h>
#include <string.h>
int main(void) {
  char b[8] = "ab";
  strncat(b, "cd", 2);
  assert(b[2] == 0);
  return 0;
}
