// truth: unsafe
// options: --check shift
int main(void) {
  int most = 2147483647;
  int by = 10;
  return (most << by) != 0;
}
