# SPDX-License-Identifier: MIT
"""Ways to run a task, by name: plans and engines of Cairn, and other tools."""

import dataclasses
import json
import re
import shlex
import subprocess

from .results import VERDICTS, Problem

PLANS = [chr(letter) for letter in range(ord("A"), ord("Q") + 1)]
ENGINES = ["ic3cfa", "bmc-smt", "cegar", "tree-ic3", "ic3-smt", "ic3ia", "ctigar", "ic3", "kind", "itp", "itpseq", "auto"]
GROUPS = {"plans": PLANS, "engines": ENGINES, "all": PLANS + ENGINES}

# Lines that tools end with, and what they mean. The last line that matches counts.
PATTERNS = [
    ("unsafe", r"(unsafe|s unsafe|sat|false|false\(.*\)|result: false.*|verification failed|verification result: false.*"
               r"|\(safetyresult unsafe.*|.*asserted in frame.*)"),
    ("safe", r"(safe|s safe|unsat|true|result: true|verification successful|verification result: true.*"
             r"|\(safetyresult safe.*|property proved.*)"),
    ("unknown", r"(unknown|result: unknown.*|verification unknown|verification result: unknown.*|\(safetyresult unknown.*)"),
]
EXIT_CODES = {10: "unsafe", 20: "safe"}


@dataclasses.dataclass
class Configuration:
    name: str
    command: str  # {} for the file
    is_cairn: bool = False
    patterns: list = dataclasses.field(default_factory=list)  # (verdict, expression); empty: the usual ones

    def verdict(self, ended):
        """"safe", "unsafe" or "unknown". Cairn's is its exit code."""
        if self.is_cairn:
            return EXIT_CODES.get(ended.code, "unknown")
        patterns = [(verdict, re.compile(text if self.patterns else rf"^{text}$", re.I))
                    for verdict, text in self.patterns or PATTERNS]
        for line in reversed(ended.output.splitlines()):
            for verdict, pattern in patterns:
                if pattern.search(line.strip()):
                    return verdict
        return EXIT_CODES.get(ended.code, "unknown") if not self.patterns else "unknown"

    def result(self, ended, seconds):
        """The verdict, or why there is none. An answer after the limit is none."""
        verdict = self.verdict(ended) if not ended.reason else "unknown"
        if ended.cpu > seconds:
            return "timeout"
        if verdict in VERDICTS:
            return verdict
        if ended.reason in ("time", "wall"):
            return "timeout"
        if ended.reason == "memory":
            return "memory"
        if ended.code < 0 or ended.code in (134, 139):
            return "crash"
        # Cairn's codes: 1 input, 2 usage, 3 internal. Others end with what they like.
        return "error" if ended.reason or (self.is_cairn and ended.code != 0) else "unknown"


def of_cairn(name, cairn, options):
    """Cairn with these options, a list of words."""
    words = [str(cairn), "check", "-q", *options, "{}"]
    return Configuration(name, shlex.join(words).replace("'{}'", "{}"), is_cairn=True)


def known_to(cairn):
    """The plans of a Cairn, as {name: [engines]}, and its engines."""
    try:
        plans = json.loads(subprocess.run([cairn, "plans", "--json"], check=True, capture_output=True, text=True).stdout)
        text = subprocess.run([cairn, "check", "--help"], check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError, ValueError) as error:
        raise Problem(f"{cairn} does not run: {error} (--cairn says where it is)") from None
    engines = {}
    for plan in plans:
        engines.setdefault(plan["name"], []).append(plan["engine"])
    try:
        listed = json.loads(subprocess.run([cairn, "engines", "--json"], check=True, capture_output=True, text=True).stdout)
        return engines, ["auto", "portfolio", *(engine["name"] for engine in listed)]
    except (subprocess.CalledProcessError, ValueError):  # older ones have no such list
        choices = re.search(r"--engine TEXT:\{([^}]*)\}", text)
        return engines, choices.group(1).split(",") if choices else []


def options_of(name, plans, engines):
    """What a name stands for: an engine, a plan, or ENGINE.PLAN."""
    engine, dot, plan = name.partition(".")
    if dot and engine in plans.get(plan, []):
        return ["--engine", engine, "--plan", plan]
    if name in engines:
        return ["--engine", name]
    if len(plans.get(name, [])) == 1:
        return ["--engine", plans[name][0], "--plan", name]
    if name in plans:
        raise Problem(f"plan {name}: name its engine, as in {plans[name][0]}.{name}")
    raise Problem(f"'{name}' is no engine, no plan, none of {', '.join(GROUPS)} and not NAME=COMMAND")


def named(words, cairn, extra="", verdicts=()):
    """Configurations for words such as plans, O, ic3ia, ic3cfa.O and NAME=COMMAND; `extra` are options for all of Cairn's,
    `verdicts` are texts NAME:safe=EXPRESSION and NAME:unsafe=EXPRESSION."""
    spread = [name for word in words for name in ([word] if "=" in word else sum((GROUPS.get(w, [w]) for w in word.split(",") if w), []))]
    names = list(dict.fromkeys(spread))
    plans, engines = known_to(cairn) if any("=" not in name for name in names) else ({}, [])
    chosen = []
    for word in names:
        name, equals, command = word.partition("=")
        if equals:
            if not name or not command.strip():
                raise Problem(f"'{word}': expected NAME=COMMAND")
            chosen.append(Configuration(name, command, patterns=patterns_of(name, verdicts)))
        else:
            chosen.append(of_cairn(word, cairn, [*options_of(word, plans, engines), *shlex.split(extra)]))
    names = [configuration.name for configuration in chosen]
    for name in names:
        if names.count(name) > 1:
            raise Problem(f"two configurations have the name '{name}'")
    for text in verdicts:
        if text.partition(":")[0] not in names:
            raise Problem(f"--verdict {text}: there is no configuration of that name")
    return chosen


def patterns_of(name, verdicts):
    patterns = []
    for text in verdicts:
        whose, _, rest = text.partition(":")
        verdict, equals, expression = rest.partition("=")
        if verdict not in (*VERDICTS, "unknown") or not equals:
            raise Problem(f"--verdict {text}: expected NAME:safe=EXPRESSION or NAME:unsafe=EXPRESSION")
        try:
            re.compile(expression)
        except re.error as error:
            raise Problem(f"--verdict {text}: {error}") from None
        if whose == name:
            patterns.append((verdict, expression))
    return patterns
