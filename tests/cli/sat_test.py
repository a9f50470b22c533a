# SPDX-License-Identifier: MIT
"""cairn sat: answers as in the SAT competitions, values that satisfy the formula, limits, and bad input."""

import gzip
import random
import re
import unittest

from support import *

SATISFIABLE, UNSATISFIABLE = 10, 20


def dimacs(clauses, variables=None):
    variables = variables or max((abs(x) for clause in clauses for x in clause), default=0)
    lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    return "\n".join([f"p cnf {variables} {len(clauses)}", *lines]) + "\n"


def is_satisfiable(clauses, variables):
    return any(all(any((x > 0) == row[abs(x) - 1] for x in clause) for clause in clauses)
               for row in itertools.product((False, True), repeat=variables))


def pigeons(count, holes):
    sits = lambda pigeon, hole: 1 + pigeon * holes + hole
    clauses = [[sits(p, h) for h in range(holes)] for p in range(count)]
    return clauses + [[-sits(p, h), -sits(q, h)] for h in range(holes) for p in range(count) for q in range(p)]


class Answers(CliTest):
    def solve(self, clauses, *options):
        return run("sat", self.file("f.cnf", dimacs(clauses)), *options)

    def values(self, result):
        lines = result.out.splitlines()
        self.assertEqual(lines[0], "s SATISFIABLE")
        self.assertTrue(all(line.startswith("v ") and len(line) <= 78 for line in lines[1:]), result)
        numbers = [int(word) for line in lines[1:] for word in line.split()[1:]]
        self.assertEqual((numbers[-1], numbers.count(0)), (0, 1))
        return set(numbers[:-1])

    def test_a_small_formula_and_its_values(self):
        result = self.solve([[1, -3], [2, 3, -1], [3]])
        self.assertEqual((result.code, result.err), (SATISFIABLE, ""), result)
        self.assertIn(self.values(result), ({1, 2, 3}, {1, -2, 3}))

    def test_a_contradiction(self):
        self.assert_answer(self.solve([[1], [-1]]), UNSATISFIABLE, "s UNSATISFIABLE\n")
        self.assert_answer(self.solve([[]]), UNSATISFIABLE, "s UNSATISFIABLE\n")
        self.assert_answer(self.solve(pigeons(6, 5)), UNSATISFIABLE, "s UNSATISFIABLE\n")

    def test_the_empty_formula(self):
        self.assert_answer(self.solve([]), SATISFIABLE, "s SATISFIABLE\nv 0\n")

    def test_random_formulas(self):
        rng = random.Random(1)
        seen = set()
        for _ in range(60):
            variables = rng.randint(1, 8)
            clauses = [[rng.choice((-1, 1)) * rng.randint(1, variables) for _ in range(rng.randint(1, 3))]
                       for _ in range(rng.randint(1, 30))]
            result = self.solve(clauses)
            expected = SATISFIABLE if is_satisfiable(clauses, variables) else UNSATISFIABLE
            self.assertEqual(result.code, expected, (clauses, result))
            seen.add(expected)
            if expected == SATISFIABLE:
                values = self.values(result)
                self.assertTrue(all(values & set(clause) for clause in clauses), (clauses, result))
        self.assertEqual(seen, {SATISFIABLE, UNSATISFIABLE})

    def test_many_values_take_many_lines(self):
        clauses = [[x, x + 1] for x in range(1, 3000)]
        values = self.values(self.solve(clauses))
        self.assertEqual({abs(x) for x in values}, set(range(1, 3001)))
        self.assertTrue(all(values & set(clause) for clause in clauses))

    def test_the_values_can_be_left_out(self):
        self.assert_answer(self.solve([[1]], "--no-model"), SATISFIABLE, "s SATISFIABLE\n")

    def test_counters_are_comments_before_the_answer(self):
        result = self.solve(pigeons(5, 4), "--stats")
        lines = result.out.splitlines()
        self.assertEqual((result.code, lines[-1]), (UNSATISFIABLE, "s UNSATISFIABLE"))
        counters = dict(re.fullmatch(r"c (\w+) (\d+)", line).groups() for line in lines[:-1])
        self.assertEqual(counters["solves"], "1")
        self.assertGreater(int(counters["conflicts"]), 0)

    def test_gzip_and_standard_input(self):
        text = dimacs([[1], [-1, 2]]).encode()
        expected = "s SATISFIABLE\nv 1 2 0\n"
        self.assert_answer(run("sat", self.file("f.cnf.gz", gzip.compress(text))), SATISFIABLE, expected)
        self.assert_answer(run("sat", "-", input_bytes=text), SATISFIABLE, expected)

    def test_the_largest_variable_in_little_memory(self):
        result = run("sat", self.file("f.cnf", "p cnf 2147483646 2\n2147483646 0\n-7 2147483646 0\n"))
        self.assert_answer(result, SATISFIABLE, "s SATISFIABLE\nv -7 2147483646 0\n")
        if not SANITIZED:
            self.assertLess(result.peak_mb, 200)


class Limits(CliTest):
    def test_time(self):
        result = run("sat", self.file("f.cnf", dimacs(pigeons(14, 13))), "--timeout", 0.5)
        self.assert_answer(result, UNKNOWN, "s UNKNOWN\n")
        self.assertGreaterEqual(result.seconds, 0.5)
        self.assertLess(result.seconds, 3)


class BadInput(CliTest):
    CASES = [
        ("empty", "", "expected the header"),
        ("no_header", "1 0\n", "expected the header"),
        ("word", "p cnf 1 1\n1 x 0\n", "expected a literal"),
        ("beyond", "p cnf 1 1\n2 0\n", "exceeds"),
        ("cut", "p cnf 2 2\n1 0\n2", "expected 0"),
        ("too_few", "p cnf 2 2\n1 0\n", "expected 2 clauses"),
        ("too_many", "p cnf 2 1\n1 0\n2 0\n", "expected no more than 1"),
        ("aiger", "aag 1 1 0 0 0\n2\n", "expected the header"),
    ]

    def test_faults(self):
        for name, text, message in self.CASES:
            with self.subTest(name):
                path = self.file(name, text)
                self.assert_input_error(run("sat", path), path, message)

    def test_no_file(self):
        self.assert_input_error(run("sat", self.path("missing")), self.path("missing"))
        self.assert_usage_error(run("sat"))


if __name__ == "__main__":
    unittest.main()
