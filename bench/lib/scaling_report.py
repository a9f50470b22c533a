# SPDX-License-Identifier: MIT
"""The page of bench/scaling: README.md with tables, a JSON file with all runs, and pictures as SVG files."""

import dataclasses
import json
import math
import pathlib
import statistics

from . import plots
from .experiment_report import table
from .report import number
from .results import Problem
from .scaling import ALONE, EXCHANGE, MEASURES, claims_of

PANELS = 8  # tasks in one picture, as in figure 1
UNITS = {"wall": "seconds by the clock", "cpu": "CPU seconds of all processes"}
SHARES = {"on": "exchange", "off": "none", ALONE: ""}


def seconds(value, bounded):
    return f"{'≥' if bounded else ''}{value:.2f}" if value < 100 else f"{'≥' if bounded else ''}{value:.0f}"


def sample_cells(sample):
    """Median, least and most."""
    if not sample.values:
        return ["-"] * 3
    ordered = sorted(zip(sample.values, sample.solved))
    return [seconds(sample.median(), sample.bounded), *(seconds(value, not solved) for value, solved in (ordered[0], ordered[-1]))]


def ratio_cell(comparison):
    """With the interval."""
    if not comparison.tasks:
        return "-"
    bounds = f", {comparison.bounds} bounded" if comparison.bounds else ""
    return f"{comparison.mean:.2f} [{comparison.low:.2f}, {comparison.high:.2f}] over {comparison.tasks}{bounds}"


def counts_cell(comparison):
    return f"{comparison.faster}, {comparison.slower}"


def first_cells(scaling, setup):
    kind = [setup.kind] if len(scaling.kinds) > 1 else []
    return [*kind, setup.workers, SHARES[setup.share]]


def first_head(scaling):
    return [*(["workers run"] if len(scaling.kinds) > 1 else []), "workers", "exchange"]


# Tables.


def summary_table(scaling):
    head = [*first_head(scaling), "solved runs", *(f"{name}, ratio to one worker" for name in MEASURES.values()),
            "wall: faster, slower", "longest to shortest"]
    rows = []
    for setup in scaling.setups:
        own, alone = scaling.rows_of(setup), scaling.alone(setup.kind)
        spread, tasks = scaling.spread(setup)
        ratios = [scaling.compare(setup, alone, measure) for measure in MEASURES] if alone and setup != alone else []
        cells = [*map(ratio_cell, ratios), counts_cell(ratios[0])] if ratios else ["1" if setup == alone else "-"] * len(MEASURES) + [""]
        rows.append([*first_cells(scaling, setup), f"{sum(row.solved for row in own)} of {len(own)}", *cells,
                     f"{number(spread)} over {tasks}" if tasks else "-"])
    return table(head, rows, len(first_head(scaling)))


def exchange_table(scaling):
    kind = len(scaling.kinds) > 1
    head = [*(["workers run"] if kind else []), "workers", "wall: exchange to none", "faster, slower", "CPU: exchange to none",
            "faster, slower", "solved runs: exchange, none"]
    rows = []
    for on, off in scaling.exchanges():
        wall, cpu = (scaling.compare(on, off, measure) for measure in ("wall", "cpu"))
        solved = ", ".join(str(sum(row.solved for row in scaling.rows_of(setup))) for setup in (on, off))
        rows.append([*([on.kind] if kind else []), on.workers, ratio_cell(wall), counts_cell(wall), ratio_cell(cpu), counts_cell(cpu),
                     solved])
    return table(head, rows, 1 if kind else 0) if rows else ""


def traffic_of(scaling, setup):
    """Sums over runs with figures, and their number."""
    rows = [row for row in scaling.rows_of(setup) if "published" in row.figures]
    return len(rows), {name: sum(row.figures.get(name, 0) for row in rows) for name in EXCHANGE}


def foreign_part(scaling, setup):
    """The mean over proofs of the part of the invariant that came from other workers."""
    parts = [row.figures["foreign"] / row.figures["invariant"] for row in scaling.rows_of(setup)
             if row.result == "safe" and row.figures.get("invariant") and "foreign" in row.figures]
    return statistics.fmean(parts) if parts else math.nan


def traffic_table(scaling):
    kind = len(scaling.kinds) > 1
    rows = []
    for setup in scaling.setups:
        runs, sums = traffic_of(scaling, setup) if setup.share == "on" else (0, {})
        if runs:
            part = sums["taken"] / sums["received"] if sums["received"] else math.nan
            foreign = foreign_part(scaling, setup)
            rows.append([*([setup.kind] if kind else []), setup.workers, runs, *(f"{sums[name] / runs:.0f}" for name in EXCHANGE),
                         "-" if math.isnan(part) else f"{100 * part:.0f}%", "-" if math.isnan(foreign) else f"{100 * foreign:.0f}%"])
    head = [*(["workers run"] if kind else []), "workers", "runs", *EXCHANGE, "taken of received", "of the invariant"]
    return table(head, rows, 1 if kind else 0) if rows else ""


def claims_table(scaling):
    claims = claims_of(scaling)
    rows = [[claim.subject, claim.where, claim.published, claim.ours, claim.outcome] for claim in claims]
    return table(["claim", "where", "published", "here", "outcome"], rows) if rows else ""


def task_table(scaling, task):
    head = [*first_head(scaling), "solved", "wall, s: median", "least", "most", "CPU, s: median", "least", "most", "MB, most"]
    rows = []
    for setup in scaling.setups:
        own = scaling.rows_of(setup, task)
        if own:
            rows.append([*first_cells(scaling, setup), f"{sum(row.solved for row in own)} of {len(own)}",
                         *sample_cells(scaling.sample(setup, task, "wall")), *sample_cells(scaling.sample(setup, task, "cpu")),
                         max(row.rss_mb for row in own)])
    return table(head, rows, len(first_head(scaling)))


def verdict_of(scaling, task):
    said = {row.result for row in scaling.rows if row.task == task and row.solved}
    expected = next(row.expected for row in scaling.rows if row.task == task)
    return expected if expected != "unknown" else ", ".join(sorted(said)) or "unknown"


# Pictures.


def label_of(scaling, kind, share):
    text = "with exchange" if share == "on" else "without exchange"
    return f"{kind}, {text}" if len(scaling.kinds) > 1 else text


def curves_of(scaling, kinds):
    """[(label, colour, setups)], each from one worker on."""
    curves = []
    for kind in kinds:
        for share in ("on", "off"):
            setups = [setup for setup in scaling.setups if setup.kind == kind and setup.share == share]
            if setups:
                position = 2 * scaling.kinds.index(kind) + (share == "off")
                alone = scaling.alone(kind)
                curves.append((label_of(scaling, kind, share), plots.COLORS[position], [alone, *setups] if alone else setups))
    return curves


def panel_of(scaling, task, curves, measure):
    panel = []
    for label, color, setups in curves:
        samples = [(setup.workers, scaling.sample(setup, task, measure)) for setup in setups]
        points = [(workers, sample.values, sample.solved) for workers, sample in samples if sample.values]
        if points:
            panel.append((label, color, points))
    return panel


def draw_tasks(plt, scaling, folder, kind, measure):
    curves = curves_of(scaling, [kind])
    panels = [(pathlib.PurePath(task).stem[-28:], panel_of(scaling, task, curves, measure)) for task in scaling.tasks]
    panels = [panel for panel in panels if panel[1]]
    made = []
    for first in range(0, len(panels), PANELS):
        page = f"-{first // PANELS + 1}" if len(panels) > PANELS else ""
        file = f"{measure}-{kind}{page}.svg"
        title = f"{kind}: {UNITS[measure]}"
        plots.scaling_plot(plt, folder / file, panels[first:first + PANELS], scaling.workers(kind),
                           scaling.limit if measure == "wall" else None, scaling.cores, "seconds", title)
        made.append((title, file))
    return made


def draw_ratios(plt, scaling, folder):
    panels = []
    for measure, name in MEASURES.items():
        curves = []
        for label, color, setups in curves_of(scaling, [kind for kind in scaling.kinds if scaling.alone(kind)]):
            compared = [(setup.workers, scaling.compare(setup, setups[0], measure)) for setup in setups[1:]]
            points = [(workers, one.mean, one.low, one.high) for workers, one in compared if one.tasks]
            if points:
                curves.append((label, color, [(1, 1, 1, 1), *points]))
        if curves:
            panels.append((name, curves))
    if not panels:
        return []
    numbers = sorted({setup.workers for setup in scaling.setups})
    title = "Geometric means over tasks"
    plots.ratios_plot(plt, folder / "ratios.svg", panels, numbers, scaling.cores, title)
    return [(title, "ratios.svg")]


def draw(scaling, folder):
    """Makes the pictures; [(title, file name)]."""
    plt = plots.load()
    made = draw_ratios(plt, scaling, folder)
    for kind in scaling.kinds:
        if curves_of(scaling, [kind]):
            for measure in UNITS:
                made += draw_tasks(plt, scaling, folder, kind, measure)
    return made


# The page.


def as_json(scaling):
    def comparison(one):
        return {name: (None if math.isnan(value) else round(value, 4)) for name, value in dataclasses.asdict(one).items()}

    def setup_json(setup):
        alone = scaling.alone(setup.kind)
        own = scaling.rows_of(setup)
        spread, tasks = scaling.spread(setup)
        return {**dataclasses.asdict(setup), "runs": len(own), "solved": sum(row.solved for row in own),
                "longest_to_shortest": {"mean": None if math.isnan(spread) else round(spread, 4), "tasks": tasks},
                "to_one_worker": {measure: comparison(scaling.compare(setup, alone, measure)) for measure in MEASURES} if alone else {}}

    return {
        "notes": scaling.notes,
        "limit": scaling.limit,
        "cores": scaling.cores,
        "configurations": [setup_json(setup) for setup in scaling.setups],
        "exchange": [{"kind": on.kind, "workers": on.workers,
                      **{measure: comparison(scaling.compare(on, off, measure)) for measure in ("wall", "cpu")}}
                     for on, off in scaling.exchanges()],
        "claims": [dataclasses.asdict(claim) for claim in claims_of(scaling)],
        "runs": [dict(zip(row.COLUMNS, [row.task, row.expected, row.kind, row.workers, row.share, row.run, row.seed, row.result,
                                        round(row.wall, 3), round(row.cpu, 3), row.rss_mb, row.wrong])) | row.figures
                 for row in scaling.rows],
    }


def notes_text(scaling):
    lines = [f"- {key}: `{value}`" if key == "command" or key.startswith("tool ") else f"- {key}: {value}"
             for key, value in scaling.notes.items()]
    runs = max(row.run for row in scaling.rows)
    solved = len({row.task for row in scaling.rows if row.solved})
    lines.append(f"- tasks: {len(scaling.tasks)}, {solved} of them solved by some run; {len(scaling.rows)} runs, up to {runs} of each "
                 "configuration")
    return "\n".join(lines)


def cores_text(scaling):
    """What the numbers of workers mean on this machine."""
    crowded = sorted({setup.workers for setup in scaling.setups if setup.workers > scaling.cores})
    if not crowded:
        return ""
    return (f"Cores of the machine: {scaling.cores}. So {', '.join(map(str, crowded))} workers share them, and their wall time cannot show "
            "what as many cores would give. \"CPU a worker\", the processor time of all processes divided by the number of workers, is about "
            "that: it leaves out that reading, simplifying and checking are done once, and what crowded caches cost.")


READING = (
    "A run without an answer counts as the limit by the clock; in CPU time, as what it had used by then (as the limit if it ended "
    "early). ≥ marks what is a lower bound for that reason: a median, if half of the runs or more have no answer. Ratios are "
    "geometric means over tasks of ratios of medians, over the runs that both configurations have; below 1 is faster. In "
    "brackets: 95% of the means if tasks, and runs within them, are drawn again and again with replacement. \"Bounded\" tasks have a "
    "median that is a lower bound. Wall ratios leave out tasks where both are; CPU ratios, where one is. Faster and slower count "
    "tasks that changed by more than a tenth. \"Longest to shortest\" is the longest wall time of a task divided by its shortest, over "
    "tasks with several runs, all solved. Memory is the sum over all processes; what workers share counts for each.")


def text_of(scaling, pictures):
    parts = ["# Workers and their exchange", "Made by `bench/scaling`; `docs/experiments/README.md` says how to read it. After figures 1 "
             "and 2 of [Bra11]: processes with seeds of their own run the same engine, with and without exchange of lemmas.",
             notes_text(scaling), "## All tasks", summary_table(scaling), cores_text(scaling), READING]
    if exchange_table(scaling):
        parts += ["## Exchange against none", exchange_table(scaling)]
    if traffic_table(scaling):
        parts += ["## What was exchanged", "Means over runs, of all workers together: lemmas published, received, lost (overwritten before "
                  "they were read), taken (new to the worker, and used), and how often one of these settled an obligation. The last column is "
                  "the part of the winner's invariant that came from others, a mean over proofs.", traffic_table(scaling)]
    if claims_table(scaling):
        parts += ["## Published claims beside ours", "Section 8 of [Bra11]: eight benchmarks of HWMCC'10, 7,200 s, eight runs each, 1, 4, 8 "
                  "and 12 processes on four machines of four cores each. Its figures have times as dots only. A gain is judged by the clock "
                  "for as many workers as there are cores, and by CPU a worker for more.", claims_table(scaling)]
    if scaling.wrong():
        parts += ["## Wrong verdicts", "\n".join(f"- {row.task}, {row.setup.name}, seed {row.seed}: {row.result}"
                                                 for row in scaling.wrong())]
    if pictures:
        parts += ["## Pictures", "Each dot is a run, a hollow one has no answer (their number is beside them), lines join medians. Right of the "
                  "dotted line, workers share cores.", "\n\n".join(f"![{title}]({file})" for title, file in pictures)]
    parts += ["## Task by task"]
    for task in scaling.tasks:
        parts += [f"### {task} ({verdict_of(scaling, task)})", task_table(scaling, task)]
    return "\n\n".join(part for part in parts if part) + "\n"


def write(scaling, folder, json_file, with_pictures):
    """README.md and pictures in `folder`, and all runs in `json_file`. Without matplotlib: all but the pictures, and a
    Problem at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures, problem = [], None
    if with_pictures:
        try:
            pictures = draw(scaling, folder)
        except Problem as error:
            problem = error
    json_file.write_text(json.dumps(as_json(scaling), indent=1) + "\n")
    (folder / "README.md").write_text(text_of(scaling, pictures))
    if problem:
        raise problem
