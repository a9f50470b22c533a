# SPDX-License-Identifier: MIT
"""What came of a check: the report of the program (docs/json.md), the evidence, and the values of a counterexample."""

from __future__ import annotations

import dataclasses
import html
from typing import Any, Dict, Iterator, List, Optional


@dataclasses.dataclass(frozen=True)
class Property:
    """A property with a verdict of its own: safe, unsafe, unknown; of a cover reached, unreachable, unknown."""
    index: int
    verdict: str
    claim: str
    name: str = ""
    file: str = ""
    line: int = 0
    explanation: str = ""
    evidence: bytes = b""


@dataclasses.dataclass(frozen=True)
class Invariant:
    """What holds whenever control is at a place of a program, in the program's language."""
    file: str
    line: int
    column: int
    facts: List[str]


@dataclasses.dataclass(frozen=True)
class Step:
    """A step of a program's run: where it is, and what changed there."""
    file: str
    line: int
    function: str
    changes: Dict[str, str]


class Trace:
    """The values of a counterexample of a circuit or design, signal by signal: trace["top.count"][3]. Values are numbers;
    None is a value that does not matter or is not known."""

    def __init__(self, signals: Dict[str, List[Optional[int]]], widths: Dict[str, int], steps: int) -> None:
        self._signals, self.widths, self.steps = signals, widths, steps

    @property
    def signals(self) -> List[str]:
        return list(self._signals)

    def __getitem__(self, signal: str) -> List[Optional[int]]:
        return self._signals[signal]

    def __iter__(self) -> Iterator[str]:
        return iter(self._signals)

    def __len__(self) -> int:
        return self.steps

    def at(self, step: int) -> Dict[str, Optional[int]]:
        return {name: values[step] for name, values in self._signals.items()}

    @classmethod
    def from_vcd(cls, text: str) -> "Trace":
        """Of a waveform as Cairn writes it, a step for each change of time."""
        names: Dict[str, List[str]] = {}
        widths: Dict[str, int] = {}
        scope: List[str] = []
        lines = iter(text.splitlines())
        for line in lines:
            words = line.split()
            if not words:
                continue
            if words[0] == "$scope":
                scope.append(words[2])
            elif words[0] == "$upscope":
                scope.pop()
            elif words[0] == "$var":
                name = ".".join([*scope, words[4]])
                names.setdefault(words[3], []).append(name)
                widths[name] = int(words[2])
            elif words[0] == "$enddefinitions":
                break
        now: Dict[str, Optional[int]] = {}
        rows: List[Dict[str, Optional[int]]] = []
        times: List[int] = []
        for line in lines:
            if line.startswith("#"):
                if times:
                    rows.append(dict(now))
                times.append(int(line[1:]))
            elif line[:1] in ("b", "B"):
                value, code = line[1:].split()
                now[code] = int(value, 2) if set(value) <= {"0", "1"} else None
            elif line[:1] in ("0", "1", "x", "z", "X", "Z"):
                now[line[1:].strip()] = int(line[0]) if line[0] in "01" else None
        # With a clock a step has two times; the values are those of the first.
        if any(time % 10 == 5 for time in times) and all(time % 5 == 0 for time in times):
            rows = rows[::2]
        # The last time only ends the last step.
        signals = {name: [row.get(code) for row in rows] for code, all_names in names.items() for name in all_names}
        return cls(signals, widths, len(rows))


class Answer:
    """A verdict with its evidence, which was checked before it was given."""

    def __init__(self, report: Dict[str, Any], evidence: bytes, properties: List[Property], vcd: str) -> None:
        self.report, self.evidence, self.properties = report, evidence, properties
        self._vcd = vcd

    @property
    def verdict(self) -> str:
        """safe, unsafe or unknown."""
        return str(self.report["verdict"])

    @property
    def explanation(self) -> str:
        """Of unknown: why."""
        return str(self.report.get("explanation", ""))

    @property
    def bound(self) -> Optional[int]:
        """Of unknown: no counterexample has at most this many steps."""
        return self.report.get("bound")

    @property
    def invariants(self) -> List[Invariant]:
        rows = self.report.get("invariants", [])
        return [Invariant(at.get("file", ""), at.get("line", 0), at.get("column", 0), list(row["facts"]))
                for row in rows for at in [row.get("at") or {}]]

    @property
    def steps(self) -> List[Step]:
        """Of a program that is unsafe: its run."""
        rows = self.report.get("trace", [])
        return [Step(at.get("file", ""), at.get("line", 0), at.get("function", ""), dict(row.get("changes", {})))
                for row in rows for at in [row.get("at") or {}]]

    @property
    def trace(self) -> Optional[Trace]:
        """Of a circuit or design that is unsafe, if the check was asked for one verdict: the values of all signals."""
        return Trace.from_vcd(self._vcd) if self._vcd else None

    def __bool__(self) -> bool:
        raise TypeError("an answer is safe, unsafe or unknown: compare its verdict")

    def __repr__(self) -> str:
        more = f", bound {self.bound}" if self.bound is not None else ""
        return f"<cairn.Answer {self.verdict}{more}>"

    def _repr_html_(self) -> str:
        """For notebooks. Names in designs are hostile text: all of it is escaped."""
        text = html.escape
        rows = []
        failure = self.report.get("failure") or {}
        about = failure.get("what") or failure.get("name") or self.explanation
        rows.append(("verdict", f"<b>{text(self.verdict)}</b> {text(str(about or ''))}"))
        rows.append(("files", text(", ".join(self.report["files"]))))
        if self.bound is not None:
            rows.append(("bound", f"no counterexample has at most {self.bound} steps"))
        evidence = self.report.get("evidence") or {}
        if evidence:
            rows.append(("evidence", text(f"{evidence['kind']}, checked") + (f", {evidence['steps']} steps" if "steps" in evidence else "")))
        for one in self.properties:
            rows.append((text(one.claim), text(one.verdict) + (f" ({text(one.explanation)})" if one.explanation else "")))
        for one in self.invariants:
            for fact in one.facts:
                rows.append((text(f"{one.file}:{one.line}"), f"<code>{text(fact)}</code>"))
        rows.append(("time", f"{self.report['seconds']:.2f} s"))
        body = "".join(f"<tr><th style='text-align:left'>{name}</th><td style='text-align:left'>{value}</td></tr>" for name, value in rows)
        return f"<table>{body}</table>" + self._steps_html() + self._trace_html()

    def _steps_html(self, most: int = 40) -> str:
        if not self.steps:
            return ""
        rows = "".join(f"<tr><td>{html.escape(step.file)}:{step.line}</td><td>"
                       + html.escape(", ".join(f"{name} = {value}" for name, value in step.changes.items())) + "</td></tr>"
                       for step in self.steps[-most:])
        return f"<table><tr><th>at</th><th>what changed</th></tr>{rows}</table>"

    def _trace_html(self, most_signals: int = 40, most_steps: int = 24) -> str:
        trace = self.trace
        if trace is None:
            return ""
        first = max(0, len(trace) - most_steps)
        head = "".join(f"<th>{step}</th>" for step in range(first, len(trace)))
        rows = "".join(
            f"<tr><th style='text-align:left'>{html.escape(name)}</th>"
            + "".join(f"<td>{'x' if value is None else format(value, 'x')}</td>" for value in trace[name][first:]) + "</tr>"
            for name in trace.signals[:most_signals])
        return f"<table><tr><th>signal, in hexadecimal</th>{head}</tr>{rows}</table>"
