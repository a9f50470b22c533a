// truth: unsafe
// options: --check bounds,null,use-after-free
int *f(void) { int a[10]; for (int i = 0; i < 10; i++) a[i] = i; return a; }
int main(void) { int *p = f(); p[0] = 100; return 0; }
