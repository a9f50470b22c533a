// truth: safe
// options: --check leak
int main(void) { int *d = __builtin_alloca(sizeof *d); d[0] = 0; return 0; }
