# SPDX-License-Identifier: MIT
"""`cairn convert`, `info` and `simulate`, and what happens when output can't be written."""

import gzip
import json
import os
import unittest

from support import *

ARBITER = EXAMPLES / "bus_arbiter.aag"
EVERYTHING = (
    "aag 7 2 3 1 2 1 1 1 1\n2\n4\n6 12\n8 14 1\n10 15 10\n13\n12\n5\n2\n6\n8\n10\n12 6 2\n14 12 5\n"
    "i0 in zero\ni1 in one\nl0 a\nl1 b\nl2 c\no0 out\nb0 worst\nc0 assumed\nj0 often\nf0 fair\nc\nfirst line\n\nlast line\n"
)


class Convert(CliTest):
    def convert(self, *arguments, **more):
        result = run("convert", *arguments, **more)
        self.assertEqual((result.code, result.err), (DONE, ""), result)
        return result.raw_out

    def test_there_and_back_again(self):
        for text in (EVERYTHING, ARBITER.read_text()):
            first = self.file("a.aag", text)
            self.convert(first, self.path("b.aig"))
            self.assertTrue(self.path("b.aig").read_bytes().startswith(b"aig "))
            self.convert(self.path("b.aig"), self.path("c.aag"))
            self.convert(first, self.path("d.aag"))
            self.assertEqual(self.path("c.aag").read_text(), self.path("d.aag").read_text())
            self.convert(self.path("c.aag"), self.path("e.aig"))
            self.assertEqual(self.path("b.aig").read_bytes(), self.path("e.aig").read_bytes())

    def test_a_file_in_binary_order_comes_back_as_it_was(self):
        self.convert(self.file("a.aag", EVERYTHING), self.path("b.aig"))
        self.convert(self.path("b.aig"), self.path("c.aag"))
        self.assertEqual(self.path("c.aag").read_text(), EVERYTHING)

    def test_gzip(self):
        source = self.file("a.aag", EVERYTHING)
        self.convert(source, self.path("b.aig.gz"))
        self.convert(source, self.path("b.aig"))
        self.assertEqual(gzip.decompress(self.path("b.aig.gz").read_bytes()), self.path("b.aig").read_bytes())
        self.convert(self.path("b.aig.gz"), self.path("c.aag"))
        self.assertEqual(self.path("c.aag").read_text(), EVERYTHING)

    def test_standard_input_and_output(self):
        data = EVERYTHING.encode()
        self.assertEqual(self.convert("-", "-", "--to", "aag", input_bytes=data), data)
        binary = self.convert("-", "-", "--to", "aig", input_bytes=data)
        self.assertEqual(self.convert("-", "-", "--to", "aag", input_bytes=binary), data)
        self.assertEqual(self.convert("-", "-", "--to", "aag", input_bytes=gzip.compress(binary)), data)
        self.assert_usage_error(run("convert", ARBITER, "-"), "aag, aig, blif or btor2")

    def test_the_format_that_is_asked_for_wins_over_the_name(self):
        self.convert(ARBITER, self.path("x.aag"), "--to", "aig")
        self.assertTrue(self.path("x.aag").read_bytes().startswith(b"aig "))

    def test_outputs_to_bad_and_back(self):
        old = self.file("old.aag", "aag 2 1 1 1 0\n2\n4 2\n4\no0 wrong\n")
        self.convert(old, self.path("new.aag"), "--outputs-to-bad")
        self.assertEqual(self.path("new.aag").read_text(), "aag 2 1 1 0 0 1\n2\n4 2\n4\nb0 wrong\n")
        self.convert(self.path("new.aag"), self.path("again.aag"), "--bad-to-outputs")
        self.assertEqual(self.path("again.aag").read_bytes(), old.read_bytes())
        self.assert_usage_error(run("convert", old, self.path("x.aag"), "--bad-to-outputs", "--outputs-to-bad"))

    def test_strip(self):
        self.convert(self.file("a.aag", EVERYTHING), self.path("b.aag"), "--strip")
        self.assertEqual(self.path("b.aag").read_text(), EVERYTHING[: EVERYTHING.index("i0")])

    def test_in_place(self):
        model = self.file("a.aag", EVERYTHING)
        self.convert(model, model, "--strip")
        self.assertEqual(self.files(), ["a.aag"])
        self.assertNotIn("worst", model.read_text())

    def test_the_verdict_stays(self):
        self.convert(ARBITER, self.path("b.aig.gz"))
        self.assert_answer(run("check", self.path("b.aig.gz")), UNSAFE, "unsafe\n")


class Info(CliTest):
    def test_text(self):
        result = run("info", self.file("a.aag", EVERYTHING))
        self.assertEqual((result.code, result.err), (DONE, ""), result)
        for part in ("ASCII", "2 inputs, 3 latches, 2 gates, 2 levels", "1 to 0, 1 to 1, 1 uninitialised, 0 functions",
                     "1 bad states, 1 constraints, 1 justice, 1 fairness, 1 outputs", "b0 'worst'"):
            self.assertIn(part, result.out)

    def test_json(self):
        report = json.loads(run("info", self.file("a.aag", EVERYTHING), "--json").out)
        expected = {"format": "ascii", "inputs": 2, "latches": 3, "ands": 2, "depth": 2, "outputs": 1, "outputs_are_bad": False,
                    "bad": 1, "constraints": 1, "justice": 1, "fairness": 1,
                    "resets": {"zero": 1, "one": 1, "uninitialised": 1, "functions": 0}}
        self.assertEqual({key: report[key] for key in expected}, expected)
        self.assertEqual(set(report["cone"]), {"inputs", "latches", "ands"})

    def test_outputs_of_old_files_are_bad_states(self):
        model = self.file("old.aag", "aag 1 0 1 1 0\n2 3\n2\n")
        report = json.loads(run("info", model, "--json").out)
        self.assertEqual((report["outputs_are_bad"], report["bad"], report["outputs"]), (True, 1, 1))

    def test_a_model_without_properties_can_be_looked_at(self):
        self.assertEqual(run("info", self.file("m.aag", "aag 0 0 0 0 0\n")).code, DONE)

    def test_standard_input(self):
        self.assertIn("6 latches", run("info", "-", input_bytes=ARBITER.read_bytes()).out)

    def test_hostile_names_are_escaped(self):
        result = run("info", self.file("m.aag", b"aag 1 1 0 0 0 1\n2\n2\nb0 \x1b[31m\xff\n"))
        self.assertIn("\\x1b[31m\\xff", result.out)


class Simulate(CliTest):
    def test_the_same_seed_gives_the_same_run(self):
        first, again, other = (run("simulate", ARBITER, "--seed", seed) for seed in (1, 1, 2))
        self.assertEqual(first.code, DONE)
        self.assertEqual(first.out, again.out)
        self.assertNotEqual(first.out, other.out)

    def test_a_line_a_step(self):
        lines = run("simulate", ARBITER, "--steps", 5).out.splitlines()
        self.assertEqual((lines[0], len(lines)), ("step inputs latches bad", 7))
        self.assertRegex(lines[1], r"\A0 [01]{3} 000000 0\Z")
        self.assertEqual(len(run("simulate", ARBITER, "--steps", 0).out.splitlines()), 2)

    def test_a_run_obeys_the_circuit(self):
        model = self.file("m.aag", counter(4, 15).ascii())
        lines = run("simulate", model, "--steps", 10).out.splitlines()[1:]
        value = 0
        for line in lines:
            _, enable, state, _ = line.split()
            self.assertEqual(int(state[::-1], 2), value)
            value += int(enable)

    def test_a_run_that_finds_the_bad_state_is_a_witness(self):
        model = self.file("m.aag", counter(2, 2).ascii())
        result = run("simulate", model, "--write-witness", self.path("w"), "--vcd", self.path("w.vcd"), "--no-print")
        self.assert_answer(result, DONE, "")
        self.assertIn("bad state b0 is true", result.err)
        self.certified(model, self.path("w"), UNSAFE)
        self.assertIn("$enddefinitions", self.path("w.vcd").read_text())

    def test_without_a_bad_state_no_witness_is_written(self):
        run("simulate", self.file("m.aag", "aag 1 1 0 0 0 1\n2\n0\n"), "--write-witness", self.path("w"))
        self.assertFalse(self.path("w").exists())

    def test_a_witness_is_replayed(self):
        witness = self.path("w")
        run("check", ARBITER, "--witness", witness)
        result = run("simulate", ARBITER, "--witness", witness, "--vcd", self.path("w.vcd"))
        self.assertEqual(result.code, DONE)
        lines = result.out.splitlines()
        self.assertEqual(len(lines), 15)
        self.assertRegex(lines[-1], r"\A13 [01]{3} 11[01]{4} 1\Z")
        run("check", ARBITER, "--vcd", self.path("check.vcd"))
        self.assertEqual(self.path("w.vcd").read_text(), self.path("check.vcd").read_text())

    def test_a_witness_that_is_not_valid(self):
        result = run("simulate", ARBITER, "--witness", self.file("w", "1\nb0\n000000\n000\n.\n"))
        self.assertEqual(result.code, REJECTED)
        self.assertIn("not valid", result.err)

    def test_a_witness_without_a_run(self):
        witness = self.file("w", "0\nb0\n.\n")
        self.assert_input_error(run("simulate", ARBITER, "--witness", witness), witness)

    def test_quiet(self):
        self.assertEqual(run("simulate", ARBITER, "-q").err, "")

    def test_no_time_at_all(self):
        for model in (ARBITER, self.file("m.aag", "aag 0 0 0 0 0 1\n0\n")):
            result = run("simulate", model, "--timeout", "0", "--steps", 100000000, "--no-print")
            self.assertEqual(result.code, DONE, result)
            self.assertLess(result.seconds, 5)


class Unwritable(CliTest):
    def test_it_shows_before_the_run(self):
        endless = self.file("m.aig", hard().binary())
        for option in ("--witness", "--certificate", "--json", "--vcd"):
            for path in (self.path("none/file"), self.folder, self.path("m.aig/file"), self.path("x" * 300)):
                result = run("check", endless, option, path)
                self.assert_input_error(result, path, "cannot write")
                self.assertLess(result.seconds, 5)
        self.assertEqual(self.files(), ["m.aig"])

    def test_other_commands(self):
        missing = self.path("none/file.aag")
        self.assert_input_error(run("convert", ARBITER, missing), missing, "cannot write")
        self.assert_input_error(run("simulate", ARBITER, "--vcd", missing), missing, "cannot write")
        self.assert_input_error(run("simulate", ARBITER, "--write-witness", missing), missing, "cannot write")
        self.assert_input_error(run("hwmcc", ARBITER, missing, self.path("c")), missing, "cannot write")
        self.assert_input_error(run("hwmcc", ARBITER, self.path("c"), missing), missing, "cannot write")

    def test_a_file_that_was_there_survives_an_input_error(self):
        old = self.file("w", "old")
        run("check", self.path("missing.aag"), "--witness", old)
        self.assertEqual(old.read_text(), "old")

    def test_a_full_disk(self):
        result = run("check", ARBITER, "--witness", "/dev/full")
        self.assert_input_error(result, "/dev/full", "No space")

    def test_standard_output_that_takes_nothing(self):
        model = self.file("m.aag", ARBITER.read_bytes())
        certificate = self.file("c", "1\nb0\n000000\n000\n.\n")
        endless = self.file("m.aig", hard().binary())
        commands = (["check", model], ["check", model, "--json", "-"], ["check", model, "--answer", "aiger"], ["info", model],
                    ["simulate", model], ["convert", model, "-", "--to", "aag"], ["certify", model, certificate],
                    ["hwmcc", model, self.path("s"), self.path("u")], ["check", endless, "--timeout", "0.2"])
        for command in commands:
            with open("/dev/full", "wb") as full:
                result = run(*command, stdout=full)
            self.assertEqual(result.code, INPUT_ERROR, (command, result))
            self.assertIn("cairn: error: cannot write to standard output", result.err)


if __name__ == "__main__":
    unittest.main()
