// truth: unsafe
// options: --check use-after-free
int main(void) {
  int *p;
  { int x = 1; p = &x; goto out; }
out:
  return *p;
}
