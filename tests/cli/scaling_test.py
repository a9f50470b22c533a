# SPDX-License-Identifier: MIT
"""bench/scaling: order of runs, what they count as, ratios and intervals, claims, going on, and small runs of a program in
Cairn's place. No time is looked at."""

import importlib.util
import json
import math
import os
import signal
import subprocess
import sys
import time
import unittest

from support import CAIRN, EXAMPLES, SOURCE, CliTest

sys.path.insert(0, str(SOURCE / "bench"))

from lib import configurations, plots, results, runner, scaling, scaling_report  # noqa: E402
from lib.scaling import ALONE, Measured, Scaling, Setup  # noqa: E402

SCALING = SOURCE / "bench" / "scaling"
ONE, ON, OFF = Setup("ic3", 1, ALONE), Setup("ic3", 2, "on"), Setup("ic3", 2, "off")

# Says what the file says, and writes a report. A file that says "wait" never ends.
PROGRAM = """\
#!/bin/sh
case "$1 $2" in
"plans --json") echo '[]'; exit 0;;
"engines --json") exit 2;;
"check --help") echo '  --engine TEXT:{ic3,bmc}=auto'; exit 0;;
esac
echo "$*" >>LOG
for file; do
  case $previous in --json) json=$file;; esac
  case $file in *.aag) verdict=$(cat "$file");; esac
  previous=$file
done
case "$*" in *"--share on"*) workers='{"exchange": {"published": 3, "received": 2, "taken": 1, "useful": 4, "lost": 0}}, {"name": "x"}';; esac
case $verdict in
safe) code=20;;
unsafe) code=10;;
wait) echo $$ >PID.new; mv PID.new PID; sleep 1000;;
*) code=0;;
esac
echo '{"reason": "'$verdict'", "workers": ['$workers'], "statistics": {"ic3.lemmas.final": 8, "ic3.import.final": 2}}' >"$json"
exit $code
"""


def row(task, setup, run, wall, cpu=None, result="safe", expected="safe", **figures):
    return Measured(task, expected, setup.kind, setup.workers, setup.share, run, 1000 * run, result, wall, wall if cpu is None else cpu, 10,
                    figures)


def scaling_of(rows, cores=2, limit=100.0):
    return Scaling(rows, {"commit": "c"}, limit, cores)


def many(tasks, times, runs=2):
    """Rows of `tasks` tasks; `times` is {setup: seconds}."""
    return [row(f"t{task}", setup, run, seconds * (1 + run / 10), seconds * (1 + run / 10) * setup.workers)
            for run in range(1, runs + 1) for task in range(tasks) for setup, seconds in times.items()]


class PlanTest(unittest.TestCase):
    def test_setups_are_those_that_differ(self):
        setups = scaling.setups_of(["ic3", "portfolio"], [1, 2], ["on", "off"])
        self.assertEqual(setups, [ONE, ON, OFF, Setup("portfolio", 1, ALONE), Setup("portfolio", 2, "on"), Setup("portfolio", 2, "off")])
        self.assertEqual(scaling.setups_of(["ic3"], [4], ["off"]), [Setup("ic3", 4, "off")])

    def test_options(self):
        self.assertEqual(" ".join(ON.options(2000, 90.0, "--ic3-quip on")),
                         "--engine ic3 --workers 2 --share on --seed 2000 --timeout 90 --ic3-quip on")
        self.assertEqual(" ".join(ONE.options(1000, 0.5)), "--engine ic3 --workers 1 --seed 1000 --timeout 0.5")
        self.assertEqual(" ".join(Setup("portfolio", 2, "off").options(1, 5)), "--workers 2 --share off --seed 1 --timeout 5")

    def test_run_after_run_task_after_task(self):
        tasks = [results.Task("a", None, "safe"), results.Task("b", None, "safe")]
        jobs = [(task.name, setup, run) for task, setup, run in scaling.jobs_of(tasks, [ONE, ON], 2, set())]
        self.assertEqual(jobs, [("a", ONE, 1), ("a", ON, 1), ("b", ONE, 1), ("b", ON, 1),
                                ("a", ONE, 2), ("a", ON, 2), ("b", ONE, 2), ("b", ON, 2)])
        left = scaling.jobs_of(tasks, [ONE, ON], 2, set(jobs[:3]) | {jobs[6]})
        self.assertEqual([(task.name, setup, run) for task, setup, run in left], [jobs[3], jobs[4], jobs[5], jobs[7]])

    def test_rows_are_read_as_they_were_written(self):
        one = row("a b,c", ON, 2, 1.5, 2.5, published=3, useful=0)
        again = Measured.of(list(map(str, one.cells())))
        self.assertEqual(again, one)
        for position, text in ((3, "x"), (4, "maybe"), (8, "fast")):
            bad = list(map(str, one.cells()))
            bad[position] = text
            with self.assertRaises(ValueError):
                Measured.of(bad)
        with self.assertRaises(ValueError):
            Measured.of(["a"])

    def test_results_are_by_the_clock(self):
        one = configurations.Configuration("x", "x {}", is_cairn=True)
        result = lambda reason=None, **how: scaling.result_of(one, runner.Ended(**how), 5, reason)  # noqa: E731
        self.assertEqual(result(code=20, cpu=30, wall=4), "safe")
        self.assertEqual(result(code=20, cpu=1, wall=6), "timeout")
        self.assertEqual(result("time", code=0, wall=4.9), "timeout")
        self.assertEqual(result("memory", code=0, wall=1), "memory")
        self.assertEqual(result("bound", code=0, wall=1), "unknown")
        self.assertEqual(result(code=-9, wall=9, reason=None), "timeout")
        self.assertEqual(result(code=-11, wall=1), "crash")

    def test_figures_add_up_over_workers(self):
        exchange = {"published": 2, "received": 3, "lost": 0, "taken": 1, "useful": 5, "held_back": 9}
        report = {"workers": [{"exchange": exchange}, {"state": "won"}, {"exchange": exchange}], "statistics": {"ic3.import.final": 7}}
        self.assertEqual(scaling.figures_of(report), {"published": 4, "received": 6, "lost": 0, "taken": 2, "useful": 10, "foreign": 7})
        self.assertEqual(scaling.figures_of({}), {})


class ArithmeticTest(unittest.TestCase):
    def test_a_run_without_an_answer_counts_as_the_limit(self):
        one = scaling_of([row("a", ON, 1, 3, 5)])
        counts = lambda **how: [one.seconds(row("a", ON, 1, **how), measure) for measure in ("wall", "cpu", "each")]  # noqa: E731
        self.assertEqual(counts(wall=3, cpu=5), [3, 5, 2.5])
        self.assertEqual(counts(wall=100.2, cpu=180, result="timeout"), [100, 180, 90])
        self.assertEqual(counts(wall=2, cpu=3, result="crash"), [100, 100, 50])
        self.assertEqual(counts(wall=2, cpu=3, result="unsafe"), [100, 100, 50])

    def test_medians_that_are_bounds_are_marked(self):
        rows = [row("a", ONE, 1, 3), row("a", ONE, 2, 100.1, result="timeout"), row("a", ONE, 3, 5)]
        sample = scaling_of(rows).sample(ONE, "a", "wall")
        self.assertEqual((sample.median(), sample.bounded), (5, False))
        self.assertEqual(scaling_report.sample_cells(sample), ["5.00", "3.00", "≥100"])
        sample = scaling_of(rows[:2]).sample(ONE, "a", "wall")
        self.assertEqual(scaling_report.sample_cells(sample), ["≥51.50", "3.00", "≥100"])

    def test_ratios_are_of_medians_over_common_runs(self):
        rows = [row("a", ONE, 1, 8), row("a", ONE, 2, 8), row("a", ONE, 3, 80), row("a", ON, 1, 2), row("a", ON, 2, 2),
                row("b", ONE, 1, 4), row("b", ON, 1, 4), row("c", ONE, 1, 4)]
        one = scaling_of(rows).compare(ON, ONE, "wall")
        self.assertAlmostEqual(one.mean, 0.5)  # of 1/4 and 1
        self.assertEqual((one.tasks, one.faster, one.slower, one.bounds, one.left_out), (2, 1, 0, 0, 0))
        self.assertLessEqual(one.low, one.mean)
        self.assertGreaterEqual(one.high, one.mean)

    def test_bounds_count_by_the_clock_but_not_in_processor_time(self):
        lost = {"result": "timeout"}
        rows = [row("a", ONE, 1, 50), row("a", ON, 1, 100.1, 60, **lost), row("b", ONE, 1, 100.1, **lost), row("b", ON, 1, 100.1, **lost),
                row("c", ONE, 1, 10), row("c", ON, 1, 5, 20)]
        wall, cpu = (scaling_of(rows).compare(ON, ONE, measure) for measure in ("wall", "cpu"))
        self.assertAlmostEqual(wall.mean, 1)  # of 2 and 1/2
        self.assertEqual((wall.tasks, wall.bounds, wall.left_out), (2, 1, 1))
        self.assertAlmostEqual(cpu.mean, 2)
        self.assertEqual((cpu.tasks, cpu.bounds, cpu.left_out), (1, 0, 2))

    def test_without_tasks_there_is_no_ratio(self):
        one = scaling_of([row("a", ONE, 1, 1)]).compare(ON, ONE, "wall")
        self.assertTrue(math.isnan(one.mean))
        self.assertEqual((one.tasks, one.direction), (0, ""))

    def test_intervals_are_the_same_every_time_and_hold_what_they_should(self):
        pairs = [([2.0, 2.2, 1.8], [4.0, 4.4, 3.6])] * 6
        low, high = scaling.bootstrap(pairs)
        self.assertEqual((low, high), scaling.bootstrap(pairs))
        self.assertLess(low, 0.5001)
        self.assertGreater(high, 0.4999)
        self.assertLess(high, 1)
        low, high = scaling.bootstrap([([1.0], [4.0]), ([4.0], [1.0])])
        self.assertAlmostEqual(low, 0.25)
        self.assertAlmostEqual(high, 4)

    def test_spread_is_over_tasks_whose_runs_are_all_solved(self):
        rows = [row("a", ONE, 1, 2), row("a", ONE, 2, 8), row("b", ONE, 1, 1), row("b", ONE, 2, 100.1, result="timeout"), row("c", ONE, 1, 1)]
        self.assertEqual(scaling_of(rows).spread(ONE), (4, 1))
        self.assertEqual(scaling_of(rows).spread(ON)[1], 0)

    def test_claims(self):
        eight = Setup("ic3", 8, "on")
        rows = many(6, {ONE: 10, ON: 4, OFF: 8, eight: 6, Setup("ic3", 8, "off"): 12})
        gain, variance, exchange, saturation, solved = scaling.claims_of(scaling_of(rows))
        self.assertIn("2 workers: wall 0.40", gain.ours)
        self.assertIn("8 workers: CPU a worker 0.60", gain.ours)
        self.assertEqual(gain.outcome, "confirmed")
        self.assertEqual(variance.outcome, "confirmed")
        self.assertIn("8 workers: wall 0.50", exchange.ours)
        self.assertEqual(exchange.outcome, "confirmed")
        self.assertIn("8 workers to 2: CPU a worker 1.50", saturation.ours)
        self.assertEqual(saturation.outcome, "loses")
        self.assertIn("+0, -0", solved.ours)
        # Enough cores: the clock decides.
        self.assertIn("8 workers: wall 0.60", scaling.claims_of(scaling_of(rows, cores=8))[0].ours)
        slower = scaling.claims_of(scaling_of(many(6, {ONE: 10, ON: 20, OFF: 10})))
        self.assertEqual([claim.outcome for claim in slower],
                         ["on 0 of 6 tasks", "open: 1 is in the interval", "not confirmed: slower", "no difference"])
        few = scaling.claims_of(scaling_of(many(2, {ONE: 10, ON: 4, OFF: 8})))
        self.assertEqual([claim.outcome for claim in few][:3], ["too few tasks"] * 3)
        self.assertEqual(scaling.claims_of(scaling_of(many(6, {ONE: 10}))), [])

    def test_the_page_has_all_of_it(self):
        rows = many(6, {ONE: 10, ON: 4, OFF: 8})
        rows.append(row("t0", ON, 3, 1, published=10, received=8, taken=2, lost=0, useful=1, invariant=4, foreign=1))
        one = scaling_of(rows, cores=1)
        text = scaling_report.text_of(one, [("Times", "wall-ic3.svg")])
        for part in ("| 2 | exchange | 13 of 13 | 0.40 [", "| 2 | none | 12 of 12 | 0.80 [", "| 2 | 0.50 [",
                     "| 2 | 1 | 10 | 8 | 0 | 2 | 1 | 25% | 25% |", "### t5 (safe)",
                     "| 1 |  | 2 of 2 | 11.50 | 11.00 | 12.00 |", "Cores of the machine: 1.", "(wall-ic3.svg)"):
            self.assertIn(part, text)
        self.assertNotIn("Wrong verdicts", text)
        data = json.loads(json.dumps(scaling_report.as_json(one), allow_nan=False))
        self.assertEqual(len(data["runs"]), len(rows))
        self.assertEqual(data["exchange"][0]["wall"]["tasks"], 6)
        text = scaling_report.text_of(scaling_of([row("t", ONE, 1, 1, result="unsafe"), *rows]), [])
        self.assertIn("## Wrong verdicts\n\n- t, ic3, 1, seed 1000: unsafe", text)


class ScalingTest(CliTest):
    def setUp(self):
        super().setUp()
        self.log, self.pid, self.out = self.path("log"), self.path("pid"), self.path("out")
        self.program = self.file("program", PROGRAM.replace("LOG", str(self.log)).replace("PID", str(self.pid)))
        self.program.chmod(0o755)
        self.tasks = self.file("tasks.txt", "# two tasks\na.aag safe\nb.aag unsafe\n")
        self.file("a.aag", "safe\n")
        self.file("b.aag", "unsafe\n")

    def command(self, *arguments, cairn=None):
        command = [sys.executable, SCALING, "--out", self.out, "--no-pictures", *arguments]
        if "--render" not in arguments:
            command += ["--list", self.tasks, "--runner", "own", "--cairn", cairn or self.program]
        return list(map(str, command))

    def scaling(self, *arguments, **how):
        return subprocess.run(self.command(*arguments, **how), capture_output=True, text=True, timeout=400)

    def rows(self):
        return results.read_table(self.out / "results.csv", Measured)[1]

    def runs(self):
        return len(self.log.read_text().splitlines())

    def assert_problem(self, result, text):
        self.assertEqual(result.returncode, 2, result)
        self.assertRegex(result.stderr, r"\Abench/scaling: [^\n]+\n\Z")
        self.assertIn(text, result.stderr)

    def test_every_configuration_is_run_and_kept(self):
        result = self.scaling("--workers", "1,2", "--runs", 2, "--timeout", 20, "--extra=--no-lemmas")
        self.assertEqual(result.returncode, 0, result)
        expected = [(task, setup, run) for run in (1, 2) for task in ("a.aag", "b.aag") for setup in (ONE, ON, OFF)]
        self.assertEqual([one.key for one in self.rows()], expected)
        self.assertEqual({one.result for one in self.rows() if one.task == "a.aag"}, {"safe"})
        self.assertEqual(self.rows()[1].figures,
                         {"published": 3, "received": 2, "lost": 0, "taken": 1, "useful": 4, "invariant": 8, "foreign": 2})
        self.assertNotIn("published", self.rows()[2].figures)
        lines = self.log.read_text().splitlines()
        self.assertIn(" --engine ic3 --workers 2 --share off --seed 2000 --timeout 20 --no-lemmas ", lines[-1])
        self.assertNotIn("--share", lines[0])
        self.assertEqual(len(json.loads((self.out / "results.json").read_text())["runs"]), 12)
        notes = results.read_table(self.out / "results.csv", Measured)[0]
        self.assertEqual(notes["limits"], "20 s by the clock, 8000 MB")
        self.assertIn("--workers 1,2 --share on,off --engine ic3 --runs 2 --timeout 20", notes["command"])
        self.assertNotIn(str(self.tasks.parent), (self.out / "README.md").read_text())

    def test_what_is_there_is_not_run_again(self):
        self.scaling("--workers", "1,2", "--runs", 1)
        self.assertEqual(self.runs(), 6)
        self.scaling("--workers", "1,2", "--runs", 1)
        self.assertEqual(self.runs(), 6)
        self.scaling("--workers", "1,2", "--runs", 2)
        self.assertEqual(self.runs(), 12)
        self.scaling("--workers", "2", "--share", "on", "--runs", 1, "--portfolio", "on")
        self.assertEqual(self.runs(), 14)
        self.assertIn(" check -q --workers 2 --share on ", " " + self.log.read_text().splitlines()[-1])
        table = self.out / "results.csv"
        table.write_text(table.read_text()[:-7])  # cut short: that one is run again
        self.scaling("--workers", "2", "--share", "on", "--runs", 1, "--portfolio", "on")
        self.assertEqual(self.runs(), 15)
        self.assertEqual(len({one.key for one in self.rows()}), len(self.rows()))

    def test_tables_of_other_limits_or_options_are_not_mixed(self):
        self.scaling("--workers", "1", "--runs", 1)
        self.assert_problem(self.scaling("--workers", "1", "--timeout", 7), "120 s by the clock")
        self.assert_problem(self.scaling("--workers", "1", "--extra=--no-lemmas"), "has tool ic3")

    def test_a_spent_budget_begins_no_run(self):
        result = self.scaling("--workers", "1", "--runs", 1, "--budget", "0.000001s")
        self.assert_problem(result, "has no results")
        self.assertIn("2 of 2 runs are left", result.stdout)
        self.assertFalse(self.log.exists())

    def test_wrong_verdicts_cost_the_exit_code(self):
        self.tasks.write_text("a.aag unsafe\nb.aag\n")
        result = self.scaling("--workers", "1", "--runs", 1)
        self.assertEqual(result.returncode, 1, result)
        self.assertEqual(result.stdout.count("WRONG"), 1)
        self.assertEqual(self.scaling("--render", self.out / "results.csv").returncode, 1)

    def test_reasons_without_an_answer(self):
        self.file("a.aag", "time\n")
        self.file("b.aag", "bound\n")
        self.assertEqual(self.scaling("--workers", "1", "--runs", 1).returncode, 0)
        self.assertEqual([one.result for one in self.rows()], ["timeout", "unknown"])
        self.assertIn("| 1 |  | 0 of 1 | ≥120 | ≥120 | ≥120 |", (self.out / "README.md").read_text())

    def test_an_interrupt_loses_one_run_and_leaves_no_process(self):
        self.file("b.aag", "wait\n")
        process = subprocess.Popen(self.command("--workers", "1"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for _ in range(600):
            if self.pid.exists():
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=60)[1]
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("interrupted", errors)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(self.pid.read_text()), 0)
        self.assertEqual([one.task for one in self.rows()], ["a.aag"])

    def test_the_page_is_made_again_from_a_csv(self):
        self.scaling("--workers", "1,2", "--runs", 1)
        before = (self.out / "README.md").read_text(), (self.out / "results.json").read_text()
        (self.out / "README.md").unlink()
        self.assertEqual(self.scaling("--render", self.out / "results.csv").returncode, 0)
        self.assertEqual(((self.out / "README.md").read_text(), (self.out / "results.json").read_text()), before)
        self.assertEqual(self.runs(), 6)

    def test_mistakes_are_named(self):
        self.assert_problem(self.scaling("--engine", "magic"), "--engine magic")
        self.assert_problem(self.scaling(cairn="/no/such/cairn"), "/no/such/cairn does not run")
        self.assert_problem(self.scaling("--render", self.path("none.csv")), "none.csv: No such file")
        self.assert_problem(self.scaling("--render", self.file("bad.csv", "a,b\n")), "bad.csv:1: expected the header")
        self.tasks.write_text("")
        self.assert_problem(self.scaling(), "has no tasks")
        for arguments in (("--workers", "0"), ("--workers", "1,x"), ("--share", "maybe"), ("--runs", "0")):
            self.assertEqual(self.scaling(*arguments).returncode, 2, arguments)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "no matplotlib")
    def test_pictures(self):
        rows = many(9, {ONE: 10, ON: 4, OFF: 8}) + [row("t0", OFF, 3, 100.1, result="timeout"), row("t1", ONE, 3, 100.1, result="timeout")]
        scaling_report.write(scaling_of(rows), self.out, True)
        for name in ("ratios", "wall-ic3-1", "wall-ic3-2", "cpu-ic3-1", "cpu-ic3-2"):
            self.assertIn("</svg>", (self.out / f"{name}.svg").read_text())
            self.assertLess((self.out / f"{name}.svg").stat().st_size, plots.BIG)
            self.assertIn(f"({name}.svg)", (self.out / "README.md").read_text())

    def test_cairn_itself(self):
        self.tasks.write_text("token_ring.aag safe\n")
        result = self.scaling("--root", EXAMPLES, "--workers", "1,2", "--runs", 1, "--timeout", "60", "--portfolio", "on", cairn=CAIRN)
        self.assertEqual(result.returncode, 0, result)
        self.assertEqual([(one.kind, one.workers, one.share, one.result) for one in self.rows()],
                         [(kind, workers, share, "safe") for kind in ("ic3", "portfolio")
                          for workers, share in ((1, ALONE), (2, "on"), (2, "off"))])
        self.assertIn("published", self.rows()[1].figures)


if __name__ == "__main__":
    unittest.main()
