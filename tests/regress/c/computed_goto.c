// truth: safe
#include <assert.h>
static int run(const unsigned char *code) {
  static void *const table[] = {&&stop, &&increment, &&twice};
  int x = 0;
  goto *table[*code];
increment:
  x++;
  code++;
  goto *table[*code];
twice:
  x *= 2;
  code++;
  goto *table[*code];
stop:
  return x;
}
int main(void) {
  static const unsigned char code[] = {1, 2, 1, 2, 0};
  assert(run(code) == 6);
  return 0;
}
