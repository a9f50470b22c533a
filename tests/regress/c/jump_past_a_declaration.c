// truth: safe
// options: --check use-after-free
int main(void) {
  for (int i = 0; i < 2; i++) {
    switch (i) { int x; int *p; case 0: case 1: p = &x; *p = 1; break; }
  }
  for (int i = 0; i < 2; i++) {
    int *p;
    if (i == 1) goto in;
    { int x; in: p = &x; *p = i; }
  }
  return 0;
}
