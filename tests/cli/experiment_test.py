# SPDX-License-Identifier: MIT
"""bench/experiment: what a program can run, figures, what becomes of claims, and small runs. No time is looked at."""

import importlib.util
import json
import math
import shutil
import subprocess
import sys
import unittest

from support import CAIRN, EXAMPLES, SOURCE, CliTest

sys.path.insert(0, str(SOURCE / "bench"))

from lib import experiment_report, experiments, plots, results, scoring, study  # noqa: E402
from lib.experiments import EXPERIMENTS, Claim, Experiment, Variant  # noqa: E402

EXPERIMENT = SOURCE / "bench" / "experiment"
HELP = """\
Options:
  -h,--help                   Print this help message and exit
  --plan NAME                 Take the engine and the options of a plan
  --passes TEXT:{cone,sweep,none}=[cone,sweep] ...
                              Simplifications --no-option runs first
[Option Group: ic3]
    --ic3-lift both|none:{both,none}=both
    --ic3-quip on|off:{on,off}=off
    --ic3-lift-rounds N=4       Cores for one predecessor
    --no-lemmas                 Do without
"""
PLANS = {"pdr", "bradley"}


def row(task, tool, result, cpu=1.0, expected="safe"):
    return results.Row(task, expected, tool, result, cpu)


def known():
    return study.Known(PLANS, study.options_in(HELP))


def claim(**changes):
    return Claim(**{"subject": "x", "before": "a", "after": "b", "where": "", "published": "", "expected": ("worse",), **changes})


def small_study(rows, figures=None, claims=()):
    variants = (Variant("a", "--plan pdr", "first"), Variant("b", "--plan bradley", "second"))
    return study.Study(Experiment("small", "Small", "", variants, "a", claims), variants, rows, figures or {}, {"commit": "c"}, 10)


class KnownTest(unittest.TestCase):
    def test_options_are_read_from_the_help(self):
        options = study.options_in(HELP)
        self.assertEqual(options["--ic3-lift"], (["both", "none"], "both"))
        self.assertEqual(options["--ic3-lift-rounds"], (None, "4"))
        self.assertEqual(options["--passes"], (["cone", "sweep", "none"], "[cone,sweep]"))
        self.assertEqual(options["--plan"], (None, ""))
        self.assertEqual(options["--no-lemmas"], (None, ""))
        self.assertNotIn("--no-option", options)

    def test_what_is_unknown_is_named(self):
        cases = {"--plan pdr": "", "--plan nonsense": "plan nonsense", "--ic3-lift none": "", "--ic3-lift ternary": "--ic3-lift ternary",
                 "--ic3-new on": "--ic3-new", "--passes cone,sweep": "", "--passes cone,new": "--passes cone,new",
                 "--plan pdr --ic3-lift-rounds 9": ""}
        for options, expected in cases.items():
            self.assertEqual(study.unknown_part(Variant("x", options, ""), known()), expected, options)

    def test_what_changes_nothing_is_left_out(self):
        experiment = Experiment("x", "", "", (Variant("default", "--plan pdr", ""), *experiments.switch("quip", "--ic3-quip", "it"),
                                              *experiments.switch("new", "--ic3-new", "it")), "default")
        chosen, messages = study.available(experiment, known())
        self.assertEqual([variant.name for variant in chosen], ["default", "quip"])
        self.assertEqual(messages, ["left out: no-quip (that is the default)", "left out: new, no-new (this Cairn has no --ic3-new)"])
        without = Experiment("x", "", "", (Variant("default", "--ic3-new on", ""),), "default")
        with self.assertRaisesRegex(results.Problem, "x cannot be run: .*--ic3-new"):
            study.available(without, known())

    def test_this_cairn_knows_every_plan_and_value(self):
        here = study.known_to(CAIRN)
        for name in ("bradley-table1", "pdr-table1", "pdr-claims", "pick-variants"):
            chosen, messages = study.available(EXPERIMENTS[name], here)
            self.assertEqual((len(chosen), messages), (len(EXPERIMENTS[name].variants), []))
        for variant in EXPERIMENTS["techniques"].variants:
            for option, value in study.pairs_of(variant.options):
                if option in here.options and here.options[option][0]:
                    self.assertIn(value, here.options[option][0], variant)

    def test_a_program_that_does_not_run_is_named(self):
        with self.assertRaisesRegex(results.Problem, "/no/such/cairn does not run"):
            study.known_to("/no/such/cairn")


class DefinitionTest(unittest.TestCase):
    def test_experiments_speak_of_their_variants(self):
        for experiment in EXPERIMENTS.values():
            names = [variant.name for variant in experiment.variants]
            self.assertEqual(len(set(names)), len(names), experiment.name)
            spoken = {experiment.baseline, *(name for one in experiment.claims for name in (one.before, one.after)),
                      *(name for one in experiment.cactus for name in one.members),
                      *(name for before, after, _ in experiment.scatter for name in (before, after))}
            self.assertLessEqual(spoken, set(names))
            for one in experiment.claims:
                self.assertLessEqual(set(one.expected), {"better", "same", "worse"})
                self.assertIn(one.figure, ("", *experiment_report.UNITS))
                self.assertIn(one.verdict, ("", *results.VERDICTS))

    def test_table_1_has_the_public_rows(self):
        rows = experiments.read_data("bradley-table1.csv")
        self.assertEqual(len(rows), 17)
        self.assertEqual(rows[1], {"task": "bob3", "result": "safe", "seconds": "10", "queries": "44058", "proof": "865", "k": "7"})

    def test_table_i_adds_up_to_what_the_paper_says(self):
        rows = experiments.read_data("pdr-table1.csv")
        solved = {column: sum(bool(one[column]) for one in rows) for column in experiments.PDR_COLUMNS}
        self.assertEqual(solved, {"IC3": 21, "PDR": 38, "NoSim": 11, "StGen": 37, "IMC": 11})
        self.assertEqual(experiment_report.pdr_published(rows, "IC3", "PDR"), (21, 4))
        by_variant = {variant: solved[column] for column, variant in experiments.PDR_COLUMNS.items()}
        for one in EXPERIMENTS["pdr-table1"].claims:
            if "table I" in one.where:
                self.assertEqual(one.solved, (by_variant[one.before], by_variant[one.after]))


class FiguresTest(unittest.TestCase):
    def test_figures_of_ic3(self):
        report = {"engine": "ic3", "verdict": "safe", "seconds": 4.0, "phases": {"ic3": 2.0, "ic3.push": 0.5},
                  "statistics": {"ic3.frames": 3, "ic3.queries": 300, "ic3.lemmas": 10, "ic3.lemmas.literals": 40, "ic3.lemmas.held": 5,
                                 "ic3.lemmas.held_literals": 15, "ic3.lemmas.final": 4}}
        figures = study.figures_of(report)
        self.assertEqual(figures, {"wall": 4.0, "engine": 2.0, "push": 0.5, "frames": 3, "queries": 300, "lemmas": 10,
                                   "lemma_literals": 40, "held": 5, "held_literals": 15, "proof": 4})
        derived = study.with_derived(figures, 3.0)  # the machine was busy: 3 seconds of 4
        self.assertEqual((derived["engine_cpu"], derived["rate"], derived["literals"]), (1.5, 200, 3))
        self.assertEqual(study.figures_of(report | {"verdict": "unsafe", "evidence": {"steps": 9}})["proof"], 9)
        self.assertNotIn("proof", study.figures_of(report | {"verdict": "unknown"}))

    def test_figures_of_bradley(self):
        report = {"engine": "bradley", "verdict": "safe", "statistics": {"bradley.k": 2, "bradley.queries": 7, "bradley.proof": 3,
                                                                        "bradley.ctis": 4, "bradley.predecessors": 5,
                                                                        "bradley.lemmas": 2, "bradley.lemmas.literals": 5}}
        figures = study.figures_of(report)
        self.assertEqual((figures["frames"], figures["proof"], figures["ctis"]), (2, 3, 9))
        derived = study.with_derived(figures, 1)
        self.assertEqual(derived["literals"], 2.5)
        self.assertNotIn("rate", derived)

    def test_short_runs_have_no_rate(self):
        self.assertNotIn("rate", study.with_derived({"wall": 1, "engine": 1, "queries": 9}, 0.01))
        self.assertNotIn("literals", study.with_derived({"lemmas": 0, "lemma_literals": 0}, 1))

    def test_every_figure_is_a_statistic_that_is_documented(self):
        documented = (SOURCE / "docs" / "json.md").read_text()
        for names in [*study.STATISTICS.values(), study.PHASES]:
            for name in names.values():
                self.assertIn(f"`{name}`", documented)


class ChangeTest(unittest.TestCase):
    def ratio(self, mean, tasks=10):
        return scoring.ratio_of([(mean, 1)] * tasks)

    def test_tasks_count_before_times(self):
        self.assertEqual(study.change_of(3, 0, 20, self.ratio(2)), "better")
        self.assertEqual(study.change_of(0, 3, 20, self.ratio(0.5)), "worse")

    def test_few_tasks_are_noise(self):
        self.assertEqual(study.change_of(1, 0, 20, self.ratio(2)), "worse")
        self.assertEqual(study.change_of(4, 0, 100, self.ratio(1)), "same")
        self.assertEqual(study.change_of(5, 0, 100, self.ratio(1)), "better")
        self.assertEqual(study.change_of(4, 4, 20, self.ratio(0.9)), "better")

    def test_too_few_say_nothing(self):
        self.assertEqual(study.change_of(0, 0, 4, self.ratio(2, 4)), "")
        self.assertEqual(study.judged(claim(), ""), "too few tasks")

    def test_claims_are_confirmed_or_not(self):
        self.assertEqual(study.judged(claim(), "worse"), "confirmed")
        self.assertEqual(study.judged(claim(expected=("same", "worse")), "same"), "confirmed")
        self.assertEqual(study.judged(claim(), "same"), "not confirmed: same")
        self.assertEqual(study.judged(claim(expected=()), "same"), "same")


class StudyTest(unittest.TestCase):
    def test_tasks_that_some_variant_misses_do_not_count(self):
        result = small_study([row("t", "a", "safe"), row("t", "b", "timeout", 10), row("u", "a", "safe")])
        self.assertEqual((result.tasks, result.incomplete), (["t"], {"u"}))
        self.assertEqual((result.summary("a").solved, result.summary("b").par2, result.union()), (1, 20, 1))
        self.assertIn("1 more are not counted", experiment_report.notes_text(result))
        self.assertEqual(len(json.loads(study.as_text(result))["runs"]), 3)

    def test_ratios_of_figures_are_over_tasks_that_both_solve(self):
        rows = [row(task, tool, "timeout" if (task, tool) == ("v", "b") else "safe") for task in "tuv" for tool in "ab"]
        figures = {(task, tool): {"queries": queries, "wall": 1, "engine": 1} for task in "tuv" for tool, queries in (("a", 2), ("b", 8))}
        result = small_study(rows, figures)
        ratio = result.figure_ratio("b", "queries")
        self.assertAlmostEqual(ratio.mean, 4)
        self.assertEqual(ratio.tasks, 2)
        self.assertEqual(result.figure_ratio("b", "rate", solved=False).tasks, 3)
        self.assertEqual((result.total("b", "queries"), result.total("b", "ctgs"), result.rate("b")), (24, None, 8))
        self.assertEqual(result.solved_by_all(), ["t", "u"])
        self.assertTrue(math.isnan(small_study(rows).rate("a")))

    def test_claims_are_about_their_verdict(self):
        rows = [row(f"s{i}", tool, "safe") for i in range(6) for tool in "ab"]
        rows += [row(f"u{i}", tool, "unsafe" if tool == "a" else "timeout", expected="unknown") for i in range(3) for tool in "ab"]
        both, safe, unsafe = small_study(rows, claims=(claim(), claim(verdict="safe"), claim(verdict="unsafe"))).outcomes()
        self.assertEqual((both.tasks, both.solved, both.effect.lost, both.verdict), (9, (9, 6), 3, "confirmed"))
        self.assertEqual((safe.tasks, safe.verdict), (6, "not confirmed: same"))
        self.assertEqual((unsafe.tasks, unsafe.verdict), (3, "confirmed"))

    def test_short_runs_do_not_count_for_claims(self):
        rows = [row(f"{length}{i}", tool, "safe", cpu * (1 if tool == "a" else 2)) for i in range(6)
                for length, cpu in (("short", 0.04), ("long", 0.06)) for tool in "ab"]
        rows += [row(f"same{i}", tool, "safe", 0.01) for i in range(6) for tool in "ab"]
        outcome, = small_study(rows, claims=(claim(),)).outcomes()
        self.assertEqual((outcome.ratio.tasks, outcome.verdict), (6, "confirmed"))
        self.assertAlmostEqual(outcome.ratio.mean, 2)

    def test_claims_about_a_figure_do_not_look_at_times(self):
        rows = [row(f"s{i}", tool, "safe", 1 if tool == "a" else 9) for i in range(6) for tool in "ab"]
        figures = {(f"s{i}", tool): {"lemmas": 1, "lemma_literals": 6 if tool == "a" else 3} for i in range(6) for tool in "ab"}
        outcome, = small_study(rows, figures, (claim(figure="literals", expected=("better",)),)).outcomes()
        self.assertAlmostEqual(outcome.ratio.mean, 0.5)
        self.assertEqual(outcome.verdict, "confirmed")

    def test_curves_are_thinned_out(self):
        variants = tuple(Variant(f"v{i:02}", "--plan pdr", "") for i in range(20))
        rows = [row("t", variant.name, "safe", 1 + i / 10) for i, variant in enumerate(variants)]
        result = study.Study(Experiment("x", "", "", variants, "v07"), variants, rows, {}, {}, 10)
        drawn, remark = experiment_report.curves_of(result, [variant.name for variant in variants])
        self.assertEqual(drawn, ["v00", "v01", "v02", "v03", "v04", "v07", "v16", "v17", "v18", "v19"])
        self.assertIn("best 5", remark)

    def test_a_portfolio_takes_what_adds_most(self):
        solves = {"a": "tuv", "b": "tuvw", "c": "xy", "d": "x"}
        variants = tuple(Variant(name, "--plan pdr", "") for name in solves)
        rows = [row(task, tool, "safe" if task in tasks else "timeout") for tool, tasks in solves.items() for task in "tuvwxyz"]
        result = study.Study(Experiment("x", "", "", variants, "a"), variants, rows, {}, {}, 10)
        self.assertEqual(result.portfolio(8), [("b", 4), ("c", 6)])
        self.assertEqual(result.portfolio(1), [("b", 4)])
        self.assertIn("| c | 6 | +50.0% |", "\n".join(experiment_report.portfolio_section(result)))

    def test_queries_a_second_are_those_of_all_runs(self):
        rows = [row("t", tool, "safe", cpu) for tool, cpu in (("a", 2), ("b", 4))] + [row("u", tool, "timeout", 10) for tool in "ab"]
        figures = {(task, tool): {"wall": 1, "engine": 0.5, "queries": 100} for task in "tu" for tool in "ab"}
        text = experiment_report.solvers_section(small_study(rows, figures))[-1]
        self.assertIn("| a | 1 | 200 | 6.0 | 33 | 1.00 over 2 | 1.00 over 1 |", text)
        self.assertIn("| b | 1 | 200 | 7.0 | 29 | 0.71 over 2 | 2.00 over 1 |", text)

    def test_time_is_broken_down(self):
        figures = {("t", "a"): {"wall": 2, "engine": 2, "push": 0.5, "generalize": 1, "block": 0.25, "lemmas": 8, "unneeded": 2,
                                "satisfiable": 30, "unsatisfiable": 20, "satisfiable_s": 3.0, "unsatisfiable_s": 0.5}}
        text = experiment_report.breakdown_section(small_study([row("t", "a", "safe"), row("t", "b", "safe")], figures))[-1]
        self.assertEqual(text.splitlines()[2:], ["| a | 1 | 25% | 50% | 12% | 25% | 1.50 | 4.00 |"])

    def test_claims_are_counted(self):
        rows = [row(f"s{i}", tool, "safe", 1 if tool == "a" else 9) for i in range(6) for tool in "ab"]
        claims = (claim(), claim(subject="y", expected=("better",)), claim(subject="z", verdict="unsafe"), claim(expected=()))
        self.assertEqual(experiment_report.claims_text(small_study(rows, claims=claims)),
                         "Of 3 claims with a direction, 1 are confirmed; not confirmed: *y*; left open, for want of tasks: *z*.")

    def test_tables_are_markdown(self):
        self.assertEqual(experiment_report.table(["a", "b"], [["x", 1]], 1), "| a | b |\n|---|---:|\n| x | 1 |")


class RunTest(CliTest):
    """Two small circuits. One has a name of table 1 of [Bra11]."""

    def setUp(self):
        super().setUp()
        shutil.copy(EXAMPLES / "token_ring.aag", self.path("bob3.aag"))
        shutil.copy(EXAMPLES / "bus_arbiter.aag", self.path("bus.aag"))
        self.tasks = self.file("tasks.txt", "bob3.aag safe\nbus.aag unsafe\n")
        self.out = self.path("out")

    def experiment(self, name, *arguments, tasks=True, pictures=False):
        tasks = ["--list", self.tasks] if tasks else []
        command = [sys.executable, EXPERIMENT, name, *tasks, "--out", self.out, "--runner", "own", "--cairn", CAIRN, "--timeout", "20s",
                   *([] if pictures else ["--no-pictures"]), *arguments]
        return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=400)

    def results(self):
        return json.loads((self.out / "results.json").read_text())

    def page(self):
        return (self.out / "README.md").read_text()

    def assert_problem(self, result, text):
        self.assertEqual(result.returncode, 2, result)
        self.assertRegex(result.stderr, r"\Abench/experiment: [^\n]+\n\Z")
        self.assertIn(text, result.stderr)

    def test_table_1_is_beside_ours(self):
        result = self.experiment("bradley-table1")
        self.assertEqual(result.returncode, 0, result)
        runs = {(run["task"], run["variant"]): run for run in study.runs_in(self.results())}
        self.assertEqual({key: run["result"] for key, run in runs.items()},
                         {(task, tool): verdict for task, verdict in (("bob3.aag", "safe"), ("bus.aag", "unsafe"))
                          for tool in ("bradley", "prime-implicates", "highest", "mapped", "failures-of-all", "no-up", "ic3")})
        ours = runs["bob3.aag", "bradley"]
        for figure in ("queries", "proof", "frames"):
            self.assertGreater(ours[figure], 0)
        self.assertIn("| bob3 | 10 | 44058 | 865 | 7 |", self.page())
        self.assertIn(f"| {ours['queries']} | {ours['proof']} | {ours['frames']} |", self.page())
        self.assertIn("| bradley | 2 | 1 | 1 | 0 | 0 |", self.page())
        notes = self.results()["notes"]
        self.assertEqual(notes["tool bradley"], "cairn check -q --plan bradley")
        self.assertEqual(notes["list"], "tasks.txt")
        for key in ("commit", "machine", "limits", "budget"):
            self.assertTrue(notes[key])
        for name in ("README.md", "results.json", "results.csv"):
            self.assertNotIn(str(self.out.parent), (self.out / name).read_text())

    def test_it_goes_on_where_it_stopped(self):
        first = self.experiment("pick-variants", "--budget", "0.000001s")
        self.assert_problem(first, "has no results")
        self.assertIn("10 of 10 runs are left", first.stdout)
        self.assertIn("[10/10]", self.experiment("pick-variants").stdout)
        page, data = self.page(), self.results()
        again = self.experiment("pick-variants")
        self.assertNotIn("[1/", again.stdout)
        self.assertEqual(self.results()["runs"], data["runs"])
        self.assert_problem(self.experiment("pick-variants", "--timeout", "7s"), "20 CPU seconds")
        self.assert_problem(self.experiment("pdr-table1"), "has results of pick-variants")
        self.assertIn("## Averages, like figures 4.2 and 4.3", page)
        self.assertIn("| basic | 2 | 1 | 1 |", page)

    def test_figures_of_another_version_are_not_continued(self):
        self.out.mkdir()
        (self.out / "results.figures.csv").write_text("task,tool,other\n")
        self.assert_problem(self.experiment("pick-variants"), "has other columns")

    def test_the_page_is_made_again_from_the_results(self):
        self.experiment("pdr-table1")
        page = self.page()
        (self.out / "README.md").unlink()
        result = self.experiment("pdr-table1", "--render", self.out / "results.json", tasks=False)
        self.assertEqual(result.returncode, 0, result)
        self.assertEqual(self.page(), page)
        self.assertIn("| **published, of 46** |  | 21 | 38 | 11 | 37 | 11 |", page)
        self.assertIn("| **solved, of 2** |  | 2 | 2 | 2 | 2 | 2 |", page)

    def test_variants_can_be_chosen(self):
        result = self.experiment("techniques", "--only", "drop,lift-sat,backward")
        self.assertEqual(result.returncode, 0, result)
        self.assertEqual([one["name"] for one in self.results()["variants"]], ["default", "drop", "lift-sat", "backward"])
        self.assertIn("(that is the default)", result.stdout)
        for one in self.results()["variants"]:
            self.assertEqual((one["solved"], one["wrong"], one["failed"]), (2, 0, 0))
        self.assert_problem(self.experiment("techniques", "--only", "nonsense"), "--only nonsense")

    def test_variants_can_be_added(self):
        added = ("--variant", "both=--engine ic3 --ic3-down off --ic3-lift sat")
        self.assertEqual(self.experiment("techniques", "--only", "drop", *added).returncode, 0)
        self.assertEqual([one["name"] for one in self.results()["variants"]], ["default", "drop", "both"])
        page = self.page()
        self.assertIn("`--engine ic3 --ic3-down off --ic3-lift sat`", page)
        self.experiment("techniques", "--render", self.out / "results.json", tasks=False)
        self.assertEqual(self.page(), page)
        self.experiment("techniques", "--only", "drop")
        self.assertEqual([one["name"] for one in self.results()["variants"]], ["default", "drop", "both"])
        self.assert_problem(self.experiment("techniques", "--variant", "drop=--ic3-down off"), "has one of that name")

    def test_wrong_verdicts_are_told(self):
        self.tasks.write_text("bob3.aag unsafe\n")
        result = self.experiment("pick-variants", "--only", "basic")
        self.assertEqual(result.returncode, 1, result)
        self.assertIn("WRONG", result.stdout)
        self.assertEqual([one["wrong"] for one in self.results()["variants"]], [1])

    def test_labels_can_be_mended(self):
        self.tasks.write_text("bob3.aag unsafe\n")
        result = self.experiment("pick-variants", "--only", "basic", "--label", "bob3=safe")
        self.assertEqual(result.returncode, 0, result)
        self.assertIn("mistaken in the list: bob3 is safe", self.page())
        self.assert_problem(self.experiment("pick-variants", "--label", "other=safe"), "has no such task")

    def test_pictures_are_drawn_or_missed_in_one_line(self):
        result = self.experiment("pick-variants", pictures=True)
        if not importlib.util.find_spec("matplotlib"):
            self.assert_problem(result, "matplotlib")
            return
        self.assertEqual(result.returncode, 0, result)
        for name in ("cactus-all.svg", "scatter-basic-better-cti.svg"):
            text = (self.out / name).read_text()
            self.assertIn("</svg>", text)
            self.assertLess(len(text), plots.BIG)
            self.assertIn(f"({name})", self.page())

    def test_mistakes_are_named(self):
        self.assert_problem(self.experiment("pick-variants", "--cairn", "/no/such/cairn"), "/no/such/cairn does not run")
        self.assert_problem(self.experiment("pick-variants", "--render", self.file("bad.json", "{}"), tasks=False),
                            "bad.json: not the results of an experiment")
        self.tasks.write_text("missing.aag safe\n")
        self.assert_problem(self.experiment("pick-variants"), "there is no file")


if __name__ == "__main__":
    unittest.main()
