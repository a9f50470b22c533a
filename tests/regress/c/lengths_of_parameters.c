// truth: safe
extern void reach_error(void);
static void f(int a, int b[a++], int c, int d[c++]) { if (a != 2 || c != 2) reach_error(); }
int main(void) { int e[10]; f(1, e, 1, e); }
