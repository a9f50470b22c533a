// truth: safe
extern void reach_error(void);
int main(void) {
  int b = __VERIFIER_nondet_bool();
  if (b != 0 && b != 1) reach_error();
}
