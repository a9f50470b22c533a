# SPDX-License-Identifier: MIT
"""Task lists and tables of results: bench/results/*.csv.

A table is a CSV with lines that begin with # anywhere between its rows. Those of the form "# key: value" at
the beginning say how it was made. A row is written whole or, if the machine stops, cut short: then the next
run removes the rest of it.
"""

import csv
import dataclasses
import io
import pathlib

COLUMNS = ["task", "expected", "tool", "result", "cpu", "rss_mb", "wrong"]
VERDICTS = ("safe", "unsafe")
EXPECTED = {"safe": "safe", "true": "safe", "unsafe": "unsafe", "false": "unsafe"}


class Problem(Exception):
    """Something that the user has to mend; one line."""


@dataclasses.dataclass(frozen=True)
class Task:
    name: str  # as the list has it
    path: pathlib.Path
    expected: str  # "safe", "unsafe" or "unknown"


@dataclasses.dataclass
class Row:
    """A row of a table. Tables with other columns have a class of their own with the same members."""

    task: str
    expected: str
    tool: str
    result: str  # "safe", "unsafe", "unknown", "timeout", "memory", "crash" or "error"
    cpu: float
    rss_mb: int = 0

    COLUMNS = COLUMNS

    @classmethod
    def of(cls, cells):
        """From the cells of a line; ValueError if they are no row. The last one is not needed."""
        if len(cells) < len(COLUMNS) - 1:
            raise ValueError
        return cls(cells[0], cells[1], cells[2], cells[3], float(cells[4]), int(cells[5] or 0))

    @property
    def key(self):
        """What is run once."""
        return self.task, self.tool

    @property
    def wrong(self):
        return self.result in VERDICTS and self.expected in VERDICTS and self.result != self.expected

    @property
    def solved(self):
        return self.result in VERDICTS and not self.wrong

    def cells(self):
        return [self.task, self.expected, self.tool, self.result, f"{self.cpu:.3f}", self.rss_mb, self.wrong]


def read_tasks(file, root=None):
    """Lines "PATH [true|false|safe|unsafe]", PATH below `root`, by default the folder of the list."""
    file = pathlib.Path(file)
    root = pathlib.Path(root) if root else file.parent
    tasks, seen = [], set()
    try:
        lines = file.read_text().splitlines()
    except OSError as error:
        raise Problem(f"{file}: {error.strerror}") from None
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        expected = EXPECTED.get(words[1].lower(), "unknown") if len(words) > 1 else "unknown"
        if words[0] in seen:
            raise Problem(f"{file}:{number}: {words[0]} is there twice")
        if not (root / words[0]).is_file():
            raise Problem(f"{file}:{number}: there is no file {root / words[0]}")
        seen.add(words[0])
        tasks.append(Task(words[0], root / words[0], expected))
    return tasks


def row_of(cells, where, kind=Row):
    try:
        return kind.of(cells)
    except ValueError:
        raise Problem(f"{where}: not a row of a table of results") from None


def read_table(file, kind=Row):
    """The notes ("# key: value" by key; a later one wins) and the rows. A last line that was cut short is left out."""
    notes, rows = {}, []
    try:
        text = pathlib.Path(file).read_text()
    except OSError as error:
        raise Problem(f"{file}: {error.strerror}") from None
    complete = text[: text.rfind("\n") + 1]
    header = False
    for number, line in enumerate(complete.splitlines(), 1):
        if line.startswith("#"):
            key, colon, value = line[1:].strip().partition(": ")
            if colon:
                notes[key] = value
        elif line == ",".join(kind.COLUMNS):
            header = True
        elif line:
            if not header:
                raise Problem(f"{file}:{number}: expected the header {','.join(kind.COLUMNS)}")
            rows.append(row_of(next(csv.reader([line])), f"{file}:{number}", kind))
    return notes, rows


def cut_short_line(path):
    """Removes what a run that was stopped has left of a last line."""
    if path.exists():
        with open(path, "rb+") as file:
            file.truncate(file.read().rfind(b"\n") + 1)


class Table:
    """A table that grows, row by row, on disk."""

    def __init__(self, file, notes, kind=Row):
        """Opens or makes it. Notes that are there already have to be the same; those about the day and the
        machine may differ."""
        self.file = pathlib.Path(file)
        self.rows = []
        there = {}
        if self.file.exists() and self.file.stat().st_size > 0:
            there, self.rows = read_table(self.file, kind)
            cut_short_line(self.file)
        for key, value in notes.items():
            if (key == "limits" or key.startswith("tool ")) and there.get(key, value) != value:
                raise Problem(f"{file} has {key} '{there[key]}', not '{value}': choose another file, or another name")
        self.done = {row.key for row in self.rows}
        self._out = open(self.file, "a", newline="")
        fresh = {key: value for key, value in notes.items() if there.get(key) != value}
        self._write("".join(f"# {key}: {value}\n" for key, value in fresh.items()))
        if not there and not self.rows:
            self._write(",".join(kind.COLUMNS) + "\n")

    def _write(self, text):
        # In one piece: whoever interrupts us leaves whole lines.
        self._out.write(text)
        self._out.flush()

    def add(self, row):
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(row.cells())
        self._write(line.getvalue())
        self.rows.append(row)
        self.done.add(row.key)

    def close(self):
        self._out.close()
