# SPDX-License-Identifier: MIT
"""The Python package: installed into a fresh environment, and used there."""

import subprocess
import sys
import threading
import unittest

from support import *

PACKAGE = SOURCE / "python"
sys.path.insert(0, str(PACKAGE))
import cairn  # noqa: E402

cairn.use_program(CAIRN)
HAS_C = "c" in run("--version").out.splitlines()[1].replace(",", "").split()


class Checks(CliTest):
    def test_a_witness_with_its_values(self):
        seen = []
        answer = cairn.check(EXAMPLES / "bus_arbiter.aag", progress=seen.append)
        self.assertEqual(answer.verdict, "unsafe")
        ok, why = cairn.Task(EXAMPLES / "bus_arbiter.aag").certify(answer.evidence)
        self.assertTrue(ok, why)
        self.assertEqual(len(answer.trace), answer.report["evidence"]["steps"] + 1)
        # The design's own words: both grants are given in the last step, and in none before.
        names = [name for name in answer.trace.signals if name.endswith("both_granted")]
        self.assertEqual([answer.trace[name] for name in names], [[0] * (len(answer.trace) - 1) + [1]] * len(names))
        self.assertGreaterEqual(len(names), 1)

    def test_a_proof_and_wrong_evidence(self):
        task = cairn.Task(EXAMPLES / "token_ring.aag")
        answer = task.check()
        self.assertEqual((answer.verdict, answer.trace), ("safe", None))
        self.assertTrue(task.certify(answer.evidence)[0])
        wrong = counter(3, 5)
        other = cairn.Task(self.file("wrong.aag", wrong.ascii()))
        with_wrong = other.check()
        self.assertEqual(with_wrong.verdict, "unsafe")
        changed = with_wrong.evidence.replace(b"\n1\n", b"\n0\n", 2)
        self.assertFalse(other.certify(changed)[0])

    def test_unknown_has_its_bound(self):
        answer = cairn.check(EXAMPLES / "token_ring.aag", engine="bmc", bmc_last=4)
        self.assertEqual((answer.verdict, answer.bound), ("unknown", 4))
        with self.assertRaises(TypeError):
            bool(answer)

    def test_properties(self):
        c = Circuit(inputs=1, latches=2)
        c.next = [c.inputs[0], c.and_(c.latches[0], c.latches[1])]
        c.bad = [c.latches[0], c.latches[1]]
        answer = cairn.check("two.aag", text=c.ascii().decode(), property="all")
        self.assertEqual([one.verdict for one in answer.properties], ["unsafe", "safe"])
        self.assertTrue(all(one.evidence for one in answer.properties))

    @unittest.skipUnless(HAS_C, "no C front end")
    def test_a_program(self):
        answer = cairn.check(EXAMPLES / "gcd.c")
        self.assertEqual(answer.verdict, "safe")
        self.assertIn("!(y > 0 && y < b)", [fact for one in answer.invariants for fact in one.facts])
        wrong = cairn.check("p.c", text="#include <assert.h>\nint nondet(void);\nint main(void) {\n  int x = nondet();\n  assert(x != 7);\n}\n")
        self.assertEqual((wrong.verdict, wrong.steps[-1].line), ("unsafe", 5))

    def test_a_stop_and_several_at_once(self):
        path = self.file("hard.aag", hard().ascii())
        stop, answers = threading.Event(), []
        threads = [threading.Thread(target=lambda: answers.append(cairn.check(path, stop=stop))) for _ in range(3)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        begin = time.monotonic()
        stop.set()
        for thread in threads:
            thread.join()
        self.assertLess(time.monotonic() - begin, 8)
        self.assertEqual([one.report["reason"] for one in answers], ["interrupt"] * 3)

    def test_errors(self):
        for call in (lambda: cairn.check(self.file("bad.aag", "aag 1 2\n")), lambda: cairn.check(EXAMPLES / "token_ring.aag", no_such_option=1),
                     lambda: cairn.check("x.aag", json="x"), lambda: cairn.check("../x.aag", text=""), lambda: cairn.check()):
            self.assertRaises(cairn.CairnError, call)

    def test_html_is_escaped(self):
        hostile = "<script>alert(1)</script>\"'&"
        path = self.file("two.aag", counter(3, 5).ascii() + f"b0 {hostile}\ni0 {hostile}\n".encode())
        shown = cairn.check(path)._repr_html_()
        self.assertNotIn("<script", shown)
        self.assertIn("&lt;script&gt;", shown)


class Install(CliTest):
    def test_pip_installs_it_without_a_network(self):
        tried = subprocess.run([sys.executable, "-m", "venv", self.folder / "env"], capture_output=True)
        if tried.returncode != 0:
            self.skipTest("no venv")
        python = self.folder / "env" / "bin" / "python"
        done = subprocess.run([python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", PACKAGE], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        script = f"import cairn; print(cairn.version(), cairn.check({str(EXAMPLES / 'bus_arbiter.aag')!r}).verdict, cairn.__file__)"
        shown = subprocess.run([python, "-c", script], capture_output=True, text=True, cwd=self.folder, env={"CAIRN_PROGRAM": CAIRN})
        self.assertEqual(shown.stdout.split()[:2], [run("--version").out.split()[1], "unsafe"], shown.stderr)
        self.assertIn("site-packages", shown.stdout)


if __name__ == "__main__":
    unittest.main()
