// truth: unsafe
// options: --check use-after-free
int main(void) {
  void *t[] = {&&out};
  int *p;
  { int x = 1; p = &x; goto *t[0]; }
out:
  return *p;
}
