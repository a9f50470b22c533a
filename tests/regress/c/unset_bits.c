// truth: unsafe
// options: --check uninitialised
struct B { unsigned a : 3; unsigned b : 5; };
int main(void) {
  struct B b;
  b.a = 1;
  char *p = (char *)&b;
  *p = *p;
  return b.b;
}
