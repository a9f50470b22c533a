// truth: safe
#include <assert.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
static int depth(int n) { return n == 0 ? 0 : depth(n - 1) + 1; }
int main(void) {
  struct node *list = 0;
  int n = 9, sum = 0;
  for (int i = 0; i < n; i++) {
    struct node *one = malloc(sizeof *one);
    if (!one) return 0;
    one->next = list;
    one->value = i;
    list = one;
  }
  for (struct node *p = list; p; p = p->next) sum += p->value;
  assert(sum == 36);
  int size = 100 + n;
  int array[size];
  for (int i = 0; i < size; i++) array[i] = i;
  assert(array[size - 1] == 108);
  assert(depth(40) == 40);
  return 0;
}
