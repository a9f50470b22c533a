// truth: unsafe
#include <assert.h>
#include <stdlib.h>
static int n;
static void first(void) { assert(n == 0); }
static void second(void) { n = 1; }
int main(void) {
  atexit(first);
  atexit(second);
  exit(0);
}
