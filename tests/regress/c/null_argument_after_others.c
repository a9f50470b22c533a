// truth: safe
// options: --check nonnull
static int x;
static int *q;
static int init(void) { q = &x; return 1; }
static void f(int n, int *p) __attribute__((nonnull));
static void f(int n, int *p) { *p = n; }
int main(void) { f(init(), q); return 0; }
