# SPDX-License-Identifier: MIT
"""Configurations over tasks, with rows and figures kept on disk as they come.

What bench/evaluate and bench/experiment share: the loop over the runs, the figures of Cairn's own runs beside a
table of results, and the words about machine and commit.
"""

import argparse
import csv
import json
import os
import pathlib
import platform
import select
import signal
import subprocess
import sys
import tempfile
import time

from . import runner
from .results import Problem, Row, cut_short_line

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
FAILURES = 3  # runs that cannot be started, one after the other, before we give up
UNITS = {"s": 1, "m": 60, "h": 3600}


def duration(text):
    factor = UNITS.get(text[-1:], 0)
    try:
        seconds = float(text[:-1]) * factor if factor else float(text)
    except ValueError:
        seconds = -1
    if not seconds > 0:
        raise argparse.ArgumentTypeError(f"expected a time such as 60, 90s, 5m or 2h, got '{text}'")
    return seconds


def processor():
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.machine()


def machine(jobs):
    return f"{processor()}, {os.cpu_count()} cores, {jobs} at a time"


def commit():
    answer = subprocess.run(["git", "-C", SOURCE, "describe", "--always", "--dirty"], capture_output=True, text=True)
    return answer.stdout.strip() or "unknown"


class Figures:
    """Numbers of Cairn's own runs, in a second file beside a table: NAME.figures.csv."""

    def __init__(self, table, names, figures_of, solved_only=True):
        """`figures_of` takes what --json wrote of a run and gives {name: number}."""
        self.file = pathlib.Path(table).with_suffix(".figures.csv")
        self.names, self._figures_of, self._solved_only = names, figures_of, solved_only
        self.values = self._read()  # {(task, tool): {name: number}}

    def _read(self):
        values = {}
        text = self.file.read_text() if self.file.exists() else ""
        complete = text[: text.rfind("\n") + 1]
        for number, row in enumerate(csv.DictReader(complete.splitlines()), 2):
            try:
                values[(row["task"], row["tool"])] = {name: float(row[name]) for name in self.names if row.get(name)}
            except (KeyError, ValueError):
                raise Problem(f"{self.file}:{number}: not a row of figures") from None
        return values

    def prepare(self):
        """Makes the file ready for more rows."""
        cut_short_line(self.file)
        header = ",".join(["task", "tool", *self.names])
        if self.file.exists() and self.file.stat().st_size > 0 and self.file.read_text().partition("\n")[0] != header:
            raise Problem(f"{self.file} has other columns than this version writes: choose another file for the table")

    def keep(self, row, report_file):
        """Takes over the figures of a run and removes its report."""
        try:
            values = self._figures_of(json.loads(report_file.read_text()))
        except ValueError:
            values = {}
        report_file.unlink()
        if not values or (self._solved_only and not row.solved):
            return
        self.values[(row.task, row.tool)] = values
        fresh = not self.file.exists() or self.file.stat().st_size == 0
        with self.file.open("a", newline="") as out:
            writer = csv.writer(out, lineterminator="\n")
            if fresh:
                writer.writerow(["task", "tool", *self.names])
            writer.writerow([row.task, row.tool, *(values.get(name, "") for name in self.names)])


class Session:
    """Runs what the table does not have yet, all configurations on a task before the next task."""

    def __init__(self, options, tasks, chosen, table, figures, benchexec):
        """Of `options`: seconds, memory, wall, budget and jobs."""
        self.options, self.table, self.figures, self.benchexec = options, table, figures, benchexec
        self.limits = runner.Limits(options.seconds, options.memory, options.wall)
        figures.prepare()
        self.running = {}  # Run: (task, configuration, report file)
        self.left = [(task, one) for task in tasks for one in chosen if (task.name, one.name) not in table.done]
        self.width = max([10, *(len(one.name) for one in chosen)])
        self.total = len(self.left)
        self.finished = 0
        self.failures = 0  # in a row
        self.begin = time.monotonic()
        self.last_task = None

    def spent(self):
        return self.options.budget is not None and time.monotonic() - self.begin > self.options.budget

    def start(self, folder):
        task, one = self.left[0]
        if task is not self.last_task and self.spent():
            self.left = []
            return
        self.last_task = task
        self.left.pop(0)
        words = runner.words_of(one.command, task.path)
        file = pathlib.Path(folder) / f"{len(self.left)}.json" if one.is_cairn else None
        if file:
            words += ["--json", str(file)]
        self.running[runner.Run(words, self.limits, self.benchexec)] = (task, one, file)

    def finish(self, run):
        task, one, file = self.running.pop(run)
        ended = run.result()
        if ended.reason == "start":
            self.failed_to_start(task, one, ended)
            return
        self.failures = 0
        row = Row(task.name, task.expected, one.name, one.result(ended, self.options.seconds), ended.cpu, ended.rss_mb)
        if file and file.exists():
            self.figures.keep(row, file)
        self.table.add(row)
        self.finished += 1
        mark = "  WRONG" if row.wrong else "  by the clock" if ended.reason == "wall" else ""
        print(f"[{self.finished}/{self.total}] {task.name[-56:]:<56} {one.name:<{self.width}} {row.result:<8}"
              f"{row.cpu:8.2f} s {row.rss_mb:5} MB{mark}", flush=True)
        if row.result == "error" and ended.output.strip():
            print(f"    {ended.output.strip().splitlines()[-1][:200]}", flush=True)

    def failed_to_start(self, task, one, ended):
        """No result: the next time it is tried again."""
        self.failures += 1
        why = (ended.output.strip().splitlines() or ["its supervisor ended"])[-1][:200]
        print(f"{one.name} could not be run on {task.name}: {why}", flush=True)
        if self.failures == FAILURES:
            raise Problem(f"{FAILURES} runs in a row could not be started, the last one of {one.name}: {why}")

    def run(self):
        with tempfile.TemporaryDirectory(prefix="cairn-bench-") as folder:
            try:
                while self.left or self.running:
                    while self.left and len(self.running) < self.options.jobs:
                        self.start(folder)
                    ready, _, _ = select.select(list(self.running), [], []) if self.running else ([], [], [])
                    for run in ready:
                        self.finish(run)
            finally:
                for run in list(self.running):
                    run.stop()
        if self.finished < self.total:
            print(f"{self.total - self.finished} of {self.total} runs are left; the same command goes on with them")


def choose_runner(name):
    """Whether runs go through benchexec: `name` is "own", "benchexec" or "auto"."""
    if name == "own":
        return False
    problem = runner.benchexec_problem()
    if problem and name == "benchexec":
        raise Problem(f"benchexec cannot be used: {problem}")
    print("limits are set by benchexec" if not problem else f"limits are set by this script, not by benchexec: {problem}", flush=True)
    return not problem


def _interrupted(*_):
    raise KeyboardInterrupt


def exit_with(main, name):
    """Runs `main` and ends the program with its exit code, or with one line about what went wrong."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup
            signal.signal(number, _interrupted)
    try:
        sys.exit(main())
    except Problem as problem:
        sys.exit(print(f"{name}: {problem}", file=sys.stderr) or 2)
    except BrokenPipeError:  # nobody reads what we print
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(print(f"\n{name}: interrupted; the same command goes on from here", file=sys.stderr) or 130)
