// truth: unsafe
// options: --check bounds,null,use-after-free
int main(void) { int *p; for (int i = 0; i < 3; i++) { int a[10]; p = a; p[0] = 1; } p[0] = 2; return 0; }
