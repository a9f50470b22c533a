# SPDX-License-Identifier: MIT
"""Formulas of CTL over the names of circuits and models on words, and in SMV."""

import json
import unittest

from support import *

# A request goes through three latches.
PIPELINE = "aag 4 1 3 1 0\n2\n4 2\n6 4\n8 6\n8\ni0 req\nl0 s1\nl1 s2\nl2 ack\no0 out\n"

# Mode 0 goes to 1 on `wrong`, 1 to 2 on `wrong` and to 0 on `key`; 2 stays.
DOOR = """\
1 sort bitvec 1
2 sort bitvec 2
3 input 1 wrong
4 input 1 key
5 zero 2
6 one 2
7 constd 2 2
8 state 2 mode
9 init 2 8 5
10 eq 1 8 5
11 eq 1 8 6
12 ite 2 3 6 5
13 ite 2 3 7 6
14 ite 2 4 5 13
15 ite 2 11 14 7
16 ite 2 10 12 15
17 next 2 8 16
"""

# Two bits that may change when they like; fairness says that `a` is true again and again.
FREE = """\
MODULE main
VAR a : boolean; b : boolean; lock : boolean;
INIT !lock & !a
ASSIGN next(lock) := lock | (a & b);
"""


class CtlTest(CliTest):
    def check(self, code, text, *options, name="m.aag"):
        result = run("check", self.file(name, text), *options)
        self.assertEqual(result.code, code, result)
        return result

    def smv(self, specifications, *options, code):
        return self.check(code, FREE + specifications, *options, name="m.smv")

    def test_circuits(self):
        self.check(SAFE, PIPELINE, "--ctl", "AG EF ack")
        self.check(SAFE, PIPELINE, "--ctl", "AG (req -> AX AX AX ack)")
        self.check(UNSAFE, PIPELINE, "--ctl", "AG (req -> AX AX ack)")
        # An input that the formula reads belongs to the state.
        self.check(SAFE, PIPELINE, "--ctl", "AG (req -> EX !req & EX req)")
        self.check(SAFE, PIPELINE, "--ctl", "EX s1")
        self.check(UNSAFE, PIPELINE, "--ctl", "req | EX s1")  # in the initial state without a request

    def test_a_tree_of_runs_says_why_it_fails(self):
        result = self.check(UNSAFE, DOOR, "--ctl", "AG EF mode = 0", name="m.btor2")
        self.assertIn("-- specification AG EF mode = 0 is false\n-> State 1 <-\n  mode = 0\n", result.out)
        self.assertIn("-- in state 3 'EF mode = 0' is false, as the bounds show", result.out)
        self.assertNotIn("State 4", result.out)

    def test_a_loop_is_marked(self):
        result = self.check(UNSAFE, DOOR, "--ctl", "AF AG mode = 2", name="m.btor2")
        self.assertRegex(result.out, r"-- State \d+ is state \d+: a loop")

    def test_runs_of_a_formula_that_holds(self):
        result = self.check(SAFE, DOOR, "--ctl", "EF (mode = 2 & EG mode = 2)", name="m.btor2")
        self.assertIn("is true\n-> State 1 <-", result.out)
        self.assertRegex(result.out, r"-- State 4 is state 3: a loop")

    def test_that_runs_go_on_needs_no_run(self):
        result = self.check(UNSAFE, DOOR, "--ctl", "EG (mode = 0 -> mode = 0) -> mode = 1", "--ctl", "EG TRUE", name="m.btor2")
        self.assertIn("1  m.btor2:1: assertion 'EG TRUE': safe", result.out.replace(str(self.folder) + "/", ""))
        self.check(UNSAFE, PIPELINE, "--ctl", "!EX EG TRUE")

    def test_folders_and_json(self):
        folder = self.path("runs")
        result = self.check(UNSAFE, DOOR, "--ctl", "AG EF mode = 0", "--ctl", "AG (mode = 1 -> EX mode = 0)", "--json", "-",
                            "--witness", folder, name="m.btor2")
        rows = json.loads(result.out)["assertions"]
        self.assertEqual([row["verdict"] for row in rows], ["unsafe", "safe"])
        self.assertEqual([row["evidence"]["kind"] for row in rows], ["bounds", "bounds"])
        self.assertTrue(all(row["evidence"]["checked"] for row in rows))
        self.assertIn("-> State 3 <-", (folder / "b0.txt").read_text())

    def test_smv_and_fairness(self):
        self.smv("SPEC AG EF a\nSPEC AG (EF lock & (!lock & !(a & b) -> EX !lock))", code=SAFE)
        self.smv("SPEC AG EF !lock", code=UNSAFE)
        self.smv("SPEC AF a | AF b", code=UNSAFE)
        self.smv("FAIRNESS a\nSPEC AG (AF a & EF lock)", code=SAFE)
        self.smv("FAIRNESS a\nSPEC EF EG b & EF EG !b", code=SAFE)
        self.smv("FAIRNESS a\nSPEC EF EG !a", code=UNSAFE)

    def test_no_fair_run(self):
        result = self.smv("FAIRNESS FALSE\nSPEC AG EF lock", code=SAFE)
        self.assertIn("(vacuous)", result.out)

    def test_formulas_of_both_logics_share_a_file(self):
        result = self.smv("SPEC AG EF lock\nLTLSPEC F lock\nINVARSPEC !lock\nSPEC AG EF !lock", code=UNSAFE)
        verdicts = [line.split(": ")[-1].split(";")[0] for line in result.out.splitlines()[1:5]]
        self.assertEqual(verdicts, ["safe", "unsafe", "unsafe", "unsafe"])

    def test_equal_formulas_have_the_same_verdict(self):
        result = self.smv("SPEC AG EF lock\nSPEC AG EF lock\nLTLSPEC F lock\nLTLSPEC F lock\nSPEC AG (lock -> AX lock)\n"
                          "LTLSPEC G (lock -> X lock)\nINVARSPEC !lock\nSPEC AG !lock", code=UNSAFE)
        verdicts = [line.split(": ")[-1].split(";")[0] for line in result.out.splitlines()[1:9]]
        self.assertEqual(verdicts, ["safe", "safe", "unsafe", "unsafe", "safe", "safe", "unsafe", "unsafe"])

    def test_liveness_that_both_logics_say(self):
        text = "SPEC AG (lock -> AF lock)\nSPEC EG !lock\nSPEC AF lock\n"
        result = self.check(UNSAFE, FREE.replace("INIT ", "INIT !b & ") + text, name="m.smv")
        self.assertIn("0  ", result.out)
        verdicts = [line.split(": ")[-1].split(";")[0] for line in result.out.splitlines()[1:4]]
        self.assertEqual(verdicts, ["safe", "reached", "unsafe"])
        self.assertIn("its bounds", result.out)
        # Whoever wants files gets those that others can check.
        folder = self.path("proofs")
        result = self.smv(text, "--certificate", folder, "--property", "0", code=SAFE)
        self.assertIn("the certificate", result.out)
        self.assertEqual(folder.read_text().split()[0], "aag")

    def test_several_initial_states(self):
        self.smv("SPEC EF (b & EX !b)", code=SAFE)
        self.smv("SPEC EX a", code=SAFE)
        self.smv("SPEC EX (lock & a) | b", code=UNSAFE)

    def test_compassion_is_refused_beyond_ltl(self):
        result = self.smv("COMPASSION (a, b)\nSPEC AG EF lock\nSPEC AG (lock -> AX lock)", code=UNKNOWN)
        self.assertIn("not supported with COMPASSION", result.out)
        self.assertIn(": safe", result.out)

    def test_errors_have_their_column(self):
        for formula, column, what in (
                ("AG EF akc", 7, "unknown name 'akc'"),
                ("AG EF ", 7, "expected an expression"),
                ("AG F ack", 4, "an operator of LTL in a formula of CTL"),
                ("A [req W ack]", 8, "expected"),
        ):
            result = self.check(INPUT_ERROR, PIPELINE, "--ctl", formula)
            self.assertIn(f"--ctl:1:{column}: error: ", result.err)
            self.assertIn(what, result.err)
        result = self.check(INPUT_ERROR, DOOR, "--ctl", "AG EF mode", name="m.btor2")
        self.assertIn("expected a bit, got a word of 2 bits", result.err)

    def test_a_formula_of_ten_thousand_operators_ends(self):
        self.check(SAFE, PIPELINE, "--ctl", "AG (EF ack" + " | EX ack" * 5000 + ")")
        result = self.check(INPUT_ERROR, PIPELINE, "--ctl", "EX " * 10000 + "ack")
        self.assertIn("nested deeper", result.err)
        self.check(SAFE, PIPELINE, "--ctl", "EX " * 300 + "(ack | !ack)")

    def test_not_for_programs_nor_smv(self):
        for name, text in (("m.ivl", "main () {}\n"), ("m.smv", FREE)):
            result = self.check(USAGE, text, "--ctl", "AG x", name=name)
            self.assertIn("--ctl", result.err)


if __name__ == "__main__":
    unittest.main()
