// truth: safe
// options: --check use-after-free,double-free,invalid-free,leak,bounds,null
#include <stdlib.h>
struct node { struct node *next; int value; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 0;
    n->next = list;
    n->value = i;
    list = n;
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  free(0);
  return 0;
}
