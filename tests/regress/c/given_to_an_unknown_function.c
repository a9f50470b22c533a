// truth: safe
// options: --check uninitialised --externals pure
extern void fill(int *);
int main(void) {
  int a[3];
  fill(a);
  return a[1];
}
