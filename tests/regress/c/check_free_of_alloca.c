// truth: unsafe
// options: --check invalid-free
void free(void *);
int main(void) { int *d = __builtin_alloca(sizeof *d); free(d); return 0; }
