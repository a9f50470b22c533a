# SPDX-License-Identifier: MIT
"""Cairn under benchexec, if that is installed: its own check of our module, and a run."""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import unittest

from support import CAIRN, SOURCE, CliTest
from program_test import has_c


@unittest.skipUnless(importlib.util.find_spec("benchexec"), "needs benchexec (PyPI)")
@unittest.skipUnless(has_c(), "this build has no C front end")
class BenchexecTest(CliTest):
    def call(self, *arguments):
        # benchexec looks for the program in build/ of the current folder and in PATH.
        folder = str(pathlib.Path(CAIRN).resolve().parent)
        environment = dict(os.environ, PYTHONPATH=str(SOURCE), PATH=folder + os.pathsep + os.environ["PATH"])
        result = subprocess.run(
            [sys.executable, "-m", *map(str, arguments)],
            cwd=SOURCE, env=environment, capture_output=True, text=True, timeout=120,
        )
        return result.stdout + result.stderr

    def test_module_is_in_order(self):
        text = self.call("benchexec.test_tool_info", "tools.benchexec.cairn", "--no-container")
        self.assertIn("“Cairn”", text)
        self.assertIn("'svcomp', '--property', 'PROPERTY.PRP', '--data-model', 'ILP32', 'INPUT.FILE'", text)
        self.assertNotRegex(text, r"(?m)^(Error|Traceback)")

    def test_examples_are_scored(self):
        out = self.path("results")
        out.mkdir()
        text = self.call(
            "benchexec.benchexec", "tools/benchexec/cairn.xml", "--no-container", "-T", "-1", "-M", "-1", "-c", "-1",
            "-r", "default", "-o", f"{out}/",
        )
        self.assertRegex(text, r"gcd\.yml +true ", text)
        self.assertRegex(text, r"position_encoder\.yml +false\(unreach-call\) ", text)
        self.assertTrue(re.search(r"Score: +3 \(max: 3\)", text), text)


if __name__ == "__main__":
    unittest.main()
