// truth: unsafe
#include <assert.h>
int first, second;
int main(void) {
  assert(&first < &second);
  return 0;
}
