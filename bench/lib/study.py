# SPDX-License-Identifier: MIT
"""The arithmetic of bench/experiment: which variants a program can run, figures of runs, and what became of claims."""

import dataclasses
import json
import math
import re
import shlex
import subprocess

from .experiments import Variant
from .results import VERDICTS, Problem, Row
from .scoring import FEW, LEAST, Ratio, by_tool, common, effect_of, ratio_of, summary_of

# Figures by engine, from the statistics of --json (docs/json.md).
STATISTICS = {
    "ic3": {"frames": "ic3.frames", "queries": "ic3.queries", "lemmas": "ic3.lemmas", "lemma_literals": "ic3.lemmas.literals",
            "held": "ic3.lemmas.held", "held_literals": "ic3.lemmas.held_literals", "ctis": "ic3.ctis", "ctgs": "ic3.ctgs",
            "unneeded": "ic3.lemmas.unneeded", "satisfiable": "ic3.solver.satisfiable", "unsatisfiable": "ic3.solver.unsatisfiable"},
    "bradley": {"frames": "bradley.k", "queries": "bradley.queries", "lemmas": "bradley.lemmas",
                "lemma_literals": "bradley.lemmas.literals", "proof": "bradley.proof"},
    "itp": {"frames": "itp.bound", "queries": "itp.queries"},
}
PHASES = {"push": "ic3.push", "generalize": "ic3.generalize", "block": "ic3.block",  # seconds
          "satisfiable_s": "ic3.answers.satisfiable", "unsatisfiable_s": "ic3.answers.unsatisfiable"}
FIGURES = ["wall", "engine", "frames", "queries", "lemmas", "lemma_literals", "held", "held_literals", "proof", "ctis", "ctgs", "unneeded",
           "satisfiable", "unsatisfiable", *PHASES]
MEASURABLE = 0.1  # seconds; what is shorter than that says little about an engine
NOISE = 0.05  # of the solved tasks: fewer gained or lost are noise


def figures_of(report):
    """{figure: number} of what --json wrote about a run."""
    statistics, phases = report.get("statistics", {}), report.get("phases", {})
    engine = report.get("engine", "")
    values = {"wall": report.get("seconds"), "engine": phases.get(engine)}
    values |= {figure: statistics.get(name) for figure, name in STATISTICS.get(engine, {}).items()}
    values |= {figure: phases.get(name) for figure, name in PHASES.items()}
    if engine == "bradley" and "bradley.ctis" in statistics:
        values["ctis"] = statistics["bradley.ctis"] + statistics.get("bradley.predecessors", 0)
    if engine == "ic3":  # as in table 1 of [Bra11]: clauses, or steps of the counterexample
        values["proof"] = {"safe": statistics.get("ic3.lemmas.final"),
                           "unsafe": report.get("evidence", {}).get("steps")}.get(report.get("verdict"))
    if report.get("verdict") not in VERDICTS:
        values["proof"] = None
    return {name: round(values[name], 4) for name in FIGURES if values.get(name) is not None}


def with_derived(values, cpu):
    """Adds literals a clause, and queries a second of the engine's processor time: phases are measured by the clock, so
    that time is the engine's part of all the processor time of a run."""
    values = dict(values)
    if values.get("wall") and "engine" in values:
        values["engine_cpu"] = cpu * min(1, values["engine"] / values["wall"])
    for clauses, literals in (("held", "held_literals"), ("lemmas", "lemma_literals")):
        if "literals" not in values and values.get(clauses) and literals in values:
            values["literals"] = values[literals] / values[clauses]
    if values.get("engine_cpu", 0) >= MEASURABLE and "queries" in values:
        values["rate"] = values["queries"] / values["engine_cpu"]
    return values


# Which variants a program knows.


@dataclasses.dataclass
class Known:
    plans: set
    options: dict  # {option: (values or None, default or "")}

    def default(self, option):
        return self.options[option][1]


def options_in(text):
    """{option: (values or None, default or "")} from the text of 'cairn check --help'."""
    options = {}
    for match in re.finditer(r"^ +(?:-\w,)?(--[a-z0-9-]+)(?: ([^\n]*))?$", text, re.M):
        name, rest = match.group(1), match.group(2) or ""
        values = re.match(r"[^\s:]*:\{([^}]*)\}", rest)
        default = re.match(r"(?:[^\s:=]*:\{[^}]*\}|[^\s:=]+)=(\S+)", rest)
        options[name] = (values.group(1).split(",") if values else None, default.group(1) if default else "")
    return options


def known_to(cairn):
    """What a Cairn knows, by its own help."""
    def said(*words):
        return subprocess.run([str(cairn), *words], check=True, capture_output=True, text=True).stdout

    try:
        plans = {plan["name"] for plan in json.loads(said("plans", "--json"))}
        try:
            text = said("check", "--help-all")
        except subprocess.CalledProcessError:  # older ones show all with --help
            text = said("check", "--help")
    except (OSError, subprocess.CalledProcessError, ValueError) as error:
        raise Problem(f"{cairn} does not run: {error} (--cairn says where it is)") from None
    options = options_in(text)
    try:
        options |= options_of_table(json.loads(said("options", "--json")))
    except (subprocess.CalledProcessError, ValueError):
        pass  # older ones have no such list: their help has it
    return Known(plans, options)


def options_of_table(rows):
    """The same from what 'cairn options --json' lists."""
    return {f"--{row['name']}": (row["values"] or None, row["default"]) for row in rows}


def pairs_of(words):
    """[(option, value)] of words "--option value", "--switch" and "--no-switch"."""
    words, pairs = shlex.split(words), []
    for i, word in enumerate(words):
        if not word.startswith("--"):
            continue
        if i + 1 < len(words) and not words[i + 1].startswith("--"):
            pairs.append((word, words[i + 1]))
        else:
            pairs.append((f"--{word[5:]}", "off") if word.startswith("--no-") else (word, "on"))
    return pairs


def unknown_part(variant, known):
    """What of a variant the program does not know, or an empty string."""
    for option, value in pairs_of(variant.options):
        if option == "--plan":
            if value not in known.plans:
                return f"plan {value}"
        elif option not in known.options:
            return option
        elif known.options[option][0] is not None and not set(value.split(",")) <= set(known.options[option][0]):
            return f"{option} {value}"
    return ""


def is_default(variant, known):
    """Whether a variant without plan changes nothing but the engine."""
    changes = [(option, value) for option, value in pairs_of(variant.options) if option != "--engine"]
    return bool(changes) and all(option != "--plan" and known.default(option) == value for option, value in changes)


def available(experiment, known, more=()):
    """The variants that can be run, and messages about the others. The baseline has to be among them."""
    chosen, left_out = [], {}
    for variant in (*experiment.variants, *more):
        missing = unknown_part(variant, known)
        if missing:
            left_out.setdefault(f"this Cairn has no {missing}", []).append(variant.name)
        elif variant.name != experiment.baseline and is_default(variant, known):
            left_out.setdefault("that is the default", []).append(variant.name)
        else:
            chosen.append(variant)
    messages = [f"left out: {', '.join(names)} ({reason})" for reason, names in left_out.items()]
    if experiment.baseline not in [variant.name for variant in chosen]:
        raise Problem(f"{experiment.name} cannot be run: {'; '.join(messages)}")
    return chosen, messages


# What came out.


@dataclasses.dataclass
class Outcome:
    """What became of a claim: `change` is "better", "same", "worse" or "" (too few tasks), `verdict` a word about the claim."""

    claim: object
    effect: object
    solved: tuple  # here: before, after
    tasks: int
    ratio: Ratio  # of times, or of the claim's figure
    change: str
    verdict: str


class Study:
    """An experiment with its runs. Only tasks that all variants have run on count."""

    def __init__(self, experiment, variants, rows, figures, notes, seconds):
        self.experiment, self.notes, self.seconds = experiment, notes, seconds
        names = {row.tool for row in rows}
        self.variants = [variant for variant in variants if variant.name in names]
        self.all_rows = [row for row in rows if row.tool in {variant.name for variant in self.variants}]
        runs = by_tool(self.all_rows)
        self.incomplete = {row.task for row in self.all_rows if any(row.task not in of for of in runs.values())}
        self.rows = [row for row in self.all_rows if row.task not in self.incomplete]
        unordered = by_tool(self.rows)
        self.tools = {variant.name: unordered.get(variant.name, {}) for variant in self.variants}
        self.tasks = list(dict.fromkeys(row.task for row in self.rows))
        self.raw_figures = figures
        cpu = {(row.task, row.tool): row.cpu for row in rows}
        self.figures = {key: with_derived(values, cpu[key]) for key, values in figures.items() if key in cpu}
        self.baseline = experiment.baseline if experiment.baseline in self.tools else next(iter(self.tools), "")

    def verdict_of(self, task):
        """The known one, or what a variant found."""
        rows = [of[task] for of in self.tools.values()]
        return next((row.expected for row in rows if row.expected != "unknown"),
                    next((row.result for row in rows if row.solved), "unknown"))

    def rows_of(self, tool, verdict=""):
        return {task: row for task, row in self.tools[tool].items() if not verdict or self.verdict_of(task) == verdict}

    def summary(self, tool):
        return summary_of(tool, self.tools[tool], self.tools[self.baseline], self.seconds)

    def figure(self, task, tool, name):
        return self.figures.get((task, tool), {}).get(name)

    def figure_pairs(self, tool, other, name, solved=True, verdict=""):
        """Triples (figure with `tool`, with `other`, row) of tasks that both solve, or of all."""
        own, others = self.rows_of(tool, verdict), self.rows_of(other, verdict)
        tasks = [row.task for row, _ in common(own, others)] if solved else list(own)
        values = [(self.figure(task, tool, name), self.figure(task, other, name), own[task]) for task in tasks]
        return [(one, two, row) for one, two, row in values if one is not None and two is not None]

    def figure_ratio(self, tool, name, other="", solved=True, verdict=""):
        """Of a figure, against the baseline or another one."""
        pairs = self.figure_pairs(tool, other or self.baseline, name, solved, verdict)
        return ratio_of([(max(one, LEAST), max(two, LEAST)) for one, two, _ in pairs])

    def total(self, tool, name, tasks=None):
        """The sum of a figure over all tasks, or these; None where no run has it."""
        values = [self.figure(task, tool, name) for task in (self.tasks if tasks is None else tasks)]
        values = [value for value in values if value is not None]
        return sum(values) if values else None

    def solved_by_all(self):
        return [task for task in self.tasks if all(of[task].solved for of in self.tools.values())]

    def rate(self, tool):
        """Queries a second of the engine, over all runs that tell."""
        told = [task for task in self.tasks if None not in (self.figure(task, tool, "queries"), self.figure(task, tool, "engine_cpu"))]
        seconds = self.total(tool, "engine_cpu", told)
        return self.total(tool, "queries", told) / seconds if seconds and seconds >= MEASURABLE else math.nan

    def union(self):
        """How many tasks some variant solves."""
        return sum(any(of[task].solved for of in self.tools.values()) for task in self.tasks)

    def portfolio(self, size):
        """[(variant, solved by it and those before)]: first the one that solves most, then always the one that adds most; of
        equals, the one with the better PAR-2. Ends where none adds anything."""
        solves = {tool: {task for task, row in of.items() if row.solved} for tool, of in self.tools.items()}
        order = sorted(self.tools, key=lambda tool: self.summary(tool).par2)
        covered, chosen = set(), []
        while len(chosen) < size:
            best = max(order, key=lambda tool: len(solves[tool] - covered))  # the first of equals
            if not solves[best] - covered:
                break
            covered |= solves[best]
            chosen.append((best, len(covered)))
        return chosen

    def outcomes(self):
        return [self.outcome(claim) for claim in self.experiment.claims if claim.before in self.tools and claim.after in self.tools]

    def outcome(self, claim):
        tools = {name: self.rows_of(name, claim.verdict) for name in (claim.before, claim.after)}
        effect = effect_of(claim.before, claim.after, tools, self.figures)
        solved = tuple(sum(row.solved for row in tools[name].values()) for name in (claim.before, claim.after))
        if claim.figure:
            ratio = self.figure_ratio(claim.after, claim.figure, claim.before, verdict=claim.verdict)
            change = change_of(0, 0, solved[0], ratio)
        else:
            ratio = ratio_of([(row.cpu, other.cpu) for row, other in common(tools[claim.after], tools[claim.before])
                              if max(row.cpu, other.cpu) >= MEASURABLE])
            change = change_of(effect.gained, effect.lost, solved[0], ratio)
        return Outcome(claim, effect, solved, len(tools[claim.before]), ratio, change, judged(claim, change))


def change_of(gained, lost, solved, ratio):
    """"better", "worse" or "same": by the tasks gained and lost if that is more than noise, otherwise by the ratio over
    tasks that both solve and that take a while; empty if these are too few."""
    net = gained - lost
    if abs(net) >= max(2, NOISE * solved):
        return "better" if net > 0 else "worse"
    if ratio.tasks < FEW:
        return ""
    return "better" if ratio.mean < 0.95 else "worse" if ratio.mean > 1.05 else "same"


def judged(claim, change):
    if not change:
        return "too few tasks"
    if not claim.expected:
        return change
    return "confirmed" if change in claim.expected else f"not confirmed: {change}"


# The file that keeps everything.


def number_json(value):
    return None if value is None or math.isnan(value) else round(value, 4)


def ratio_json(ratio):
    return {"mean": number_json(ratio.mean), "tasks": ratio.tasks, "faster": ratio.faster, "slower": ratio.slower}


def variant_json(study, variant):
    one = study.summary(variant.name)
    return {"name": variant.name, "options": variant.options, "text": variant.text, "published": variant.published,
            "tasks": one.tasks, "solved": one.solved, "safe": one.solved_safe, "unsafe": one.solved_unsafe, "wrong": one.wrong,
            "failed": one.failed, "par2": number_json(one.par2), "cpu": number_json(one.cpu), "time": ratio_json(one.ratio),
            "lemmas": ratio_json(study.figure_ratio(variant.name, "lemmas")),
            "queries": ratio_json(study.figure_ratio(variant.name, "queries")),
            "literals": ratio_json(study.figure_ratio(variant.name, "literals")), "rate": number_json(study.rate(variant.name))}


def outcome_json(one):
    claim = one.claim
    return {"subject": claim.subject, "before": claim.before, "after": claim.after, "where": claim.where,
            "published": claim.published, "published_solved": claim.solved, "expected": claim.expected, "verdict": claim.verdict,
            "figure": claim.figure, "tasks": one.tasks, "solved": one.solved, "gained": one.effect.gained, "lost": one.effect.lost,
            "ratio": ratio_json(one.ratio), "change": one.change, "outcome": one.verdict}


COLUMNS = ["task", "expected", "variant", "result", "cpu", "rss_mb", *FIGURES]


def run_json(row, figures):
    """The cells of COLUMNS; null where a run does not have a figure."""
    values = [figures.get(name) for name in FIGURES]
    values = [int(value) if value is not None and float(value).is_integer() else value for value in values]
    return [row.task, row.expected, row.tool, row.result, round(row.cpu, 3), row.rss_mb, *values]


def as_text(study):
    """JSON with a run on each line."""
    head = {"experiment": study.experiment.name, "notes": study.notes, "seconds": study.seconds,
            "variants": [variant_json(study, variant) for variant in study.variants],
            "claims": [outcome_json(one) for one in study.outcomes()], "columns": COLUMNS}
    runs = [json.dumps(run_json(row, study.raw_figures.get((row.task, row.tool), {})), separators=(",", ":")) for row in study.all_rows]
    return json.dumps(head, indent=1)[:-2] + ',\n "runs": [\n' + ",\n".join(runs) + "\n ]\n}\n"


def runs_in(data):
    """The runs of a results.json as dictionaries, without what they do not have."""
    return [{name: value for name, value in zip(data["columns"], run) if value is not None} for run in data["runs"]]


def read(file, experiments):
    """A study from what as_text() wrote."""
    try:
        data = json.loads(file.read_text())
        experiment = experiments[data["experiment"]]
        variants = [Variant(one["name"], one["options"], one["text"], one["published"]) for one in data["variants"]]
        runs = runs_in(data)
        rows = [Row(run["task"], run["expected"], run["variant"], run["result"], run["cpu"], run["rss_mb"]) for run in runs]
        figures = {(run["task"], run["variant"]): {name: run[name] for name in FIGURES if name in run} for run in runs}
        return Study(experiment, variants, rows, figures, data["notes"], data["seconds"])
    except OSError as error:
        raise Problem(f"{file}: {error.strerror}") from None
    except (KeyError, TypeError, ValueError):
        raise Problem(f"{file}: not the results of an experiment") from None
