# SPDX-License-Identifier: MIT
"""docs/options.md is what the program says."""

import re
import subprocess
import sys
import unittest

from support import *


class Options(unittest.TestCase):
    def test_the_page_is_up_to_date(self):
        page = subprocess.run([sys.executable, str(SOURCE / "tools" / "options-doc"), "--print"],
                              env={**os.environ, "CAIRN": CAIRN}, check=True, capture_output=True, text=True).stdout
        self.assertEqual((SOURCE / "docs" / "options.md").read_text(), page, "run tools/options-doc")

    def test_the_page_knows_every_command(self):
        page = (SOURCE / "docs" / "options.md").read_text()
        listed = re.findall(r"^  (\w+)  ", run("--help").out.split("Subcommands:")[1], re.M)
        self.assertEqual(listed, COMMANDS)
        for command in listed:
            self.assertIn(f"## cairn {command}\n", page)


if __name__ == "__main__":
    unittest.main()
