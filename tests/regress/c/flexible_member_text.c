// truth: safe
#include <assert.h>
struct text { int n; char s[]; };
static struct text hello = {5, "hello"};
int main(void) {
  assert(hello.s[4] == 'o' && hello.s[5] == 0);
  return 0;
}
