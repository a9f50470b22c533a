// truth: safe
// options: --check uninitialised
static void use(int *p) { *p = 1; }
int main(void) {
  int b, c;
  (void)b;
  (void)c;
  use(&c);
  return c;
}
