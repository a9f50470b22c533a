// truth: unsafe
// options: --check uninitialised
int main(void) {
  switch (1) { int a[2]; case 1: return a[0]; }
  return 0;
}
