// truth: unsafe
#include <assert.h>
struct message { unsigned char head[3]; unsigned char tail; };
static void copy(void *to, const void *from, unsigned n) {
  char *t = to;
  const char *f = from;
  while (n-- > 0) *t++ = *f++;
}
int main(void) {
  struct message a = {{1, 2, 3}, 4}, b = {{0}, 0};
  copy(&b, &a, sizeof a);
  assert(b.tail != 4);
  return 0;
}
