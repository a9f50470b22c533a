# SPDX-License-Identifier: MIT
"""cairn sat --proof and --core, and cairn certify on what they write: good, damaged, foreign and cut proofs, no disk."""

import unittest

from support import *
from sat_test import SATISFIABLE, UNSATISFIABLE, dimacs, pigeons


class ProofTest(CliTest):
    def prove(self, clauses, *options, name="p.lrat"):
        self.formula, self.proof = self.file("f.cnf", dimacs(clauses)), self.path(name)
        return run("sat", self.formula, "--proof", self.proof, *options)

    def judge(self, formula=None, proof=None):
        return run("certify", formula or self.formula, proof or self.proof)

    def assert_rejected(self, result, message):
        self.assert_answer(result, REJECTED, "rejected\n")
        self.assertIn(message, result.err)


class Proofs(ProofTest):
    def test_a_refutation_is_accepted(self):
        for clauses in ([[1], [-1]], [[]], [[1, 2], [-1, 2], [1, -2], [-1, -2]], pigeons(6, 5), pigeons(8, 7)):
            self.assert_answer(self.prove(clauses), UNSATISFIABLE, "s UNSATISFIABLE\n")
            self.assert_answer(self.judge(), SAFE, "unsatisfiable\n")

    def test_a_small_proof_to_the_letter(self):
        self.prove([[5, 5], [-5, 7], [-7, -5]])
        self.assertEqual(self.proof.read_text(), "4 5 0 1 0\n5 7 0 4 2 0\n6 0 5 4 3 0\n")

    def test_the_proof_speaks_of_the_variables_of_the_file(self):
        self.prove([[1000000, 70], [-1000000, 70], [1000000, -70], [-1000000, -70]])
        self.assertIn("1000000", self.proof.read_text())
        self.assert_answer(self.judge(), SAFE, "unsatisfiable\n")

    def test_drat_by_option_and_by_name(self):
        clauses = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
        self.prove(clauses, "--proof-format", "drat")
        text = self.proof.read_text()
        self.assertEqual(text.splitlines()[-1], "0")
        self.assert_input_error(self.judge(), self.proof, "is this DRAT?")
        self.prove(clauses, name="p.drat")
        self.assertEqual(self.proof.read_text(), text)
        self.prove(clauses, "--proof-format", "lrat", name="p.drat")
        self.assert_answer(self.judge(), SAFE, "unsatisfiable\n")
        self.prove(clauses, "--proof-format", "drat-binary")
        self.assertEqual(self.proof.read_bytes()[-2:], b"a\0")

    def test_the_core_is_what_is_needed(self):
        core = self.path("core.cnf")
        needed = [[3, 4], [-3, 4], [3, -4], [-3, -4]]
        clauses = [[1, 2], *needed[:2], [5, 5, -1], *needed[2:], [1, 6]]
        result = self.prove(clauses, "--core", core)
        self.assert_answer(result, UNSATISFIABLE, "s UNSATISFIABLE\n")
        self.assertEqual(core.read_text(), dimacs(needed, 6))
        self.assertIn("needs 4 of 7 clauses", result.err)
        self.assert_answer(run("sat", core), UNSATISFIABLE, "s UNSATISFIABLE\n")

    def test_core_and_proof_belong_together(self):
        core = self.path("core.cnf")
        self.prove([[1], [-1], [2], [-2]], "--core", core)
        self.assertEqual(self.proof.read_text(), "5 0 1 2 0\n")
        self.assertEqual(core.read_text(), dimacs([[1], [-1]], 2))

    def test_blanks_before_the_formula(self):
        self.prove([[1], [-1]])
        formula = self.file("blank.cnf", " c x\n\n \tp cnf 1 2\n1 0\n-1 0\n")
        self.assert_answer(self.judge(formula=formula), SAFE, "unsatisfiable\n")
        self.assert_input_error(run("certify", formula, self.proof, "--property", "0"), formula, "has no properties")

    def test_the_core_without_a_proof(self):
        core = self.path("core.cnf")
        formula = self.file("f.cnf", dimacs([[2, 3], *([x + 3 if x > 0 else x - 3 for x in c] for c in pigeons(4, 3))]))
        run("sat", formula, "--core", core, "--quiet")
        self.assertEqual(core.read_text().splitlines()[1:], formula.read_text().splitlines()[2:])

    def test_a_satisfiable_formula_leaves_no_file(self):
        result = self.prove([[1, 2]], "--no-model", "--core", self.path("core.cnf"))
        self.assert_answer(result, SATISFIABLE, "s SATISFIABLE\n")
        self.assertIn("no proof is written", result.err)
        self.assertEqual(self.files(), ["f.cnf"])

    def test_a_limit_leaves_no_file(self):
        result = self.prove(pigeons(14, 13), "--timeout", 0.5)
        self.assert_answer(result, UNKNOWN, "s UNKNOWN\n")
        self.assertEqual(self.files(), ["f.cnf"])


class BadProofs(ProofTest):
    def setUp(self):
        super().setUp()
        self.prove(pigeons(6, 5))
        self.lines = self.proof.read_text().splitlines(keepends=True)

    def test_a_cut_proof(self):
        cut = self.file("cut", "".join(self.lines[:-1]))
        self.assert_rejected(self.judge(proof=cut), "the proof ends after step ")
        cut = self.file("cut", "".join(self.lines)[:-3])
        self.assert_input_error(self.judge(proof=cut), cut, "expected the number of a clause")
        self.assert_rejected(self.judge(proof=self.file("cut", "")), "without the empty clause")

    def test_a_proof_of_another_formula(self):
        other = self.file("other.cnf", dimacs(pigeons(5, 5)))
        result = self.judge(formula=other)
        self.assert_rejected(result, "step ")
        self.assertIn(f"({self.proof}:", result.err)
        other = self.file("other.cnf", dimacs([[1, 2], [-1], [-2]]))
        self.assert_rejected(self.judge(formula=other), "does not occur in the formula")

    def test_damaged_steps_are_never_accepted_for_a_satisfiable_formula(self):
        satisfiable = self.file("s.cnf", dimacs(pigeons(6, 5)[:-1] + [[1, -1]]))
        self.assertEqual(run("sat", satisfiable).code, SATISFIABLE)
        rng = random.Random(3)
        for _ in range(30):
            lines = list(self.lines)
            for _ in range(rng.randint(0, 3)):
                i = rng.randrange(len(lines))
                words = lines[i].split()
                words[rng.randrange(len(words))] = str(rng.randint(-40, 120))
                lines[i] = " ".join(words) + "\n"
            result = self.judge(formula=satisfiable, proof=self.file("damaged", "".join(lines)))
            self.assertIn(result.code, (INPUT_ERROR, UNKNOWN, REJECTED), result)

    def test_what_is_no_proof(self):
        for name, content in (("text", "hello\n"), ("aiger", "aag 0 0 0 0 0\n"), ("bytes", b"\x1f\x00\xff\n")):
            path = self.file(name, content)
            self.assert_input_error(self.judge(proof=path), path, "expected the number of a step")
        self.assert_input_error(self.judge(proof=self.path("missing")), self.path("missing"))

    def test_a_formula_that_is_none(self):
        broken = self.file("broken.cnf", "p cnf 2 2\n1 0\n")
        self.assert_input_error(self.judge(formula=broken), broken, "expected 2 clauses")


class Disk(CliTest):
    def test_a_full_disk_is_an_error(self):
        formula = self.file("f.cnf", dimacs(pigeons(8, 7)))
        for option in ("--proof", "--core"):
            self.assert_input_error(run("sat", formula, option, "/dev/full", "--quiet"), "/dev/full", "No space left")

    def test_a_limit_on_the_size_of_files_leaves_no_part(self):
        formula, proof = self.file("f.cnf", dimacs(pigeons(8, 7))), self.path("p.lrat")
        script = f"trap '' XFSZ; ulimit -f 8; exec '{CAIRN}' sat '{formula}' --proof '{proof}'"
        result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=20)
        self.assertEqual((result.returncode, result.stdout), (INPUT_ERROR, ""), result)
        self.assertIn("cannot write", result.stderr)
        self.assertEqual(self.files(), ["f.cnf"])

    def test_files_that_cannot_be_written(self):
        formula = self.file("f.cnf", dimacs([[1]]))
        missing = self.path("no/such/folder")
        self.assert_input_error(run("sat", formula, "--proof", missing), missing)
        self.assertEqual(run("sat", formula, "--proof", formula).code, INPUT_ERROR)
        self.assertEqual(formula.read_text(), dimacs([[1]]))
        self.assert_usage_error(run("sat", formula, "--proof", "-"), "standard output")
        self.assert_usage_error(run("sat", formula, "--proof-format", "drat"))
        self.assert_usage_error(run("sat", formula, "--proof", "p", "--proof-format", "tracecheck"))


if __name__ == "__main__":
    unittest.main()
