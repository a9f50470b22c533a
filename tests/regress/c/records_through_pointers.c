// truth: safe
#include <assert.h>
struct V { int x, y; };
static struct V add(struct V a, struct V b) { struct V r = {a.x + b.x, a.y + b.y}; return r; }
int main(void) { struct V (*f)(struct V, struct V) = add; struct V a = {1,2}, b = {3,4}; struct V c = f(a, b); assert(c.x == 4 && c.y == 6); return 0; }
