# SPDX-License-Identifier: MIT
"""Programs that are large in one respect: a switch of thousands of cases, long loops over large arrays, and long runs
without inputs. That they are decided at all, within the limit of run(), is what is tested."""

import unittest
import zlib

from support import SAFE, UNKNOWN, UNSAFE, CliTest, run

DECLARATIONS = """\
extern void __VERIFIER_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
void *memset(void *, int, unsigned long);
#define CHECK(c) do { if (!(c)) __VERIFIER_error(); } while (0)
#define ANY_BELOW(n) any_below(n)
unsigned any_below(unsigned n) { unsigned k = __VERIFIER_nondet_uint(); __VERIFIER_assume(k < n); return k; }
"""


def switch(cases, wrong=None):
    """What each case assigns is below 1000, but in the case `wrong`."""
    lines = [f"    case {i}: y = {5000 if i == wrong else (7 * i + 1) % 1000}; break;\n" for i in range(cases)]
    return DECLARATIONS + (
        "int main(void) {\n  int x = __VERIFIER_nondet_int(), y = 0;\n  switch (x) {\n"
        + "".join(lines)
        + "    default: y = 3;\n  }\n  CHECK(y < 1000);\n  return 0;\n}\n"
    )


FILL = DECLARATIONS + """\
TYPE a[20000];
int main(void) {
  for (int i = 0; i < 20000; i++) a[i] = (TYPE)(i == 12345 ? ODD : i);
  unsigned k = INDEX;
  CHECK(a[k] == (TYPE)k);
  return 0;
}
"""

LOCAL = DECLARATIONS + """\
int main(void) {
  int a[4096];
  unsigned k = ANY_BELOW(4096);
  for (int i = 0; i < 4096; i++) a[i] = 3 * i;
  CHECK(a[k] == VALUE * (int)k);
  return 0;
}
"""

COPY = DECLARATIONS + """\
short a[10000], b[10000];
int main(void) {
  for (int i = 0; i < 10000; i++) a[i] = (short)(i ^ 85);
  for (int i = 0; i < 10000; i++) b[9999 - i] = a[i];
  unsigned k = ANY_BELOW(10000);
  CHECK(b[k] == a[9999 - k] WRONG);
  return 0;
}
"""

MEMSET = DECLARATIONS + """\
char a[20000];
int main(void) {
  memset(a, 7, sizeof a - LESS);
  CHECK(a[19999] == 7);
  return 0;
}
"""

SIEVE = DECLARATIONS + """\
char composite[1001];
int main(void) {
  int n = 0;
  for (int i = 2; i <= 1000; i++) {
    if (composite[i]) continue;
    n++;
    for (int j = i * i; j <= 1000; j += i) composite[j] = 1;
  }
  CHECK(n == PRIMES);
  return 0;
}
"""

CRC = DECLARATIONS + """\
unsigned char data[1024];
int main(void) {
  unsigned c = ~0u;
  for (int i = 0; i < 1024; i++) data[i] = (unsigned char)(31 * i);
  for (int i = 0; i < 1024; i++) {
    c ^= data[i];
    for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
  }
  CHECK(~c == SUM);
  return 0;
}
"""

MATRIX = DECLARATIONS + """\
int a[20][20], b[20][20], c[20][20];
int main(void) {
  for (int i = 0; i < 20; i++) for (int j = 0; j < 20; j++) { a[i][j] = i == j ? 2 : 0; b[i][j] = i + j; }
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++) {
      int sum = 0;
      for (int k = 0; k < 20; k++) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  unsigned i = ANY_BELOW(20), j = ANY_BELOW(20);
  CHECK(c[i][j] == FACTOR * (int)(i + j));
  return 0;
}
"""

SUM = zlib.crc32(bytes(31 * i & 255 for i in range(1024)))

# The program, what is replaced, and by what: for a safe one and for one that is not.
PROGRAMS = {
    "fill": (FILL, {"TYPE": "int", "INDEX": "ANY_BELOW(20000)"}, "ODD", "i", "0"),
    "fill of bytes": (FILL, {"TYPE": "char", "INDEX": "ANY_BELOW(20000)"}, "ODD", "i", "0"),
    "fill, one index": (FILL, {"TYPE": "int", "INDEX": "12345"}, "ODD", "i", "0"),
    "fill of a local": (LOCAL, {}, "VALUE", "3", "2"),
    "copy": (COPY, {}, "WRONG", "", "&& k != 9876"),
    "memset": (MEMSET, {}, "LESS", "0", "1"),
    "sieve": (SIEVE, {}, "PRIMES", "168", "169"),
    "crc": (CRC, {}, "SUM", f"{SUM}u", f"{SUM ^ 1}u"),
    "matrix": (MATRIX, {}, "FACTOR", "2", "3"),
}


def has_c():
    return " c" in run("--version").out.replace(",", "")


@unittest.skipUnless(has_c(), "this build has no C front end")
class LargeProgramTest(CliTest):
    def check(self, text, *options):
        return run("check", self.file("prog.c", text), *options, limit=120)

    def test_large_switch(self):
        self.assert_answer(self.check(switch(5000)), SAFE, "safe\n")
        self.assert_answer(self.check(switch(5000, wrong=4321)), UNSAFE, "unsafe\n")

    def test_cases_of_a_large_switch_are_told_apart(self):
        """Negative values, ranges, an empty range, and what lies between; cases in no order."""
        cases = [(17 * i) % 100 - 50 for i in range(100)]
        text = DECLARATIONS + (
            "int main(void) {\n  int x = __VERIFIER_nondet_int(), y = 7;\n  switch (x) {\n"
            + "".join(f"    case {3 * c}: y = {3 * c}; break;\n" for c in cases)
            + "    case 1000 ... 2000: y = x; break;\n    case 1500 ... 1400: y = 8;\n"
            + "    case (-2147483647 - 1) ... -1000: y = x; break;\n    case 2147483647: y = x;\n  }\n"
            + "  int hit = (x >= -150 && x <= 147 && x % 3 == 0) || (x >= 1000 && x <= 2000)\n"
            + "    || x <= -1000 || x == 2147483647;\n"
            + "  CHECK(y == (hit ? x : 7));\n  return 0;\n}\n"
        )
        self.assert_answer(self.check(text, "-w"), SAFE, "safe\n")
        for change in ("x <= 2000", "x <= 2001"), ("x <= 147", "x <= 144"), ("x <= -1000", "x <= -999"):
            with self.subTest(change=change):
                self.assert_answer(self.check(text.replace(*change), "-w"), UNSAFE, "unsafe\n")

    def test_long_loops_over_arrays(self):
        for name, (text, given, word, right, wrong) in PROGRAMS.items():
            for old, new in given.items():
                text = text.replace(old, new)
            with self.subTest(program=name):
                self.assert_answer(self.check(text.replace(word, right)), SAFE, "safe\n")
                self.assert_answer(self.check(text.replace(word, wrong)), UNSAFE, "unsafe\n")

    def test_few_accesses_to_a_very_large_array(self):
        """More elements than circuits have bits for."""
        loop = DECLARATIONS + (
            "int a[100000];\nint main(void) {\n  int n = 0;\n  while (__VERIFIER_nondet_int()) {\n"
            "    unsigned i = ANY_BELOW(100000);\n    if (a[i] == 3 && i == 77777) n = 1;\n"
            "    a[i] = n + 3;\n    CHECK(!n);\n  }\n  return 0;\n}\n"
        )
        self.assert_answer(self.check(loop), UNSAFE, "unsafe\n")
        straight = DECLARATIONS + (
            "int a[100000];\nint main(void) {\n  unsigned i = ANY_BELOW(100000), j = ANY_BELOW(100000);\n"
            "  a[i] = 5; a[j] = 7;\n  CHECK(a[i] == (i == j ? 7 : VALUE));\n  return 0;\n}\n"
        )
        self.assert_answer(self.check(straight.replace("VALUE", "5")), SAFE, "safe\n")
        self.assert_answer(self.check(straight.replace("VALUE", "6")), UNSAFE, "unsafe\n")

    def test_an_array_without_circuit_is_named_with_its_place(self):
        text = DECLARATIONS + (
            "int a[100000];\nint main(void) {\n  while (__VERIFIER_nondet_int()) {\n"
            "    unsigned i = ANY_BELOW(100000);\n    CHECK(a[i] >= 0);\n"
            "    if (a[i] < 100) a[i]++;\n  }\n  return 0;\n}\n"
        )
        for options in (), ("--engine", "ic3"):
            result = self.check(text, "--timeout", "4", *options)
            self.assert_answer(result, UNKNOWN, "unknown\n")
            self.assertRegex(result.err, r"the array 'a' \(.*prog\.c:\d+\) is too large for a circuit; try: --engine")


if __name__ == "__main__":
    unittest.main()
