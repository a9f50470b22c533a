# SPDX-License-Identifier: MIT
"""How running time depends on the number of workers and on their exchange of lemmas: what bench/scaling runs, in which
order, and its arithmetic. After figures 1 and 2 of [Bra11].

A run without an answer counts as the limit by the clock. In processor time it counts as what it had used, or as the limit
if it ended early. Either is a lower bound of what it would have taken, and is marked as one. The limit by the clock is the
same for all; processor time at that limit is not, and eight workers on two cores would look frugal. So ratios of processor
time leave tasks out whose median is such a bound.
"""

import dataclasses
import functools
import json
import math
import pathlib
import random
import shlex
import statistics
import tempfile
import time

from . import runner
from .configurations import of_cairn
from .results import VERDICTS, Problem
from .scoring import SHORTEST

ALONE = "-"  # in the place of on or off: one worker has nobody to tell
PORTFOLIO = "portfolio"  # the kind without --engine
SEED_STEP = 1000  # worker i of a run has the run's seed plus i: runs share none
GRACE = 10  # seconds after the limit for what Cairn wants to say
FAILURES = 3  # runs that cannot be started, one after the other, before we give up
EXCHANGE = ["published", "received", "lost", "taken", "useful"]  # docs/json.md, of all workers together
INVARIANT = {"invariant": "ic3.lemmas.final", "foreign": "ic3.import.final"}  # of the worker that won
FIGURES = [*EXCHANGE, *INVARIANT]
MEASURES = {"wall": "wall", "cpu": "CPU", "each": "CPU a worker"}
ROUNDS = 1000  # of the bootstrap
FEW = 5  # tasks; over fewer, a mean says nothing


@dataclasses.dataclass(frozen=True)
class Setup:
    """A way to run a task."""

    kind: str  # the engine, or "portfolio"
    workers: int
    share: str  # "on", "off" or ALONE

    @property
    def name(self):
        exchange = {"on": ", exchange", "off": ", none", ALONE: ""}[self.share]
        return f"{self.kind}, {self.workers}{exchange}"

    def options(self, seed, timeout, extra=""):
        words = [] if self.kind == PORTFOLIO else ["--engine", self.kind]
        words += ["--workers", str(self.workers)]
        words += [] if self.share == ALONE else ["--share", self.share]
        return [*words, "--seed", str(seed), "--timeout", f"{timeout:g}", *shlex.split(extra)]


def setups_of(kinds, workers, shares):
    """All of them, in the order in which a task is run with them."""
    return [Setup(kind, number, share) for kind in kinds for number in workers for share in ([ALONE] if number == 1 else shares)]


@dataclasses.dataclass
class Measured:
    """A row of the table: one run."""

    task: str
    expected: str
    kind: str
    workers: int
    share: str
    run: int
    seed: int
    result: str  # as in results.Row
    wall: float
    cpu: float
    rss_mb: int
    figures: dict = dataclasses.field(default_factory=dict)  # {name of FIGURES: number}

    COLUMNS = ["task", "expected", "kind", "workers", "share", "run", "seed", "result", "wall", "cpu", "rss_mb", "wrong", *FIGURES]

    @classmethod
    def of(cls, cells):
        if len(cells) < len(cls.COLUMNS) or cells[4] not in ("on", "off", ALONE):
            raise ValueError
        figures = {name: int(cell) for name, cell in zip(FIGURES, cells[12:]) if cell}
        return cls(*cells[:3], int(cells[3]), cells[4], int(cells[5]), int(cells[6]), cells[7], float(cells[8]), float(cells[9]),
                   int(cells[10]), figures)

    @property
    def setup(self):
        return Setup(self.kind, self.workers, self.share)

    @property
    def key(self):
        return self.task, self.setup, self.run

    @property
    def wrong(self):
        return self.result in VERDICTS and self.expected in VERDICTS and self.result != self.expected

    @property
    def solved(self):
        return self.result in VERDICTS and not self.wrong

    def cells(self):
        return [self.task, self.expected, self.kind, self.workers, self.share, self.run, self.seed, self.result, f"{self.wall:.3f}",
                f"{self.cpu:.3f}", self.rss_mb, self.wrong, *(self.figures.get(name, "") for name in FIGURES)]


# Running.


def figures_of(report):
    """{name of FIGURES: number} of what --json wrote about a run."""
    exchanges = [worker["exchange"] for worker in report.get("workers", []) if "exchange" in worker]
    values = {name: sum(one.get(name, 0) for one in exchanges) for name in EXCHANGE} if exchanges else {}
    counters = report.get("statistics", {})
    return values | {name: counters[counter] for name, counter in INVARIANT.items() if counter in counters}


def result_of(one, ended, limit, reason):
    """The verdict, or why there is none. Times are by the clock; `reason` is what --json says about an unknown."""
    result = one.result(dataclasses.replace(ended, cpu=ended.wall), limit)
    return {"time": "timeout", "memory": "memory"}.get(reason, result) if result == "unknown" else result


def jobs_of(tasks, setups, runs, done):
    """[(task, setup, run)] that are missing. Run after run, so that whatever was reached is a fair sample; all setups on a
    task one after the other, so that noise hits them alike."""
    return [(task, setup, run) for run in range(1, runs + 1) for task in tasks for setup in setups
            if (task.name, setup, run) not in done]


class Session:
    def __init__(self, options, tasks, setups, table, benchexec):
        """Of `options`: cairn, runs, timeout, memory, budget, extra."""
        self.options, self.table, self.benchexec = options, table, benchexec
        self.left = jobs_of(tasks, setups, options.runs, table.done)
        self.width = max(len(setup.name) for setup in setups)

    def measure(self, task, setup, run, file):
        """A row, or None if the program could not be started."""
        limit, seed = self.options.timeout, SEED_STEP * run
        one = of_cairn(setup.name, self.options.cairn, setup.options(seed, limit, self.options.extra))
        wall = limit + GRACE
        limits = runner.Limits((setup.workers + 1) * wall, self.options.memory, wall)
        file.unlink(missing_ok=True)
        ended = runner.run([*runner.words_of(one.command, task.path), "--json", str(file)], limits, self.benchexec)
        if ended.reason == "start":
            print(f"{setup.name} could not be run on {task.name}: {last_line(ended.output)}", flush=True)
            return None
        try:
            report = json.loads(file.read_text())
        except (OSError, ValueError):
            report = {}
        result = result_of(one, ended, limit, report.get("reason"))
        if result == "error":
            print(f"    {last_line(ended.output)}", flush=True)
        return Measured(task.name, task.expected, setup.kind, setup.workers, setup.share, run, seed, result, ended.wall, ended.cpu,
                        ended.rss_mb, figures_of(report))

    def run(self):
        begin, failures, total, done = time.monotonic(), 0, len(self.left), 0
        with tempfile.TemporaryDirectory(prefix="cairn-bench-") as folder:
            for task, setup, run in self.left:
                if time.monotonic() - begin > self.options.budget:
                    break
                row = self.measure(task, setup, run, pathlib.Path(folder) / "run.json")
                failures = failures + 1 if row is None else 0
                if failures == FAILURES:
                    raise Problem(f"{FAILURES} runs in a row could not be started")
                if row is None:
                    continue
                self.table.add(row)
                done += 1
                print(f"[{done}/{total}] run {run}  {task.name[-48:]:<48} {setup.name:<{self.width}} {row.result:<8}{row.wall:8.2f} s "
                      f"{row.cpu:8.2f} CPU s {row.rss_mb:6} MB{'  WRONG' if row.wrong else ''}", flush=True)
        if done < total:
            print(f"{total - done} of {total} runs are left; the same command goes on with them")


def last_line(output):
    return (output.strip().splitlines() or ["it said nothing"])[-1][:200]


# Arithmetic.


@dataclasses.dataclass
class Sample:
    """Seconds of several runs of a task, in one measure."""

    values: list
    solved: list  # of each run, whether it gave the answer

    def median(self):
        return statistics.median(self.values)

    @property
    def bounded(self):
        """Whether the median is only a lower bound."""
        return 2 * sum(self.solved) <= len(self.solved)


@dataclasses.dataclass
class Comparison:
    """Medians of one setup divided by those of another, over tasks."""

    mean: float  # geometric; not a number without tasks
    low: float  # of an interval that holds 95% of the means of resampled tasks and runs
    high: float
    tasks: int
    faster: int  # tasks below nine tenths
    slower: int  # tasks above eleven tenths
    bounds: int  # tasks where one of the medians is a lower bound
    left_out: int  # tasks that were run and don't count

    @property
    def direction(self):
        """"faster", "slower" or "open"; empty if there are too few tasks to say."""
        if self.tasks < FEW:
            return ""
        return "faster" if self.high < 1 else "slower" if self.low > 1 else "open"


def log_ratio(after, before):
    return math.log(max(statistics.median(after), SHORTEST) / max(statistics.median(before), SHORTEST))


def bootstrap(pairs, rounds=ROUNDS, seed=1):
    """The middle 95% of geometric means of ratios of medians. `pairs` are (values, other values) of a task each, of the same
    runs. Tasks are drawn with replacement, and runs within each; the same data give the same interval."""
    draw = random.Random(seed)
    means = []
    for _ in range(rounds):
        logs = []
        for after, before in draw.choices(pairs, k=len(pairs)):
            chosen = draw.choices(range(len(after)), k=len(after))
            logs.append(log_ratio([after[i] for i in chosen], [before[i] for i in chosen]))
        means.append(statistics.fmean(logs))
    means.sort()
    return math.exp(means[int(0.025 * rounds)]), math.exp(means[min(rounds - 1, int(0.975 * rounds))])


class Scaling:
    """All rows of a table, and what follows from them."""

    def __init__(self, rows, notes, limit, cores):
        self.rows, self.notes, self.limit, self.cores = rows, notes, limit, cores
        self.tasks = list(dict.fromkeys(row.task for row in rows))
        self.kinds = list(dict.fromkeys(row.kind for row in rows))
        order = {"on": 0, "off": 1, ALONE: 0}
        self.setups = sorted({row.setup for row in rows},
                             key=lambda setup: (self.kinds.index(setup.kind), setup.workers, order[setup.share]))
        self._rows = {}
        for row in rows:
            self._rows.setdefault((row.setup, row.task), {})[row.run] = row
        self.compare = functools.cache(self._compare)

    def rows_of(self, setup, task=None):
        return [row for row in self.rows if row.setup == setup and task in (None, row.task)]

    def workers(self, kind):
        return sorted({setup.workers for setup in self.setups if setup.kind == kind})

    def alone(self, kind):
        """One worker of this kind, or None if it was not run."""
        setup = Setup(kind, 1, ALONE)
        return setup if setup in self.setups else None

    def seconds(self, row, measure):
        """What a run counts as."""
        if measure == "wall":
            return row.wall if row.solved else self.limit
        cpu = row.cpu if row.solved or row.result == "timeout" else max(row.cpu, self.limit)
        return cpu / row.workers if measure == "each" else cpu

    def sample(self, setup, task, measure, runs=None):
        """Over these runs, or all that there are."""
        own = self._rows.get((setup, task), {})
        rows = [own[run] for run in sorted(own) if runs is None or run in runs]
        return Sample([self.seconds(row, measure) for row in rows], [row.solved for row in rows])

    def pairs(self, after, before, measure):
        """[(sample, sample)] of tasks, over runs that both have, and the number of tasks that do not count: by the clock, if
        both medians are lower bounds; in processor time, if one is."""
        found, left_out = [], 0
        for task in self.tasks:
            runs = set(self._rows.get((after, task), {})) & set(self._rows.get((before, task), {}))
            pair = tuple(self.sample(setup, task, measure, runs) for setup in (after, before))
            bounds = sum(sample.bounded for sample in pair)
            if runs and bounds < (2 if measure == "wall" else 1):
                found.append(pair)
            elif runs:
                left_out += 1
        return found, left_out

    def _compare(self, after, before, measure):
        pairs, left_out = self.pairs(after, before, measure)
        if not pairs:
            return Comparison(math.nan, math.nan, math.nan, 0, 0, 0, 0, left_out)
        values = [(one.values, two.values) for one, two in pairs]
        logs = [log_ratio(*pair) for pair in values]
        return Comparison(math.exp(statistics.fmean(logs)), *bootstrap(values), len(pairs), sum(log < math.log(0.9) for log in logs),
                          sum(log > math.log(1.1) for log in logs), sum(one.bounded or two.bounded for one, two in pairs), left_out)

    def spread(self, setup):
        """The geometric mean over tasks of the longest wall time divided by the shortest, and the number of tasks. Without
        tasks of several runs that are all solved: not a number, and 0."""
        logs = []
        for task in self.tasks:
            sample = self.sample(setup, task, "wall")
            if len(sample.values) > 1 and all(sample.solved):
                logs.append(math.log(max(max(sample.values), SHORTEST) / max(min(sample.values), SHORTEST)))
        return (math.exp(statistics.fmean(logs)), len(logs)) if logs else (math.nan, 0)

    def exchanges(self):
        """Pairs (with exchange, without) of the same kind and number of workers."""
        pairs = [(setup, dataclasses.replace(setup, share="off")) for setup in self.setups if setup.share == "on"]
        return [(on, off) for on, off in pairs if off in self.setups]

    def solved_tasks(self, setup, tasks):
        """Those that more than half of the runs solve."""
        return {task for task in tasks if self.sample(setup, task, "wall").values and not self.sample(setup, task, "wall").bounded}

    def wrong(self):
        return [row for row in self.rows if row.wrong]


# What section 8 of [Bra11] claims.


@dataclasses.dataclass
class Claim:
    subject: str
    where: str
    published: str
    ours: str
    outcome: str


def ratio_text(comparison, measure):
    if not comparison.tasks:
        return f"{MEASURES[measure]}: no task to tell"
    return (f"{MEASURES[measure]} {comparison.mean:.2f} [{comparison.low:.2f}, {comparison.high:.2f}] over {comparison.tasks}, "
            f"{comparison.faster} faster, {comparison.slower} slower")


def steps_of(scaling, kind):
    """[(workers, measure)] to judge a gain over one worker by: the most workers that have a core each, by the clock; and the
    most of all, by processor time a worker, which is about what the clock would say if they had."""
    more = [number for number in scaling.workers(kind) if number > 1]
    with_cores = [number for number in more if number <= scaling.cores]
    steps = [(max(with_cores), "wall")] if with_cores else []
    return steps + ([(max(more), "each")] if more and max(more) > scaling.cores else [])


def gains(scaling, kind, share):
    """[(workers, measure, comparison with one worker)]."""
    alone = scaling.alone(kind)
    setups = [(Setup(kind, workers, share), measure) for workers, measure in steps_of(scaling, kind)]
    return [(setup.workers, measure, scaling.compare(setup, alone, measure)) for setup, measure in setups
            if alone and setup in scaling.setups]


def gains_text(found):
    return "; ".join(f"{workers} workers: {ratio_text(comparison, measure)}" for workers, measure, comparison in found)


def judged(comparison, expected="faster"):
    words = {"": "too few tasks", "open": "open: 1 is in the interval", expected: "confirmed"}
    return words.get(comparison.direction, f"not confirmed: {comparison.direction}")


def claim_of_gain(scaling, kind):
    found = gains(scaling, kind, "on")
    if not found:
        return []
    _, _, one = found[0]
    outcome = "too few tasks" if one.tasks < FEW else "confirmed" if one.faster == one.tasks else f"on {one.faster} of {one.tasks} tasks"
    return [Claim("more processes are faster", "figure 1", "every one of 8 benchmarks benefits from additional cores", gains_text(found),
                  outcome)]


def claim_of_variance(scaling, kind):
    found = gains(scaling, kind, "off")
    if not found:
        return []
    spreads = [(setup, *scaling.spread(setup)) for setup in (scaling.alone(kind), Setup(kind, found[-1][0], "off"))]
    text = gains_text(found)
    if all(tasks for _, _, tasks in spreads):
        text += "; longest run to shortest: " + ", ".join(f"{spread:.2f} with {setup.workers}" for setup, spread, _ in spreads)
    return [Claim("independent processes are faster than one, for variance is reduced", "figures 1, 2(a)",
                  "some of the gain is a reduction in variance", text, judged(found[0][2]))]


def claim_of_exchange(scaling, kind):
    pairs = [(on, off) for on, off in scaling.exchanges() if on.kind == kind]
    if not pairs:
        return []
    on, off = max([pair for pair in pairs if pair[0].workers <= 8] or pairs[:1], key=lambda pair: pair[0].workers)
    comparison = scaling.compare(on, off, "wall")
    return [Claim("communicating processes are faster than independent ones", "figures 1, 2(a)",
                  "8 processes: significantly on 3 of 8 benchmarks, faster on 4 more, inconclusive on 1",
                  f"{on.workers} workers: {ratio_text(comparison, 'wall')}", judged(comparison))]


def claim_of_saturation(scaling, kind):
    more = [setup for setup in scaling.setups if setup.kind == kind and setup.share == "on"]
    if len(more) < 2:
        return []
    before, after = more[-2:]
    measure = "wall" if after.workers <= scaling.cores else "each"
    comparison = scaling.compare(after, before, measure)
    outcome = {"": "too few tasks", "faster": "gains still", "open": "open: 1 is in the interval", "slower": "loses"}[comparison.direction]
    return [Claim("more processes gain nothing at some number, but lose nothing", "figure 1",
                  "2 of 8 benchmarks gain nothing beyond 4 processes; none gets slower",
                  f"{after.workers} workers to {before.workers}: {ratio_text(comparison, measure)}", outcome)]


def claim_of_solved(scaling, kind):
    alone = scaling.alone(kind)
    more = [setup for setup in scaling.setups if setup.kind == kind and setup.share == "on"]
    if not alone or not more:
        return []
    setup = [one for one in more if one.workers <= scaling.cores][-1:] or more[-1:]
    tasks = [task for task in scaling.tasks if all(scaling.sample(one, task, "wall").values for one in (alone, setup[0]))]
    before, after = (scaling.solved_tasks(one, tasks) for one in (alone, setup[0]))
    gained, lost = len(after - before), len(before - after)
    outcome = "confirmed" if gained > lost else "no difference" if gained == lost else "not confirmed"
    return [Claim("more processes solve more in the same time", "figure 2(b)",
                  "12 processes would give at least 12 more proofs within 900 s",
                  f"{setup[0].workers} workers in {scaling.limit:g} s: {len(after)} of {len(tasks)} tasks, one worker {len(before)}; "
                  f"+{gained}, -{lost}", outcome)]


def claims_of(scaling):
    """About the workers that run the same engine, as the paper's do."""
    kinds = [kind for kind in scaling.kinds if kind != PORTFOLIO]
    makers = (claim_of_gain, claim_of_variance, claim_of_exchange, claim_of_saturation, claim_of_solved)
    return [claim for kind in kinds[:1] for maker in makers for claim in maker(scaling, kind)]
