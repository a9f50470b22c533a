# SPDX-License-Identifier: MIT
"""Tables and pictures from a table of results: README.md and SVG files in a folder, and a JSON file."""

import dataclasses
import json
import math

from . import plots
from .configurations import ENGINES, PLANS
from .published import EFFECTS, PEERS
from .results import VERDICTS, Problem
from .scoring import by_tool, direction, disagreements, effect_of, figures_of_both, summaries

COUNTED = {"frontier": "frames", "queries": "SMT calls", "hits": "hits in contexts"}
GROUPS = [
    ("generalization", "Generalization, order and reuse", PLANS[:7]),
    ("techniques", "Techniques of generalization", PLANS[7:14]),
    ("combined", "Combinations", ["B", "H", "O", "P", "Q", "ic3cfa"]),
    ("engines", "Engines", ENGINES),
]


@dataclasses.dataclass
class Evaluation:
    """Everything that tables and pictures are made of."""

    rows: list
    figures: dict  # {(task, tool): {figure: value}}
    notes: dict
    seconds: float
    baseline: str
    tools: dict = dataclasses.field(init=False)

    def __post_init__(self):
        self.tools = by_tool(self.rows)
        if self.baseline not in self.tools:
            self.baseline = next(iter(self.tools), "")

    def summaries(self):
        return summaries(self.rows, self.baseline, self.seconds)

    def effects(self):
        """Pairs (published, ours), where both configurations were run."""
        pairs = [(published, effect_of(published.before, published.after, self.tools, self.figures,
                                                published.counted)) for published in EFFECTS]
        return [(published, ours) for published, ours in pairs if ours]


def number(value, digits=2):
    return "-" if math.isnan(value) else f"{value:.{digits}f}"


def summary_table(evaluation):
    lines = ["| configuration | tasks | solved | safe | unsafe | wrong | failed | score | PAR-2, s | CPU, s | "
             f"time ratio to {evaluation.baseline} |",
             "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for one in evaluation.summaries():
        wrong = f"{one.wrong} ({one.wrong_safe} safe, {one.wrong_unsafe} unsafe)" if one.wrong else "0"
        lines.append(f"| {one.tool} | {one.tasks} | {one.solved} | {one.solved_safe} | {one.solved_unsafe} | {wrong} | {one.failed} | "
                     f"{one.score} | {one.par2:.2f} | {one.cpu:.0f} | {number(one.ratio.mean, 3)} over {one.ratio.tasks} |")
    return "\n".join(lines)


def changes(gained, lost):
    parts = [f"{sign}{count}" for sign, count in (("+", gained), ("-", lost)) if count is not None]
    return ", ".join(parts) if parts else ""


def agreement(published, ours):
    """Whether the direction is the published one, by the engine's own time if that is known."""
    ratio = ours.engine if ours.engine.tasks else ours.total
    seen = direction(ratio)
    if not seen:
        return "too few tasks"
    if not published.direction:
        return seen
    return "as published" if seen == published.direction else f"otherwise: {seen}"


def counted_text(published, ours):
    if not ours.counted.tasks:
        return ""
    return f"; {COUNTED[published.counted]}: ratio {number(ours.counted.mean)} over {ours.counted.tasks}"


def effect_table(evaluation):
    lines = ["| technique | from, to | published (figure) | gained, lost | here: time ratio | engine alone | "
             "faster, slower | gained, lost | effect |",
             "|---|---|---|---|---:|---:|---:|---|---|"]
    for published, ours in evaluation.effects():
        figure = f" ({published.figure})" if published.figure else ""
        lines.append(f"| {published.technique} | {published.before}, {published.after} | {published.text}{figure} | "
                     f"{changes(published.gained, published.lost)} | {number(ours.total.mean)} over {ours.total.tasks} | "
                     f"{number(ours.engine.mean)} over {ours.engine.tasks} | {ours.total.faster}, {ours.total.slower} | "
                     f"{changes(ours.gained, ours.lost)} | {agreement(published, ours)}{counted_text(published, ours)} |")
    return "\n".join(lines)


def ratio_json(ratio):
    return {"mean": None if math.isnan(ratio.mean) else round(ratio.mean, 4), "tasks": ratio.tasks, "faster": ratio.faster,
            "slower": ratio.slower}


def as_json(evaluation):
    return {
        "notes": evaluation.notes,
        "seconds": evaluation.seconds,
        "baseline": evaluation.baseline,
        "configurations": [
            {"name": one.tool, "tasks": one.tasks, "solved": one.solved, "solved_safe": one.solved_safe,
             "solved_unsafe": one.solved_unsafe, "wrong_safe": one.wrong_safe, "wrong_unsafe": one.wrong_unsafe,
             "failed": one.failed, "score": one.score, "par2": round(one.par2, 3), "cpu": round(one.cpu, 3),
             "ratio": ratio_json(one.ratio)}
            for one in evaluation.summaries()
        ],
        "effects": [
            {"technique": published.technique, "before": published.before, "after": published.after,
             "published": {"figure": published.figure, "direction": published.direction, "text": published.text,
                           "gained": published.gained, "lost": published.lost},
             "time": ratio_json(ours.total), "engine_time": ratio_json(ours.engine),
             "counted": published.counted, "counted_ratio": ratio_json(ours.counted), "gained": ours.gained, "lost": ours.lost,
             "agreement": agreement(published, ours)}
            for published, ours in evaluation.effects()
        ],
        "published_peers": PEERS,
        "disagreements": disagreements(evaluation.rows),
    }


def picture_groups(evaluation):
    """(file, title, tools) of quantile plots: known groups, and what is not in them beside the best of ours."""
    groups = []
    for name, title, members in GROUPS:
        present = [tool for tool in members if tool in evaluation.tools]
        if len(present) > 1:
            groups.append((name, title, present))
    others = [tool for tool in evaluation.tools if tool not in PLANS and tool not in ENGINES]
    best = [tool for tool in ("auto", "ic3cfa", "O") if tool in evaluation.tools]
    if others:
        groups.append(("tools", "Against other tools", best + others))
    if not groups and evaluation.tools:
        groups.append(("all", "All configurations", list(evaluation.tools)))
    return groups


def pairs_of(evaluation, more):
    """(before, after, title, counted figure) of scatter plots."""
    pairs = []
    for published, _ in evaluation.effects():
        title = f"{published.before} and {published.after}: {published.technique}"
        if published.figure:
            title += f"\n[Lan18, {'figures' if ',' in published.figure else 'figure'} {published.figure}]"
        pairs.append((published.before, published.after, title, published.counted))
    for before, after in more:
        for tool in (before, after):
            if tool not in evaluation.tools:
                raise Problem(f"--scatter {before},{after}: there are no results of '{tool}'")
        pairs.append((before, after, f"{before} and {after}", ""))
    return list({(before, after): (before, after, *rest) for before, after, *rest in pairs}.values())


def file_name(text):
    return "".join(letter if letter.isalnum() or letter in "-._" else "_" for letter in text)


def draw(evaluation, folder, scatter):
    """Makes the pictures; [(title, file name)]."""
    plt = plots.load()
    made = []
    for name, title, members in picture_groups(evaluation):
        file = f"quantiles-{name}.svg"
        plots.quantile_plot(plt, folder / file, {tool: evaluation.tools[tool].values() for tool in members}, evaluation.seconds, title)
        made.append((f"Quantiles: {title}", file))
    for before, after, title, figure in pairs_of(evaluation, scatter):
        old, new = evaluation.tools[before], evaluation.tools[after]
        rows = [(old[task], new[task]) for task in old if task in new]
        file = file_name(f"scatter-{before}-{after}.svg")
        plots.scatter_of_times(plt, folder / file, (before, after), rows, evaluation.seconds, title)
        made.append((title.split("\n")[0], file))
        values = [(x, y, row.result) for x, y, row in figures_of_both(before, after, evaluation.tools, evaluation.figures, figure)]
        if values:
            file = file_name(f"scatter-{before}-{after}-{figure}.svg")
            plots.scatter_of_figures(plt, folder / file, (before, after), values, COUNTED[figure], title)
            made.append((f"{title.splitlines()[0]}: {COUNTED[figure]}", file))
    return made


def verdicts_text(answers):
    return "; ".join(f"{verdict}: {', '.join(tool for tool, said in answers.items() if said == verdict)}" for verdict in VERDICTS)


def peers_text():
    """Figure 5.13 in words."""
    ours, *others = PEERS
    text = (f"Figure 5.13: of {ours['tasks']} tasks, its best configuration proved {ours['safe']} and refuted {ours['unsafe']}, "
            f"{ours['score']} points")
    for peer in others:
        text += f"; {peer['tool']} was wrong {peer['wrong_safe'] + peer['wrong_unsafe']} times, which cost {peer['penalty']} points"
    return text + "."


def text_of(evaluation, pictures):
    notes = "\n".join(f"- {key}: `{value}`" if key.startswith("tool ") else f"- {key}: {value}" for key, value in evaluation.notes.items())
    parts = ["# Evaluation", "Made by `bench/evaluate`; `docs/experiments/README.md` says how to read it.", notes, "## Configurations",
             summary_table(evaluation),
             "PAR-2 is the mean over all tasks, with twice the limit for what was not solved. Ratios are geometric means over tasks "
             "that both solve; below 1 is faster."]
    if evaluation.effects():
        parts += ["## Published effects beside ours", effect_table(evaluation),
                  "Published: section 5.2.2 of [Lan18], 3,600 s. Faster and slower count tasks that changed by more than a tenth.",
                  peers_text()]
    wrong = disagreements(evaluation.rows)
    if wrong:
        parts += ["## Verdicts that differ", "\n".join(f"- {task}: {verdicts_text(answers)}" for task, answers in wrong.items())]
    if pictures:
        parts += ["## Pictures", "\n\n".join(f"![{title}]({file})" for title, file in pictures)]
    return "\n\n".join(part for part in parts if part) + "\n"


def write(evaluation, folder, json_file, with_pictures, scatter=()):
    """README.md and pictures in `folder`, and all runs in `json_file`. Without matplotlib: all but the pictures, and a
    Problem at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures, problem = [], None
    if with_pictures:
        try:
            pictures = draw(evaluation, folder, scatter)
        except Problem as error:
            problem = error
    json_file.write_text(json.dumps(as_json(evaluation), indent=2) + "\n")
    (folder / "README.md").write_text(text_of(evaluation, pictures))
    if problem:
        raise problem
