// truth: safe
// options: --property valid-memtrack
#include <stdlib.h>
int *g;
struct N { struct N *next; } *head;
static int *made(int n) {
  int *p = malloc(n);
  for (int i = 0; i < n / 4; i++) p[i] = i;
  return p;
}
int main(void) {
  g = malloc(4);
  for (int i = 0; i < 3; i++) {
    struct N *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  int *p = made(8);
  int *q = made(12);
  free(p);
  free(q);
  return 0;
}
