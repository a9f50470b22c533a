# SPDX-License-Identifier: MIT
"""The models of tests/regress/aiger: the truth by enumeration, the answer by Cairn, the evidence by
`cairn certify`, under several settings of both engines."""

import json
import unittest

from support import *


def table():
    for line in (REGRESS / "verdicts.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, bad, truth, steps, bounded = line.split()
            yield name, int(bad), truth, None if steps == "-" else int(steps), bounded


class Regress(CliTest):
    IC3 = ([], ["--passes", "none"], ["--ic3-generalize", "extended", "--ic3-lift", "ternary"])
    BMC = (["--engine", "bmc"], ["--engine", "bmc", "--passes", "none"],
           ["--engine", "bmc", "--bmc-first", "3", "--bmc-step", "7"])

    def test_every_model_is_in_the_table(self):
        models = {p.name for p in REGRESS.iterdir() if p.is_file()} - {"verdicts.txt"}
        self.assertEqual(models - {"justice_only.aag"}, {row[0] for row in table()})

    def test_the_table_is_true(self):
        for name, bad, truth, steps, bounded in table():
            with self.subTest(name):
                self.assertIn(bounded, (truth, "unknown") if truth == "safe" else (truth,))
                if name.endswith(".aag"):
                    model = Model((REGRESS / name).read_text())
                    self.assertEqual(model.shortest_counterexample(bad), steps)

    def test_answers(self):
        for name, bad, truth, steps, bounded in table():
            for settings in (*self.IC3, *self.BMC):
                with self.subTest(name=name, bad=bad, settings=settings):
                    answer = bounded if "bmc" in settings else truth
                    self.check(REGRESS / name, bad, steps, answer, settings)

    def check(self, model, bad, steps, answer, settings):
        witness, certificate = self.path("w"), self.path("c.aig")
        result = run("check", model, "--property", bad, "--bmc-last", 40, "--json", "-", "--witness", witness,
                     "--certificate", certificate, *settings)
        report = json.loads(result.out)
        self.assertEqual(report["verdict"], answer)
        if answer == "unsafe":
            if steps is not None:
                self.assertGreaterEqual(report["evidence"]["steps"], steps)
                if "bmc" in settings and "--bmc-step" not in settings:
                    self.assertEqual(report["evidence"]["steps"], steps)
            self.certified(model, witness, UNSAFE, "--property", bad)
        elif answer == "safe":
            self.certified(model, certificate, SAFE, "--property", bad)
        else:
            self.assertEqual((report["reason"], report["bound"]), ("bound", 40))
        self.assertEqual((witness.exists(), certificate.exists()), (answer == "unsafe", answer == "safe"))
        for path in (witness, certificate):
            path.unlink(missing_ok=True)

    def test_all_formats_give_the_same_answer(self):
        for name, bad, truth, _, _ in table():
            with self.subTest(name):
                for other in ("m.aag", "m.aig", "m.aig.gz"):
                    self.assertEqual(run("convert", REGRESS / name, self.path(other)).code, DONE)
                    self.check(self.path(other), bad, None, truth, [])

    def test_liveness(self):
        self.assertIn(run("check", REGRESS / "justice_only.aag").code, (SAFE, UNSAFE))


if __name__ == "__main__":
    unittest.main()
