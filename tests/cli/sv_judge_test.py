# SPDX-License-Identifier: MIT
"""`cairn certify` on witnesses of SV-COMP: Cairn's own, and such as other verifiers write."""

import json
import re
import unittest

from support import INPUT_ERROR, REJECTED, SAFE, UNKNOWN, UNSAFE, CliTest, run

UNSAFE_PROGRAM = """\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  int n = __VERIFIER_nondet_int();
  while (x < 100) {
    x = x + 4;
  }
  if (n == 12345 && x == 100) {
    int m = __VERIFIER_nondet_int();
    if (m == 77) reach_error();
  }
  return 0;
}
"""
SAFE_PROGRAM = UNSAFE_PROGRAM.replace("m == 77", "m == 77 && x != 100")


def location(line, column, indent):
    return (f"{indent}location:\n{indent}  file_name: './prog.c'\n{indent}  line: {line}\n"
            f"{indent}  column: {column}\n{indent}  function: main\n")


def invariants(*entries):
    """A set of invariants: (kind, line, column, expression)."""
    text = ("# another verifier\n- entry_type: 'invariant_set'\n  metadata:\n    format_version: '2.0'\n"
            "    producer:\n      name: Other\n      version: 1.0\n  content:\n")
    for kind, line, column, value in entries:
        text += (f"  - invariant:\n      type: {kind}\n{location(line, column, '      ')}"
                 f"      value: {value}\n      format: c_expression\n")
    return text


def violation(*waypoints):
    """(type, line, column, value or None)."""
    text = "- entry_type: violation_sequence\n  metadata:\n    format_version: '2.0'\n  content:\n"
    for kind, line, column, value in waypoints:
        text += f"  - segment:\n    - waypoint:\n        type: {kind}\n        action: follow\n"
        if value is not None:
            text += f"        constraint:\n          value: {value}\n"
        text += location(line, column, "        ")
    return text


def graphml(kind, nodes, edges):
    data = "".join(f'<node id="{name}">{inner}</node>\n' for name, inner in nodes)
    data += "".join(f'<edge source="{a}" target="{b}">{inner}</edge>\n' for a, b, inner in edges)
    keys = "".join(f'<key attr.name="{name}" attr.type="string" id="{key}"/>\n' for key, name in
                   (("entry", "isEntryNode"), ("violation", "isViolationNode")))
    return (f'<?xml version="1.0"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n{keys}'
            f'<graph edgedefault="directed">\n<data key="witness-type">{kind}</data>\n{data}</graph></graphml>\n')


def has_c():
    return " c" in run("--version").out.replace(",", "")


@unittest.skipUnless(has_c(), "this build has no C front end")
class SvJudgeTest(CliTest):
    def certify(self, program, witness, name="witness.yml"):
        return run("certify", self.file("prog.c", program), self.file(name, witness), limit=60)

    def test_cairns_own_witnesses(self):
        program = self.file("prog.c", UNSAFE_PROGRAM)
        run("check", program, "--svcomp-witness", self.path("v.yml"), "--graphml", self.path("v.graphml"), limit=60)
        for name in ("v.yml", "v.graphml"):
            with self.subTest(name=name):
                result = run("certify", program, self.path(name), limit=60)
                self.assert_answer(result, UNSAFE, "unsafe\n")
                self.assertIn("passes 2 of 2 waypoints", result.err)
        self.file("prog.c", SAFE_PROGRAM)
        self.assert_answer(run("certify", program, self.path("v.yml"), limit=60), REJECTED, "rejected\n")
        self.assert_answer(run("certify", program, self.path("v.graphml"), limit=60), UNKNOWN, "unknown\n")

    def test_programs_of_several_files(self):
        """A witness names the file of each place; options are those of check."""
        main = self.file("main.c", "extern int step(int);\nextern void reach_error(void);\nint main(void) {\n  int x = 0;\n"
                         "  while (x < LAST) {\n    x = step(x);\n  }\n  if (x != 100) reach_error();\n  return 0;\n}\n")
        step = self.file("step.c", "extern int __VERIFIER_nondet_int(void);\nint step(int x) {\n  int y = __VERIFIER_nondet_int();\n"
                         "  if (y == 7 && x == BAD) return x + 3;\n  return x + 4;\n}\n")
        options = ("-DLAST=100", "-DBAD=40", "-m32")
        for name, option in (("v.yml", "--svcomp-witness"), ("v.graphml", "--graphml")):
            with self.subTest(name=name):
                self.assertEqual(run("check", main, step, *options, option, self.path(name), limit=60).code, UNSAFE)
                result = run("certify", main, step, self.path(name), *options, limit=60)
                self.assert_answer(result, UNSAFE, "unsafe\n")
                self.assertRegex(result.err, r"passes (\d+) of \1 waypoints")
        self.assert_answer(run("certify", main, step, self.path("v.yml"), "-DLAST=100", "-DBAD=1", limit=60), REJECTED, "rejected\n")
        witness = invariants(("loop_invariant", 5, 3, "x % 4 == 0 && 0 <= x && x <= 100"), ("location_invariant", 5, 3, "x % 4 == 0"))
        witness = witness.replace("prog.c", "main.c", 1).replace("prog.c", "step.c", 1)
        result = run("certify", main, step, self.file("i.yml", witness), "-DLAST=100", "-DBAD=1", limit=60)
        self.assert_answer(result, SAFE, "safe\n")
        self.assertIn("2 of 2 invariants", result.err)

    def test_certificates_of_several_files(self):
        main = self.file("main.c", "#include <assert.h>\nextern unsigned next(unsigned);\nint main(void) {\n  unsigned x = 0;\n"
                         "  while (x < MOST) x = next(x);\n  assert(x <= 21);\n}\n")
        other = self.file("next.c", "unsigned next(unsigned x) { return x + 3; }\n")
        proof = self.path("proof.txt")
        self.assertEqual(run("check", main, other, "-D", "MOST=20", "--certificate", proof, limit=60).code, SAFE)
        self.assert_answer(run("certify", main, other, proof, "-DMOST=20", limit=60), SAFE, "safe\n")
        self.assertNotEqual(run("certify", main, other, proof, "-DMOST=40", limit=60).code, SAFE)
        database = self.file("compile_commands.json", json.dumps(
            [{"directory": str(self.folder), "file": name, "command": f"cc -DMOST=20 -c {name}"} for name in ("main.c", "next.c")]))
        self.assert_answer(run("certify", "-p", database, proof, limit=60), SAFE, "safe\n")
        # What check chose by itself is said there.
        heap = self.file("heap.c", "#include <assert.h>\n#include <stdlib.h>\nint main(void) {\n  int *p[6];\n"
                         "  for (int i = 0; i < 6; i++) { p[i] = malloc(4); *p[i] = i; }\n  assert(*p[5] == 5);\n}\n")
        self.assertEqual(run("check", heap, "--certificate", proof, limit=60).code, SAFE)
        options = re.search(r"^// the program was read with (.*)$", proof.read_text(), re.M)[1].split()
        self.assert_answer(run("certify", heap, proof, *options, limit=60), SAFE, "safe\n")
        self.assert_usage_error(run("certify", proof), "EVIDENCE")
        self.assert_usage_error(run("certify", self.file("ring.aag", "aag 0 0 0 0 0\n"), main, proof), "one file")

    def test_invariants_that_hold(self):
        witness = invariants(("loop_invariant", 6, 3, '"x % 4 == 0 &&\n        0 <= x && x <= 100"'),
                             ("location_invariant", 9, 3, "'x == 100'"))
        result = self.certify(SAFE_PROGRAM, witness)
        self.assert_answer(result, SAFE, "safe\n")
        self.assertIn("2 of 2 invariants", result.err)

    def test_an_invariant_that_fails_refutes_the_witness(self):
        for kind, line, value in (("loop_invariant", 6, "x <= 96"), ("location_invariant", 9, "x == 96")):
            with self.subTest(kind=kind):
                result = self.certify(SAFE_PROGRAM, invariants((kind, line, 3, value)))
                self.assert_answer(result, REJECTED, "rejected\n")
                self.assertRegex(result.err, rf"prog\.c:{line}: the invariant '{value}' does not hold")

    def test_a_program_that_fails_refutes_the_witness(self):
        result = self.certify(UNSAFE_PROGRAM, invariants(("loop_invariant", 6, 3, "x <= 100")))
        self.assert_answer(result, REJECTED, "rejected\n")
        self.assertIn("the program is unsafe", result.err)

    def test_invariants_that_have_no_place_are_left_out(self):
        witness = invariants(("loop_invariant", 6, 3, "x <= 100"), ("loop_invariant", 7, 5, "x <= 100"),
                             ("loop_invariant", 6, 3, "nobody <= 100"), ("loop_invariant", 99, 3, "x <= 1"),
                             ("location_invariant", 11, 18, "x == 96"), ("loop_invariant", 6, 3, "x); abort("))
        result = self.certify(SAFE_PROGRAM, witness)
        self.assert_answer(result, SAFE, "safe\n")
        self.assertIn("1 of 6 invariants", result.err)

    def test_violations_by_assumptions_and_branches(self):
        good = violation(("assumption", 6, 3, "n == 12345"), ("branching", 6, 3, "true"), ("branching", 6, 3, "false"),
                         ("branching", 9, 3, "true"), ("assumption", 11, 5, "m == 77"), ("target", 11, 18, None))
        result = self.certify(UNSAFE_PROGRAM, good)
        self.assert_answer(result, UNSAFE, "unsafe\n")
        self.assertIn("passes 5 of 5 waypoints", result.err)
        for old, new in (("n == 12345", "n == 12346"), ("m == 77", "m == 78")):
            with self.subTest(new=new):
                self.assert_answer(self.certify(UNSAFE_PROGRAM, good.replace(old, new)), REJECTED, "rejected\n")
        # The branch is never taken in this order.
        bad = violation(("branching", 9, 3, "true"), ("branching", 6, 3, "true"), ("target", 11, 18, None))
        self.assert_answer(self.certify(UNSAFE_PROGRAM, bad), REJECTED, "rejected\n")

    def test_returned_values_come_in_order(self):
        good = violation(("function_return", 5, 33, '"\\\\result == 12345"'),
                         ("function_return", 10, 35, '"\\\\result == 77"'), ("target", 11, 18, None))
        self.assert_answer(self.certify(UNSAFE_PROGRAM, good), UNSAFE, "unsafe\n")
        self.assert_answer(self.certify(UNSAFE_PROGRAM, good.replace("77", "76")), REJECTED, "rejected\n")

    def test_graphml(self):
        entry, last = '<data key="entry">true</data>', '<data key="violation">true</data>'
        def edge(line, inner): return f'<data key="startline">{line}</data>{inner}'
        good = graphml("violation_witness", (("A", entry), ("B", ""), ("C", last)),
                       (("A", "B", edge(5, '<data key="assumption">n == (12345);</data>')),
                        ("B", "C", edge(10, '<data key="assumption">\\result == 77;</data>'
                                            '<data key="assumption.resultfunction">__VERIFIER_nondet_int</data>'))))
        result = self.certify(UNSAFE_PROGRAM, good, name="w.graphml")
        self.assert_answer(result, UNSAFE, "unsafe\n")
        self.assertIn("passes 2 of 2 waypoints", result.err)
        self.assert_answer(self.certify(UNSAFE_PROGRAM, good.replace("12345", "5"), name="w.graphml"), UNKNOWN, "unknown\n")
        # A candidate that fails is left out.
        proof = graphml("correctness_witness",
                        (("A", entry), ("B", '<data key="invariant">x &lt;= 100 &amp;&amp; x % 4 == 0</data>'),
                         ("C", '<data key="invariant">x &lt;= 3</data>')), (("A", "B", edge(5, "")), ("B", "C", edge(6, ""))))
        result = self.certify(SAFE_PROGRAM, proof, name="w.graphml")
        self.assert_answer(result, SAFE, "safe\n")
        self.assertIn("1 of 2 invariants", result.err)

    def test_what_is_no_witness_is_one_line(self):
        good = violation(("assumption", 6, 3, "n == 12345"), ("target", 11, 18, None))
        xml = graphml("violation_witness", (("A", ""),), ())
        texts = ["entry_type:", "- entry_type: other\n", "- entry_type: invariant_set\n", good.replace("line: 6", "line: x"),
                 good.replace("segment", "segments"), good + "  x", "- entry_type: 'invariant_set\n",
                 "- entry_type: invariant_set\n  content:\n" + "".join(" " * i + "- - a:\n" for i in range(4, 90)),
                 xml, xml.replace("violation_witness", "other"), xml.replace('"A"', '"A'), xml[:200], "<graphml"]
        for text in texts:
            with self.subTest(text=text[:60]):
                result = self.certify(UNSAFE_PROGRAM, text)
                self.assert_input_error(result, self.path("witness.yml"))


if __name__ == "__main__":
    unittest.main()
