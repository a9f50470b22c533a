# SPDX-License-Identifier: MIT
"""`cairn run`: the tasks of a project file, and what is kept of them."""

import hashlib
import re
import unittest
import unittest.mock

from support import *

HAS_C = "c" in run("--version").out.splitlines()[1].replace(",", "").split()


def flag(bad):
    """Safe unless the latch that never rises is bad."""
    c = Circuit(inputs=1, latches=2)
    c.next = [c.inputs[0], c.and_(c.latches[0], c.latches[1])]
    c.bad = [c.latches[bad]]
    return c


class Project(CliTest):
    def setUp(self):
        super().setUp()
        self.file("one.aag", flag(1).ascii())
        self.file("two.aag", flag(0).ascii())
        self.file("cairn.toml", '[defaults]\ntimeout = 60\n[tasks.one]\nfiles = ["one.aag"]\nexpect = "safe"\n[tasks.two]\nfiles = "two.aag"\nengine = "bmc"\n')

    def rows(self, *words, code=None):
        result = run("run", "--json", "--file", self.folder / "cairn.toml", *words, limit=60)
        if code is not None:
            self.assertEqual(result.code, code, result)
        return {row["task"]: row for row in json.loads(result.out)}

    def test_answers_are_kept_until_something_changes(self):
        first = self.rows(code=UNSAFE)
        self.assertEqual({name: (row["verdict"], row["kept"], row["change"]) for name, row in first.items()},
                         {"one": ("safe", False, "new"), "two": ("unsafe", False, "new")})
        second = self.rows(code=UNSAFE)
        self.assertEqual([row["kept"] for row in second.values()], [True, True])
        self.assertEqual([row["change"] for row in second.values()], ["", ""])
        self.file("two.aag", flag(1).ascii())
        third = self.rows()
        self.assertEqual([(row["kept"], row["change"]) for row in third.values()], [(True, ""), (False, "was unsafe")] if third["two"]["verdict"] == "safe"
                         else [(True, ""), (False, "")])
        self.assertEqual([row["kept"] for row in self.rows("--fresh").values()], [False, False])

    def test_an_option_is_part_of_the_task(self):
        self.rows()
        path = self.folder / "cairn.toml"
        path.write_text(path.read_text().replace('engine = "bmc"', 'engine = "ic3"'))
        self.assertEqual([row["kept"] for row in self.rows().values()], [True, False])

    def test_damaged_results_are_not_used(self):
        self.rows()
        for path in (self.folder / ".cairn").glob("*.result"):
            path.write_bytes(path.read_bytes().replace(b'"unsafe"', b'"safe"').replace(b'{', b'{ '))
        rows = self.rows(code=UNSAFE)
        self.assertEqual([row["kept"] for row in rows.values()], [False, False])

    def test_results_of_another_form_are_not_used(self):
        self.rows()
        for path in (self.folder / ".cairn").iterdir():
            text = b'{"one":3,"two":{"verdict":4},"verdict":5}\n'
            path.write_bytes(hashlib.sha256(text).hexdigest().encode() + b"\n" + text)
        rows = self.rows(code=UNSAFE)
        self.assertEqual([(row["kept"], row["change"]) for row in rows.values()], [(False, "new")] * 2)

    def test_an_answer_that_cannot_be_kept_is_one(self):
        self.rows()
        for path in (self.folder / ".cairn").glob("*.result"):
            path.unlink()
            path.mkdir()
        result = run("run", "--file", self.folder / "cairn.toml")
        self.assertEqual(result.code, UNSAFE)
        self.assertIn("is not kept", result.err)

    def test_a_proof_that_says_nothing_has_a_note(self):
        self.file("v.smv", "MODULE main\nVAR x : boolean;\nASSIGN init(x) := TRUE; next(x) := TRUE;\nFAIRNESS !x\nCTLSPEC AG EF !x\n")
        self.file("cairn.toml", '[tasks.v]\nfiles = ["v.smv"]\n')
        for _ in range(2):
            row = self.rows()["v"]
            self.assertEqual(row["verdict"], "safe")
            self.assertIn("says nothing", row["note"])
        result = run("check", self.path("v.smv"), "--sarif", self.path("v.sarif"))
        self.assertEqual(result.code, SAFE)
        self.assertIn("safe (vacuous)", self.path("v.sarif").read_text())

    def test_the_table_and_expectations(self):
        shown = run("run", "--file", self.folder / "cairn.toml", "one")
        self.assertEqual(shown.code, SAFE)
        self.assertRegex(shown.out, r"(?m)^one +safe +new +\S+ +yes$")
        self.assertNotIn("two", shown.out)
        path = self.folder / "cairn.toml"
        path.write_text(path.read_text() + 'expect = "safe"\n')
        shown = run("run", "--file", path, "--jobs", "2")
        self.assertEqual(shown.code, UNSAFE)
        self.assertIn("NO: safe", shown.out)
        path.write_text(path.read_text().replace('"bmc"\nexpect = "safe"', '"bmc"\nexpect = "unsafe"'))
        self.assertEqual(run("run", "--file", path).code, SAFE)

    def test_limits_on_time_are_not_kept(self):
        self.file("hard.aag", hard().ascii())
        self.file("cairn.toml", '[tasks.hard]\nfiles = ["hard.aag"]\ntimeout = "1"\n')
        self.assertEqual([row["kept"] for row in self.rows(code=UNKNOWN).values()], [False])
        self.assertEqual([row["kept"] for row in self.rows().values()], [False])

    def test_an_interrupt_keeps_what_is_done(self):
        self.file("hard.aag", hard().ascii())
        self.file("cairn.toml", '[tasks.a]\nfiles = ["one.aag"]\n[tasks.b]\nfiles = ["hard.aag"]\n[tasks.c]\nfiles = ["two.aag"]\n')
        process, *rest = start("run", "--file", self.folder / "cairn.toml")
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        result = finish(process, *rest)
        self.assertLess(result.seconds, 10)
        self.assertRegex(result.out, r"(?m)^a +safe")
        self.file("cairn.toml", '[tasks.a]\nfiles = ["one.aag"]\n[tasks.c]\nfiles = ["two.aag"]\n')
        rows = self.rows()
        self.assertEqual([(row["kept"], row["change"]) for row in rows.values()], [(True, ""), (False, "new")])

    def test_what_is_wrong_has_its_line(self):
        for text, line, message in (("[tasks.a]\nfiles = 'x'\nenigne = 'ic3'\n", 3, "did you mean engine?"), ("[tasks.a]\nfiles = 1.5.2\n", 2, ""),
                                    ("tasks = 1\n", 1, "table"), ("[tasks.a]\n", 1, "files"), ("[other]\n", 1, "other"), ("", 1, "no task"),
                                    ("[tasks.a]\nfiles = 'x'\njson = 'y'\n", 3, "json"), ("[tasks.a]\nfiles='x'\nexpect='good'\n", 3, "good")):
            path = self.file("cairn.toml", text)
            result = run("run", "--file", path)
            self.assertEqual(result.code, INPUT_ERROR, text)
            self.assertRegex(result.err, rf"cairn\.toml:{line}:\d+: error: .*{re.escape(message)}", text)
        self.assertEqual(run("run", "--file", self.folder / "none.toml").code, INPUT_ERROR)

    @unittest.skipUnless(HAS_C, "no C front end")
    def test_included_files_count(self):
        self.file("limit.h", "#define LIMIT 10\n")
        self.file("p.c", '#include "limit.h"\n#include <assert.h>\nint nondet(void);\nint main(void) {\n  int x = nondet();\n  if (x < 5) assert(x < LIMIT);\n}\n')
        self.file("cairn.toml", '[tasks.p]\nfiles = ["p.c"]\n')
        self.assertEqual(self.rows()["p"]["verdict"], "safe")
        self.assertTrue(self.rows()["p"]["kept"])
        self.file("limit.h", "#define LIMIT 3\n")
        row = self.rows()["p"]
        self.assertEqual((row["verdict"], row["kept"], row["change"]), ("unsafe", False, "was safe"))
        # Folders and files that options name.
        for name in ("inc/limit.h", "inc/first.h"):
            self.path(name).parent.mkdir(exist_ok=True)
            self.file(name, "#define LIMIT 10\n")
        program = "#include <assert.h>\nint nondet(void);\nint main(void) {\n  int x = nondet();\n  if (x < 5) assert(x < LIMIT);\n}\n"
        self.file("s.c", "#include <limit.h>\n" + program)
        self.file("i.c", program)
        self.file("cairn.toml", '[tasks.s]\nfiles = ["s.c"]\nisystem = "inc"\n[tasks.i]\nfiles = ["i.c"]\nI = "inc"\ninclude = "first.h"\n')
        self.assertEqual([row["verdict"] for row in self.rows().values()], ["safe", "safe"])
        self.assertEqual([row["kept"] for row in self.rows().values()], [True, True])
        for name in ("inc/limit.h", "inc/first.h"):
            self.file(name, "#define LIMIT 3\n")
        self.assertEqual([(row["verdict"], row["kept"]) for row in self.rows().values()], [("unsafe", False)] * 2)
        self.file("cairn.toml", '[tasks.s]\nfiles = ["s.c"]\n')
        with unittest.mock.patch.dict(os.environ, CPATH=str(self.path("inc"))):
            self.assertEqual(self.rows()["s"]["verdict"], "unsafe")
            self.assertFalse(self.rows()["s"]["kept"])
        # Other words and other ways to write the same.
        for line in ('#import "limit.h"', '#/**/include "limit.h"', '%:include "limit.h"'):
            self.file("p.c", line + "\n" + program)
            self.file("cairn.toml", '[tasks.p]\nfiles = ["p.c"]\n')
            self.rows()
            self.assertFalse(self.rows()["p"]["kept"], line)
        self.file("p.c", '#include "limit.h"\n' + program)
        # A name that a macro makes: nobody knows which file it is.
        self.file("p.c", '#define FILE_ "limit.h"\n#include FILE_\n' + (self.folder / "p.c").read_text().split("\n", 1)[1])
        self.rows()
        self.assertFalse(self.rows()["p"]["kept"])


if __name__ == "__main__":
    unittest.main()
