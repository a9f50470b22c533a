// truth: unsafe
// options: --check uninitialised
struct S { int a; char c; int b; };
int main(void) {
  struct S s;
  s.a = 1;
  struct S t = s;
  return t.a + t.b;
}
