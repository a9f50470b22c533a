// truth: unsafe or unknown
// options: --check use-after-free
extern void reach_error(void);
static void use(int *p) { *p = 1; }
int main(void) {
  int *prev = 0;
  for (int i = 0; i < 2; i++) {
    int x;
    use(&x);
    if (i && prev == &x) reach_error();
    prev = &x;
  }
}
