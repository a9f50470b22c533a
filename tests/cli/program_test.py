# SPDX-License-Identifier: MIT
"""`cairn check` on C programs: verdicts, what people see, files that are written, and bad input."""

import json
import os
import re
import shutil
import subprocess
import unittest

from support import INPUT_ERROR, SAFE, SOURCE, UNKNOWN, UNSAFE, CliTest, run

SAFE_LOOP = """\
extern void __VERIFIER_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int x = 0;
  unsigned int n = __VERIFIER_nondet_uint();
  while (x < 6) {
    x += 2;
  }
  if (x != 6) {
    __VERIFIER_error();
  }
  return 0;
}
"""

UNSAFE_LOOP = """\
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    sum += __VERIFIER_nondet_int();
  }
  if (sum == 1234567 && __VERIFIER_nondet_uchar() == 200) {
    __VERIFIER_error();
  }
  return 0;
}
"""

PROPERTY = "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n"


def has_c():
    return " c" in run("--version").out.replace(",", "")


@unittest.skipUnless(has_c(), "this build has no C front end")
class ProgramTest(CliTest):
    def check(self, text, *options, name="prog.c"):
        return run("check", self.file(name, text), *options, limit=60)

    def test_safe_program_is_proved_and_its_loop_explained(self):
        result = self.check(SAFE_LOOP)
        self.assert_answer(result, SAFE, "safe\n")
        self.assertRegex(result.err, r"prog\.c:6:\d+: invariant: .*\bx\b")

    def test_unsafe_program_shows_the_error_and_the_run(self):
        result = self.check(UNSAFE_LOOP)
        self.assert_answer(result, UNSAFE, "unsafe\n")
        self.assertRegex(result.err, r"unsafe: .*prog\.c:10:\d+: ")
        self.assertIn("prog.c:7:", result.err)
        self.assertIn("sum = 1234567", result.err)

    def test_every_engine_agrees(self):
        for engine in ("auto", "ic3", "bmc", "itp", "itpseq"):
            with self.subTest(engine=engine):
                self.assertEqual(self.check(UNSAFE_LOOP, "--engine", engine).code, UNSAFE)
        for engine in ("auto", "ic3", "itp", "itpseq"):
            with self.subTest(engine=engine):
                self.assertEqual(self.check(SAFE_LOOP, "--engine", engine).code, SAFE)

    @unittest.skipUnless(shutil.which("gcc"), "needs gcc")
    def test_harness_runs_into_the_error(self):
        program = self.file("prog.c", UNSAFE_LOOP)
        harness = self.path("harness.c")
        self.assertEqual(run("check", program, "--harness", harness, limit=60).code, UNSAFE)
        binary = self.path("bug")
        subprocess.run(["gcc", "-w", program, harness, "-o", binary], check=True)
        self.assertEqual(subprocess.run([binary], capture_output=True).returncode, 107)

    def test_witness_is_the_run_as_text(self):
        result = self.check(UNSAFE_LOOP, "--witness", "-", "-q")
        self.assertEqual(result.code, UNSAFE)
        self.assertTrue(result.out.startswith("unsafe\n"), result)
        self.assertIn("sum = 1234567", result.out)

    def test_json_tells_the_run(self):
        path = self.path("run.json")
        self.check(UNSAFE_LOOP, "--json", path)
        report = self.json_of(path)
        self.assertEqual(report["verdict"], "unsafe")
        self.assertEqual(report["failure"]["at"]["line"], 10)
        values = [int(entry["value"]) for entry in report["inputs"] if entry["kind"] == "nondet"]
        self.assertEqual(sum(values[:3]) % 2**32, 1234567)
        self.assertEqual(values[3] % 256, 200)

    def test_json_tells_the_invariant(self):
        path = self.path("run.json")
        self.check(SAFE_LOOP, "--json", path)
        report = self.json_of(path)
        self.assertEqual(report["verdict"], "safe")
        self.assertTrue(report["evidence"]["checked"])
        self.assertEqual([loop["at"]["line"] for loop in report["invariants"]], [6])

    def test_yaml_witnesses_name_the_program(self):
        violation, proof = self.path("violation.yml"), self.path("proof.yml")
        self.check(UNSAFE_LOOP, "--svcomp-witness", violation)
        self.check(SAFE_LOOP, "--svcomp-witness", proof)
        text = violation.read_text()
        self.assertIn("entry_type: violation_sequence", text)
        self.assertRegex(text, r"type: target\n +action: follow\n +location:\n.*\n +line: 10\n")
        self.assertEqual(text.count("type: function_return"), 4)
        self.assertRegex(text, r'"[0-9a-f]{64}"')
        self.assertIn("entry_type: invariant_set", proof.read_text())
        self.assertRegex(proof.read_text(), r"type: loop_invariant\n +location:\n.*\n +line: 6\n")

    def test_graphml_witness_ends_in_the_violation(self):
        path = self.path("violation.graphml")
        self.check(UNSAFE_LOOP, "--graphml", path)
        text = path.read_text()
        self.assertIn('<data key="violation">true</data>', text)
        self.assertIn('<data key="startline">10</data>', text)

    def test_competition_call_ends_with_the_result(self):
        prp = self.file("unreach-call.prp", PROPERTY)
        for text, line in ((SAFE_LOOP, "RESULT: TRUE"), (UNSAFE_LOOP, "RESULT: FALSE(unreach-call)")):
            result = run("svcomp", "--property", prp, "--data-model", "ILP32", self.file("p.c", text), limit=60)
            self.assertEqual((result.code, result.out), (0, line + "\n"), result)
        result = run("svcomp", "--property", prp, "--timeout", "0", self.path("p.c"), limit=60)
        self.assertRegex(result.out, r"\ARESULT: UNKNOWN\(time\)\n\Z")

    def test_data_model_matters(self):
        text = "extern void __VERIFIER_error(void);\nint main(void) { if (sizeof(long) == 8) __VERIFIER_error(); }\n"
        self.assertEqual(self.check(text, "--data-model", "ILP32").code, SAFE)
        self.assertEqual(self.check(text, "--data-model", "LP64").code, UNSAFE)

    def test_floats_are_decided_by_intervals(self):
        text = """extern void reach_error(void);
extern void __VERIFIER_assume(int);
int main(void) {
  float x;
  __VERIFIER_assume(x > -1.5f && x < 1.5f);
  float y = x - x * x * x / 6.0f + x * x * x * x * x / 120.0f;
  if (!(y < LIMIT && y > -LIMIT)) reach_error();
}
"""
        report = self.path("report.json")
        program = self.file("sine.c", text.replace("LIMIT", "1.01f"))
        self.assertEqual(run("check", program, "--json", report, limit=60).code, SAFE)
        statistics = self.json_of(report)["statistics"]
        self.assertEqual((statistics["infeasible.asked"], statistics["infeasible.edges"]), (1, 1))
        self.assertEqual(self.check(text.replace("LIMIT", "0.99f"), "--harness", self.path("h.c")).code, UNSAFE)

    def test_rounding_to_float_is_not_forgotten(self):
        text = """extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  if (!(d >= 0.1 && d <= 0.1)) return 0;
  float f = (float)d;
  if (f > d) reach_error();
}
"""
        self.assertEqual(self.check(text).code, UNSAFE)

    def test_auto_tries_the_automaton_first(self):
        program, report = self.file("prog.c", SAFE_LOOP), self.path("report.json")
        self.assertEqual(run("check", program, "--json", report, limit=60).code, SAFE)
        self.assertEqual(self.json_of(report)["decided_by"], "ic3cfa")
        self.assertEqual(run("check", program, "--quick-automaton", "0", "--json", report, limit=60).code, SAFE)
        self.assertNotEqual(self.json_of(report)["decided_by"], "ic3cfa")

    def test_each_pass_can_be_left_out(self):
        help_text = run("check", "--help-all").out.split("[Option Group: automaton]")[1].split("[Option Group")[0]
        passes = set(re.findall(r"--no-[a-z-]+", help_text))
        self.assertGreater(len(passes), 5)
        for option in sorted(passes):
            with self.subTest(option=option):
                self.assertEqual(self.check(SAFE_LOOP, option).code, SAFE)
                self.assertEqual(self.check(UNSAFE_LOOP, option).code, UNSAFE)

    def test_one_bit_for_each_location(self):
        self.assertEqual(self.check(SAFE_LOOP, "--pc", "one-hot").code, SAFE)
        self.assertEqual(self.check(UNSAFE_LOOP, "--pc", "one-hot").code, UNSAFE)

    def test_engines_on_automata_decide(self):
        for engine in ("bmc-smt", "unroll", "cegar", "tree-ic3"):
            self.assertEqual(self.check(UNSAFE_LOOP, "--engine", engine).code, UNSAFE, engine)
        for engine in ("bmc-smt", "unroll", "cegar", "tree-ic3"):
            self.assertEqual(self.check(SAFE_LOOP, "--engine", engine).code, SAFE, engine)

    def test_engines_on_automata_are_for_programs(self):
        circuit = self.file("m.aag", "aag 1 0 1 0 0 1\n2 1\n2\n")
        self.assert_usage_error(run("check", circuit, "--engine", "cegar"), "engine for programs")

    def test_figures_of_engines_on_automata_are_documented(self):
        documented = (SOURCE / "docs" / "json.md").read_text()

        def is_documented(field):
            """By its name, or in a row about all names that begin alike, as what is left of it."""
            if f"`{field}`" in documented:
                return True
            parts = field.split(".")
            for i in range(1, len(parts)):
                row, rest = f"`{'.'.join(parts[:i])}.*`", f"`{'.'.join(parts[i:])}`"
                if any(row in line and rest in line for line in documented.splitlines()):
                    return True
            return False

        self.assertFalse(is_documented("ic3cfa.nothing"))
        path = self.file("prog.c", SAFE_LOOP)
        for engine in ("bmc-smt", "unroll", "cegar", "tree-ic3", "ic3cfa", "ic3-smt", "ic3ia", "ctigar"):
            report = json.loads(run("check", path, "--engine", engine, "--bmc-smt-last", 5, "--json", "-").out)
            self.assertIn(f"`{engine}.", documented)
            figures = [field for field in [*report["statistics"], *report["phases"]]
                       if field.startswith((engine + ".", "smt."))]
            self.assertGreater(len(figures), 5, engine)
            self.assertEqual([field for field in figures if not is_documented(field)], [], engine)

    def test_queries_become_scripts(self):
        folder = self.path("dump")
        self.check(UNSAFE_LOOP, "--engine", "bmc-smt", "--smt-dump", folder, "--smt-cache", 10)
        scripts = os.listdir(folder)
        self.assertTrue(scripts)
        with open(os.path.join(folder, scripts[0])) as script:
            self.assertIn("(check-sat", script.read())

    def test_recursion_is_unknown_with_its_place(self):
        text = (
            "extern void __VERIFIER_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
            "int f(int n) {\n  return n == 0 ? 0 : 1 + f(n - 1);\n}\n"
            "int main(void) { if (f(__VERIFIER_nondet_int()) == 7) __VERIFIER_error(); return 0; }\n"
        )
        result = self.check(text, "--recursion", 3)
        self.assert_answer(result, UNKNOWN, "unknown\n")
        self.assertIn("recursi", result.err)
        self.assertIn("prog.c:4", result.err)
        self.assertEqual(self.check(text).code, UNSAFE)

    def test_lemmas_prove_what_bits_do_not(self):
        text = (
            "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
            "int main(void) {\n  int a = 0, b = 0, i = 0, n = __VERIFIER_nondet_int();\n  if (n < 0) return 0;\n"
            "  while (i < n) {\n    if (__VERIFIER_nondet_int()) { a += 1; b += 2; } else { a += 2; b += 1; }\n    i++;\n  }\n"
            "  if (a + b != 3 * n) reach_error();\n  return 0;\n}\n"
        )
        result = self.check(text)
        self.assert_answer(result, SAFE, "safe\n")
        for off in (["--no-lemmas"], ["--lemma-seconds", "0"], ["--lemma-equations", "off", "--lemma-clauses", "off"]):
            with self.subTest(off=off):
                self.assertEqual(self.check(text, "--engine", "bmc", "--bmc-last", "3", *off).code, UNKNOWN)
        self.assertEqual(self.check(text, "--engine", "kind").code, SAFE)

    def test_iterations_of_loops(self):
        self.assertEqual(self.check(SAFE_LOOP, "--unwind", "3").code, SAFE)
        result = self.check(SAFE_LOOP, "--unwind", "2")
        self.assert_answer(result, UNKNOWN, "unknown\n")
        self.assertRegex(result.err, r"takes more than 2 iterations \(.*prog\.c:6\)")
        self.assertEqual(self.check(SAFE_LOOP, "--unwind", "3", "--check", "unwinding").code, SAFE)
        result = self.check(SAFE_LOOP, "--unwind", "2", "--check", "unwinding")
        self.assert_answer(result, UNSAFE, "unsafe\n")
        self.assertRegex(result.err, r"prog\.c:6:\d+: 'the loop takes no more than 2 iterations' does not hold")
        # An error within these iterations is found, whatever comes after them.
        self.assertEqual(self.check(UNSAFE_LOOP.replace("i < 3", "i < 3 || sum == 7"), "--unwind", "3").code, UNSAFE)

    def test_heap_without_bounds(self):
        text = (
            "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nextern void *malloc(unsigned);\n"
            "struct n { int v; struct n *next; };\n"
            "int main(void) {\n  struct n *h = 0;\n"
            "  for (int i = 0; i < 6; i++) { struct n *p = malloc(sizeof *p); p->v = i; p->next = h; h = p; }\n"
            "  if (h->next->next->v == 3) reach_error();\n}\n"
        )
        result = self.check(text, "--heap-objects", 4)
        self.assert_answer(result, UNKNOWN, "unknown\n")
        self.assertIn("heap objects: more than 4", result.err)
        self.assertIn("--heap-objects N", result.err)
        self.assertEqual(self.check(text).code, UNSAFE)
        self.assertEqual(self.check(text, "--heap-objects", "0").code, UNSAFE)
        self.assertEqual(self.check(text, "--heap-objects", "6").code, UNSAFE)

    def test_property_that_is_not_supported_is_one_line(self):
        prp = self.file("term.prp", "CHECK( init(main()), LTL(F end) )\n")
        self.assert_input_error(self.check(SAFE_LOOP, "--property", prp), prp, "termination is not supported")
        empty = self.file("empty.prp", "\n")
        self.assert_input_error(self.check(SAFE_LOOP, "--property", empty), empty, "no property")

    def test_options_of_circuits_are_refused(self):
        path = self.file("prog.c", SAFE_LOOP)
        self.assert_usage_error(run("check", path, "--vcd", self.path("x.vcd")), "programs")
        self.assert_usage_error(run("check", path, "--answer", "hwmcc"), "programs")

    def test_bad_programs_are_one_line_each(self):
        broken = self.file("broken.c", "int main(void) { return x; }\n")
        self.assert_input_error(run("check", broken), broken, "x")
        nothing = self.file("nothing.c", "int f(void) { return 1; }\n")
        self.assertEqual(run("check", nothing).code, INPUT_ERROR)
        missing = self.path("missing.c")
        self.assert_input_error(run("check", missing), missing)


if __name__ == "__main__":
    unittest.main()
