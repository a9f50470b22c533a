// truth: safe
extern void reach_error(void);
int main(void) {
  int *p;
  int x = 0;
  if (p == &x) {
    *p = 123;
    if (x != 123) reach_error();
  }
}
