#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Small C programs whose truth is known, each from a class of programs that were read wrongly once.

The first line of each says what holds, `// truth: safe`, `unsafe` or `unsafe or unknown`; a second line `// options:` may
add options. Every program is checked with
and without the points-to analysis; `unknown` is allowed without it, a wrong verdict never is.
"""

import re
import unittest

from support import *

PROGRAMS = sorted((SOURCE / "tests/regress/c").glob("*.c"))


class CRegress(CliTest):
    def check(self, program, *options, seconds=100):
        more = re.search(r"^// options: (.*)$", program.read_text(), re.M)
        if more:
            options = *options, *more.group(1).split()
        if "-m32" not in options:
            options = "-m64", *options
        out = run("check", str(program), "--timeout", str(seconds), *options, limit=seconds + 20).out.split()
        # With --property, lines of their own follow.
        return out[0] if out else ""

    def test_there_are_programs(self):
        self.assertGreater(len(PROGRAMS), 20)

    def test_truth(self):
        for program in PROGRAMS:
            with self.subTest(program=program.name):
                truth = re.match(r"// truth: (.*)", program.read_text()).group(1).split(" or ")
                self.assertIn(self.check(program), truth)

    def test_truth_without_points_to(self):
        for program in PROGRAMS:
            with self.subTest(program=program.name):
                truth = re.match(r"// truth: (.*)", program.read_text()).group(1).split(" or ")
                self.assertIn(self.check(program, "--no-points-to", seconds=20), truth + ["unknown"])


if __name__ == "__main__":
    unittest.main()
