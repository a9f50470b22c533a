# SPDX-License-Identifier: MIT
"""--checkpoint and --resume: lemmas of IC3 for the same design, an edited one, and a wrong one."""

import unittest

from support import *


def ring(size, name=lambda i: f"t{i}", extra=False, broken=False):
    """A token goes round; two tokens are bad. With `extra` a latch that counts turns; with `broken` a second token may come."""
    c = Circuit(inputs=2, latches=size + (1 if extra else 0))
    c.reset[0] = 1
    step = c.inputs[0]
    for i in range(size):
        before = c.latches[i - 1] if i else c.latches[size - 1]
        moved = c.or_(c.and_(step, before), c.and_(step ^ 1, c.latches[i]))
        c.next[i] = c.or_(moved, c.inputs[1]) if broken and i == 2 else moved
    if extra:
        c.next[size] = c.xor(c.latches[size], step)
    two = 0
    for i in range(size):
        for j in range(i):
            two = c.or_(two, c.and_(c.latches[i], c.latches[j]))
    c.bad = [two]
    c.trailer += "".join(f"l{i} {name(i)}\n" for i in range(len(c.latches)))
    return c


class Checkpoints(CliTest):
    def statistics(self, model, *words, verdict="safe"):
        path = self.folder / "report.json"
        result = run("check", model, "--engine", "ic3", "--passes", "none", "--json", path, *words, limit=60)
        report = self.json_of(path)
        self.assertEqual(report["verdict"], verdict, result)
        return report["statistics"], result

    def setUp(self):
        super().setUp()
        self.model = self.file("ring.aag", ring(9).ascii())
        self.kept = self.folder / "kept.json"
        self.before, _ = self.statistics(self.model, "--checkpoint", self.kept)

    def test_the_same_design_generalizes_less(self):
        self.assertGreater(len(self.json_of(self.kept)["lemmas"]), 5)
        after, result = self.statistics(self.model, "--resume", self.kept)
        self.assertGreater(after["ic3.import.useful"], 5)
        self.assertLess(after["ic3.drops.tried"], self.before["ic3.drops.tried"])
        self.assertRegex(result.err, r"resumed: (\d+) of \1 lemmas")
        self.assertNotIn("changed", result.err)

    def test_an_edited_design_generalizes_less(self):
        edited = self.file("edited.aag", ring(9, extra=True).ascii())
        alone, _ = self.statistics(edited)
        after, result = self.statistics(edited, "--resume", self.kept)
        self.assertGreater(after["ic3.import.useful"], 5)
        self.assertLess(after["ic3.drops.tried"], alone["ic3.drops.tried"])
        self.assertIn("the model has changed", result.err)

    def test_lemmas_that_no_longer_hold_change_no_verdict(self):
        broken = self.file("broken.aag", ring(9, broken=True).ascii())
        self.statistics(broken, "--resume", self.kept, verdict="unsafe")

    def test_lemmas_of_something_else_are_left_out(self):
        other = self.file("other.aag", ring(9, name=lambda i: f"other{i}").ascii())
        _, result = self.statistics(other, "--resume", self.kept)
        self.assertRegex(result.err, r"resumed: 0 of \d+")

    def test_false_lemmas_are_not_believed(self):
        kept = self.json_of(self.kept)
        kept["lemmas"] = [[4294967295, [2 * i + 1]] for i in range(len(kept["latches"]))] + [[9, [2 * i]] for i in range(len(kept["latches"]))]
        self.kept.write_text(json.dumps(kept))
        self.statistics(self.model, "--resume", self.kept)
        self.statistics(self.file("broken.aag", ring(9, broken=True).ascii()), "--resume", self.kept, verdict="unsafe")

    def test_a_run_that_is_stopped_leaves_its_lemmas(self):
        path = self.file("large.aag", ring(160).ascii())
        kept = self.folder / "stopped.json"
        result = run("check", path, "--engine", "ic3", "--passes", "none", "--timeout", "1", "--checkpoint", kept)
        self.assertIn(result.code, (UNKNOWN, SAFE), result)
        self.assertGreater(len(self.json_of(kept)["lemmas"]), 100)

    def test_words(self):
        kept = self.folder / "words.json"
        for words in (["--checkpoint", kept], ["--resume", kept, "--checkpoint", kept]):
            result = run("check", EXAMPLES / "ring_buffer.btor2", "--engine", "ic3", *words)
            self.assertIn(result.code, (SAFE, UNSAFE), result)
        self.assertIn("resumed:", result.err)

    def test_what_it_is_not_for(self):
        for words in (("--workers", "2"), ("--property", "all")):
            self.assertEqual(run("check", self.model, "--checkpoint", self.folder / "x", *words).code, USAGE, words)
        self.assertEqual(run("check", self.model, "--resume", self.file("no", "x")).code, INPUT_ERROR)
        self.assertEqual(run("check", self.model, "--checkpoint", self.model).code, INPUT_ERROR)
        self.assertEqual(run("check", EXAMPLES / "gcd.c", "--checkpoint", self.folder / "x").code, USAGE)


if __name__ == "__main__":
    unittest.main()
