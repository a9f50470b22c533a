// truth: unsafe or unknown
extern void reach_error(void);
int main(void) {
  int *q;
  {
    int x = 1;
    q = &x;
  }
  if (*q != 1) reach_error();
}
