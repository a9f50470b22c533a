# SPDX-License-Identifier: MIT
"""Models in SMV: a verdict for each specification, counterexamples in the model's words, errors with their place."""

import unittest

from support import *

COUNTER = """\
-- Three bits that count.
MODULE main
VAR
  bit0 : cell(TRUE);
  bit1 : cell(bit0.carry);
  mode : {red, green, 7};
ASSIGN
  init(mode) := red;
  next(mode) := case bit1.carry : {green, 7}; TRUE : mode; esac;
INVARSPEC NAME low := !(bit0.value & bit1.value)
INVARSPEC mode in {red, green, 7}
LTLSPEC G (bit0.carry -> X !bit0.value)
SPEC AG (mode = red | bit1.carry | mode != red)

MODULE cell(carry_in)
VAR value : boolean;
ASSIGN
  init(value) := FALSE;
  next(value) := value xor carry_in;
DEFINE carry := value & carry_in;
"""


class SmvTest(CliTest):
    def check_text(self, text, *options, code=None, name="model.smv"):
        result = run("check", self.file(name, text), *options)
        self.assertEqual(result.code, code, result)
        return result

    def test_every_specification_has_a_verdict(self):
        result = self.check_text(COUNTER, code=10)
        lines = result.out.splitlines()
        self.assertEqual(lines[0], "unsafe")
        verdicts = [line.split(": ")[-1].split(";")[0] for line in lines[1:5]]
        self.assertEqual(verdicts, ["unsafe", "safe", "safe", "safe"])

    def test_a_counterexample_has_names_values_and_changes_alone(self):
        result = self.check_text(COUNTER, "--property", "low", code=10)
        trace = result.out[result.out.index("-> State 1 <-"):]
        self.assertIn("  mode = red\n", trace)
        self.assertIn("-> State 4 <-\n  bit0.value = TRUE\n", trace)
        self.assertNotIn("State 5", trace)

    def test_the_language_is_known_by_its_content(self):
        result = self.check_text(COUNTER, "--property", "1", name="model.txt", code=20)
        self.assertTrue(result.out.startswith("safe\n"))

    def test_errors_have_their_place(self):
        begin = "MODULE main\nVAR x : 0..3; state : {idle, busy};\nASSIGN\n"
        for text, place, what in (
                ("next(x) := y;\n", "4:12", "unknown name 'y'"),
                ("next(state) := {idle, bussy};\n", "4:23", "is 'busy' meant?"),
                ("next(x) := x + 1;\n", "4:6", "a value that it cannot have"),
                ("next(x) := case x = 0 : 1; esac;\n", "4:12", "do not cover all states"),
                ("next(x) := x & TRUE;\n", "4:12", "expected a boolean"),
                ("next(x) := 0; next(x) := 1;\n", "4:20", "assigned twice"),
                ("x := (1 + ;\n", "4:11", "expected an expression"),
        ):
            result = self.check_text(begin + text + "INVARSPEC TRUE", code=1)
            self.assertIn(f"model.smv:{place}: error: ", result.err, text)
            self.assertIn(what, result.err, text)

    def test_what_is_not_supported_leaves_the_others_decided(self):
        result = self.check_text("MODULE main\nVAR x : boolean;\nCOMPUTE MIN [x, x]\nINVARSPEC x | !x\n", code=0)
        self.assertIn("'COMPUTE' is not supported", result.out)
        self.assertIn(": safe", result.out)

    def test_deep_nesting_and_long_chains_end(self):
        head = "MODULE main\nVAR x : boolean;\nLTLSPEC "
        deep = self.check_text(head + "(" * 100000 + "x" + ")" * 100000, code=1)
        self.assertIn("nested deeper", deep.err)
        self.check_text(head + "G (x" + " | x" * 10000 + " | !x)", code=20)
        deep = self.check_text(head + "X " * 10000 + "(x | !x)", code=1)
        self.assertIn("nested deeper", deep.err)

    def test_a_deadlock_counts_for_invariants_and_not_for_ltl(self):
        text = ("MODULE main\nVAR x : 0..3;\nINIT x = 0\nTRANS next(x) = x + 1 | x = 1 & next(x) = 0\n"
                "TRANS x != 3\nINVARSPEC x != 3\n")
        result = self.check_text(text, code=10)
        self.assertIn("-> State 4 <-\n  x = 3\n", result.out)

    def test_a_loop_that_comes_by_its_first_state_again(self):
        # All three have to run within the loop; some of them run when nothing changes.
        gates = "".join(f"VAR g{i} : process gate(g{(i + 2) % 3}.out);\n" for i in range(3))
        gate = "MODULE gate(before)\nVAR out : boolean;\nASSIGN init(out) := FALSE; next(out) := !before;\nFAIRNESS running\n"
        for engine in ("lasso", "auto"):
            self.check_text("MODULE main\n" + gates + "SPEC AG AF g0.out & AG AF !g0.out\nSPEC AF AG g0.out\n" + gate,
                            "--engine", engine, "--timeout", "3", code=10)

    def test_names_that_are_defined(self):
        head = "#define debug\n#define LAST 3\n#define range 0..LAST -- of x\n"
        text = "MODULE main\nVAR x : range;\nASSIGN init(x) := 0; next(x) := LAST;\nINVARSPEC x = 0 | x = LAST\n"
        self.check_text(head + text, code=20)
        self.check_text("#define x x\n" + head + text, code=20)
        many = "#define a0 TRUE\n" + "".join(f"#define a{i} a{i - 1} & a{i - 1}\n" for i in range(1, 60))
        deep = "#define a0 TRUE\n" + "".join(f"#define a{i} a{i - 1}\n" for i in range(1, 100000))
        self.check_text(deep + "MODULE main\nINVARSPEC a99999\n", code=1)
        for text, place, what in (
                ("#include <x>\n", "1:1", "'#include' is not read"),
                ("#define f(x) x\n", "1:10", "with arguments"),
                ("#define\nMODULE main", "2:1", "expected the name"),
                (many + "MODULE main\nINVARSPEC a59\n", "62:11", "too many tokens"),
        ):
            result = self.check_text(text + "MODULE main\nVAR y : boolean;\nINVARSPEC y\n", code=1)
            self.assertIn(f"model.smv:{place}: error: ", result.err)
            self.assertIn(what, result.err)

    def test_an_engine_for_justice_leaves_bad_states_open(self):
        result = self.check_text(COUNTER.replace("SPEC AG", "LTLSPEC F mode = green\nSPEC AG"), "--engine", "rlive", code=10)
        self.assertIn("decides justice properties, no bad states", result.out)

    def test_nothing_to_check_is_an_error(self):
        result = self.check_text("MODULE main\nVAR x : boolean;\n", code=1)
        self.assertIn("nothing to check", result.err)


if __name__ == "__main__":
    unittest.main()
