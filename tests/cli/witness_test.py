# SPDX-License-Identifier: MIT
"""Witnesses for SV-COMP and harnesses, judged by what knows nothing of Cairn: a strict reader of the formats, and gcc."""

import re
import shutil
import subprocess
import unittest

import sv_witness
from program_test import has_c
from support import EXAMPLES, SAFE, UNSAFE, CliTest, run

ERROR = "extern void reach_error(void);\n"

UNSAFE_PROGRAMS = {
    "sum": ERROR + """\
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) { sum += __VERIFIER_nondet_int(); }
  if (sum == 1234567 && __VERIFIER_nondet_uchar() == 200) reach_error();
  return 0;
}
""",
    "two_in_one": ERROR + """\
extern short __VERIFIER_nondet_short(void);
int main(void) {
  if (__VERIFIER_nondet_short() == -7 && __VERIFIER_nondet_short() == 9) { reach_error(); }
}
""",
    "floats": ERROR + """\
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  float f = __VERIFIER_nondet_float();
  double d = __VERIFIER_nondet_double();
  if (f > 0.1f && f < 0.2f && d == 1e300) reach_error();
}
""",
    "own_nondet": ERROR + """\
int __VERIFIER_nondet_int(void) { int val; return val; }
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a == 77 && b == -78) reach_error();
}
""",
    "assertion": """\
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern int undefined_elsewhere(int);
extern void without_result(void);
int never(void) { return undefined_elsewhere(1); }
int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  without_result();
  if (x == 0x123456789abcdefULL) __assert_fail("x", "x.c", 1, "main");
}
""",
    "uninitialised": ERROR + """\
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int later;
  int x = __VERIFIER_nondet_int();
  later = x * 2;
  if (later == 14 && x > 0) reach_error();
}
""",
}

SAFE_PROGRAMS = {
    "loop": ERROR + """\
int main(void) {
  unsigned int x = 0;
  while (x < 6) {
    x += 2;
  }
  if (x != 6) reach_error();
}
""",
    "scopes": ERROR + """\
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned char g;
unsigned char step(unsigned char by) {
  unsigned char total = 0;
  for (unsigned char i = 0; i < 4; i++) { unsigned char inner = by; total += inner; }
  return total;
}
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 5) return 0;
  unsigned char i = 0;
  do { unsigned char k = i; i = k + 1; g = k; } while (i < n);
again:
  if (g > 0) { g--; goto again; }
  if (i > 6 || g > 0 || step(1) != 4) reach_error();
}
""",
}


@unittest.skipUnless(has_c(), "this build has no C front end")
class WitnessTest(CliTest):
    def write(self, name, text):
        path = self.path(f"{name}.c")
        path.write_text(text)
        return path

    def test_violations_in_yaml_are_in_order(self):
        for name, text in UNSAFE_PROGRAMS.items():
            with self.subTest(program=name):
                program, witness = self.write(name, text), self.path("w.yml")
                self.assertEqual(run("check", program, "--externals", "pure", "--svcomp-witness", witness, limit=60).code, UNSAFE)
                points = sv_witness.check_violation(witness.read_text(), [program])
                error = next(i for i, line in enumerate(text.splitlines(), 1)
                             if re.search(r"(reach_error|__assert_fail)\(.*;", line) and "extern" not in line)
                self.assertEqual(points[-1]["location"]["line"], error)

    def test_returned_values_are_those_of_the_run(self):
        program, witness = self.write("two", UNSAFE_PROGRAMS["two_in_one"]), self.path("w.yml")
        run("check", program, "--svcomp-witness", witness, limit=60)
        points = sv_witness.check_violation(witness.read_text(), [program])
        self.assertEqual([point["constraint"]["value"] for point in points[:-1]], [r"\result == -7", r"\result == 9"])
        columns = [point["location"]["column"] for point in points[:-1]]
        self.assertLess(columns[0], columns[1])

    def test_violations_in_graphml_are_in_order(self):
        for name, text in UNSAFE_PROGRAMS.items():
            with self.subTest(program=name):
                program, witness = self.write(name, text), self.path("w.graphml")
                self.assertEqual(run("check", program, "--externals", "pure", "--graphml", witness, limit=60).code, UNSAFE)
                self.assertTrue(sv_witness.check_graphml(witness.read_text(), [program]))

    def test_proofs_are_in_order(self):
        for name, text in SAFE_PROGRAMS.items():
            with self.subTest(program=name):
                program, witness = self.write(name, text), self.path("w.yml")
                self.assertEqual(run("check", program, "--svcomp-witness", witness, limit=60).code, SAFE)
                kinds = {entry["type"] for entry in sv_witness.check_invariants(witness.read_text(), [program])}
                # Neither a do-while nor a goto has its invariant where a condition is evaluated.
                self.assertEqual("location_invariant" in kinds, name == "scopes")

    @unittest.skipUnless(shutil.which("gcc"), "needs gcc")
    def test_invariants_hold_when_the_program_runs(self):
        """Puts each invariant into the source as a check and runs that."""
        for name, text in SAFE_PROGRAMS.items():
            with self.subTest(program=name):
                program, witness = self.write(name, text), self.path("w.yml")
                run("check", program, "--svcomp-witness", witness, limit=60)
                lines = text.splitlines()
                for entry in sv_witness.check_invariants(witness.read_text(), [program]):
                    at, check = entry["location"], f"({entry['value']}) || (bad(), 0)"
                    line, column = lines[at["line"] - 1], at["column"] - 1
                    if entry["type"] == "location_invariant":
                        line = line[:column] + f"; {check}; " + line[column:]
                    else:
                        # The condition is the first part of while (...), the second of for (...).
                        line = re.sub(r"while \(|(?<=; )(?=i < 4)", lambda m: f"{m[0]}({check}), ", line, count=1)
                    lines[at["line"] - 1] = line
                checked = self.path("checked.c")
                checked.write_text("#include <stdlib.h>\nstatic void bad(void) { exit(3); }\n" + "\n".join(lines) +
                                   "\nvoid reach_error(void) { exit(4); }\n"
                                   "unsigned char __VERIFIER_nondet_uchar(void) { return VALUE; }\n")
                for value in (0, 1, 3, 5, 6, 255):
                    binary = self.path("checked")
                    subprocess.run(["gcc", "-w", f"-DVALUE={value}", checked, "-o", binary], check=True)
                    self.assertEqual(subprocess.run([binary], timeout=10).returncode, 0, "\n".join(lines))

    @unittest.skipUnless(shutil.which("gcc"), "needs gcc")
    def test_harnesses_run_into_the_error(self):
        for name, text in UNSAFE_PROGRAMS.items():
            with self.subTest(program=name):
                self.run_harness(self.write(name, text))
        self.run_harness(EXAMPLES / "position_encoder.c")

    def run_harness(self, program):
        harness, binary = self.path("harness.c"), self.path("bug")
        self.assertEqual(run("check", program, "--externals", "pure", "--harness", harness, limit=60).code, UNSAFE)
        text = harness.read_text()
        self.assertNotRegex(text, r"\$|bv\d")
        command = re.search(r"//   (gcc .*) && ./bug", text)[1]
        names = {"program.c": str(program), "harness.c": str(harness), "bug": str(binary)}
        subprocess.run([names.get(word, word) for word in command.split()] + ["-w"], check=True)
        result = subprocess.run([binary], capture_output=True, timeout=10)
        self.assertIn(result.returncode, (107, -6), result)


if __name__ == "__main__":
    unittest.main()
