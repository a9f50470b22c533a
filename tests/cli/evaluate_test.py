# SPDX-License-Identifier: MIT
"""bench/evaluate: scores, what it keeps, going on, and a small run. No picture is needed, and no time is looked at."""

import importlib.util
import json
import math
import os
import signal
import subprocess
import sys
import time
import unittest

from program_test import SAFE_LOOP, has_c
from support import CAIRN, SOURCE, CliTest

sys.path.insert(0, str(SOURCE / "bench"))

from lib import configurations, published, report, results, runner, scoring  # noqa: E402

UNSAFE = """\
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 7) __VERIFIER_error();
  return 0;
}
"""
EVALUATE = SOURCE / "bench" / "evaluate"
SHELL = "one=sh -c 'echo one >>{log}; cat $0' {{}}"  # a tool that says what the file says


def row(task, expected, result, cpu=1.0, tool="tool"):
    return results.Row(task, expected, tool, result, cpu)


class ScoringTest(unittest.TestCase):
    def test_points_are_those_of_the_competition(self):
        points = {("safe", "safe"): 2, ("unsafe", "unsafe"): 1, ("unsafe", "safe"): -32, ("safe", "unsafe"): -16,
                  ("safe", "timeout"): 0, ("unsafe", "unknown"): 0, ("unknown", "safe"): 0}
        for (expected, result), score in points.items():
            self.assertEqual(scoring.score_of(row("t", expected, result)), score, (expected, result))

    def test_summary_adds_up(self):
        rows = [row("a", "safe", "safe", 2), row("b", "unsafe", "unsafe", 4), row("c", "unsafe", "safe", 1),
                row("d", "safe", "unsafe", 1), row("e", "safe", "timeout", 10), row("f", "safe", "crash", 1)]
        one, = scoring.summaries(rows, "tool", 10)
        self.assertEqual((one.solved_safe, one.solved_unsafe, one.wrong_safe, one.wrong_unsafe, one.failed), (1, 1, 1, 1, 1))
        self.assertEqual(one.score, 2 + 1 - 32 - 16)
        self.assertAlmostEqual(one.par2, (2 + 4 + 4 * 20) / 6)

    def test_ratio_is_over_tasks_that_both_solve(self):
        rows = [row("a", "safe", "safe", 2, "x"), row("b", "safe", "safe", 1, "x"), row("c", "safe", "timeout", 9, "x"),
                row("a", "safe", "safe", 4, "y"), row("b", "safe", "safe", 8, "y"), row("c", "safe", "safe", 1, "y")]
        _, y = scoring.summaries(rows, "x", 10)
        self.assertAlmostEqual(y.ratio.mean, 4)
        self.assertEqual((y.ratio.tasks, y.ratio.faster, y.ratio.slower), (2, 0, 2))
        effect = scoring.effect_of("x", "y", scoring.by_tool(rows), {})
        self.assertEqual((effect.gained, effect.lost), (1, 0))
        self.assertTrue(math.isnan(effect.engine.mean))
        figures = {("a", "x"): {"engine": 1, "hits": 0}, ("a", "y"): {"engine": 3, "hits": 4}, ("c", "y"): {"engine": 9}}
        effect = scoring.effect_of("x", "y", scoring.by_tool(rows), figures, "hits")
        self.assertEqual((effect.engine.tasks, effect.counted.tasks), (1, 1))
        self.assertAlmostEqual(effect.engine.mean, 3)
        self.assertAlmostEqual(effect.counted.mean, 8)

    def test_quantiles_begin_at_the_penalties(self):
        rows = [row("a", "safe", "safe", 3), row("b", "unsafe", "unsafe", 1), row("c", "unsafe", "safe", 1)]
        self.assertEqual(scoring.quantiles(rows), [(-32, None), (-31, 1), (-29, 3)])

    def test_verdicts_that_differ_are_found(self):
        rows = [row("a", "unknown", "safe", tool="x"), row("a", "unknown", "unsafe", tool="y"), row("b", "safe", "safe")]
        self.assertEqual(scoring.disagreements(rows), {"a": {"x": "safe", "y": "unsafe"}})

    def test_published_effects_are_about_known_configurations(self):
        known = set(configurations.GROUPS["all"])
        for effect in published.EFFECTS:
            self.assertLessEqual({effect.before, effect.after}, known)
            self.assertIn(effect.direction, ("faster", "slower", "same", ""))
        ours = scoring.Effect("A", "B", scoring.ratio_of([(2, 1)] * 6), *[scoring.ratio_of([])] * 2, 0, 0)
        self.assertEqual(report.agreement(published.EFFECTS[0], ours), "as published")

    def test_published_penalties_are_scores(self):
        for peer in published.PEERS:
            self.assertEqual(32 * peer["wrong_safe"] + 16 * peer["wrong_unsafe"], peer.get("penalty", 0))
        self.assertEqual(published.PEERS[0]["score"], 2 * published.PEERS[0]["safe"] + published.PEERS[0]["unsafe"])


class VerdictTest(unittest.TestCase):
    def verdict(self, output, code=0, verdicts=()):
        one, = configurations.named(["peer=command {}"], "no cairn", verdicts=verdicts)
        return one.verdict(runner.Ended(code=code, output=output))

    def test_last_line_that_says_something_counts(self):
        self.assertEqual(self.verdict("unsafe\nVERIFICATION SUCCESSFUL\nbye\n"), "safe")
        self.assertEqual(self.verdict("Verification result: FALSE(unreach-call). Property violation\n"), "unsafe")
        self.assertEqual(self.verdict("(SafetyResult Safe (Trace))\n"), "safe")
        self.assertEqual(self.verdict("this is safe to say\n"), "unknown")

    def test_exit_code_counts_without_such_a_line(self):
        self.assertEqual([self.verdict("hm\n", code) for code in (10, 20, 0, 3)], ["unsafe", "safe", "unknown", "unknown"])

    def test_expressions_can_be_given(self):
        verdicts = ["peer:safe=all \\d+ goals hold", "peer:unsafe=broken"]
        self.assertEqual(self.verdict("all 12 goals hold", verdicts=verdicts), "safe")
        self.assertEqual(self.verdict("it is BROKEN", verdicts=verdicts), "unsafe")
        self.assertEqual(self.verdict("safe", 20, verdicts), "unknown")

    def test_mistakes_are_named(self):
        for words, verdicts in ((["peer="], []), (["=x"], []), (["a=x", "a=y"], []), (["a=x"], ["b:safe=x"]), (["a=x"], ["a:good=x"]),
                                (["a=x"], ["a:safe=("])):
            with self.assertRaises(results.Problem):
                configurations.named(words, "no cairn", verdicts=verdicts)

    def test_an_answer_after_the_limit_is_none(self):
        one = configurations.Configuration("x", "x {}", is_cairn=True)
        result = lambda **how: one.result(runner.Ended(**how), 5)  # noqa: E731
        self.assertEqual(result(code=20, cpu=4), "safe")
        self.assertEqual(result(code=20, cpu=6), "timeout")
        self.assertEqual(result(code=-9, reason="time"), "timeout")
        self.assertEqual(result(code=-9, reason="memory"), "memory")
        self.assertEqual(result(code=-11), "crash")
        self.assertEqual(result(code=3), "error")
        self.assertEqual(result(code=0), "unknown")


class RunnerTest(CliTest):
    def run_shell(self, script, **limits):
        return runner.run(["sh", "-c", script], runner.Limits(**{"seconds": 20, **limits}))

    def test_tells_how_a_command_ended(self):
        ended = self.run_shell("echo hello; exit 20")
        self.assertEqual((ended.code, ended.output, ended.reason), (20, "hello\n", ""))
        self.assertEqual(self.run_shell("kill -9 $$").code, -9)
        self.assertEqual(runner.run(["/no/such/program"], runner.Limits(1)).reason, "start")

    def assert_gone(self, pid):
        with self.assertRaises(ProcessLookupError):
            os.kill(pid, 0)

    def test_ends_everything_that_a_command_started(self):
        pid_file = self.path("pid")
        self.run_shell(f"setsid sleep 1000 & echo $! >{pid_file}; exit 0")
        self.assert_gone(int(pid_file.read_text()))

    def test_limits_end_all_processes(self):
        pid_file = self.path("pid")
        ended = self.run_shell(f"setsid sh -c 'echo $$ >{pid_file}; while :; do :; done' & wait", seconds=0.2)
        self.assertEqual(ended.reason, "time")
        self.assert_gone(int(pid_file.read_text()))
        self.assertEqual(self.run_shell("sleep 1000", wall=0.2).reason, "wall")
        hungry = "x = bytearray(400 << 20)\nx[::4096] = b'1' * len(x[::4096])\nwhile True: pass"
        ended = runner.run([sys.executable, "-c", hungry], runner.Limits(60, memory_mb=200))
        self.assertEqual(ended.reason, "memory")

    def test_reads_what_runexec_says(self):
        ended = runner.ended_of_runexec("returnvalue=20\ncputime=1.5s\nwalltime=2s\nmemory=3145728B\n", "safe\n")
        self.assertEqual((ended.code, ended.cpu, ended.wall, ended.rss_mb, ended.reason), (20, 1.5, 2, 3, ""))
        ended = runner.ended_of_runexec("exitsignal=9\nterminationreason=cputime\ncputime=60.1s\n", "")
        self.assertEqual((ended.code, ended.reason), (-9, "time"))
        self.assertEqual(runner.ended_of_runexec("", "").reason, "start")


class EvaluateCase(CliTest):
    def setUp(self):
        super().setUp()
        self.tasks = self.file("tasks.txt", "# two tasks\na.txt true\nb.txt false\n")
        self.out = self.path("out")

    def evaluate(self, *arguments, tasks=True):
        tasks = ["--list", self.tasks] if tasks else []
        command = [sys.executable, EVALUATE, *tasks, "--out", self.out, "--runner", "own", "--no-pictures", *arguments]
        return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=400)

    def rows(self):
        return results.read_table(self.out / "results.csv")[1]

    def assert_problem(self, result, text):
        self.assertEqual(result.returncode, 2, result)
        self.assertRegex(result.stderr, r"\Abench/evaluate: [^\n]+\n\Z")
        self.assertIn(text, result.stderr)


class EvaluateTest(EvaluateCase):
    """With a tool that prints the file, which is the verdict."""

    def setUp(self):
        super().setUp()
        self.log = self.path("log")
        self.tool = SHELL.format(log=self.log)
        self.file("a.txt", "safe\n")
        self.file("b.txt", "unsafe\n")

    def runs(self):
        return len(self.log.read_text().split())

    def test_rows_and_scores(self):
        result = self.evaluate(self.tool, "--seconds", 5)
        self.assertEqual(result.returncode, 0, result)
        self.assertEqual([(one.task, one.expected, one.tool, one.result) for one in self.rows()],
                         [("a.txt", "safe", "one", "safe"), ("b.txt", "unsafe", "one", "unsafe")])
        lines = (self.out / "results.csv").read_text().splitlines()
        self.assertIn("# limits: 5 CPU seconds, 4000 MB", lines)
        self.assertIn(",".join(results.COLUMNS), lines)
        one, = json.loads((self.out / "results.json").read_text())["configurations"]
        self.assertEqual((one["solved"], one["score"], one["ratio"]["mean"]), (2, 3, 1))
        self.assertIn("| one | 2 | 2 | 1 | 1 | 0 |", (self.out / "README.md").read_text())
        self.assertIn("| one | 2 | 2 | 1 | 1 | 0 |", result.stdout)

    def test_wrong_verdicts_cost_points_and_the_exit_code(self):
        self.tasks.write_text("a.txt false\nb.txt true\n")
        result = self.evaluate(self.tool)
        self.assertEqual(result.returncode, 1, result)
        self.assertEqual(result.stdout.count("WRONG"), 2)
        one, = json.loads((self.out / "results.json").read_text())["configurations"]
        self.assertEqual((one["wrong_safe"], one["wrong_unsafe"], one["score"]), (1, 1, -48))
        self.assertTrue((self.out / "results.csv").read_text().splitlines()[-1].endswith(",True"))

    def test_what_is_there_is_not_run_again(self):
        self.evaluate(self.tool)
        self.assertEqual(self.runs(), 2)
        self.evaluate(self.tool)
        self.assertEqual(self.runs(), 2)
        self.evaluate(self.tool, "two=cat {}")
        self.assertEqual(self.runs(), 2)
        self.assertEqual([one.tool for one in self.rows()], ["one", "one", "two", "two"])

    def test_a_line_that_was_cut_short_is_run_again(self):
        self.evaluate(self.tool)
        table = self.out / "results.csv"
        table.write_text(table.read_text()[:-7])
        self.assertEqual(self.evaluate(self.tool).returncode, 0)
        self.assertEqual(self.runs(), 3)
        self.assertEqual([one.task for one in self.rows()], ["a.txt", "b.txt"])

    def test_tables_of_other_limits_or_commands_are_not_mixed(self):
        self.evaluate(self.tool)
        self.assert_problem(self.evaluate(self.tool, "--seconds", 7), "60 CPU seconds")
        self.assert_problem(self.evaluate("one=cat {}"), "has tool one")

    def test_a_spent_budget_starts_no_task(self):
        result = self.evaluate(self.tool, "--budget", "0.000001s")
        self.assert_problem(result, "has no results")
        self.assertIn("2 of 2 runs are left", result.stdout)
        self.evaluate(self.tool)
        self.assertEqual(self.runs(), 2)

    def test_an_interrupt_leaves_whole_rows_and_no_process(self):
        pid_file = self.path("pid")
        script = self.file("slow", f"case $1 in *a.txt) exit 20;; esac\necho $$ >{pid_file}.new\nmv {pid_file}.new {pid_file}\nsleep 1000\n")
        slow = f"slow=sh {script} {{}}"
        command = [sys.executable, EVALUATE, "--list", self.tasks, "--out", self.out, "--runner", "own", slow]
        process = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for _ in range(600):
            if pid_file.exists():
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=60)[1]
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("interrupted", errors)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(pid_file.read_text()), 0)
        self.assertEqual([(one.task, one.result) for one in self.rows()], [("a.txt", "safe")])

    def test_several_at_a_time_give_the_same(self):
        self.evaluate(self.tool, "two=cat {}", "--jobs", 2)
        self.assertEqual(sorted((one.task, one.tool, one.result) for one in self.rows()),
                         [("a.txt", "one", "safe"), ("a.txt", "two", "safe"), ("b.txt", "one", "unsafe"), ("b.txt", "two", "unsafe")])

    def test_tables_are_made_again_from_a_csv(self):
        self.evaluate(self.tool)
        before = (self.out / "results.json").read_text()
        (self.out / "results.json").unlink()
        self.assertEqual(self.evaluate("--plot-only", self.out / "results.csv", tasks=False).returncode, 0)
        self.assertEqual((self.out / "results.json").read_text(), before)

    def test_pictures_are_drawn_or_missed_in_one_line(self):
        self.evaluate(self.tool, "two=cat {}")
        command = [sys.executable, EVALUATE, "--plot-only", self.out / "results.csv", "--out", self.out, "--scatter", "one,two"]
        result = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=400)
        if importlib.util.find_spec("matplotlib"):
            self.assertEqual(result.returncode, 0, result)
            for name in ("scatter-one-two.svg", "quantiles-tools.svg"):
                self.assertIn("</svg>", (self.out / name).read_text())
                self.assertLess((self.out / name).stat().st_size, 60000)
                self.assertIn(f"({name})", (self.out / "README.md").read_text())
        else:
            self.assert_problem(result, "matplotlib")

    def test_what_cannot_be_started_is_no_result(self):
        self.assertEqual(self.evaluate(self.tool, "gone=/no/such/tool {}").returncode, 0)
        self.assertEqual({one.tool for one in self.rows()}, {"one"})
        self.tasks.write_text("a.txt\nb.txt\ntasks.txt\n")
        self.assert_problem(self.evaluate("gone=/no/such/tool {}"), "3 runs in a row could not be started, the last one of gone")

    def test_mistakes_are_named(self):
        self.assert_problem(self.evaluate("nonsense", "--cairn", CAIRN), "'nonsense' is no engine, no plan")
        self.assert_problem(self.evaluate("A", "--cairn", "/no/such/cairn"), "/no/such/cairn does not run")
        self.assert_problem(self.evaluate("--plot-only", self.path("none.csv"), tasks=False), "none.csv: No such file")
        self.tasks.write_text("missing.c true\n")
        self.assert_problem(self.evaluate(self.tool), "there is no file")
        table = self.file("bad.csv", "a,b\n")
        self.assert_problem(self.evaluate("--plot-only", table, tasks=False), "bad.csv:1: expected the header")


class ConfigurationTest(unittest.TestCase):
    def test_names_stand_for_plans_and_engines(self):
        chosen = configurations.named(["A,ic3cfa.O", "ic3cfa", "auto"], CAIRN, "--no-lemmas")
        self.assertEqual([one.name for one in chosen], ["A", "ic3cfa.O", "ic3cfa", "auto"])
        words = runner.words_of(chosen[1].command, "x y.c")
        self.assertEqual(words, [CAIRN, "check", "-q", "--engine", "ic3cfa", "--plan", "O", "--no-lemmas", "x y.c"])

    def test_every_configuration_of_the_evaluation_exists(self):
        self.assertEqual(len(configurations.named(["all", "plans"], CAIRN)), 17 + len(configurations.ENGINES))


@unittest.skipUnless(has_c(), "this build has no C front end")
class ProgramsTest(EvaluateCase):
    def test_plans_and_engines_of_cairn_are_run(self):
        self.file("safe.c", SAFE_LOOP)
        self.file("unsafe.c", UNSAFE)
        self.tasks.write_text("safe.c true\nunsafe.c false\n")
        result = self.evaluate("O", "ic3cfa", "--cairn", CAIRN, "--seconds", "5s", "--extra=--no-lemmas")
        self.assertEqual(result.returncode, 0, result)
        rows = {(one.task, one.tool): one.result for one in self.rows()}
        self.assertEqual(set(rows), {(task, tool) for task in ("safe.c", "unsafe.c") for tool in ("O", "ic3cfa")})
        summary = json.loads((self.out / "results.json").read_text())
        for one in summary["configurations"]:
            points = {("safe.c", "safe"): 2, ("unsafe.c", "unsafe"): 1}
            self.assertEqual(one["score"], sum(points.get((task, rows[task, one["name"]]), 0) for task in ("safe.c", "unsafe.c")))
        effect, = summary["effects"]
        self.assertEqual((effect["before"], effect["after"]), ("O", "ic3cfa"))
        figures = (self.out / "results.figures.csv").read_text().splitlines()
        self.assertEqual(figures[0], "task,tool,engine,frontier,queries,hits")
        self.assertEqual(len(figures) - 1, sum(verdict in ("safe", "unsafe") for verdict in rows.values()))


if __name__ == "__main__":
    unittest.main()
