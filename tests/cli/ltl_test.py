# SPDX-License-Identifier: MIT
"""Formulas of LTL over the names of circuits and models on words."""

import unittest

from support import *

# A request goes through three latches.
PIPELINE = "aag 4 1 3 1 0\n2\n4 2\n6 4\n8 6\n8\ni0 req\nl0 s1\nl1 s2\nl2 ack\no0 out\n"

COUNTER = """\
1 sort bitvec 1
2 sort bitvec 4
3 zero 2
4 one 2
5 state 2 count
6 init 2 5 3
7 input 1 en
8 add 2 5 4
9 ite 2 7 8 5
10 next 2 5 9
"""


class LtlTest(CliTest):
    def check(self, code, text, *options, name="m.aag"):
        result = run("check", self.file(name, text), *options)
        self.assertEqual(result.code, code, result)
        return result

    def test_bounded_response_on_a_circuit(self):
        self.check(SAFE, PIPELINE, "--ltl", "G (req -> X X X ack)")
        result = self.check(UNSAFE, PIPELINE, "--ltl", "G (req -> X X ack)")
        self.assertIn("-> State 3 <-", result.out)

    def test_the_past(self):
        self.check(SAFE, PIPELINE, "--ltl", "G (ack -> Y Y Y req)")
        self.check(SAFE, PIPELINE, "--ltl", "G (ack -> O req)")
        self.check(UNSAFE, PIPELINE, "--ltl", "G (ack -> H req)")

    def test_words_are_compared(self):
        self.check(SAFE, COUNTER, "--ltl", "G (count = 3 & !en -> X count = 3)", name="m.btor2")
        self.check(SAFE, COUNTER, "--ltl", "G (count < 15 & en -> X (count > 0))", name="m.btor2")
        result = self.check(UNSAFE, COUNTER, "--ltl", "G (count[1:0] != 0b10)", name="m.btor2")
        self.assertIn("count = 2", result.out)

    def test_formulas_of_a_file_have_names(self):
        path = self.file("p.ltl", "# of the pipeline\nslow := G (req -> X ack)\n\nG (req -> X s1) -- moves\n")
        result = self.check(UNSAFE, PIPELINE, "--ltl-file", path)
        self.assertRegex(result.out, "0 .*assertion 'slow': unsafe")
        self.assertRegex(result.out, "1 .*assertion 'G \\(req -> X s1\\) *': safe")

    def test_errors_have_their_column(self):
        for formula, column, what in (
                ("G (req -> F akc)", 13, "unknown name 'akc'"),
                ("G (req -> ", 11, "expected an expression"),
                ("G req)", 6, "expected an operator or the end"),
                ("AG req", 1, "an operator of CTL"),
        ):
            result = self.check(INPUT_ERROR, PIPELINE, "--ltl", formula)
            self.assertIn(f"--ltl:1:{column}: error: ", result.err)
            self.assertIn(what, result.err)
        result = self.check(INPUT_ERROR, COUNTER, "--ltl", "G count", name="m.btor2")
        self.assertIn("expected a bit, got a word of 4 bits", result.err)
        result = self.check(INPUT_ERROR, COUNTER, "--ltl", "G count != 16", name="m.btor2")
        self.assertIn("16 does not fit a word of 4 bits", result.err)

    def test_a_formula_of_ten_thousand_operators_ends(self):
        self.check(SAFE, PIPELINE, "--ltl", "G (!ack" + " | ack" * 10000 + ")")
        result = self.check(INPUT_ERROR, PIPELINE, "--ltl", "!" * 10000 + "ack")
        self.assertIn("nested deeper", result.err)

    def test_not_for_programs(self):
        result = self.check(USAGE, "main () {}\n", "--ltl", "G x", name="m.ivl")
        self.assertIn("--ltl", result.err)


if __name__ == "__main__":
    unittest.main()
