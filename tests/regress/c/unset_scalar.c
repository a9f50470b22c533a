// truth: unsafe
// options: --check uninitialised
int main(void) {
  int x;
  int y = 1;
  if (y) y = x;
  return y;
}
