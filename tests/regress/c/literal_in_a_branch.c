// truth: unsafe
// options: --check use-after-free
int main(void) {
  int *p = 0;
  for (int i = 0; i < 1; i++) { if (i == 0) p = &(int){3}; if (*p != 3) return 1; }
  return 0;
}
