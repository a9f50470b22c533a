// truth: safe
// options: --check use-after-free
int main(void) {
  int *q;
  for (int i = 0; i < 2; i++) {
    int a[10];
    int *p = a;
    q = p;
    q[i] = 1;
  }
  return 0;
}
