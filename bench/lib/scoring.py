# SPDX-License-Identifier: MIT
"""What results are worth: the scores of SV-COMP, PAR-2, and ratios of times."""

import dataclasses
import math

from .results import VERDICTS

SCORES = {("safe", "safe"): 2, ("unsafe", "unsafe"): 1, ("unsafe", "safe"): -16, ("safe", "unsafe"): -32}  # said, is
SHORTEST = 0.01  # seconds; times below say nothing
LEAST = 0.5  # for counts of 0, which have no logarithm
FEW = 5  # tasks; over fewer, a mean says nothing


def score_of(row):
    """Points of a row; an answer where nobody knows the verdict gives none."""
    return SCORES.get((row.result, row.expected), 0)


@dataclasses.dataclass
class Ratio:
    """Times of one tool divided by those of another, over tasks that both solve."""

    mean: float  # geometric; not a number without tasks
    tasks: int
    faster: int  # tasks that took less than nine tenths of the time
    slower: int  # tasks that took more than eleven tenths


def ratio_of(pairs):
    """Of pairs (time, time of the other)."""
    logs = [math.log(max(own, SHORTEST) / max(other, SHORTEST)) for own, other in pairs]
    mean = math.exp(sum(logs) / len(logs)) if logs else math.nan
    return Ratio(mean, len(logs), sum(log < math.log(0.9) for log in logs), sum(log > math.log(1.1) for log in logs))


@dataclasses.dataclass
class Summary:
    tool: str
    tasks: int
    solved_safe: int
    solved_unsafe: int
    wrong_safe: int  # it said safe, and that was wrong
    wrong_unsafe: int
    failed: int  # crashes and errors
    score: int
    par2: float  # seconds a task; twice the limit for what was not solved
    cpu: float  # seconds in all
    ratio: Ratio  # of times, against the baseline

    @property
    def solved(self):
        return self.solved_safe + self.solved_unsafe

    @property
    def wrong(self):
        return self.wrong_safe + self.wrong_unsafe


def by_tool(rows):
    """{tool: {task: row}}, tools in the order in which they come."""
    tools = {}
    for row in rows:
        tools.setdefault(row.tool, {})[row.task] = row
    return tools


def common(own, other):
    """Pairs of rows of tasks that both solve."""
    return [(row, other[task]) for task, row in own.items() if row.solved and task in other and other[task].solved]


def summary_of(tool, own, baseline, seconds):
    rows = own.values()
    solved = [row for row in rows if row.solved]
    wrong = [row for row in rows if row.wrong]
    par2 = sum(row.cpu if row.solved else 2 * seconds for row in rows) / max(1, len(own))
    return Summary(
        tool=tool,
        tasks=len(own),
        solved_safe=sum(row.result == "safe" for row in solved),
        solved_unsafe=sum(row.result == "unsafe" for row in solved),
        wrong_safe=sum(row.result == "safe" for row in wrong),
        wrong_unsafe=sum(row.result == "unsafe" for row in wrong),
        failed=sum(row.result in ("crash", "error") for row in rows),
        score=sum(map(score_of, rows)),
        par2=par2,
        cpu=sum(row.cpu for row in rows),
        ratio=ratio_of([(row.cpu, other.cpu) for row, other in common(own, baseline)]),
    )


def summaries(rows, baseline, seconds):
    tools = by_tool(rows)
    return [summary_of(tool, own, tools.get(baseline, {}), seconds) for tool, own in tools.items()]


def disagreements(rows):
    """{task: {tool: verdict}} where tools give different verdicts."""
    verdicts = {}
    for row in rows:
        if row.result in VERDICTS:
            verdicts.setdefault(row.task, {})[row.tool] = row.result
    return {task: said for task, said in verdicts.items() if len(set(said.values())) > 1}


def quantiles(rows):
    """Points (score, seconds) of a score-based quantile plot: correct answers from the fastest to the slowest, each
    at the sum of the points up to it. The penalties for wrong answers move the beginning to the left. The first
    point is where the graph begins."""
    penalty = sum(score_of(row) for row in rows if row.wrong)
    points = [(penalty, None)]
    for row in sorted((row for row in rows if row.solved), key=lambda row: row.cpu):
        points.append((points[-1][0] + score_of(row), max(row.cpu, SHORTEST)))
    return points


@dataclasses.dataclass
class Effect:
    """What changes from one configuration (before) to another (after)."""

    before: str
    after: str
    total: Ratio  # of all processor time
    engine: Ratio  # of the seconds of the engine alone, where they are known
    counted: Ratio  # of a figure such as SMT calls, where it is known
    gained: int  # tasks that only `after` solves
    lost: int  # tasks that only `before` solves


def figures_of_both(before, after, tools, figures, figure):
    """Triples (before, after, row) of a figure, over tasks that both solve. `figures` is {(task, tool): {figure: value}}."""
    values = [(figures.get((row.task, before), {}).get(figure), figures.get((row.task, after), {}).get(figure), row)
              for row, _ in common(tools[after], tools[before])]
    return [(old, new, row) for old, new, row in values if old is not None and new is not None]


def effect_of(before, after, tools, figures, counted=""):
    """None if one of the two was not run."""
    if before not in tools or after not in tools:
        return None
    old, new = tools[before], tools[after]
    both = common(new, old)
    seconds = figures_of_both(before, after, tools, figures, "engine")
    counts = figures_of_both(before, after, tools, figures, counted)
    run = set(old) & set(new)
    return Effect(
        before=before,
        after=after,
        total=ratio_of([(row.cpu, other.cpu) for row, other in both]),
        engine=ratio_of([(new_value, old_value) for old_value, new_value, _ in seconds]),
        counted=ratio_of([(max(new_value, LEAST), max(old_value, LEAST)) for old_value, new_value, _ in counts]),
        gained=sum(new[task].solved and not old[task].solved for task in run),
        lost=sum(old[task].solved and not new[task].solved for task in run),
    )


def direction(ratio):
    """"faster", "slower" or "same"; empty if there are too few tasks to say."""
    if ratio.tasks < FEW:
        return ""
    return "faster" if ratio.mean < 0.95 else "slower" if ratio.mean > 1.05 else "same"
