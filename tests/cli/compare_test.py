# SPDX-License-Identifier: MIT
"""bench/compare on the examples: what it counts and what it notices."""

import subprocess
import sys
import unittest

from support import CAIRN, EXAMPLES, SOURCE, CliTest

COMPARE = SOURCE / "bench" / "compare"


class CompareTest(CliTest):
    def compare(self, *arguments):
        tasks = self.path("tasks.txt")
        tasks.write_text("# two circuits\nbus_arbiter.aag unsafe\n\ntoken_ring.aag safe\n")
        command = [sys.executable, COMPARE, "--list", tasks, "--root", EXAMPLES, *arguments]
        return subprocess.run(command, capture_output=True, text=True)

    def test_counts_what_each_command_solves(self):
        table = self.path("table.csv")
        result = self.compare("--csv", table, f"{CAIRN} check", f"{CAIRN} check --engine bmc --bmc-last 20 {{}}")
        self.assertEqual(result.returncode, 0, result.stderr)
        last = result.stdout.splitlines()[-2:]
        self.assertIn("solved 2 of 2", last[0])
        self.assertIn("time ratio 1.000 over 2", last[0])
        self.assertIn("solved 1 of 2", last[1])
        self.assertIn("over 1", last[1])
        rows = table.read_text().splitlines()
        self.assertEqual(len(rows), 5)
        self.assertIn("bus_arbiter.aag", rows[1])
        self.assertIn(",unsafe,", rows[1])

    def test_the_clock_can_be_what_counts(self):
        table = self.path("table.csv")
        sleeper = "sh -c 'sleep 1; exit 20' ignored"
        self.assertIn("solved 2 of 2", self.compare("--seconds", "0.5", sleeper).stdout)
        result = self.compare("--clock", "wall", "--seconds", "0.5", "--csv", table, sleeper)
        self.assertIn("solved 0 of 2, PAR-2 2.0 s, time ratio nan over 0, CPU ratio nan", result.stdout)
        header, *rows = [line.split(",") for line in table.read_text().splitlines()]
        self.assertEqual(header, ["circuit", "command", "verdict", "cpu", "wall"])
        self.assertEqual([row[-3] for row in rows], ["", ""])
        result = self.compare("--clock", "wall", "--seconds", "60", sleeper)
        self.assertIn("time ratio 1.000 over 2, CPU ratio 1.000", result.stdout)

    def test_notices_that_verdicts_differ(self):
        result = self.compare(f"{CAIRN} check", "sh -c 'exit 20' ignored")
        self.assertEqual(result.returncode, 1)
        self.assertIn("bus_arbiter.aag: the commands disagree", result.stderr)
        self.assertNotIn("token_ring.aag: the commands", result.stderr)


if __name__ == "__main__":
    unittest.main()
