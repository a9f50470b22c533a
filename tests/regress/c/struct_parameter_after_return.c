// truth: unsafe
// options: --check use-after-free
struct s { int v[3]; };
int *p;
static void f(struct s a) { p = &a.v[1]; }
int main(void) { struct s x = {{1, 2, 3}}; f(x); return *p; }
