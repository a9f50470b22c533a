// truth: safe
// options: --check use-after-free
extern void reach_error(void);
unsigned long kept[1];
int main(void) {
  unsigned long v = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (i == 1 && v != kept[0]) reach_error();
    int *q = &x;
    v = (unsigned long)q;
    kept[0] = v;
    *q = 2;
  }
}
