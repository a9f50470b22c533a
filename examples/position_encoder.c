// A motor's position in full revolutions and steps within one, and a range of positions that is
// dangerous [Lan18, section 5.2.3]. `dangerrange` is formula (5.1) of that text. It must be set wherever
// the position is in the range. It is not: in a revolution inside the range the flag comes too late.
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

int main(void) {
  short beginMulti = __VERIFIER_nondet_short(), beginSingle = __VERIFIER_nondet_short();
  short endMulti = __VERIFIER_nondet_short(), endSingle = __VERIFIER_nondet_short();
  short posMulti = __VERIFIER_nondet_short(), posSingle = __VERIFIER_nondet_short();

  _Bool dangerrange =
      ((posMulti == endMulti && posSingle <= endSingle) || posMulti < endMulti) &&
      posMulti >= beginMulti && posSingle >= beginSingle;

  _Bool after_begin = posMulti > beginMulti || (posMulti == beginMulti && posSingle >= beginSingle);
  _Bool before_end = posMulti < endMulti || (posMulti == endMulti && posSingle <= endSingle);
  if (after_begin && before_end && !dangerrange) reach_error();
  return 0;
}
