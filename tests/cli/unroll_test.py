# SPDX-License-Identifier: MIT
"""Programs whose loops are bounded: complete unrolling proves them, and what it says is shown."""

import json
import unittest

from support import SAFE, SOURCE, UNKNOWN, UNSAFE, CliTest, run

DECLARATIONS = """\
extern void __VERIFIER_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define CHECK(c) do { if (!(c)) __VERIFIER_error(); } while (0)
"""

# A table and the shift register that it was made from agree on two bytes.
CRC = DECLARATIONS + """\
unsigned char table[256];
unsigned char step(unsigned char c) { return c & 0x80 ? (unsigned char)((c << 1) ^ POLYNOMIAL) : (unsigned char)(c << 1); }
int main(void) {
  unsigned char data[2], by_table = 0, by_bits = 0;
  for (int i = 0; i < 256; i++) {
    unsigned char c = (unsigned char)i;
    for (int k = 0; k < 8; k++) c = step(c);
    table[i] = c;
  }
  for (int i = 0; i < 2; i++) data[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 2; i++) {
    by_table = table[by_table ^ data[i]];
    by_bits ^= data[i];
    for (int k = 0; k < 8; k++) by_bits = by_bits & 0x80 ? (unsigned char)((by_bits << 1) ^ 0x07) : (unsigned char)(by_bits << 1);
  }
  CHECK(by_table == by_bits);
  return 0;
}
"""

STRLEN = DECLARATIONS + """\
unsigned length(const char *s) { unsigned n = 0; while (s[n]) n++; return n; }
int main(void) {
  char text[9];
  for (int i = 0; i < 8; i++) text[i] = (char)__VERIFIER_nondet_uchar();
  text[8] = 0;
  unsigned n = length(text);
  CHECK(n <= LONGEST);
  CHECK(text[n] == 0);
  return 0;
}
"""

QUEUE = DECLARATIONS + """\
int cells[4];
unsigned first, count;
int put(int x) { if (count == 4) return 0; cells[(first + count) & 3] = x; count++; return 1; }
int get(int *x) { if (!count) return 0; *x = cells[first]; first = (first + 1) & 3; count--; return 1; }
int main(void) {
  int next_in = 0, next_out = 0;
  for (int i = 0; i < 12; i++) {
    int x;
    if (__VERIFIER_nondet_int()) {
      if (put(next_in)) next_in++;
    } else if (get(&x)) {
      CHECK(x == next_out WRONG);
      next_out++;
    }
  }
  CHECK(next_in - next_out == (int)count);
  return 0;
}
"""

HEAPSORT = DECLARATIONS + """\
#define N 4
int a[N];
void sift(int root, int end) {
  while (2 * root + 1 < end) {
    int child = 2 * root + 1;
    if (child + 1 < end && a[child] < a[child + 1]) child++;
    if (a[root] >= a[child]) return;
    int t = a[root]; a[root] = a[child]; a[child] = t;
    root = child;
  }
}
int main(void) {
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = N / 2 - 1; i >= LAST; i--) sift(i, N);
  for (int end = N - 1; end > 0; end--) {
    int t = a[0]; a[0] = a[end]; a[end] = t;
    sift(0, end);
  }
  for (int i = 1; i < N; i++) CHECK(a[i - 1] <= a[i]);
  return 0;
}
"""

PROGRAMS = {
    "crc": (CRC, "POLYNOMIAL", "0x07", "0x17"),
    "strlen": (STRLEN, "LONGEST", "8", "7"),
    "queue": (QUEUE, "WRONG", "", "+ (next_in == 5)"),
    "heapsort": (HEAPSORT, "LAST", "0", "1"),
}


def has_c():
    return " c" in run("--version").out.replace(",", "")


@unittest.skipUnless(has_c(), "this build has no C front end")
class UnrollTest(CliTest):
    def check(self, text, *options, name="prog.c"):
        return run("check", self.file(name, text), *options, limit=120)

    def test_bounded_programs_are_decided(self):
        for name, (text, word, right, wrong) in PROGRAMS.items():
            for engine in ("unroll", "bmc-smt", "auto"):
                with self.subTest(program=name, engine=engine):
                    safe = self.check(text.replace(word, right), "--engine", engine)
                    self.assert_answer(safe, SAFE, "safe\n")
                    unsafe = self.check(text.replace(word, wrong), "--engine", engine)
                    self.assert_answer(unsafe, UNSAFE, "unsafe\n")

    def test_bounds_of_loops_are_shown(self):
        text = STRLEN.replace("LONGEST", "8")
        result = self.check(text, "--engine", "unroll")
        self.assertIn("the complete unrolling was checked", result.err)
        line = text[: text.index("while (s[n])")].count("\n") + 1
        self.assertRegex(result.err, rf"prog\.c:{line}:\d+: loop head: reached at most 9 times")

    def test_report_has_the_bounds(self):
        report = json.loads(self.check(STRLEN.replace("LONGEST", "8"), "--engine", "unroll", "--json", "-").out)
        self.assertEqual(report["verdict"], "safe")
        self.assertEqual(report["evidence"]["kind"], "unrolling")
        self.assertIs(report["evidence"]["checked"], True)
        self.assertEqual(sorted(loop["rounds"] for loop in report["evidence"]["loops"]), [9, 9])
        self.assertIn('`"unrolling"`', (SOURCE / "docs" / "json.md").read_text())

    def test_workers_send_it(self):
        result = self.check(QUEUE.replace("WRONG", ""), "--workers", "2", "--json", "-")
        self.assertEqual(json.loads(result.out)["verdict"], "safe")
        plans = self.file("plans.txt", "unroll = --engine unroll\n")
        report = json.loads(self.check(QUEUE.replace("WRONG", ""), "--portfolio", plans, "--json", "-").out)
        self.assertEqual((report["verdict"], report["evidence"]["kind"]), ("safe", "unrolling"))

    def test_witness_has_no_invariants_and_is_well_formed(self):
        path = self.path("witness.yml")
        self.check(STRLEN.replace("LONGEST", "8"), "--engine", "unroll", "--svcomp-witness", path)
        with open(path) as witness:
            text = witness.read()
        self.assertIn("invariant_set", text)
        self.assertNotIn("loop_invariant", text)

    def test_too_many_calls_are_no_internal_error(self):
        calls = "int x;\nvoid f0(void) { x++; }\n"
        calls += "".join(f"void f{i}(void) {{ f{i - 1}(); f{i - 1}(); }}\n" for i in range(1, 21))
        program = DECLARATIONS + calls + "int main(void) { f20(); CHECK(x != WRONG); return 0; }\n"
        safe = self.check(program.replace("WRONG", "5"), "--engine", "unroll")
        self.assert_answer(safe, UNKNOWN, "unknown\n")
        self.assertIn("the program is too large", safe.err)
        unsafe = self.check(program.replace("WRONG", "1048576"), "--engine", "unroll")
        self.assert_answer(unsafe, UNSAFE, "unsafe\n")

    def test_loops_without_bound_are_given_up(self):
        text = DECLARATIONS + (
            "int main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), i = 0;\n"
            "  while (i < n) i++;\n  CHECK(i == n);\n  return 0;\n}\n"
        )
        result = self.check(text, "--engine", "unroll", "--unroll-iterations", "20")
        self.assert_answer(result, UNKNOWN, "unknown\n")
        self.assertRegex(result.err, r"the loop at .*prog\.c:8 goes on after \d+ iterations")
        self.assert_answer(self.check(text), SAFE, "safe\n")


if __name__ == "__main__":
    unittest.main()
