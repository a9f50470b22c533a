// truth: unsafe
// options: --check bounds
int a;
int main(void) { char c[a]; return (int)sizeof c; }
