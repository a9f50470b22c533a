// truth: unsafe
// options: --check uninitialised
int main(void) {
  for (int i = 0; i < 2; i++) {
    goto L;
    int x;
  L:
    if (i == 1) return x;
    x = 1;
  }
  return 0;
}
