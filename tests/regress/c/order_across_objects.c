// truth: unsafe
// options: --check same-object
int main(void) {
  int a[4], b[4];
  int *p = a + 1, *q = b;
  return p < q;
}
