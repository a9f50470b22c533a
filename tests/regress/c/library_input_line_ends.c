// truth: safe
#include <assert.h>
#include <stdio.h>
int main(void) {
  char b[4];
  if (fgets(b, sizeof b, stdin)) assert(b[0] == 0 || b[1] == 0 || b[2] == 0 || b[3] == 0);
  return 0;
}
