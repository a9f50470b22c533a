// truth: safe
// options: --check same-object
int main(void) {
  int a[4];
  int *p = a + 4, *q = a;
  return (int)(p - q);
}
