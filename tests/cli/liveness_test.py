# SPDX-License-Identifier: MIT
"""Justice properties, as a user sees them."""

import json
import unittest

from report_schema_test import SCHEMA, errors
from support import *

ONE = "aag 2 1 1 0 0 0 0 1 0\n2\n4 2\n1\n4\n"
EMPTY = "aag 1 1 0 0 0 0 0 1 0\n2\n0\n"
NEVER = "aag 1 0 1 0 0 0 0 1 0\n2 2\n1\n2\n"
BTOR2 = "1 sort bitvec 1\n2 zero 1\n3 input 1\n4 state 1\n5 init 1 4 2\n6 next 1 4 3\n7 justice 1 4\n"


class LivenessTest(CliTest):
    def test_lasso(self):
        model, witness = self.file("m.aag", ONE), self.path("w.aiw")
        result = run("check", model, "--witness", witness)
        self.assertEqual(result.code, UNSAFE, result)
        self.assertIn("justice property j0 recurs in a loop of", result.err)
        self.assertEqual(run("certify", model, witness).code, UNSAFE)

    def test_lasso_that_does_not_close(self):
        model = self.file("m.aag", ONE)
        result = run("certify", model, self.file("w.aiw", "1\nj0\n0\n1\n.\n"))
        self.assertEqual(result.code, 4, result)
        self.assertIn("no loop", result.err)

    def test_proof_by_every_engine(self):
        model, certificate = self.file("m.aag", NEVER), self.path("c.aag")
        for engine in ("auto", "k-liveness", "rlive", "l2s", "ic3"):
            result = run("check", model, "--engine", engine, "--certificate", certificate)
            self.assertEqual(result.code, SAFE, (engine, result))
            self.assertIn("with a ranking", result.err)
            self.assertEqual(run("certify", model, certificate).code, SAFE)

    def test_certificate_without_ranking(self):
        model = self.file("m.aag", NEVER)
        result = run("certify", model, self.file("c.aag", "aag 1 0 1 0 0 1\n2 2\n2\nl0 = 2\n"))
        self.assertEqual(result.code, 0, result)
        self.assertIn("no ranking", result.err)

    def test_empty_set(self):
        result = run("check", self.file("m.aag", EMPTY))
        self.assertEqual(result.code, 1, result)
        self.assertIn("justice property j0 has no literals", result.err)

    def test_wrong_engine(self):
        result = run("check", self.file("m.aag", ONE), "--engine", "fsis")
        self.assertEqual(result.code, 0, result)
        self.assertIn("does not decide justice properties", result.err)
        bad = self.file("b.aag", "aag 1 0 1 0 0 1\n2 2\n2\n")
        self.assertIn("decides justice properties, no bad states", run("check", bad, "--engine", "rlive").err)
        result = run("check", bad, "--engine", "rlive", "--property", "all")
        self.assertEqual(result.code, UNKNOWN, result)
        self.assertIn("decides justice properties, no bad states", result.out)

    def test_btor2(self):
        model, witness = self.file("m.btor2", BTOR2), self.path("w.wit")
        vcd = self.path("w.vcd")
        result = run("check", model, "--witness", witness, "--vcd", vcd)
        self.assertEqual(result.code, UNSAFE, result)
        self.assertEqual(open(witness).read().split("\n")[:2], ["sat", "j0"])
        self.assertIn("cairn_loop", open(vcd).read())
        self.assertEqual(run("certify", model, witness).code, UNSAFE)
        result = run("hwmcc", model, self.path("h.wit"))
        self.assertEqual(result.out.split("\n")[0], "sat")

    def test_btor2_proof(self):
        model = self.file("m.btor2", BTOR2 + "8 not 1 4\n9 constraint 8\n")
        certificate = self.path("c.aag")
        result = run("check", model, "--certificate", certificate)
        self.assertEqual(result.code, SAFE, result)
        self.assertEqual(run("certify", model, certificate).code, SAFE)

    def test_workers(self):
        for name, text, code in (("one.aag", ONE, UNSAFE), ("never.aag", NEVER, SAFE), ("m.btor2", BTOR2, UNSAFE)):
            model, evidence = self.file(name, text), self.path("evidence")
            kind = "--witness" if code == UNSAFE else "--certificate"
            result = run("check", model, "--workers", "2", "--json", "-", kind, evidence)
            self.assertEqual(result.code, code, result)
            report = json.loads(result.out)
            self.assertEqual(list(errors(report, SCHEMA)), [], result)
            names = [worker["name"] for worker in report["workers"]]
            self.assertEqual(names, ["lasso", "k-liveness", "rlive", "l2s"])
            self.assertEqual(run("certify", model, evidence).code, code)

    def test_workers_with_plans(self):
        model = self.file("never.aag", NEVER)
        plans = self.file("plans", "deep = --engine rlive\nitp = --engine itpseq\n")
        result = run("check", model, "--portfolio", plans, "--workers", "2", "--json", "-")
        self.assertEqual(result.code, SAFE, result)
        self.assertEqual([worker["name"] for worker in json.loads(result.out)["workers"]], ["deep"])
        result = run("check", model, "--portfolio", self.file("others", "itp = --engine itpseq\n"))
        self.assertEqual(result.code, UNKNOWN, result)
        self.assertIn("no plan of the workers decides justice properties", result.err)

    def test_properties(self):
        mixed = "aag 2 1 1 0 0 1 0 2 0\n2\n4 2\n4\n1\n1\n4\n0\nj0 again\nj1 never\n"
        model = self.file("m.aag", mixed)
        result = run("check", model, "--json", "-")
        report = json.loads(result.out)
        self.assertEqual(list(errors(report, SCHEMA)), [], result)
        self.assertEqual([row["verdict"] for row in report["assertions"]], ["unsafe", "unsafe", "safe"])
        self.assertEqual([row["kind"] for row in report["assertions"]], ["assert", "justice", "justice"])
        self.assertEqual(run("check", model, "--property", "never").code, SAFE)
        self.assertEqual(run("check", model, "--property", "j0").code, UNSAFE)
        folder = self.path("proofs")
        run("check", model, "--certificate", folder)
        self.assertEqual(run("certify", model, folder / "j1.cert.aag", "--property", "j1").code, SAFE)


if __name__ == "__main__":
    unittest.main()
