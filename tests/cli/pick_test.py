# SPDX-License-Identifier: MIT
"""Fourteen models by hand, in BLIF, like those that [Pic16] was evaluated with: all variants of IC3 agree on them, and on what
is converted."""

import json
import unittest

from support import *

MODELS = SOURCE / "tests" / "regress" / "blif"
VARIANTS = ("basic", "better-cti", "better-propagation", "priority-queue", "ctg")


def table():
    for line in (MODELS / "verdicts.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, truth, steps = line.split()
            yield MODELS / name, truth, None if steps == "-" else int(steps)


class Pick(CliTest):
    def test_every_model_is_in_the_table(self):
        self.assertEqual(sorted(path for path, *_ in table()), sorted(MODELS.glob("*.blif")))
        self.assertEqual(len(list(table())), 14)

    def test_her_variants_agree(self):
        for path, truth, steps in table():
            for variant in VARIANTS:
                with self.subTest(model=path.name, variant=variant):
                    report = json.loads(run("check", path, "--plan", f"pick-{variant}", "--passes", "none", "--json", "-").out)
                    self.assertEqual(report["verdict"], truth)
                    if truth == "unsafe":
                        self.assertGreaterEqual(report["evidence"]["steps"], steps)

    def test_counterexamples_are_as_short_as_the_table_says(self):
        for path, truth, steps in table():
            if truth == "unsafe":
                report = json.loads(run("check", path, "--engine", "bmc", "--json", "-").out)
                self.assertEqual(report["evidence"]["steps"], steps, path)

    def test_evidence_is_about_the_file(self):
        for path, truth, _ in table():
            with self.subTest(path.name):
                witness, certificate = self.path("w"), self.path("c.aig")
                run("check", path, "--witness", witness, "--certificate", certificate)
                self.certified(path, witness if truth == "unsafe" else certificate, UNSAFE if truth == "unsafe" else SAFE)

    def test_conversion_keeps_verdicts(self):
        for path, truth, _ in table():
            with self.subTest(path.name):
                aiger, again = self.path("m.aag"), self.path("again.blif")
                self.assertEqual(run("convert", path, aiger).code, 0)
                self.assertEqual(run("convert", aiger, again).code, 0)
                for file in (aiger, again):
                    self.assertEqual(json.loads(run("check", file, "--json", "-").out)["verdict"], truth)

    def test_what_blif_cannot_say_is_refused(self):
        model = self.file("m.aag", "aag 1 1 0 0 0 1 1\n2\n2\n3\n")
        out = self.path("m.blif")
        result = run("convert", model, out)
        self.assertEqual(result.code, 1, result)
        self.assertIn("cannot be written as BLIF: it has constraints", result.err)
        self.assertFalse(out.exists())

    def test_mistakes_have_their_place(self):
        result = run("check", self.file("m.blif", ".model m\n.outputs y\n.gate nand2 A=a\n"))
        self.assertEqual(result.code, 1, result)
        self.assertIn("m.blif:3:1: error: gates of a library are not known here", result.err)


if __name__ == "__main__":
    unittest.main()
