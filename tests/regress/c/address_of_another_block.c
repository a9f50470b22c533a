// truth: unsafe or unknown
extern void reach_error(void);
static void use(int *p) { *p = 1; }
int main(void) {
  int *p;
  { int x; use(&x); p = &x; }
  { int y; use(&y); if (p == &y) reach_error(); }
}
