# SPDX-License-Identifier: MIT
"""`cairn plans` and `cairn check --plan`."""

import json
import shlex
import sys
import unittest

from program_test import SAFE_LOOP, has_c
from support import DONE, EXAMPLES, SAFE, SOURCE, CliTest, run

sys.path.insert(0, str(SOURCE / "bench"))
from lib import experiments, study  # noqa: E402

def pairs(words):
    """{option: value} of a plan's words; of a switch, on or off."""
    return dict(study.pairs_of(shlex.join(words)))


LETTERS = [chr(letter) for letter in range(ord("A"), ord("Q") + 1)]


class PlansTest(CliTest):
    def listed(self, *arguments):
        result = run("plans", *arguments, "--json")
        self.assertEqual(result.code, DONE, result)
        return json.loads(result.out)

    def test_every_plan_has_a_line(self):
        result = run("plans")
        self.assertEqual(result.code, DONE, result)
        lines = [line.split() for line in result.out.splitlines()]
        for letter in LETTERS:
            self.assertEqual([line[1] for line in lines if line[0] == letter], ["ic3cfa"])
        self.assertIn("[Lan18, table 5.1]", result.out)
        self.assertEqual(len(lines), len(self.listed()))

    def test_the_experiment_with_plans_has_those_of_eight_workers(self):
        circuits = run("plans", "--workers", "8").out.split("# programs")[0]
        listed = [tuple(line.split(" = ")) for line in circuits.splitlines() if " = " in line]
        self.assertEqual([(one.name, one.options) for one in experiments.PLANS.variants], listed)

    def test_names_of_an_engine_differ(self):
        names = [(plan["engine"], plan["name"].lower()) for plan in self.listed()]
        self.assertEqual(len(names), len(set(names)))

    def test_a_plan_shows_the_options_it_sets(self):
        plan, = self.listed("B")
        words = plan["options"]
        options = pairs(words)
        self.assertEqual(options["--engine"], "ic3cfa")
        self.assertEqual(options["--ic3cfa-generalize"], "old")
        self.assertEqual(options["--ic3cfa-edges"], "multi")
        text = run("plans", "b").out
        for word in words:
            self.assertIn(f" {word}", text)

    def test_plans_differ_from_each_other(self):
        self.assertEqual(len({tuple(plan["options"]) for plan in self.listed("--engine", "ic3cfa")}), 1 + len(LETTERS))

    def test_plans_of_ic3_differ_and_agree(self):
        plans = self.listed("--engine", "ic3")
        names = {plan["name"] for plan in plans}
        self.assertTrue({"pdr", "pdr-no-simulation", "pdr-stronger-generalization", "pdr-backward"} <= names)
        five = ("basic", "better-cti", "better-propagation", "priority-queue", "ctg")
        self.assertTrue({f"pick-{name}" for name in five} <= names)
        self.assertEqual(len({tuple(plan["options"]) for plan in plans}), len(plans))
        for plan in plans:
            result = run("check", EXAMPLES / "token_ring.aag", "--plan", plan["name"], limit=60)
            self.assertEqual(result.code, SAFE, (plan["name"], result))

    def test_fields_are_documented(self):
        documented = (SOURCE / "docs" / "json.md").read_text().split("## `cairn plans --json`")[1]
        for field in self.listed()[0]:
            self.assertIn(f"`{field}`", documented)

    def test_unknown_plans_and_engines_are_refused(self):
        self.assert_usage_error(run("plans", "R"), "there is no plan 'R'")
        self.assert_usage_error(run("plans", "A", "--engine", "nobody"), "'nobody' has no plans")
        circuit = EXAMPLES / "token_ring.aag"
        self.assert_usage_error(run("check", circuit, "--plan", "R\n"), "there is no plan 'R")
        self.assert_usage_error(run("check", circuit, "--plan", "A", "--engine", "bmc"), "is a plan of ic3cfa, not of bmc")
        self.assert_usage_error(run("check", circuit, "--plan", "A"), "ic3cfa is an engine for programs")
        self.assert_usage_error(
            run("hwmcc", circuit, "--plan", "A", "cex", "cert"), "A is a plan of ic3cfa, which 'hwmcc' does not run")

    def test_reports_name_the_plan(self):
        circuit = EXAMPLES / "token_ring.aag"
        report = json.loads(run("check", circuit, "--plan", "PDR", "--json", "-").out)
        self.assertEqual((report["engine"], report["plan"]), ("ic3", "pdr"))
        self.assertNotIn("plan", json.loads(run("check", circuit, "--json", "-").out))


@unittest.skipUnless(has_c(), "this build has no C front end")
class CheckPlanTest(CliTest):
    def statistics(self, *options):
        program, report = self.file("prog.c", SAFE_LOOP), self.path("report.json")
        result = run("check", program, "--no-lemmas", "--json", report, *options, limit=60)
        self.assertEqual(result.code, SAFE, result)
        run_report = self.json_of(report)
        self.assertEqual(run_report["engine"], "ic3cfa")
        return run_report["statistics"]

    def test_a_plan_is_its_options(self):
        for name in ("A", "O"):
            plan, = json.loads(run("plans", name, "--json").out)
            spelled_out = self.statistics(*plan["options"])
            self.assertEqual(self.statistics("--plan", name), spelled_out)
            self.assertEqual(self.statistics("--engine", "ic3cfa", "--plan", name.lower()), spelled_out)
            self.assertEqual(self.statistics("--engine", "ic3cfa", "--ic3cfa-plan", name), spelled_out)

    def test_options_that_are_given_override_the_plan(self):
        plan, = json.loads(run("plans", "B", "--json").out)
        words = plan["options"]
        options = pairs(words)
        options["--ic3cfa-generalize"] = "none"
        changed = self.statistics(*[word for pair in options.items() for word in pair])
        self.assertEqual(self.statistics("--plan", "B", "--ic3cfa-generalize", "none"), changed)
        self.assertEqual(self.statistics("--ic3cfa-generalize", "none", "--plan", "B"), changed)


if __name__ == "__main__":
    unittest.main()
