// truth: safe
// options: --check use-after-free
int main(void) {
  {
    int x = 0;
    int *p = &x;
  again:
    if (++*p < 3) goto again;
    return *p;
  }
}
