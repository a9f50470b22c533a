# SPDX-License-Identifier: MIT
"""What the documents show is what the program does.

A block that begins with ```console run is executed: lines with "$ " are commands of a shell, what follows is what they
print, on both streams. All blocks of a page share a folder, in which examples/ is that of the project, and ```c NAME or
```text NAME makes a file. A line "..." stands for any lines, "..." within a line for any text.
"""

import os
import re
import subprocess
import unittest
from urllib.parse import unquote

from support import *

PAGES = [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]
HAS_C = re.search(r"\bc\b", run("--version").out.partition("optional parts:")[2]) is not None


def blocks_of(page):
    """[(name of a file, or "", text)] of what is marked."""
    return re.findall(r"^```(?:console run|(?:c|text) (\S+))\n(.*?)^```$", page.read_text(), re.M | re.S)


def commands_in(text):
    """[(command, expected lines)]"""
    commands = []
    for line in text.splitlines():
        if line.startswith("$ "):
            commands.append((line[2:], []))
        else:
            commands[-1][1].append(line)
    return commands


def expression(lines):
    """A regular expression for what is expected."""
    parts = []
    for line in lines:
        parts.append("(?:.*\n)*?" if line.strip() == "..." else ".*?".join(map(re.escape, line.split("..."))) + "\n")
    return "".join(parts)


class ConsoleBlocks(CliTest):
    def run_page(self, page):
        (self.folder / "examples").symlink_to(EXAMPLES)
        (self.folder / "build").mkdir()
        (self.folder / "build" / "cairn").symlink_to(CAIRN)
        environment = {**os.environ, "PATH": f"{self.folder / 'build'}:{os.environ['PATH']}"}
        for name, text in blocks_of(page):
            if name:
                self.file(name, text)
                continue
            for command, expected in commands_in(text):
                if not HAS_C and re.search(r"\.c\b", command):
                    continue
                done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=environment, timeout=120, text=True,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                self.assertRegex(done.stdout, rf"\A{expression(expected)}\Z", f"{page.name}: $ {command}")

    def test_blocks_of_pages(self):
        pages = [page for page in PAGES if blocks_of(page)]
        self.assertGreater(len(pages), 3)
        for page in pages:
            with self.subTest(page.name):
                self.setUp()
                self.run_page(page)

    def test_dots_stand_for_what_varies(self):
        for expected, printed, fits in ((["a", "...", "d"], "a\nb\nc\nd\n", True), (["a", "...", "d"], "a\nd\n", True),
                                        (["a ... c"], "a b c\n", True), (["a ... c"], "a b\nb c\n", False),
                                        (["a"], "a\nb\n", False), (["a+"], "aa\n", False)):
            self.assertEqual(bool(re.fullmatch(expression(expected), printed)), fits, (expected, printed))


class Pages(unittest.TestCase):
    def test_the_readme_is_short(self):
        self.assertLessEqual(len((SOURCE / "README.md").read_text().splitlines()), 110)

    def test_engines_are_those_of_the_program(self):
        table = (SOURCE / "docs" / "engines.md").read_text().partition("| engine | rung |")[2].partition("\n\n")[0]
        rows = re.findall(r"^\| \[`([a-z0-9-]+)`\]\(#\1\) \| (\w+) \| (.+?) \| (?:\[(.+?)\])? *\|$", table, re.M)
        listed = json.loads(run("engines", "--json").out)
        self.assertEqual(rows, [(one["name"], one["rung"], one["summary"], one["paper"]) for one in listed])

    def test_every_engine_has_its_section_and_its_paper(self):
        page, papers = ((SOURCE / "docs" / name).read_text() for name in ("engines.md", "papers.md"))
        for one in json.loads(run("engines", "--json").out):
            self.assertIn(f"\n## {one['name']}\n", page)
            if one["paper"]:
                self.assertIn(f"| [{one['paper']}] |", papers)

    def test_files_of_ic3_are_on_its_page(self):
        page = (SOURCE / "docs" / "ic3.md").read_text()
        table = page.partition("| file of `src/engine/ic3` |")[2].partition("\n\n")[0]
        named = set(re.findall(r"`(\w+)`", "\n".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))))
        self.assertEqual(named, {path.stem for path in (SOURCE / "src" / "engine" / "ic3").iterdir()})

    def test_files_that_are_named_exist(self):
        for page in ("architecture.md", "adding-an-engine.md", "glossary.md", "parallel.md", "cluster.md"):
            for name in re.findall(r"`((?:src/|tests/|bench/)?[a-z0-9_]+/[a-z0-9_/]+\.(?:h|cpp|py))`", (SOURCE / "docs" / page).read_text()):
                if "/foo" not in name:
                    self.assertTrue((SOURCE / name).exists() or (SOURCE / "src" / name).exists(), f"{page}: {name}")

    def test_decisions_are_listed_with_their_titles(self):
        page = (SOURCE / "docs" / "architecture.md").read_text()
        for decision in (SOURCE / "docs" / "decisions").glob("*.md"):
            title = decision.read_text().splitlines()[0].removeprefix("# ")
            self.assertIn(f"[{title}](decisions/{decision.name})", page)

    def test_every_page_is_in_the_index(self):
        index = (SOURCE / "docs" / "README.md").read_text()
        for page in (SOURCE / "docs").glob("*.md"):
            if page.name != "README.md":
                self.assertIn(f"({page.name})", index)

    def test_commands_are_on_their_page(self):
        page = (SOURCE / "docs" / "commands.md").read_text()
        for command in COMMANDS:
            self.assertIn(f"`cairn {command}", page)

    def test_links_lead_somewhere(self):
        for page in (*PAGES, SOURCE / "CONTRIBUTING.md", SOURCE / "bench" / "README.md", SOURCE / "examples" / "README.md",
                     *(SOURCE / "docs").glob("*/README.md"), *(SOURCE / "docs" / "decisions").glob("*.md")):
            text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
            for target in re.findall(r"\]\(([^)\s]+)\)", text):
                path, _, anchor = target.partition("#")
                if "://" in path or path.endswith(".svg"):
                    continue
                file = (page.parent / unquote(path)).resolve() if path else page
                self.assertTrue(file.exists(), f"{page.name}: {target}")
                if anchor and file.suffix == ".md":
                    anchors = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
                               for title in re.findall(r"^#+ (.*)$", file.read_text(), re.M)}
                    self.assertIn(anchor, anchors, f"{page.name}: {target}")

    def test_messages_that_are_explained_exist(self):
        source = "\n".join(path.read_text(errors="replace") for path in (SOURCE / "src").rglob("*.cpp"))
        source += "\n".join(path.read_text(errors="replace") for path in (SOURCE / "src").rglob("*.h"))
        # Texts that are written in several parts, and what is quoted in them.
        source = re.sub(r'"\s*\n\s*"', "", source).replace('\\"', '"')
        rows = re.findall(r"^\| `(.+?)` \|", (SOURCE / "docs" / "errors.md").read_text(), re.M)
        self.assertGreater(len(rows), 20)
        for row in rows:
            for part in row.split("..."):
                if len(part.strip()) > 3:
                    self.assertIn(part.strip(), source, row)

    @unittest.skipUnless(shutil.which("mkdocs"), "no mkdocs")
    def test_the_site_is_made_without_a_network(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(["mkdocs", "build", "--strict", "--quiet", "--site-dir", folder], cwd=SOURCE, capture_output=True, text=True,
                                  env={**os.environ, "http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"})
            self.assertEqual(done.returncode, 0, done.stderr[-2000:])
            made = {path.stem for path in pathlib.Path(folder).glob("*.html")}
            pages = "".join(path.read_text() for path in pathlib.Path(folder).glob("*.html"))
            self.assertEqual(re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="(?:https?:)?//[^"]*"', pages), [], "pages are read without a network, too")
            self.assertLessEqual({page.stem for page in (SOURCE / "docs").glob("*.md")} - {"README"}, made)


if __name__ == "__main__":
    unittest.main()
