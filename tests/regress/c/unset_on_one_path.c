// truth: safe
// options: --check uninitialised
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a;
  int n = __VERIFIER_nondet_int();
  if (n > 3) a = 1;
  if (n > 4) return a;
  return 0;
}
