# SPDX-License-Identifier: MIT
"""What the tests of the command line share: running Cairn, making circuits, and small oracles that
know nothing of Cairn's code (an explicit-state search, a DPLL solver, a reader of ASCII AIGER)."""

import itertools
import json
import os
import pathlib
import pty
import random
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

SOURCE = pathlib.Path(os.environ.get("CAIRN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
CAIRN = os.environ.get("CAIRN", str(SOURCE / "build" / "cairn"))
EXAMPLES = SOURCE / "examples"
REGRESS = SOURCE / "tests" / "regress" / "aiger"
COMMANDS = ["check", "hwmcc", "svcomp", "compile", "cfa", "horn", "certify", "simulate", "convert", "info", "sat", "report", "plans", "engines", "options", "worker", "jobs", "completion", "man", "run", "mcp"]

UNKNOWN, DONE, INPUT_ERROR, USAGE, INTERNAL, REJECTED, UNSAFE, SAFE = 0, 0, 1, 2, 3, 4, 10, 20

# Sanitizers reserve address space and keep freed memory: limits on memory mean nothing there.
SANITIZED = b"__asan_init" in pathlib.Path(CAIRN).read_bytes()


class Result:
    """How a run ended: exit code, both streams, wall-clock seconds, peak memory in MB (2^20).

    The system counts the memory of the test itself, from which the process was started, as part of
    the peak: tests that look at it must not hold large data."""

    def __init__(self, code, out, err, seconds, peak_mb):
        self.code, self.raw_out, self.raw_err = code, out, err
        self.out, self.err = out.decode(errors="replace"), err.decode(errors="replace")
        self.seconds, self.peak_mb = seconds, peak_mb

    def __str__(self):
        return f"exit code {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


def on_terminal(*arguments):
    """Runs Cairn with standard error on a terminal: what appeared there, the exit code, and standard output."""
    ours, theirs = pty.openpty()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([CAIRN, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=out, stderr=theirs)
        os.close(theirs)
        shown = b""
        while True:
            ready, _, _ = select.select([ours], [], [], 20)
            try:
                data = os.read(ours, 4096) if ready else b""
            except OSError:  # the other end is closed
                data = b""
            if not data:
                break
            shown += data
        code = process.wait(20)
        os.close(ours)
        out.seek(0)
        return shown.decode(), code, out.read().decode()


def finish(process, begin, out_file, err_file, limit=20):
    """Waits for a process whose streams go to files; kills it after `limit` seconds."""
    # Not Popen's own functions: they would take the exit status, and with it the peak, from us.
    killer = threading.Timer(limit, os.kill, (process.pid, signal.SIGKILL))
    killer.start()
    _, status, usage = os.wait4(process.pid, 0)
    killer.cancel()
    seconds = time.monotonic() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    streams = []
    for file in (out_file, err_file):
        file.seek(0)
        streams.append(file.read())
        file.close()
    return Result(process.returncode, *streams, seconds, usage.ru_maxrss / 1024)


def start(*arguments, stdin=None, cwd=None, stdout=None):
    """Starts Cairn; returns what finish() takes."""
    out_file, err_file = tempfile.TemporaryFile(), tempfile.TemporaryFile()
    begin = time.monotonic()
    process = subprocess.Popen(
        [CAIRN, *map(str, arguments)],
        stdin=subprocess.DEVNULL if stdin is None else stdin,
        stdout=out_file if stdout is None else stdout,
        stderr=err_file,
        cwd=cwd,
    )
    return process, begin, out_file, err_file


def run(*arguments, input_bytes=None, cwd=None, limit=20, stdout=None):
    """Runs Cairn to its end."""
    if input_bytes is None:
        return finish(*start(*arguments, cwd=cwd, stdout=stdout), limit=limit)
    with tempfile.TemporaryFile() as file:
        file.write(input_bytes)
        file.seek(0)
        return finish(*start(*arguments, stdin=file, cwd=cwd, stdout=stdout), limit=limit)


class CliTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cairn-cli-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return self.folder / name

    def file(self, name, content):
        path = self.path(name)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())

    def json_of(self, path):
        return json.loads(path.read_text())

    def assert_answer(self, result, code, out):
        self.assertEqual((result.code, result.out), (code, out), result)

    def assert_input_error(self, result, file, message=""):
        """Exactly one line, with a position unless it is about the whole file; exit code 1, nothing on standard output."""
        self.assertEqual(result.code, INPUT_ERROR, result)
        self.assertEqual(result.out, "", result)
        self.assertTrue(result.err.endswith("\n"), result)
        self.assertEqual(result.err.count("\n"), 1, result)
        whole = f"cairn: error: {file}: "
        if result.err.startswith(whole):
            rest = result.err[len(whole):]
        else:
            position, _, rest = result.err.partition(": error: ")
            name, line, column = position.rsplit(":", 2)
            self.assertEqual(name, str(file), result)
            self.assertTrue(line.isdigit() and column.isdigit(), result)
        self.assertGreater(len(rest.strip()), 5, result)
        self.assertIn(message, rest, result)

    def assert_usage_error(self, result, message=""):
        self.assertEqual((result.code, result.out), (USAGE, ""), result)
        self.assertRegex(result.err, r"\Acairn: error: [^\n]+\n\Z")
        self.assertIn(message, result.err)

    def certified(self, model, evidence, code, *options):
        """`cairn certify` agrees."""
        result = run("certify", model, evidence, *options)
        self.assert_answer(result, code, {SAFE: "safe\n", UNSAFE: "unsafe\n", REJECTED: "rejected\n"}[code])
        return result


class Circuit:
    """Builds AIGER files. Literals are the file's: inputs first, then latches, then gates."""

    def __init__(self, inputs=0, latches=0):
        self.inputs = [2 * (1 + i) for i in range(inputs)]
        self.latches = [2 * (1 + inputs + i) for i in range(latches)]
        self.next = [0] * latches
        self.reset = [0] * latches
        self.gates = []
        self.bad, self.constraints, self.outputs = [], [], []
        self.trailer = ""

    def and_(self, x, y):
        if x == 0 or y == 0 or x == y ^ 1:
            return 0
        if x == 1 or x == y:
            return y
        if y == 1:
            return x
        gate = 2 * (1 + len(self.inputs) + len(self.latches) + len(self.gates))
        self.gates.append((gate, max(x, y), min(x, y)))
        return gate

    def or_(self, x, y):
        return self.and_(x ^ 1, y ^ 1) ^ 1

    def xor(self, x, y):
        return self.or_(self.and_(x, y ^ 1), self.and_(x ^ 1, y))

    def add(self, left, right):
        carry, total = 0, []
        for x, y in zip(left, right):
            half = self.xor(x, y)
            total.append(self.xor(half, carry))
            carry = self.or_(self.and_(x, y), self.and_(half, carry))
        return total

    def multiply(self, left, right):
        total = [0] * len(left)
        for i, bit in enumerate(right):
            row = [0] * i + [self.and_(x, bit) for x in left[: len(left) - i]]
            total = self.add(total, row)
        return total

    def differ(self, left, right):
        different = 0
        for x, y in zip(left, right):
            different = self.or_(different, self.xor(x, y))
        return different

    def numbers(self, magic):
        counts = [len(self.inputs), len(self.latches), len(self.outputs), len(self.gates)]
        header = [magic, sum(counts) - counts[2], *counts, len(self.bad), len(self.constraints)]
        return " ".join(map(str, header)) + "\n"

    def latch_line(self, i):
        reset = "" if self.reset[i] == 0 else f" {self.reset[i]}"
        return f"{self.next[i]}{reset}\n"

    def properties(self):
        return "".join(f"{x}\n" for x in self.outputs + self.bad + self.constraints)

    def ascii(self):
        text = self.numbers("aag") + "".join(f"{x}\n" for x in self.inputs)
        text += "".join(f"{x} {self.latch_line(i)}" for i, x in enumerate(self.latches))
        text += self.properties() + "".join("%d %d %d\n" % gate for gate in self.gates)
        return (text + self.trailer).encode()

    def binary(self):
        text = self.numbers("aig") + "".join(self.latch_line(i) for i in range(len(self.latches)))
        data = bytearray((text + self.properties()).encode())
        for gate, left, right in self.gates:
            for delta in (gate - left, left - right):
                while delta >= 0x80:
                    data.append(delta & 0x7F | 0x80)
                    delta >>= 7
                data.append(delta)
        return bytes(data) + self.trailer.encode()


def counter(bits, target):
    """Counts up when its input says so; bad when it is `target`: the shortest run has `target` steps."""
    c = Circuit(inputs=1, latches=bits)
    c.next = c.add(c.latches, [c.inputs[0]] + [0] * (bits - 1))
    equal = 1
    for i, latch in enumerate(c.latches):
        equal = c.and_(equal, latch if target >> i & 1 else latch ^ 1)
    c.bad = [equal]
    return c


def hard(bits=20):
    """s(s + 1) = ss + s never fails; a SAT solver takes for ever to see it. Bound 0 is trivial."""
    c = Circuit(inputs=bits, latches=bits)
    square = c.multiply(c.latches, c.latches)
    c.next = c.add(square, c.inputs)
    product = c.multiply(c.latches, c.add(c.latches, [1] + [0] * (bits - 1)))
    c.bad = [c.differ(product, c.add(square, c.latches))]
    return c


def growing(width=300, gates=10000):
    """Each step adds many clauses, and no bound is difficult: two latches are never true together,
    but the next-state functions that see to it depend on everything. BMC needs 4 MB a bound."""
    rng = random.Random(1)
    c = Circuit(inputs=width, latches=width + 2)
    pool = c.inputs + c.latches[:width]
    for _ in range(gates):
        x = rng.choice(pool[-2 * width :]) ^ rng.randint(0, 1)
        y = rng.choice(pool) ^ rng.randint(0, 1)
        pool.append(c.xor(x, y) if rng.random() < 0.5 else c.and_(x, y))
    last = pool[-width - 3 :]
    choice, one, other = last[width:]
    c.next = last[:width] + [c.and_(choice, one), c.and_(choice ^ 1, other)]
    c.bad = [c.and_(c.latches[width], c.latches[width + 1])]
    return c


def write_bulky(path, gates=2_000_000):
    """A file that takes a while to read: a chain of gates."""
    with open(path, "wb") as file:
        file.write(b"aig %d 2 1 0 %d 1\n%d\n6\n" % (3 + gates, gates, 2 * (3 + gates)))
        file.write(b"\x02\x02")  # 8 = 6 & 4
        file.write(b"\x01\x02" * (gates - 1))  # each reads the two before it, negated


class Model:
    """Reads ASCII AIGER and decides it by enumerating states: an oracle for small files."""

    def __init__(self, text):
        lines = text.split("\n")
        header = [int(x) for x in lines[0].split()[1:]] + [0] * 4
        _, inputs, latches, outputs, gates, bad, constraints, justice, _ = header[:9]
        at = 1

        def take(count):
            nonlocal at
            rows = [[int(x) for x in line.split()] for line in lines[at : at + count]]
            at += count
            return rows

        self.inputs = [row[0] for row in take(inputs)]
        self.latches = take(latches)
        output_rows, bad_rows = take(outputs), take(bad)
        self.constraints = [row[0] for row in take(constraints)]
        self.justice = justice
        assert justice == 0 or bad or outputs == 0, "not for liveness"
        self.bad = [row[0] for row in (bad_rows or ([] if justice else output_rows))]
        self.gates = take(gates) if justice == 0 else []

    def evaluate(self, values):
        """Extends values of inputs and latches to gates, whatever their order is."""
        pending = self.gates
        while pending:
            later = []
            for gate, left, right in pending:
                if (left & ~1) in values and (right & ~1) in values:
                    values[gate] = self.value(values, left) & self.value(values, right)
                else:
                    later.append((gate, left, right))
            assert len(later) < len(pending)
            pending = later
        return values

    @staticmethod
    def value(values, literal):
        return values[literal & ~1] ^ (literal & 1)

    def steps_of(self, state):
        for choice in itertools.product((0, 1), repeat=len(self.inputs)):
            values = {0: 0, **dict(zip(self.inputs, choice)), **state}
            values = self.evaluate(values)
            if all(self.value(values, x) for x in self.constraints):
                yield values

    def is_initial(self, values):
        resets = ((latch[0], latch[2] if len(latch) > 2 else 0) for latch in self.latches)
        return all(self.value(values, reset) == values[latch] for latch, reset in resets)

    def shortest_counterexample(self, bad):
        """Steps of a shortest run to bad state number `bad`, or None."""
        names = [latch[0] for latch in self.latches]
        frontier = set(itertools.product((0, 1), repeat=len(names)))
        seen, depth = set(), 0
        while frontier:
            following = set()
            for state in frontier:
                for values in self.steps_of(dict(zip(names, state))):
                    if depth == 0 and not self.is_initial(values):
                        continue
                    if self.value(values, self.bad[bad]):
                        return depth
                    following.add(tuple(self.value(values, latch[1]) for latch in self.latches))
            frontier = following - seen
            seen |= frontier
            depth += 1
        return None


def read_dimacs(text):
    clauses, current = [], []
    lines = [line for line in text.splitlines() if line and not line.startswith("c")]
    _, kind, variables, count = lines[0].split()
    assert kind == "cnf"
    for word in " ".join(lines[1:]).split():
        if word == "0":
            clauses.append(current)
            current = []
        else:
            assert abs(int(word)) <= int(variables)
            current.append(int(word))
    assert not current and len(clauses) == int(count)
    return clauses


def satisfiable(clauses):
    """DPLL with unit propagation, for formulas of a few hundred clauses."""
    pending = [list(map(frozenset, clauses))]
    while pending:
        formula = pending.pop()
        conflict = False
        while not conflict:
            unit = next((c for c in formula if len(c) <= 1), None)
            if unit is None:
                break
            conflict = not unit
            formula = assign(formula, *unit) if unit else formula
        if conflict:
            continue
        if not formula:
            return True
        literal = next(iter(min(formula, key=len)))
        pending += [assign(formula, -literal), assign(formula, literal)]
    return False


def assign(formula, literal):
    return [c - {-literal} if -literal in c else c for c in formula if literal not in c]
