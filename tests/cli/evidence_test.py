# SPDX-License-Identifier: MIT
"""`cairn hwmcc` and `cairn certify`: evidence is written, accepted, and rejected when damaged."""

import re
import shutil
import subprocess
import unittest

from support import *

ARBITER = EXAMPLES / "bus_arbiter.aag"
CHECKS = ["Reset", "Transition", "Safety", "Base", "Inductive"]

# An input chooses; what it chose last must not be chosen now. Safe by the constraint in one step.
ONE_STEP = "aag 3 1 1 0 1 1 1\n2\n4 2\n6\n7\n6 4 2\n"
# The latch toggles and must stay 0: every run ends in its second step, before the third latch is 1.
SHORT_LIFE = "aag 3 0 3 0 0 1 1\n2 3\n4 2\n6 4\n6\n3\n"


class Hwmcc(CliTest):
    def call(self, model, *options):
        return run("hwmcc", model, self.path("sat"), self.path("unsat"), *options)

    def test_unsafe(self):
        result = self.call(ARBITER)
        self.assert_answer(result, UNSAFE, "sat\n")
        self.assertEqual((result.err, self.files()), ("", ["sat"]))
        self.certified(ARBITER, self.path("sat"), UNSAFE)

    def test_safe(self):
        for text in (ONE_STEP, SHORT_LIFE):
            model = self.file("m.aag", text)
            result = self.call(model)
            self.assert_answer(result, SAFE, "unsat\n")
            self.assertEqual((result.err, self.files()), ("", ["m.aag", "unsat"]))
            self.certified(model, self.path("unsat"), SAFE)

    def test_unknown_writes_nothing(self):
        self.assert_answer(self.call(EXAMPLES / "token_ring.aag", "--engine", "bmc", "--bmc-last", 9),
                           UNKNOWN, "unknown\n")
        self.assertEqual(self.files(), [])

    def test_a_binary_certificate(self):
        model = self.file("m.aig", hard(4).binary())
        certificate = self.path("c.aig")
        self.assert_answer(run("hwmcc", model, self.path("sat"), certificate), SAFE, "unsat\n")
        self.assertTrue(certificate.read_bytes().startswith(b"aig "))
        self.certified(model, certificate, SAFE)


class Witnesses(CliTest):
    def setUp(self):
        super().setUp()
        self.witness = self.path("w.aiw")
        run("check", ARBITER, "--witness", self.witness)
        self.lines = self.witness.read_text().splitlines()

    def changed(self, lines):
        return self.file("changed.aiw", "\n".join(lines) + "\n")

    def test_each_input_that_matters_matters(self):
        # The DMA engine must ask in each of steps 1 to 12, else its count begins again.
        for step in range(1, 13):
            lines = list(self.lines)
            lines[3 + step] = lines[3 + step][0] + "0" + lines[3 + step][2:]
            result = self.certified(ARBITER, self.changed(lines), REJECTED)
            self.assertIn("cairn: Replay: fails", result.err)
            self.assertIn("cairn: rejected: ", result.err)

    def test_a_run_that_stops_too_early(self):
        self.certified(ARBITER, self.changed(self.lines[:-2] + ["."]), REJECTED)

    def test_a_wrong_initial_state(self):
        self.certified(ARBITER, self.changed(self.lines[:2] + ["110000", "000", "."]), REJECTED)

    def test_a_property_that_does_not_exist(self):
        path = self.changed(["1", "b1"] + self.lines[2:])
        self.assert_input_error(run("certify", ARBITER, path), path)

    def test_malformed_witnesses_are_input_errors(self):
        header = self.lines[:3]
        for lines in (["3"], ["1"], ["1", "b0"], ["1", "b0", "00"], header + ["01", "."], header + ["0121", "."],
                      header + ["abc", "."], header[:2] + ["0000000", "000", "."], ["1", "x0"], header, [""],
                      header + ["000"] * 3):
            path = self.changed(lines)
            result = run("certify", ARBITER, path)
            self.assertEqual(result.out, "", (lines, result))
            self.assert_input_error(result, path)

    def test_a_witness_of_another_model(self):
        other = EXAMPLES / "token_ring.aag"
        self.assert_input_error(run("certify", other, self.witness), self.witness)
        same_shape = self.file("m.aag", "aag 9 3 6 0 0 1\n2\n4\n6\n" + "".join(f"{x} 0\n" for x in range(8, 20, 2)) + "8\n")
        self.certified(same_shape, self.witness, REJECTED)

    def test_a_claim_without_evidence_is_no_evidence(self):
        for status in ("0", "2"):
            path = self.changed([status, "b0", "."])
            result = run("certify", ARBITER, path)
            self.assertNotIn(result.code, (SAFE, UNSAFE), result)
            self.assertNotIn(result.out, ("safe\n", "unsafe\n"), result)

    def test_a_constraint_broken_on_the_way(self):
        model = self.file("m.aag", "aag 2 1 1 0 0 1 1\n2\n4 1\n4\n3\n")
        self.certified(model, self.file("good", "1\nb0\n0\n0\n0\n.\n"), UNSAFE)
        for first, second in ("10", "01", "11"):
            self.certified(model, self.file("bad", f"1\nb0\n0\n{first}\n{second}\n.\n"), REJECTED)


class Certificates(CliTest):
    def make(self, text):
        self.model = self.file("m.aag", text)
        certificate = self.path("c.aag")
        self.assertEqual(run("check", self.model, "--certificate", certificate).code, SAFE)
        return certificate.read_text()

    def judge(self, text, *options):
        return run("certify", self.model, self.file("changed.aag", text), *options)

    def assert_rejected(self, text, *checks):
        result = self.judge(text)
        self.assertEqual((result.code, result.out), (REJECTED, "rejected\n"), result)
        failed = re.findall(r"^cairn: (\w+): fails", result.err, re.M)
        self.assertTrue(failed, result)
        for check in checks:
            self.assertIn(check, failed, result)
        self.assertRegex(result.err, rf"cairn: rejected: {failed[0]}: ")

    def test_all_five_checks_are_told(self):
        self.make(SHORT_LIFE)
        result = self.certified(self.model, self.path("c.aag"), SAFE)
        self.assertEqual(re.findall(r"^cairn: (\w+): holds", result.err, re.M), CHECKS)

    def test_quiet(self):
        self.make(SHORT_LIFE)
        self.assertEqual(self.certified(self.model, self.path("c.aag"), SAFE, "-q").err, "")

    def test_a_certificate_that_claims_nothing_fails_safety(self):
        lines = self.make(SHORT_LIFE).split("\n")
        inputs, latches = (int(x) for x in lines[0].split()[2:4])
        lines[1 + inputs + latches] = "0"  # its bad state
        self.assert_rejected("\n".join(lines), "Safety")

    def test_a_certificate_whose_property_is_false_fails_the_base(self):
        lines = self.make(ONE_STEP).split("\n")
        inputs, latches = (int(x) for x in lines[0].split()[2:4])
        lines[1 + inputs + latches] = "1"
        self.assert_rejected("\n".join(lines), "Base")

    def test_a_certificate_that_lacks_a_lemma_is_not_inductive(self):
        self.model = EXAMPLES / "token_ring.aag"
        certificate = self.path("c.aag")
        self.assert_answer(run("check", self.model, "--certificate", certificate), SAFE, "safe\n")
        text = certificate.read_text()
        self.certified(self.model, certificate, SAFE)
        lines = text.split("\n")
        inputs, latches, _, gates, bads = (int(x) for x in lines[0].split()[2:7])
        lemmas = int(re.search(r"(\d+) lemmas\.$", text, re.M)[1])
        self.assertGreater(lemmas, 4)
        end = 1 + inputs + latches + bads + gates
        last = lines[end - lemmas : end]  # each conjoins one lemma to the gate before it
        needed = 0
        for i, line in enumerate(last):
            gate, before, _ = line.split()
            changed = list(lines)
            changed[end - lemmas + i] = f"{gate} {before} 1"
            result = self.judge("\n".join(changed))
            if result.code == SAFE:
                continue  # the others imply it, or do without it
            needed += 1
            self.assertEqual((result.code, result.out), (REJECTED, "rejected\n"), result)
            self.assertEqual(re.findall(r"^cairn: (\w+): fails", result.err, re.M), ["Inductive"])
            self.assertIn("cairn: rejected: Inductive: ", result.err)
        self.assertGreater(needed, 2)
        without = lines[: end - lemmas] + [f"{x.split()[0]} {x.split()[1]} 1" for x in last] + lines[end:]
        self.assert_rejected("\n".join(without), "Inductive")

    def test_the_model_is_no_certificate_if_it_needs_a_lemma(self):
        self.model = EXAMPLES / "token_ring.aag"
        self.assert_rejected(self.model.read_text(), "Inductive")

    def test_a_certificate_without_constraints(self):
        self.make(SHORT_LIFE)
        self.assert_rejected("aag 3 0 3 0 0 1\n2 3\n4 2\n6 4\n6\n", "Inductive")

    def test_a_certificate_with_a_constraint_that_the_model_lacks(self):
        self.model = self.file("m.aag", "aag 2 1 1 0 0 1\n2\n4 2\n4\n")  # unsafe after one step
        self.assert_rejected("aag 2 1 1 0 0 1 1\n2\n4 2\n4\n3\n", "Reset", "Transition")

    def test_a_certificate_with_another_transition(self):
        self.model = self.file("m.aag", "aag 2 1 1 0 0 1\n2\n4 2\n4\n")
        self.assert_rejected("aag 2 1 1 0 0 1\n2\n4 0\n4\n", "Transition")

    def test_a_certificate_with_another_reset(self):
        self.model = self.file("m.aag", "aag 1 0 1 0 0 1\n2 2 1\n2\n")
        self.assert_rejected("aag 1 0 1 0 0 1\n2 2\n2\n", "Reset")

    def test_every_operand_of_a_lemma_counts_or_is_spare(self):
        # Whatever single number is changed, the certificate is judged; never is a wrong one safe
        # that a search over the model's states would not call safe.
        text = self.make(SHORT_LIFE)
        lines = text.split("\n")
        end = lines.index("c")
        rejected = 0
        for i in range(1, end):
            if not re.fullmatch(r"[\d ]+", lines[i]):
                continue
            words = lines[i].split()
            for j in range(len(words)):
                changed = list(words)
                changed[j] = str(int(words[j]) ^ 1)
                result = self.judge("\n".join(lines[:i] + [" ".join(changed)] + lines[i + 1 :]))
                self.assertIn(result.code, (SAFE, REJECTED, INPUT_ERROR), result)
                rejected += result.code == REJECTED
        self.assertGreater(rejected, 5)

    def test_no_certificate_of_an_unsafe_model_passes(self):
        # The certificate is right for the constrained model; without the constraint it is not.
        certificate = self.make(ONE_STEP)
        self.model = self.file("unsafe.aag", "aag 3 1 1 0 1 1\n2\n4 2\n6\n6 4 2\n")
        self.assertEqual(self.judge(certificate).code, REJECTED)

    def test_mappings_that_name_what_does_not_exist(self):
        text = self.make(ONE_STEP)
        self.assertIn("i0 = 2", text)
        for literal in ("8", "9", "100", "4294967295", "99999999999999", "-2", "x"):
            result = self.judge(text.replace("i0 = 2", f"i0 = {literal}"))
            self.assert_input_error(result, self.path("changed.aag"))

    def test_mappings_that_would_prove_anything(self):
        text = self.make(ONE_STEP)
        for changed in (text.replace("i0 = 2", "i0 = 0"), text.replace("i0 = 2", "i0 = 6"),
                        text.replace("l0 = 4", "l0 = 2"), text + "MAPPING 2\n2 2\n2 4\n",
                        text + "MAPPING 1\n0 2\n", text + "MAPPING 3\n2 2\n", text + "MAPPING x\n"):
            result = self.judge(changed)
            self.assert_input_error(result, self.path("changed.aag"))

    def test_a_certificate_cut_anywhere(self):
        text = self.make(ONE_STEP)
        for size in range(text.index("\nc\n")):
            result = self.judge(text[:size])
            if result.code == INPUT_ERROR:
                self.assert_input_error(result, self.path("changed.aag"))
            else:
                self.assertIn(result.code, (SAFE, REJECTED), result)

    def test_queries_as_dimacs_are_unsatisfiable(self):
        solver = shutil.which("cadical")
        for text in (ONE_STEP, SHORT_LIFE):
            self.make(text)
            self.certified(self.model, self.path("c.aag"), SAFE, "--dimacs", self.path("q"))
            names = [f"q.{check.lower()}.cnf" for check in CHECKS]
            self.assertEqual([name for name in self.files() if name.startswith("q.")], sorted(names))
            for name in names:
                self.assertFalse(satisfiable(read_dimacs(self.path(name).read_text())), name)
                if solver:
                    ended = subprocess.run([solver, "-q", str(self.path(name))], stdout=subprocess.DEVNULL)
                    self.assertEqual(ended.returncode, 20, name)

    def test_the_query_of_a_check_that_fails_is_satisfiable(self):
        self.model = self.file("m.aag", "aag 2 1 1 0 0 1\n2\n4 2\n4\n")
        result = self.judge(self.model.read_text(), "--dimacs", self.path("q"))
        self.assertEqual(result.code, REJECTED)
        for check in CHECKS:
            fails = f"{check}: fails" in result.err
            self.assertEqual(satisfiable(read_dimacs(self.path(f"q.{check.lower()}.cnf").read_text())), fails, check)

    def test_dimacs_that_cannot_be_written(self):
        self.make(ONE_STEP)
        result = run("certify", self.model, self.path("c.aag"), "--dimacs", self.path("none/q"))
        self.assertEqual((result.code, result.out), (INPUT_ERROR, ""), result)

    def test_gzip_and_standard_input(self):
        import gzip

        text = self.make(ONE_STEP)
        self.certified(self.model, self.file("c.aag.gz", gzip.compress(text.encode())), SAFE)
        self.assert_answer(run("certify", self.model, "-", input_bytes=text.encode()), SAFE, "safe\n")
        self.assert_answer(run("certify", "-", self.path("c.aag"), input_bytes=ONE_STEP.encode()), SAFE, "safe\n")

    def test_evidence_that_is_neither(self):
        self.make(ONE_STEP)
        for content in ("", "p cnf 0 0\n", "\x00\x01", "hello\n"):
            path = self.file("evidence", content)
            self.assert_input_error(run("certify", self.model, path), path)


if __name__ == "__main__":
    unittest.main()
