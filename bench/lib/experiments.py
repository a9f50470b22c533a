# SPDX-License-Identifier: MIT
"""Published experiments with IC3 as data: which configurations, what is drawn, and what the papers claim.

Papers are cited as in docs/papers.md. To add a technique: one line in TECHNIQUES. Variants whose plan, option or
value the program does not know are left out with a message, and so are those that change nothing: a technique may
become the default, and then its opposite is what is measured.
"""

import csv
import dataclasses
import pathlib
from typing import Optional

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"


@dataclasses.dataclass(frozen=True)
class Variant:
    name: str
    options: str  # of 'cairn check'
    text: str  # what it is
    published: str = ""  # what its paper reports, in short


@dataclasses.dataclass(frozen=True)
class Claim:
    """What a paper says about the step from one variant to another."""

    subject: str
    before: str
    after: str
    where: str  # section or figure
    published: str
    expected: tuple  # of "better", "same", "worse"; empty if the paper says nothing that can be compared
    verdict: str = ""  # only tasks of this verdict
    figure: str = ""  # a figure that is compared in the place of tasks and times; less is better
    solved: Optional[tuple] = None  # published numbers of solved tasks: before, after


@dataclasses.dataclass(frozen=True)
class Cactus:
    name: str
    title: str
    members: tuple
    verdict: str = ""  # only tasks of this verdict


@dataclasses.dataclass(frozen=True)
class Experiment:
    name: str
    title: str
    about: str
    variants: tuple
    baseline: str
    claims: tuple = ()
    cactus: tuple = ()
    scatter: tuple = ()  # (before, after, figure or "")
    not_repeated: tuple = ()  # what the paper has and this experiment has not, with the reason


def read_data(name):
    """Rows of a file in bench/data as dictionaries; lines that begin with # are about it."""
    lines = [line for line in (DATA / name).read_text().splitlines() if line and not line.startswith("#")]
    return list(csv.DictReader(lines))


def everything(name, title, variants):
    return Cactus(name, title, tuple(one.name for one in variants))


# [Bra11, section 7].

_BRADLEY = (
    Variant("bradley", "--plan bradley", "IC3 as first published: minimal inductive subclauses (MIC)"),
    Variant("prime-implicates", "--plan bradley-prime-implicates", "speed over quality: prime implicates"),
    Variant("highest", "--plan bradley-highest", "clauses looked for from the highest frame downwards"),
    Variant("mapped", "--plan bradley-mapped", "technology mapping and elimination for the transition relation"),
    Variant("failures-of-all", "--plan bradley --no-bradley-failures-of-one", "three failures in all end the search for a clause"),
    Variant("no-up", "--plan bradley --no-bradley-up", "without UP"),
    Variant("ic3", "--engine ic3", "today's engine with its defaults"),
)

BRADLEY_TABLE1 = Experiment(
    "bradley-table1",
    "Table 1 of [Bra11]",
    "Queries, size of the proof and largest k of IC3 as it was first published, beside the published figures; and whether "
    "the quality of lemmas matters more than the speed at which they are made.",
    _BRADLEY,
    "bradley",
    claims=(
        Claim("prime implicates in the place of MIC", "bradley", "prime-implicates", "section 7",
              "31 fewer solved on HWMCC 2010: 28 safe ones, 3 unsafe ones; \"quality matters\"", ("worse",)),
        Claim("prime implicates in the place of MIC, safe tasks", "bradley", "prime-implicates", "section 7", "28 fewer solved",
              ("worse",), verdict="safe"),
        Claim("prime implicates in the place of MIC, unsafe tasks", "bradley", "prime-implicates", "section 7",
              "3 fewer solved", ("worse",), verdict="unsafe"),
        Claim("the highest frame in the place of the weakest assumption", "bradley", "highest", "section 6",
              "requires more time on designs with many latches", ("worse",)),
        Claim("failures of one clause in the place of all", "failures-of-all", "bradley", "section 7",
              "what is published; no figures for the other", ()),
        Claim("mapped and eliminated clauses", "bradley", "mapped", "section 7", "what is published; no figures for plain ones", ()),
        Claim("without UP: queries", "bradley", "no-up", "section 7", "only named", (), figure="queries"),
    ),
    cactus=(everything("all", "IC3 as first published", _BRADLEY),),
    scatter=(("bradley", "prime-implicates", ""), ("bradley", "prime-implicates", "queries"), ("bradley", "ic3", ""),
             ("bradley", "ic3", "queries")),
    not_repeated=("the rows of Intel's circuits, which are not public",),
)

# [EMB11, section VI].

PDR_COLUMNS = {"IC3": "bradley", "PDR": "pdr", "NoSim": "no-simulation", "StGen": "stronger-generalization", "IMC": "interpolation"}

_PDR_TABLE1 = (
    Variant("bradley", "--plan bradley", "IC3 as first published; in the paper, Bradley's own program"),
    Variant("pdr", "--plan pdr", "PDR as published"),
    Variant("no-simulation", "--plan pdr-no-simulation", "PDR without three-valued simulation"),
    Variant("stronger-generalization", "--plan pdr-stronger-generalization", "PDR with generalization beyond non-inductive regions"),
    Variant("interpolation", "--engine itp", "interpolation"),
)

PDR_TABLE1 = Experiment(
    "pdr-table1",
    "Table I and figures 10 and 11 of [EMB11]",
    "IC3, PDR, PDR without three-valued simulation, PDR with stronger generalization, and interpolation. The paper's circuits "
    "are not public; the columns are the same.",
    _PDR_TABLE1,
    "pdr",
    claims=(
        Claim("PDR in the place of IC3", "bradley", "pdr", "table I, section VI-A", "38 solved against 21; 21 gained, 4 lost",
              ("better",), solved=(21, 38)),
        Claim("no three-valued simulation", "pdr", "no-simulation", "table I, section VI-B",
              "11 solved against 38: \"a big impact\"", ("worse",), solved=(38, 11)),
        Claim("without it, below IC3", "bradley", "no-simulation", "table I, section VI-B", "11 solved against 21", ("worse",),
              solved=(21, 11)),
        Claim("stronger generalization", "pdr", "stronger-generalization", "table I, section VI-B",
              "37 solved against 38: \"not helpful\", on HWMCC 2010 neither", ("same", "worse"), solved=(38, 37)),
        Claim("PDR in the place of interpolation", "interpolation", "pdr", "table I, section VI-A", "38 solved against 11",
              ("better",), solved=(11, 38)),
        Claim("the same, safe tasks", "interpolation", "pdr", "figure 11, section VI-A", "HWMCC 2010: 420 solved against 362",
              ("better",), verdict="safe", solved=(362, 420)),
        Claim("the same, unsafe tasks", "interpolation", "pdr", "figure 11, section VI-A", "HWMCC 2010: 303 solved against 294",
              ("better",), verdict="unsafe", solved=(294, 303)),
    ),
    cactus=(everything("all", "Like figures 10 and 11 of [EMB11]", _PDR_TABLE1),
            Cactus("safe", "Safe tasks", ("bradley", "pdr", "interpolation"), "safe"),
            Cactus("unsafe", "Unsafe tasks", ("bradley", "pdr", "interpolation"), "unsafe")),
    scatter=(("bradley", "pdr", ""), ("pdr", "no-simulation", ""), ("pdr", "stronger-generalization", ""),
             ("interpolation", "pdr", "")),
)

_PDR_CLAIMS = (
    Variant("pdr", "--plan pdr", "PDR as published"),
    Variant("target-enlargement", "--plan pdr-target-enlargement", "bad states enlarged by one step"),
    Variant("target-enlargement-2", "--plan pdr-target-enlargement --target-enlargement-steps 2", "by two steps"),
    Variant("q1", "--plan pdr-q1", "queries without the cube's own negation (Q1)"),
    Variant("activity", "--plan pdr-activity", "literals of recent lemmas kept longest"),
    Variant("activity-reversed", "--plan pdr-activity-reversed", "literals of recent lemmas dropped first"),
    Variant("assume-activity", "--plan pdr-assume-activity", "literals of recent lemmas assumed first"),
    Variant("assume-activity-reversed", "--plan pdr-assume-activity-reversed", "literals of recent lemmas assumed last"),
    Variant("semantic-cone", "--plan pdr-semantic-cone", "lemmas that the property does not need are removed"),
    Variant("cone-no-propagation", "--plan pdr-semantic-cone-no-propagation", "the same in the place of propagation"),
    Variant("no-propagation", "--plan pdr-no-propagation", "no propagation when a frame is cleared"),
    Variant("infinite-subset", "--plan pdr-infinite-subset", "the inductive subset of the last frame goes to infinity"),
    Variant("recycling", "--plan pdr-recycling", "a new solver after 1000 queries"),
    Variant("solver-per-frame", "--plan pdr-solver-per-frame", "a solver for each frame"),
    Variant("predicate-property", "--plan pdr-predicate-property", "the property is part of every frame, the last one too"),
    Variant("localization", "--plan pdr-localization", "latches are inputs until they matter"),
    Variant("syntactic-check", "--plan pdr-syntactic-check", "obligations are not compared with the frame as a whole"),
    Variant("queue-oldest", "--plan pdr --ic3-queue oldest", "the oldest obligation of a level first, not the newest"),
    Variant("no-kept-obligations", "--plan pdr --ic3-keep-obligations off", "a blocked obligation does not go on to the next frame"),
)

PDR_CLAIMS = Experiment(
    "pdr-claims",
    "Figures 12 and 13 and the claims of section VI of [EMB11]",
    "Each choice of PDR that section VI and the captions of figures 6 and 7 make a statement about, switched alone.",
    _PDR_CLAIMS,
    "pdr",
    claims=(
        Claim("target enlargement, unsafe tasks", "pdr", "target-enlargement", "figure 12, section VI-C",
              "better on satisfiable problems that take less than 100 s", ("better",), verdict="unsafe"),
        Claim("target enlargement, safe tasks", "pdr", "target-enlargement", "figure 12", "a picture only", (), verdict="safe"),
        Claim("a second step of it", "target-enlargement", "target-enlargement-2", "section VI-C", "no additional benefit",
              ("same", "worse")),
        Claim("Q1 in the place of Q2", "pdr", "q1", "section VI-E",
              "704 solved against 723: Q2 is \"a clear performance boost\", and it works remarkably well without", ("worse",),
              solved=(723, 704)),
        Claim("activity reversed", "activity", "activity-reversed", "figure 13, section VI-E", "no difference", ("same",)),
        Claim("activity in the place of a fixed order", "pdr", "activity", "section VI-E", "no difference", ("same",)),
        Claim("semantic cone of influence", "pdr", "semantic-cone", "section VI-E",
              "no noticeable speed-up, no loss: the cost is amortized", ("same",)),
        Claim("semantic cone in the place of propagation", "pdr", "cone-no-propagation", "figure 13, section VI-E",
              "almost as good as the standard version", ("same",)),
        Claim("no propagation, and no semantic cone either", "pdr", "no-propagation", "section VI-E", "\"a disaster\"", ("worse",)),
        Claim("semantic cone where there is no propagation", "no-propagation", "cone-no-propagation",
              "section VI-E", "the semantic cone repairs what is lost without propagation", ("better",)),
        Claim("inductive subset of the last frame", "pdr", "infinite-subset", "section VI-E",
              "the cost \"did not quite amortize\"", ("same", "worse")),
        Claim("frequent recycling", "pdr", "recycling", "section VI-E",
              "does very well, with a solver for each frame, on large circuits of which little is relevant", ()),
        Claim("a solver for each frame", "pdr", "solver-per-frame", "section VI-E",
              "does very well on large circuits of which little is relevant", ()),
        Claim("the property in every frame, beside target enlargement", "target-enlargement", "predicate-property", "section VI-C",
              "the curves \"match exactly\"", ("same",)),
        Claim("activity for the order of assumptions", "pdr", "assume-activity", "", "the paper speaks of the order of removal only", ()),
        Claim("that order reversed", "assume-activity", "assume-activity-reversed", "", "", ()),
        Claim("localization", "pdr", "localization", "section VI-E", "no figures", ()),
        Claim("no semantic check of obligations", "pdr", "syntactic-check", "figure 7", "no performance loss noticed",
              ("same", "better")),
        Claim("queue in the place of a stack among equals", "pdr", "queue-oldest", "figure 6",
              "the stack: \"noticed (or think we noticed) a small performance gain\"", ("same", "worse")),
        Claim("obligations are not kept, safe tasks", "pdr", "no-kept-obligations", "figure 6",
              "keeping them \"improves performance for UNSAT problems\"", ("worse",), verdict="safe"),
    ),
    cactus=(Cactus("figure-12-safe", "Like figure 12 of [EMB11]: target enlargement, safe tasks",
                   ("pdr", "target-enlargement", "target-enlargement-2"), "safe"),
            Cactus("figure-12-unsafe", "Like figure 12 of [EMB11]: target enlargement, unsafe tasks",
                   ("pdr", "target-enlargement", "target-enlargement-2"), "unsafe"),
            Cactus("figure-13", "Like figure 13 of [EMB11]",
                   ("pdr", "activity", "activity-reversed", "semantic-cone", "cone-no-propagation", "no-propagation")),
            everything("all", "All choices", _PDR_CLAIMS)),
    scatter=(("pdr", "target-enlargement", ""), ("pdr", "q1", ""), ("activity", "activity-reversed", ""),
             ("pdr", "cone-no-propagation", ""), ("pdr", "no-propagation", "")),
    not_repeated=("propagation of the solver restricted to the cone of the query (728 solved against 723): Cairn's own solver "
                  "does nothing else; the experiment `solvers` shows it beside solvers without that",),
)

# [Pic16, section 4.4].

_PICK = (
    Variant("basic", "--plan pick-basic", "literals dropped one by one, states as they are found"),
    Variant("better-cti", "--plan pick-better-cti", "basic with smaller counterexamples to induction"),
    Variant("better-propagation", "--plan pick-better-propagation", "better CTI without subsumed lemmas"),
    Variant("priority-queue", "--plan pick-priority-queue", "better propagation with obligations that are kept"),
    Variant("ctg", "--plan pick-ctg", "better propagation with counterexamples to generalization"),
)

PICK_VARIANTS = Experiment(
    "pick-variants",
    "The five variants of [Pic16]",
    "Average literals a clause and times of the variants of figure 3.1. Figures 4.2 and 4.3 of the text are pictures without "
    "numbers; what it says about them are the claims below. Its one printed run, CTG on the author's counters3.aig (figure 4.1): "
    "21 frames, 4.39 literals a clause, 91 CTIs, 242 CTGs, 15225 queries.",
    _PICK,
    "basic",
    claims=(
        Claim("smaller CTIs: literals a clause", "basic", "better-cti", "figure 4.2", "fewer", ("better",), figure="literals"),
        Claim("smaller CTIs", "basic", "better-cti", "figure 4.3, section 4.4",
              "better wherever a CTI is found; seven more solved", ("better",)),
        Claim("no subsumed clauses: literals a clause", "better-cti", "better-propagation", "figure 4.2", "fewer", ("better",),
              figure="literals"),
        Claim("no subsumed clauses", "better-cti", "better-propagation", "figure 4.3, section 4.4",
              "slightly but consistently better with more than one frame", ("better",)),
        Claim("CTGs", "better-propagation", "ctg", "section 4.4.1", "the same or worse: the examples are too small",
              ("same", "worse")),
        Claim("CTGs: literals a clause", "better-propagation", "ctg", "figure 4.2, section 4.4.1",
              "\"even in cases where\" it reduces them", (), figure="literals"),
        Claim("priority queue: CTIs", "better-propagation", "priority-queue", "section 4.4.2",
              "CTIs need not be found again", ("better",), figure="ctis"),
        Claim("priority queue", "better-propagation", "priority-queue", "figure 4.3", "a picture only", ()),
    ),
    cactus=(everything("all", "The variants of [Pic16]", _PICK),),
    scatter=(("basic", "better-cti", ""), ("better-cti", "better-propagation", ""), ("better-propagation", "priority-queue", ""),
             ("better-propagation", "ctg", "")),
)

# Later work: one technique at a time against the default.


def switch(name, option, text, published=""):
    """An option that is on or off: what is not the default is measured."""
    return [Variant(name, option, f"with {text}", published), Variant(f"no-{name}", f"--no-{option[2:]}", f"without {text}", published)]


def choice(name, options, text, published=""):
    return [Variant(name, options, text, published)]


TECHNIQUES = [
    *choice("drop", "--ic3-generalize drop", "literals dropped one by one, no CTGs"),
    *choice("ctg", "--ic3-generalize ctg", "CTGs blocked [HBS13]", "25 fewer solved than with dynamic effort [DynAMic]"),
    *choice("ctg-depth-2", "--ic3-generalize ctg --ic3-ctg-depth 2", "CTGs of CTGs [HBS13]"),
    *choice("ctg-max-5", "--ic3-generalize ctg --ic3-ctg-max 5", "up to five CTGs for a candidate [HBS13]"),
    *choice("extended-ctg", "--ic3-generalize extended", "CTGs blocked with their predecessors [DynAMic]"),
    *choice("dynamic", "--ic3-generalize dynamic", "effort by how often an obligation came back [DynAMic]",
            "25 more solved than with CTGs"),
    *switch("triggered-push", "--ic3-triggered-push", "pushing when what stopped a lemma is excluded [Sud13]"),
    *switch("push-requests", "--ic3-push-requests", "requests for pushing in the queue [Sud13]"),
    *switch("quip", "--ic3-quip", "may-obligations, reachable states, bad lemmas (Quip: Ivrii, Gurfinkel 2015)",
            "at least twice as fast"),
    *switch("predict", "--ic3-predict", "lemmas predicted from what stopped their parents (Su and others 2024)"),
    *switch("internal-signals", "--ic3-internal-signals", "gates as state variables (Dureja and others 2021)"),
    *switch("abstract-constraints", "--ic3-abstract-constraints", "constraints left out until they matter"),
    *choice("abstract-all", "--ic3-abstract-constraints on --ic3-abstract-next on",
            "constraints and next-state functions left out until they matter"),
    *switch("predicate-property", "--ic3-predicate-property", "the property assumed in every frame [Bra11]"),
    *switch("abstract-latches", "--ic3-abstract-latches", "latches that are inputs until they matter [EMB11]"),
    *switch("parent-order", "--ic3-parent-order", "the order of i-good lemmas [XLC23]"),
    *choice("good-lemmas", "--ic3-refer-skip on --ic3-good-lemmas on", "i-good lemmas [XLC23]"),
    *choice("signals-predict", "--ic3-internal-signals on --ic3-predict on", "gates as state variables, and predicted lemmas"),
    *switch("push-new", "--ic3-push-new", "new lemmas pushed as far as they go"),
    *switch("infinity", "--ic3-infinity", "lemmas that hold for ever"),
    *switch("keep-obligations", "--ic3-keep-obligations", "obligations that go on to the next frame [EMB11]"),
    *switch("down", "--ic3-down", "generalization beyond non-inductive regions [Bra11]"),
    *switch("strengthen", "--ic3-strengthen", "an obligation's own negation assumed [EMB11]"),
    *choice("no-activity", "--ic3-activity off --ic3-assume-activity off", "a fixed order of literals"),
    *choice("fixed-dropping", "--ic3-activity off", "literals dropped in a fixed order, assumed by activity"),
    *choice("fixed-assuming", "--ic3-assume-activity off", "literals assumed in a fixed order, dropped by activity"),
    *switch("queue-generalized", "--ic3-queue-generalized", "predecessors generalized when they are queued [Pic16]"),
    *choice("drop-after-off", "--ic3-drop-after 0", "obligations are never given up"),
    *choice("lift-ternary", "--ic3-lift ternary", "lifting by three-valued simulation [EMB11]"),
    *choice("lift-sat", "--ic3-lift sat", "lifting by cores"),
    *choice("backward", "--ic3-direction backward", "from bad states back to initial ones [EMB11]"),
]
_DEFAULT = Variant("default", "--engine ic3", "the defaults of Cairn's IC3")
_TECHNIQUES = (_DEFAULT, *(dataclasses.replace(one, options=f"--engine ic3 {one.options}") for one in TECHNIQUES))

TECHNIQUES_EXPERIMENT = Experiment(
    "techniques",
    "Later techniques, one at a time",
    "Techniques of the papers after PDR, each switched alone against the default: on where it is off by default, off where it is "
    "on.",
    _TECHNIQUES,
    "default",
    cactus=(everything("all", "One technique switched", _TECHNIQUES),),
    scatter=(("default", "quip", ""), ("default", "push-requests", ""), ("default", "predict", ""),
             ("default", "internal-signals", "")),
)

# Other solvers under the same engine.

_OWN = Variant("own", "--engine ic3 --ic3-solver own", "Cairn's solver, made for IC3")
_MINISAT = Variant("minisat", "--engine ic3 --ic3-solver minisat", "MiniSat behind the same queries")
_CADICAL = Variant("cadical", "--engine ic3 --ic3-solver cadical", "CaDiCaL behind the same queries")

SOLVERS = Experiment(
    "solvers",
    "Solvers under the same engine",
    "The same IC3 with its defaults on Cairn's own solver, on MiniSat and on CaDiCaL: what a solver that is made for IC3 gains. "
    "Published for rIC3 and its solver GipSAT: 3.61 times as fast as with MiniSat on average, 23 more solved. From the times in the "
    "artifact of rIC3's paper (CAV 2025; 3,600 s, one thread) follows: 606 solved against 564 with MiniSat, which takes 2.2 times as "
    "long in the geometric mean over what both solve.",
    (_OWN, _MINISAT, _CADICAL),
    "own",
    claims=(
        Claim("MiniSat in the place of a solver for IC3", "own", "minisat", "rIC3, artifact of CAV 2025",
              "564 solved against 606, 2.2 times the time (calculated from its times)",
              ("worse",), solved=(606, 564)),
        Claim("CaDiCaL in the place of a solver for IC3", "own", "cadical", "", "", ()),
    ),
    cactus=(everything("all", "Solvers", (_OWN, _MINISAT, _CADICAL)),),
    scatter=(("own", "minisat", ""), ("own", "cadical", ""), ("own", "minisat", "rate"), ("own", "cadical", "rate")),
)

# What a portfolio of eight gains: the plans that `cairn plans --workers 8` names.

_PLANS = (
    Variant("ic3", "--engine ic3", "IC3 with its defaults"),
    Variant("abstract", "--engine ic3 --ic3-abstract-constraints", "IC3 without constraints, until they matter"),
    Variant("signals", "--engine ic3 --ic3-internal-signals --ic3-predict", "IC3 with internal signals and predicted lemmas"),
    Variant("quip", "--engine ic3 --ic3-quip", "Quip"),
    Variant("stable", "--engine bmc --bmc-solver stable --bmc-step 10 --bmc-gradual", "bounded model checking, in search of counterexamples"),
    Variant("itpseq", "--engine itpseq", "interpolation sequences and IC3's frames"),
    Variant("kind", "--engine kind", "k-induction"),
    Variant("patient-ctg", "--engine ic3 --ic3-generalize extended --ic3-ctg-max 5 --ic3-ctg-limit 15 --ic3-drop-after 0",
            "IC3 with strong generalization"),
)

PLANS = Experiment(
    "plans",
    "Eight plans and their union",
    "The plans of a portfolio with eight workers, each alone: what their union solves more than the best one is what a portfolio can "
    "gain at most without exchange.",
    _PLANS,
    "ic3",
    cactus=(everything("all", "Eight plans", _PLANS),),
    scatter=(("ic3", "abstract", ""), ("ic3", "stable", ""), ("ic3", "quip", "")),
)

# What workers of IC3 tell each other, one limit moved at a time.

_SHARED = "--engine ic3 --workers 2"
_SHARING = (
    Variant("default", _SHARED, "two workers of IC3 that tell each other lemmas"),
    Variant("off", f"{_SHARED} --no-share", "they tell each other nothing"),
    Variant("literals-5", f"{_SHARED} --share-literals 5", "lemmas of up to 5 literals, not 20"),
    Variant("literals-10", f"{_SHARED} --share-literals 10", "of up to 10"),
    Variant("literals-any", f"{_SHARED} --share-literals 1000", "of any length"),
    Variant("level-5", f"{_SHARED} --share-level 5", "lemmas that are made for 5 steps and more, not 1"),
    Variant("rate-100", f"{_SHARED} --share-rate 100", "100 lemmas a second, not 1,000"),
    Variant("rate-any", f"{_SHARED} --share-rate 0", "any number of them"),
    Variant("moved", f"{_SHARED} --ic3-share-moved", "lemmas are shared again when they move up"),
    Variant("wanted", f"{_SHARED} --ic3-import wanted", "lemmas are imported when an obligation wants them"),
)

SHARING = Experiment(
    "sharing",
    "What is worth telling",
    "Two workers of IC3, and what they tell each other: length, level and rate of the lemmas, one changed at a time. Times are processor "
    "time, that of both workers added up.",
    _SHARING,
    "default",
    cactus=(everything("all", "Sharing", _SHARING),),
    scatter=(("default", "off", ""), ("default", "literals-any", ""), ("default", "rate-any", "")),
)

EXPERIMENTS = {one.name: one for one in (BRADLEY_TABLE1, PDR_TABLE1, PDR_CLAIMS, PICK_VARIANTS, TECHNIQUES_EXPERIMENT, SOLVERS, PLANS,
                                         SHARING)}
