// truth: unsafe
// options: --check use-after-free
int *p;
static void f(int a) { p = &a; }
int main(void) { f(1); return *p; }
