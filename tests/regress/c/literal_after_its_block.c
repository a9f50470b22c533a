// truth: unsafe
// options: --check use-after-free
int main(void) {
  int *q;
  {
    int *p = &(int){1};
    q = p;
  }
  return *q;
}
