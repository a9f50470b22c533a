// truth: unsafe
// options: --check nonnull
static void f(int *p __attribute__((nonnull)));
static void f(int *p) {}
static int *g(void) { return 0; }
int main(void) { f(g()); return 0; }
