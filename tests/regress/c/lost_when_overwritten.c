// truth: unsafe
// options: --check lost-memory
#include <stdlib.h>
struct N { struct N *next; } *head;
int main(void) {
  for (int i = 0; i < 3; i++) {
    struct N *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  head = head->next;
  return 0;
}
