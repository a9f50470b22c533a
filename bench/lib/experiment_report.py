# SPDX-License-Identifier: MIT
"""The page of an experiment: README.md with tables, a JSON file with all runs, and pictures as SVG files."""

import math
import pathlib
import statistics

from . import plots
from .experiments import PDR_COLUMNS, read_data
from .report import changes, file_name, number, verdicts_text
from .results import Problem
from .scoring import LEAST, disagreements, effect_of, ratio_of
from .study import MEASURABLE, as_text

UNITS = {"queries": "queries", "rate": "queries a second", "literals": "literals a clause", "ctis": "CTIs"}
CURVES = 10  # in one picture; more cannot be told apart
PORTFOLIO = 8  # variants


def table(head, rows, right=None):
    """A Markdown table; columns from the `right`th on are numbers."""
    right = len(head) if right is None else right
    rule = ["---" if position < right else "---:" for position in range(len(head))]
    lines = [head, rule, *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines).replace("| --- ", "|---").replace("| ---: ", "|---:")


def count(value):
    return "-" if value is None else f"{value:.0f}"


def over(ratio, digits=2):
    return f"{number(ratio.mean, digits)} over {ratio.tasks}" if ratio.tasks else "-"


def time_of(row):
    return f"{row.cpu:.2f}" if row.solved else f"{row.result}{' (wrong)' if row.wrong else ''}"


# Tables of all experiments.


def variants_table(study):
    published = any(variant.published for variant in study.variants)
    head = ["variant", "what", "options", *(["published"] if published else [])]
    return table(head, [[variant.name, variant.text, f"`{variant.options}`", *([variant.published] if published else [])]
                        for variant in study.variants])


def summary_table(study):
    head = ["variant", "solved", "safe", "unsafe", "wrong", "failed", "PAR-2, s", "gained, lost", "time", "lemmas", "queries",
            "literals a clause", "queries a second"]
    rows = []
    for variant in study.variants:
        one = study.summary(variant.name)
        effect = effect_of(study.baseline, variant.name, study.tools, {})
        ratios = [study.figure_ratio(variant.name, figure) for figure in ("lemmas", "queries", "literals")]
        rate = study.rate(variant.name)
        rows.append([variant.name, one.solved, one.solved_safe, one.solved_unsafe, one.wrong, one.failed, f"{one.par2:.2f}",
                     "" if variant.name == study.baseline else changes(effect.gained, effect.lost), over(one.ratio),
                     *(over(ratio) for ratio in ratios), number(rate, 0)])
    return table(head, rows, 1)


def claims_table(study):
    head = ["claim", "from, to", "where", "published", "tasks", "solved here", "gained, lost", "ratio", "less, more", "outcome"]
    rows = []
    for one in study.outcomes():
        claim, unit = one.claim, UNITS.get(one.claim.figure, "time")
        rows.append([claim.subject, f"{claim.before}, {claim.after}", claim.where, claim.published, one.tasks,
                     f"{one.solved[0]}, {one.solved[1]}", changes(one.effect.gained, one.effect.lost),
                     f"{unit} {over(one.ratio)}", f"{one.ratio.faster}, {one.ratio.slower}", one.verdict])
    return table(head, rows)


def claims_text(study):
    """How many claims came out as published; those that did not, by name."""
    outcomes = [one for one in study.outcomes() if one.claim.expected]
    confirmed = [one for one in outcomes if one.verdict == "confirmed"]
    otherwise = [f"*{one.claim.subject}*" for one in outcomes if one.verdict.startswith("not")]
    undecided = [f"*{one.claim.subject}*" for one in outcomes if not one.change]
    parts = [f"Of {len(outcomes)} claims with a direction, {len(confirmed)} are confirmed"]
    parts += [f"not confirmed: {', '.join(otherwise)}"] if otherwise else []
    parts += [f"left open, for want of tasks: {', '.join(undecided)}"] if undecided else []
    return "; ".join(parts) + "."


# Tables of one experiment each: lists of paragraphs.


def published_pairs(study, tool, published):
    """[(published row, task)] of tasks that `tool` solves."""
    named = {row["task"]: row for row in published}
    return [(named[pathlib.PurePath(task).stem], task) for task in study.tasks
            if pathlib.PurePath(task).stem in named and study.tools[tool][task].solved]


def bradley_ratios(study, tool, published):
    """{column: ratio} of ours to the published figures, over tasks that are solved."""
    pairs = published_pairs(study, tool, published)
    values = {"seconds": [(study.tools[tool][task].cpu, float(row["seconds"])) for row, task in pairs]}
    for column, figure in (("queries", "queries"), ("proof", "proof"), ("k", "frames")):
        values[column] = [(max(study.figure(task, tool, figure), LEAST), float(row[column])) for row, task in pairs
                          if study.figure(task, tool, figure) is not None]
    return {column: ratio_of(pairs) for column, pairs in values.items()}


def bradley_cells(study, task, tool):
    return [time_of(study.tools[tool][task]), *(count(study.figure(task, tool, figure)) for figure in ("queries", "proof", "frames"))]


def mean_rate(study, tool):
    rates = [study.figure(task, tool, "rate") for task in study.tasks if study.figure(task, tool, "rate")]
    return f"{statistics.geometric_mean(rates):.0f}" if rates else "-"


def bradley_section(study):
    published = read_data("bradley-table1.csv")
    tasks = {pathlib.PurePath(task).stem: task for task in study.tasks}
    present = [row for row in published if row["task"] in tasks]
    if not present:
        return []
    columns = ["s", "queries", "proof", "k"]
    head = ["task", *(f"published: {columns[0]}" if name == "s" else name for name in columns)]
    for tool in study.tools:
        head += [f"{tool}: s", *columns[1:]]
    rows = [[row["task"], row["seconds"], row["queries"], row["proof"], row["k"],
             *(cell for tool in study.tools for cell in bradley_cells(study, tasks[row["task"]], tool))] for row in present]
    ratios = []
    for tool in study.tools:
        values = bradley_ratios(study, tool, published)
        ratios.append([tool, *(over(values[column]) for column in ("seconds", "queries", "proof", "k"))])
    rates = statistics.geometric_mean(float(row["queries"]) / float(row["seconds"]) for row in present)
    return ["## Table 1, row by row", table(head, rows, 1),
            "Figures of runs without verdict are those at the limit. The published seconds are those of another machine.",
            "Geometric means of ours divided by the published ones, over solved tasks:",
            table(["variant", "seconds", "queries", "proof", "k"], ratios, 1),
            f"Queries a second, geometric means over rows: published {rates:.0f}; here "
            + ", ".join(f"{tool} {mean_rate(study, tool)}" for tool in study.tools) + "."]


def pdr_published(published, before, after):
    """(gained, lost) between two columns of table I."""
    return (sum(bool(row[after]) and not row[before] for row in published), sum(bool(row[before]) and not row[after] for row in published))


def pdr_table_section(study):
    published = read_data("pdr-table1.csv")
    names = {tool: column for column, tool in PDR_COLUMNS.items()}
    tools = [tool for tool in study.tools if tool in names]
    head = ["task", "verdict", *(f"{names[tool]} ({tool})" if names[tool].lower() != tool else names[tool] for tool in tools)]
    solved_by_some = [task for task in study.tasks if any(study.tools[tool][task].solved for tool in tools)]
    rows = [[pathlib.PurePath(task).stem, study.verdict_of(task),
             *(f"{study.tools[tool][task].cpu:.2f}" if study.tools[tool][task].solved else "-" for tool in tools)] for task in solved_by_some]
    rows.append([f"**solved, of {len(study.tasks)}**", "", *(sum(study.tools[tool][task].solved for task in study.tasks) for tool in tools)])
    rows.append([f"**published, of {len(published)}**", "", *(sum(bool(row[names[tool]]) for row in published) for tool in tools)])
    return ["## Table I, with our tasks", "CPU seconds. Tasks that no variant solves are left out, as in the paper.", table(head, rows, 2)]


def breakdown_section(study):
    """[EMB11, section VI-D]."""
    rows = []
    for variant in study.variants:
        tool = variant.name
        told = [task for task in study.tasks if (study.figure(task, tool, "engine_cpu") or 0) >= MEASURABLE]
        engine = study.total(tool, "engine", told)
        satisfiable, unsatisfiable = (study.total(tool, figure, told) for figure in ("satisfiable", "unsatisfiable"))
        if engine and unsatisfiable:
            shares = [(study.total(tool, phase, told) or 0) / engine for phase in ("push", "generalize", "block")]
            shares.append((study.total(tool, "unneeded", told) or 0) / max(1, study.total(tool, "lemmas", told) or 0))
            rows.append([tool, len(told), *(f"{100 * share:.0f}%" for share in shares), f"{satisfiable / unsatisfiable:.2f}",
                         cost_of_satisfiable(study, tool, told, satisfiable / unsatisfiable)])
    if not rows:
        return []
    return ["## Where the time goes", "Section VI-D: about 20% of the time in propagation, 80% in blocking, most of that in "
            "generalization; satisfiable queries are about twice as common as unsatisfiable ones, and five times as expensive. Here: shares of the engine's time "
            "in queries of each kind, over runs of a tenth of a second or more; pushing is that of new lemmas, too. Unneeded are "
            "lemmas that the semantic cone removed, \"many\" in the paper.",
            table(["variant", "runs", "pushing", "generalization", "blocking", "unneeded", "satisfiable to unsatisfiable", "cost of one"], rows, 1)]


def cost_of_satisfiable(study, tool, tasks, how_many):
    """Seconds of a satisfiable query divided by those of an unsatisfiable one, on average."""
    satisfiable, unsatisfiable = (study.total(tool, figure, tasks) for figure in ("satisfiable_s", "unsatisfiable_s"))
    return f"{satisfiable / unsatisfiable / how_many:.2f}" if satisfiable and unsatisfiable and how_many else "-"


def pick_section(study):
    tasks = [task for task in study.solved_by_all() if all(study.figure(task, tool, "literals") for tool in study.tools)]
    if not tasks:
        return []
    rows = []
    for tool in study.tools:
        means = [statistics.fmean(study.figure(task, tool, figure) or 0 for task in tasks)
                 for figure in ("literals", "frames", "ctis", "ctgs", "queries")]
        seconds = statistics.fmean(study.tools[tool][task].cpu for task in tasks)
        rows.append([tool, f"{means[0]:.2f}", *(f"{mean:.1f}" for mean in means[1:]), f"{seconds:.3f}"])
    return ["## Averages, like figures 4.2 and 4.3", f"Means over the {len(tasks)} tasks that all variants solve and that took a lemma.",
            table(["variant", "literals a clause", "frames", "CTIs", "CTGs", "queries", "CPU, s"], rows, 1)]


def portfolio_section(study):
    chosen = study.portfolio(PORTFOLIO)
    if len(chosen) < 2:
        return []
    best = chosen[0][1]
    rows = [[tool, solved, f"{100 * (solved - best) / best:+.1f}%"] for tool, solved in chosen]
    return ["## Together", f"Variants that solve most together, chosen one after the other (up to {PORTFOLIO}): each line with all above "
            "it, every one with the whole limit.", table(["variant", "solved together", "more than the first"], rows, 1)]


def solvers_section(study):
    rows = []
    for tool in study.tools:
        one = study.summary(tool)
        rows.append([tool, one.solved, count(study.total(tool, "queries")), number(study.total(tool, "engine_cpu") or math.nan, 1),
                     number(study.rate(tool), 0), over(study.figure_ratio(tool, "rate", solved=False)), over(one.ratio)])
    return ["## Queries a second", "Over all runs, those without verdict included. Ratios are geometric means, of runs of a tenth of "
            "a second or more for queries a second, and of tasks that both solve for CPU time.",
            table(["solver", "solved", "queries", "CPU seconds of the engine", "queries a second", f"ratio to {study.baseline}",
                   f"CPU time, ratio to {study.baseline}"], rows, 1)]


SECTIONS = {"bradley-table1": bradley_section, "pdr-table1": pdr_table_section, "pdr-claims": breakdown_section,
            "pick-variants": pick_section, "techniques": portfolio_section, "solvers": solvers_section,
            "plans": portfolio_section}


# Pictures.


def curves_of(study, members):
    """The variants to draw, and a remark. Of too many, the best and the worst."""
    present = [tool for tool in members if tool in study.tools]
    if len(present) <= CURVES:
        return present, ""
    others = sorted((tool for tool in present if tool != study.baseline), key=lambda tool: study.summary(tool).par2)
    kept = {study.baseline, *others[: CURVES // 2], *others[-(CURVES // 2 - 1):]}
    return [tool for tool in present if tool in kept], f" ({study.baseline}, the best {CURVES // 2} and the worst {CURVES // 2 - 1} by PAR-2)"


def draw_cactus(plt, study, folder, cactus):
    """A list with the title and the name of the file, or an empty one."""
    present, remark = curves_of(study, cactus.members)
    rows = {tool: list(study.rows_of(tool, cactus.verdict).values()) for tool in present}
    if len(present) < 2 or not any(row.solved for own in rows.values() for row in own):
        return []
    file = f"cactus-{cactus.name}.svg"
    plots.cactus_plot(plt, folder / file, rows, study.seconds, cactus.title + remark)
    return [(cactus.title + remark, file)]


def draw_scatter(plt, study, folder, before, after, figure):
    if before not in study.tools or after not in study.tools:
        return []
    title = f"{before} and {after}" + (f": {UNITS[figure]}" if figure else "")
    file = file_name(f"scatter-{before}-{after}{'-' if figure else ''}{figure}.svg")
    if figure:
        values = [(x, y, study.verdict_of(row.task)) for x, y, row in study.figure_pairs(before, after, figure)]
        if not values:
            return []
        plots.scatter_of_figures(plt, folder / file, (before, after), values, UNITS[figure], title)
    else:
        old, new = study.tools[before], study.tools[after]
        plots.scatter_of_times(plt, folder / file, (before, after), [(old[task], new[task]) for task in study.tasks], study.seconds, title)
    return [(title, file)]


def draw(study, folder):
    """Makes the pictures; [(title, file name)]."""
    plt = plots.load()
    made = []
    for cactus in study.experiment.cactus:
        made += draw_cactus(plt, study, folder, cactus)
    for before, after, figure in study.experiment.scatter:
        made += draw_scatter(plt, study, folder, before, after, figure)
    return made


# The page.


def notes_text(study):
    notes = {key: value for key, value in study.notes.items() if not key.startswith("tool ")}
    lines = [f"- {key}: {value}" for key, value in notes.items()]
    lines.append(f"- tasks: {len(study.tasks)} that all variants ran on; {study.union()} solved by some variant"
                 + (f"; {len(study.incomplete)} more are not counted because runs are missing" if study.incomplete else ""))
    return "\n".join(lines)


def text_of(study, pictures):
    experiment = study.experiment
    parts = [f"# {experiment.title}", f"Made by `bench/experiment {experiment.name}`; `docs/experiments/README.md` says how to read it.",
             experiment.about, notes_text(study), "## Variants", variants_table(study), "## Results", summary_table(study),
             f"Gained, lost and ratios are against {study.baseline}; ratios are geometric means over tasks that both solve, below 1 is "
             "less. PAR-2 is the mean over all tasks, with twice the limit for what was not solved."]
    if study.outcomes():
        parts += ["## Published claims beside ours", claims_text(study), claims_table(study)]
    if experiment.not_repeated:
        parts += ["Not repeated: " + "; ".join(experiment.not_repeated) + "."]
    parts += SECTIONS.get(experiment.name, lambda _: [])(study)
    differing = disagreements(study.all_rows)
    if differing:
        parts += ["## Verdicts that differ", "\n".join(f"- {task}: {verdicts_text(answers)}" for task, answers in differing.items())]
    if pictures:
        parts += ["## Pictures", "\n\n".join(f"![{title}]({file})" for title, file in pictures)]
    return "\n\n".join(part for part in parts if part) + "\n"


def write(study, folder, json_file, with_pictures):
    """README.md and pictures in `folder`, and all runs in `json_file`. Without matplotlib: all but the pictures, and a
    Problem at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures, problem = [], None
    if with_pictures:
        try:
            pictures = draw(study, folder)
        except Problem as error:
            problem = error
    json_file.write_text(as_text(study))
    (folder / "README.md").write_text(text_of(study, pictures))
    if problem:
        raise problem
