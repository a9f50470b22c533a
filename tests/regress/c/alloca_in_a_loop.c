// truth: safe
extern void reach_error(void);
int main(void) {
  int *q = 0;
  for (int i = 0; i < 2; i++) {
    int *a = __builtin_alloca(8);
    a[1] = i + 5;
    if (i == 0) q = a;
  }
  if (q[1] != 5) reach_error();
}
