# SPDX-License-Identifier: MIT
"""Verdicts of single assertions, proofs that say nothing, and certificates about programs."""

import json
import re
import unittest

from support import INPUT_ERROR, REJECTED, SAFE, UNKNOWN, UNSAFE, CliTest, run

HEAD = """\
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, "", 0, ""))
"""

MANY = HEAD + """\
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0 && x < 100);
  assert(x > 0);
  assert(x < 50);
  int s = 0;
  for (int i = 0; i < x; i++) s += 2;
  assert(s == 2 * x);
  if (x > 200) {
    assert(s > 3);
  }
  assert(x != 7);
  return 0;
}
"""

CONTRADICTION = HEAD + """\
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0);
  __VERIFIER_assume(x < 0);
  assert(x == 3);
  return 0;
}
"""

LOOP = HEAD + """\
int main(void) {
  unsigned x = 0;
  while (x < 6) {
    x += 2;
  }
  assert(x == 6);
  return 0;
}
"""

NOTHING = "int main(void) { int x = 3; return x; }\n"


def has_c():
    return " c" in run("--version").out.replace(",", "")


class ProgramCase(CliTest):
    def check(self, text, *options, name="prog.c"):
        return run("check", self.file(name, text), *options, limit=60)


@unittest.skipUnless(has_c(), "this build has no C front end")
class AssertionTest(ProgramCase):
    def verdicts(self, result):
        """(number, line, claim, verdict) of each row."""
        rows = [re.fullmatch(r"(\d+)  \S*prog\.c:(\d+):\d+: (.*?): (safe|unsafe|unknown)\b(.*)", line)
                for line in result.out.splitlines()[1:]]
        self.assertTrue(all(rows), result)
        return [(int(row[1]), int(row[2]), row[3], row[4]) for row in rows]

    def test_the_headline_has_the_text(self):
        result = self.check(MANY)
        self.assertEqual(result.code, UNSAFE, result)
        self.assertRegex(result.err, r"unsafe: \S*prog\.c:9:\d+: assertion 'x < 50' fails; the run was replayed")

    def test_each_assertion_has_its_verdict(self):
        result = self.check(MANY, "--property", "all", "--json", self.path("report.json"))
        self.assertEqual(result.code, UNSAFE, result)
        self.assertEqual(result.out.splitlines()[0], "unsafe")
        self.assertEqual(self.verdicts(result),
                         [(0, 8, "assertion 'x > 0'", "safe"),
                          (1, 9, "assertion 'x < 50'", "unsafe"),
                          (2, 12, "assertion 's == 2 * x'", "safe"),
                          (3, 14, "assertion 's > 3'", "safe"),
                          (4, 16, "assertion 'x != 7'", "unsafe")])
        self.assertIn("safe (never reached)", result.out.splitlines()[4])
        rows = self.json_of(self.path("report.json"))["assertions"]
        self.assertEqual([row["verdict"] for row in rows], ["safe", "unsafe", "safe", "safe", "unsafe"])
        self.assertEqual([row["at"]["line"] for row in rows], [8, 9, 12, 14, 16])
        self.assertEqual(rows[1]["evidence"]["kind"], "run")
        self.assertIn(rows[0]["evidence"]["kind"], ("invariant", "unrolling"))
        self.assertTrue(rows[0]["evidence"]["checked"])
        self.assertEqual(rows[0]["evidence"]["assertions"], [0, 2, 3])
        self.assertEqual([row.get("reached") for row in rows], [True, True, True, False, True])

    def test_one_assertion_by_number_and_by_place(self):
        for name, code in (("0", SAFE), ("1", UNSAFE), ("prog.c:12", SAFE), ("prog.c:16:3", UNSAFE)):
            with self.subTest(name=name):
                result = self.check(MANY, "--property", name)
                self.assertEqual(result.code, code, result)
                self.assertEqual(len(result.out.splitlines()), 2, result)
        for name in ("5", "prog.c:7", "other.c:8"):
            with self.subTest(name=name):
                result = self.check(MANY, "--property", name)
                self.assert_input_error(result, self.path("prog.c"))

    def test_a_failing_assertion_ends_the_run(self):
        text = HEAD + "int main(void) { int x = __VERIFIER_nondet_int(); assert(x > 5); assert(x > 3); return 0; }\n"
        result = self.check(text, "--property", "all")
        self.assertEqual([row[3] for row in self.verdicts(result)], ["unsafe", "safe"], result)
        self.assertEqual(self.check(text, "--property", "1").code, SAFE)

    def test_checks_that_were_added_are_assertions(self):
        text = HEAD + "int main(void) { int x = __VERIFIER_nondet_int(); int y = x / 2; y = y + y; y = x + 1; return y; }\n"
        result = self.check(text, "--check", "overflow", "--property", "all")
        self.assertEqual(result.code, UNSAFE, result)
        self.assertIn("unsafe", [row[3] for row in self.verdicts(result)])
        self.assertIn("safe", [row[3] for row in self.verdicts(result)])

    def test_an_assertion_that_is_not_decided_leaves_the_others_alone(self):
        text = HEAD + """\
unsigned ack(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 12345);
  assert(ack(2, 2) == 7);
  return 0;
}
"""
        result = self.check(text, "--property", "all")
        self.assertEqual([row[3] for row in self.verdicts(result)], ["unsafe", "unknown"], result)

    def test_workers_judge_assertions_too(self):
        result = self.check(MANY, "--property", "all", "--engine", "portfolio", "--workers", "2")
        self.assertEqual(result.code, UNSAFE, result)
        self.assertEqual([row[3] for row in self.verdicts(result)], ["safe", "unsafe", "safe", "safe", "unsafe"])


@unittest.skipUnless(has_c(), "this build has no C front end")
class VacuityTest(ProgramCase):
    def test_no_assertion(self):
        result = self.check(NOTHING, "--json", self.path("report.json"))
        self.assert_answer(result, SAFE, "safe (vacuous)\n")
        self.assertIn("warning: the program has no assertion", result.err)
        self.assertTrue(self.json_of(self.path("report.json"))["vacuity"]["no_assertion"])
        result = self.check(NOTHING, "--strict", "--json", self.path("report.json"))
        self.assert_answer(result, UNKNOWN, "unknown\n")
        report = self.json_of(self.path("report.json"))
        self.assertEqual(report["reason"], "vacuous")
        self.assertIn("no assertion", report["explanation"])

    def test_checks_are_something(self):
        result = self.check(NOTHING, "--check", "overflow", "--strict")
        self.assert_answer(result, SAFE, "safe\n")
        self.assertNotIn("warning", result.err)

    def test_contradictory_assumptions(self):
        result = self.check(CONTRADICTION)
        self.assert_answer(result, SAFE, "safe (vacuous)\n")
        self.assertRegex(result.err, r"warning: \S*prog\.c:9:\d+: no run gets to assertion 'x == 3'; all runs .* "
                                     r"ended in an assumption: .*prog\.c:[78]:")
        self.assert_answer(self.check(CONTRADICTION, "--strict"), UNKNOWN, "unknown\n")

    def test_an_assertion_that_no_run_gets_to(self):
        text = MANY.replace("assert(x < 50);", "").replace("assert(x != 7);", "")
        result = self.check(text, "--json", self.path("report.json"))
        self.assert_answer(result, SAFE, "safe\n")
        self.assertRegex(result.err, r"warning: \S*prog\.c:14:\d+: no run gets to assertion 's > 3'")
        self.assertEqual(self.json_of(self.path("report.json"))["vacuity"]["never_reached"], [2])
        self.assert_answer(self.check(text, "--strict"), UNKNOWN, "unknown\n")

    def test_a_search_finds_runs_that_chance_does_not(self):
        text = HEAD + """\
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 1234567 && y == x * 3);
  assert(y > x);
  return 0;
}
"""
        for options in ((), ("--strict",)):
            result = self.check(text, *options)
            self.assert_answer(result, SAFE, "safe\n")
            self.assertNotIn("warning", result.err)

    def test_what_must_not_be_reached_is_not_missed(self):
        text = HEAD + """\
int main(void) {
  int x = __VERIFIER_nondet_int() & 3;
  switch (x) {
    case 0: case 1: case 2: case 3: break;
    default: __assert_fail("0", "", 0, "");
  }
  return 0;
}
"""
        result = self.check(text, "--strict")
        self.assert_answer(result, SAFE, "safe\n")
        self.assertNotIn("warning", result.err)


class ConstraintTest(CliTest):
    # Latch 2 counts 0, 1, 1, ...; the bad state is never true.
    NO_RUNS = "aag 1 0 1 0 0 1 1\n2 2\n2\n2\n"
    SHORT_RUNS = "aag 2 0 2 0 0 1 1\n2 1\n4 4\n4\n3\n"
    FREE = "aag 2 1 1 0 0 1 1\n2\n4 4\n4\n2\n"

    def test_constraints_that_contradict_the_resets(self):
        for text, step in ((self.NO_RUNS, 0), (self.SHORT_RUNS, 1)):
            model = self.file("model.aag", text)
            result = run("check", model, "--json", self.path("report.json"))
            self.assert_answer(result, SAFE, "safe (vacuous)\n")
            self.assertIn("warning: the constraints cannot hold in", result.err)
            self.assertEqual(self.json_of(self.path("report.json"))["vacuity"], {"impossible_step": step})
            result = run("check", model, "--strict", "--json", self.path("report.json"))
            self.assert_answer(result, UNKNOWN, "unknown\n")
            self.assertEqual(self.json_of(self.path("report.json"))["reason"], "vacuous")

    def test_constraints_that_can_hold(self):
        result = run("check", self.file("model.aag", self.FREE), "--strict")
        self.assert_answer(result, SAFE, "safe\n")
        self.assertNotIn("warning", result.err)


@unittest.skipUnless(has_c(), "this build has no C front end")
class LimitsTest(ProgramCase):
    """What has no model, and where it is: assertions that no run comes to behind it have a verdict."""

    HEAD = "#include <assert.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n"

    def verdicts(self, text, *options):
        result = self.check(self.HEAD + text, "--property", "all", *options)
        return [line.split(": ")[2].split(";")[0] for line in result.out.splitlines()[1:]]

    def test_a_limit_behind_an_assertion(self):
        text = ("int main(void) {\n  int x = __VERIFIER_nondet_int() & 7;\n  assert(x < 8);\n  assert(x < 7);\n"
                '  double d = strtod("1", 0);\n  assert(d > 0);\n}\n')
        self.assertEqual(self.verdicts(text), ["safe", "unsafe", "unknown"])

    def test_certificates_of_what_is_safe(self):
        text = self.HEAD + "int main(void) {\n  int x = __VERIFIER_nondet_int() & 7;\n  assert(x < 8);\n  return strtod(\"1\", 0) > 0;\n}\n"
        result = self.check(text, "--property", "all", "--certificate", self.path("proof.txt"))
        self.assertEqual(result.code, SAFE, result)
        self.assert_answer(run("certify", self.path("prog.c"), self.path("proof.txt"), limit=60), SAFE, "safe\n")

    def test_a_loop_leads_back(self):
        text = ("int main(void) {\n  int n = 0;\n  for (;;) {\n    assert(n >= 0);\n    if (__VERIFIER_nondet_int()) break;\n"
                '    n = strtod("1", 0);\n  }\n  assert(n == 0);\n}\n')
        self.assertEqual(self.verdicts(text), ["unknown", "unknown"])

    def test_calls_and_returns(self):
        # The limit returns to one call of the function, and the other call is over.
        text = ("static int f(int x) { return x + 1; }\nint main(void) {\n  int x = f(1);\n  assert(x == 2);\n"
                '  x = strtod("1", 0);\n  x = f(x);\n  return x;\n}\n')
        self.assertEqual(self.verdicts(text), ["safe"])
        text = ("static int f(int x) { assert(x > 0); return x; }\nstatic int g(void) { return strtod(\"1\", 0); }\n"
                "int main(void) {\n  int x = f(1);\n  assert(x == 1);\n  f(g());\n  return x;\n}\n")
        self.assertEqual(self.verdicts(text), ["unknown", "safe"])

    def test_recursion_leads_into_the_function(self):
        text = ("static int f(int n) { assert(n < 100); return n ? f(__VERIFIER_nondet_int() & 63) : 0; }\n"
                "int main(void) {\n  int x = 1;\n  assert(x == 1);\n  f(3);\n  return 0;\n}\n")
        self.assertEqual(self.verdicts(text, "--recursion", "3"), ["unknown", "safe"])

    def test_control_that_may_go_anywhere(self):
        text = ("#include <setjmp.h>\nstatic jmp_buf b;\nint main(void) {\n  int x = 1;\n  assert(x == 1);\n"
                "  if (setjmp(b)) x = 2;\n  longjmp(b, 1);\n}\n")
        self.assertEqual(self.verdicts(text), ["unknown"])
        text = ("static void f(int x) { assert(x > 0); }\nint main(void) {\n  f(1);\n"
                "  void (*p)(int) = (void (*)(int))(long)strtod(\"1\", 0);\n  p(0);\n}\n")
        self.assertEqual(self.verdicts(text), ["unknown"])

    def test_unknown_functions(self):
        text = ("extern void unknown(int *);\nint main(void) {\n  int x = 1;\n  assert(x == 1);\n  unknown(&x);\n"
                "  assert(x == 1);\n  int y = 5;\n  assert(y == 5);\n}\n")
        self.assertEqual(self.verdicts(text), ["safe", "unknown", "safe"])


@unittest.skipUnless(has_c(), "this build has no C front end")
class CertificateTest(ProgramCase):
    def certificate(self, text, *options):
        result = self.check(text, "--certificate", self.path("proof.txt"), *options)
        return result, self.path("proof.txt")

    def certify(self, *options):
        return run("certify", self.path("prog.c"), self.path("proof.txt"), *options, limit=60)

    def test_a_certificate_holds(self):
        result, path = self.certificate(LOOP)
        self.assertEqual(result.code, SAFE, result)
        self.assertTrue(path.read_text().startswith("cairn certificate 1;"))
        self.assert_answer(self.certify(), SAFE, "safe\n")

    def test_engines_write_certificates_that_hold(self):
        for engine in ("ic3", "ic3cfa", "kind", "itp", "cegar"):
            with self.subTest(engine=engine):
                result, path = self.certificate(LOOP, "--engine", engine)
                if result.code != SAFE:
                    continue
                self.assert_answer(self.certify(), SAFE, "safe\n")

    def test_a_complete_unrolling_is_a_certificate(self):
        result, path = self.certificate(LOOP, "--engine", "unroll")
        self.assertEqual(result.code, SAFE, result)
        text = path.read_text()
        self.assertIn("unrolling\n", text)
        self.assert_answer(self.certify(), SAFE, "safe\n")
        # A bound that is too small shows nothing.
        path.write_text(re.sub(r"(at \d+: )\d+;", r"\g<1>2;", text))
        self.assert_answer(self.certify(), REJECTED, "rejected\n")

    def test_a_complete_unrolling_shows_what_is_never_reached(self):
        text = LOOP.replace("assert(x == 6);", "assert(x == 6); if (x > 7) assert(x == 9);")
        result = self.check(text, "--engine", "unroll", "--property", "all")
        self.assertEqual(result.code, SAFE, result)
        self.assertIn("safe (never reached); the complete unrolling was checked", result.out.splitlines()[2])

    def test_a_certificate_about_another_program_is_refused(self):
        self.certificate(LOOP)
        self.file("prog.c", LOOP.replace("x += 2", "x += 3"))
        self.assert_answer(self.certify(), REJECTED, "rejected\n")

    def test_a_certificate_with_weaker_formulas_is_rejected(self):
        _, path = self.certificate(LOOP)
        path.write_text(re.sub(r"(at \d+:[^\n]*\n)[^;]*;", r"\1 true;", path.read_text()))
        self.assert_answer(self.certify(), REJECTED, "rejected\n")

    def test_proofs_of_some_assertions(self):
        result, _ = self.certificate(MANY, "--property", "all")
        self.assertEqual(result.code, UNSAFE, result)
        self.assert_answer(self.certify("--property", "0"), SAFE, "safe\n")
        self.assert_answer(self.certify("--property", "prog.c:12"), SAFE, "safe\n")
        self.assert_answer(self.certify("--property", "1"), UNKNOWN, "unknown\n")
        result = self.certify()
        self.assert_answer(result, UNKNOWN, "unknown\n")
        self.assertIn("3 of 5 assertions", result.err)

    def test_what_is_no_certificate_is_one_line(self):
        self.file("prog.c", LOOP)
        for text in ("", "nonsense", "cairn certificate", "cairn certificate 1;", "cairn certificate 1; proof of 7",
                     "cairn certificate 1; proof of all automaton 1 locations, 1 edges, 1 variables {}",
                     "\x00\xff\xfe", "cairn certificate 1;" * 1000):
            with self.subTest(text=text[:30]):
                path = self.file("proof.txt", text.encode("latin-1"))
                self.assert_input_error(self.certify(), path)


if __name__ == "__main__":
    unittest.main()
