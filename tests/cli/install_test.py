# SPDX-License-Identifier: MIT
"""What is installed: the program, its pages and completion, and the library, from which an example is built."""

import os
import re
import shutil
import subprocess
import unittest

from support import *

BUILD = pathlib.Path(CAIRN).resolve().parent
LIBRARY = BUILD / "libcairn.so"


def called(*words, **more):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300, **more)


class Pages(CliTest):
    def test_every_command_has_a_page_with_all_its_options(self):
        self.assertEqual(run("man", "--folder", self.folder).code, DONE)
        for command in COMMANDS:
            page = (self.folder / f"cairn-{command}.1").read_text()
            shown = set(re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", run(command, "--help-all").out, re.M))
            self.assertGreaterEqual(len(shown), 1)
            for option in shown - {"--help", "--help-all"}:
                self.assertIn(f"\\fB{option}\\fR".replace("-", "\\-"), page, command)
            self.assertIn(f"cairn\\-{command}\\fR(1)", (self.folder / "cairn.1").read_text())

    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_groff_has_nothing_to_say(self):
        run("man", "--folder", self.folder)
        for page in self.folder.glob("*.1"):
            shown = called("groff", "-man", "-Tascii", "-ww", "-z", page)
            self.assertEqual(shown.stderr, "", page.name)

    def test_what_is_no_command(self):
        self.assertEqual(run("man", "nonsense").code, INPUT_ERROR)
        self.assertEqual(run("man", "check").out, run("man", "check").out)


class Completion(CliTest):
    def complete(self, *words):
        script = self.file("completion.bash", run("completion", "bash").out)
        quoted = " ".join(f"'{word}'" for word in ("cairn", *words))
        shown = called("bash", "-c", f"source {script}; COMP_WORDS=({quoted}); COMP_CWORD={len(words)}; _cairn; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
        self.assertEqual(shown.stderr, "")
        return shown.stdout.split()

    def test_commands_options_and_values(self):
        self.assertEqual(self.complete("cert"), ["certify"])
        self.assertIn("--timeout", self.complete("check", "--time"))
        self.assertIn("--timeout", self.complete("design.aig", "--time"))
        self.assertEqual(self.complete("check", "--engine", "ic3c"), ["ic3cfa"])
        self.assertEqual(self.complete("check", "--ic3-lift", "jus"), ["justify"] if "justify" in self.complete("check", "--ic3-lift", "") else [])
        self.assertNotIn("--timeout", self.complete("convert", "--"))

    def test_every_option_of_check_is_there(self):
        names = set(self.complete("check", "--"))
        for option in json.loads(run("options", "--json").out):
            self.assertTrue({f"--{option['name']}", f"--no-{option['name']}"} & names, option["name"])

    def test_other_shells_can_read_theirs(self):
        for shell in ("bash", "zsh", "fish"):
            script = self.file(f"script.{shell}", run("completion", shell).out)
            if shutil.which(shell):
                self.assertEqual(called(shell, "-n", script).stderr, "", shell)

    @unittest.skipUnless(shutil.which("fish"), "no fish")
    def test_fish_completes(self):
        script = self.file("cairn.fish", run("completion", "fish").out)
        shown = called("fish", "-c", f"source {script}; complete -C 'cairn check --engine ic3c'", env={**os.environ, "HOME": str(self.folder)})
        self.assertEqual(shown.stdout.split()[:1], ["ic3cfa"])


class Versions(unittest.TestCase):
    def test_solvers_are_named(self):
        text = run("--version").out
        self.assertRegex(text, r"\Acairn \d+\.\d+\.\d+\noptional parts: .*\nsolvers: CaDiCaL \S+")
        if "smt" in text.splitlines()[1]:
            self.assertRegex(text, r"Z3 \d+\.\d+\.\d+")
        self.assertRegex(text, r"programs: cvc5 \S+.*, yosys ")


@unittest.skipUnless(LIBRARY.exists() and shutil.which("cmake") and (BUILD / "cmake_install.cmake").exists(), "no library was built")
class Installed(CliTest):
    def install(self):
        prefix = self.folder / "prefix"
        done = called("cmake", "--install", BUILD, "--prefix", prefix)
        self.assertEqual(done.returncode, 0, done.stderr)
        return prefix

    def test_program_pages_and_library(self):
        prefix = self.install()
        environment = {"PATH": f"{prefix / 'bin'}:/usr/bin:/bin", "HOME": str(self.folder)}
        self.assertEqual(called("cairn", "check", EXAMPLES / "bus_arbiter.aag", env=environment).returncode, UNSAFE)
        if "c" in run("--version").out.splitlines()[1]:
            self.assertEqual(called("cairn", "check", EXAMPLES / "gcd.c", env=environment).returncode, SAFE)
        for file in ("share/man/man1/cairn-check.1", "share/bash-completion/completions/cairn", "share/zsh/site-functions/_cairn",
                     "share/fish/vendor_completions.d/cairn.fish", "share/doc/cairn/LICENSE", "share/doc/cairn/docs/json.md"):
            self.assertTrue((prefix / file).is_file(), file)
        self.example(prefix)

    def example(self, prefix):
        build = self.folder / "build"
        for command in (("cmake", "-G", "Ninja", "-S", EXAMPLES / "library", "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}"), ("cmake", "--build", build)):
            done = called(*command)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        needed = called("ldd", build / "check_all").stdout
        self.assertIn("libcairn.so", needed)
        self.assertNotIn("libz3", needed)
        files = [EXAMPLES / "bus_arbiter.aag", EXAMPLES / "token_ring.aag", self.folder / "none.aag"]
        shown = called(build / "check_all", "60", *files).stdout
        self.assertIn("bus_arbiter.aag: unsafe; evidence judged again\n", shown)
        self.assertIn("token_ring.aag: safe; evidence judged again\n", shown)
        self.assertRegex(shown, r"none\.aag: error: .*none\.aag")
        # The header needs the standard library alone.
        includes = re.findall(r"#include (\S+)", (prefix / "include/cairn/cairn.h").read_text())
        self.assertTrue(includes and all(name.startswith("<") and "/" not in name for name in includes))


if __name__ == "__main__":
    unittest.main()
