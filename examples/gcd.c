// The greatest common divisor by Euclid, as listing 1 of [Lan18] has it: a positive b is never smaller
// than the result, whatever a and b are, and whatever happens when -128 is negated.
extern signed char __VERIFIER_nondet_char(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);

int main(void) {
  signed char a = __VERIFIER_nondet_char();
  signed char b = __VERIFIER_nondet_char();
  signed char y = b, t;
  if (a < 0) a = -a;
  if (b < 0) b = -b;
  while (b != 0) {
    t = b;
    b = a % b;
    a = t;
  }
  if (y > 0 && !(y >= a)) __assert_fail("y >= a", "gcd.c", 16, "main");
  return a;
}
