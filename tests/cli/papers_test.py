# SPDX-License-Identifier: MIT
"""docs/papers.md, "Part by part": everything numbered in the five documents is there, and all names in it exist."""

import json
import re
import unittest

from support import *

PAGE = SOURCE / "docs" / "papers.md"


def numbered(kind, *numbers):
    return [f"{kind} {number}" for number in numbers]


def up_to(kind, chapter, last):
    return [f"{kind} {chapter}{number}" for number in range(1, last + 1)]


# What the documents number, counted there.
WANTED = {
    "Bra11": up_to("Listing", "1.", 5) + ["Theorem 1", "Table 1"] + up_to("Figure", "", 2),
    "EMB11": up_to("Figure", "", 13) + ["Table I"],
    "Lan18": ["Listing 1", "Table 5.1"] + up_to("Algorithm", "", 14) + up_to("Theorem", "3.", 2) + up_to("Theorem", "4.", 9)
             + up_to("Lemma", "4.", 14) + up_to("Corollary", "2.", 2) + up_to("Corollary", "4.", 3) + up_to("Figure", "2.", 5)
             + up_to("Figure", "3.", 6) + up_to("Figure", "4.", 8) + up_to("Figure", "5.", 15),
    "Pic16": up_to("Figure", "2.", 6) + up_to("Figure", "3.", 11) + up_to("Figure", "4.", 3),
    "MS08": up_to("Algorithm", "", 5) + up_to("Figure", "", 4),
}


def parts():
    """Rows as (document, where, what, code, options, tests)."""
    text = PAGE.read_text().split("## Part by part\n")[1].split("\n## ")[0]
    for section in text.split("\n### ")[1:]:
        name = re.match(r"\[(\w+)\]", section).group(1)
        for line in section.splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if len(cells) == 5 and cells[0] not in ("there", "---"):
                yield (name, *cells)


def quoted(cell):
    return re.findall(r"`([^`]+)`", cell)


class Papers(unittest.TestCase):
    def test_nothing_is_left_out(self):
        found = {}
        for name, where, *_ in parts():
            found.setdefault(name, []).append(where)
        self.assertEqual(list(found), list(WANTED))
        for name, wanted in WANTED.items():
            self.assertEqual(sorted(found[name]), sorted(wanted), name)

    def test_code_exists(self):
        for name, where, what, code, *_ in parts():
            words = quoted(code)
            files = [SOURCE / "src" / word for word in words if "/" in word]
            text = ""
            for file in files:
                self.assertTrue(file.is_file(), (name, where, file))
                text += file.read_text()
            for word in words:
                if "/" not in word:
                    self.assertRegex(text, rf"\b{re.escape(word)}\b", (name, where))
            if not files:
                self.assertRegex(what, "picture|of her program alone", (name, where, "a row without code says why"))

    def test_options_and_plans_exist(self):
        options = {option["name"] for option in json.loads(run("options", "--json").out)}
        help_text = run("check", "--help-all").out
        plans = {plan["name"] for plan in json.loads(run("plans", "--json").out)}
        engines = {engine["name"] for engine in json.loads(run("engines", "--json").out)}
        for name, where, _, _, chosen, _ in parts():
            for words in map(str.split, quoted(chosen)):
                with self.subTest(document=name, where=where, words=words):
                    option = words[0].removeprefix("--")
                    self.assertTrue(option in options or option.removeprefix("no-") in options or words[0] in help_text)
                    if option in ("plan", "engine"):
                        self.assertIn(words[1], plans if option == "plan" else engines)

    def test_tests_exist(self):
        units = "".join(file.read_text() for file in (SOURCE / "tests" / "unit").rglob("*_test.cpp"))
        defined = {f"{suite}.{case}" for suite, case in re.findall(r"\nTEST(?:_[FP])?\((\w+),\s*(\w+)\)", units)}
        for name, where, _, code, _, tests in parts():
            words = quoted(tests)
            self.assertEqual(bool(words), bool(quoted(code)), (name, where))
            files = [SOURCE / "tests" / "cli" / word for word in words if word.endswith(".py")]
            for file in files:
                self.assertTrue(file.is_file(), (name, where, file))
            for word in words:
                if word.startswith("test_"):
                    self.assertTrue(any(f"def {word}(" in file.read_text() for file in files), (name, where, word))
                elif not word.endswith(".py"):
                    self.assertIn(word, defined, (name, where))


if __name__ == "__main__":
    unittest.main()
