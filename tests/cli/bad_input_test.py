# SPDX-License-Identifier: MIT
"""Whatever is wrong with a file: one line with a position, exit code 1, quickly, in little memory, and
no file is written. Legal oddities get right answers."""

import gzip
import json
import unittest

from support import *

ARBITER = EXAMPLES / "bus_arbiter.aag"

# All sections of AIGER 1.9, symbols and a comment.
EVERYTHING = (
    "aag 7 2 3 1 2 1 1 1 1\n2\n4\n6 12\n8 14 1\n10 15 10\n13\n12\n5\n2\n6\n8\n10\n12 6 2\n14 12 5\n"
    "i0 x\ni1 y\nl0 a\nl1 b\nl2 c\no0 out\nb0 worst\nc0 assumed\nj0 often\nf0 fair\nc\nhello\n"
)

# (name, content, part of the message)
MALFORMED = [
    ("empty", b"", "empty"),
    ("only_newline", b"\n", ""),
    ("magic_elf", b"\x7fELF\x02\x01\x01", ""),
    ("magic_word", b"abc 1 1 0 0 0\n2\n", ""),
    ("magic_alone", b"aag", ""),
    ("magic_space", b"aig ", ""),
    ("btor2", b"1 sort bitvec 1\n2 input 1\n", "expected at least one bad state"),
    ("verilog", b"module m;\nendmodule\n", "Verilog"),
    ("smv", b"MODULE main\n", "nothing to check: the model has no INVARSPEC, LTLSPEC or CTLSPEC"),
    ("dimacs", b"p cnf 1 1\n1 0\n", "DIMACS"),
    ("c", b"#include <stdio.h>\n", "looks like C"),
    ("header_four", b"aag 1 1 0 0\n2\n", ""),
    ("header_ten", b"aag 0 0 0 0 0 0 0 0 0 0\n", ""),
    ("header_word", b"aag 1 x 0 0 0\n2\n", "x"),
    ("header_negative", b"aag 1 -1 0 0 0\n", "-1"),
    ("header_sum", b"aag 1 1 1 0 1\n2\n4 2\n6 2 4\n", ""),
    ("header_sum_binary", b"aig 5 1 1 0 1\n2\n\x02\x02", ""),
    ("header_64_bits", b"aag 18446744073709551617 1 0 0 0\n2\n", ""),
    ("header_sum_wraps", b"aag 1 4294967295 0 0 2\n", ""),
    ("input_beyond", b"aag 1 1 0 0 0 1\n4\n2\n", ""),
    ("input_odd", b"aag 1 1 0 0 0 1\n3\n2\n", "odd"),
    ("input_constant", b"aag 1 1 0 0 0 1\n0\n0\n", "constant"),
    ("input_twice", b"aag 2 2 0 0 0 1\n2\n2\n2\n", "already defined"),
    ("latch_is_input", b"aag 2 1 1 0 0 1\n2\n2 2\n2\n", "already defined"),
    ("latch_next_beyond", b"aag 1 0 1 0 0 1\n2 4\n2\n", ""),
    ("latch_without_next", b"aag 1 0 1 0 0 1\n2\n2\n", ""),
    ("never_defined", b"aag 2 1 0 0 0 1\n2\n4\n", "never defined"),
    ("gate_never_defined", b"aag 3 1 0 0 1 1\n2\n6\n6 2 4\n", "never defined"),
    ("gate_odd", b"aag 2 1 0 0 1 1\n2\n4\n5 2 2\n", "odd"),
    ("gate_twice", b"aag 4 2 0 0 2 1\n2\n4\n6\n6 2 4\n6 4 2\n", "already defined"),
    ("gate_is_input", b"aag 2 2 0 0 0 1\n2\n4\n4\n4 2 2\n", ""),
    ("gate_beyond", b"aag 2 1 0 0 1 1\n2\n4\n4 2 7\n", ""),
    ("self", b"aag 2 1 0 0 1 1\n2\n4\n4 4 2\n", ""),
    ("cycle", b"aag 4 1 0 0 3 1\n2\n4\n4 6 2\n6 8 2\n8 4 2\n", "cycle"),
    ("delta_zero", b"aig 2 1 0 0 1 1\n4\n\x00\x00", ""),
    ("delta_large", b"aig 2 1 0 0 1 1\n4\n\x05\x00", ""),
    ("delta_order", b"aig 2 1 0 0 1 1\n4\n\x02\x03", ""),
    ("delta_long", b"aig 2 1 0 0 1 1\n4\n\x82\x80\x80\x80\x80\x80\x00\x00", ""),
    ("delta_cut", b"aig 2 1 0 0 1 1\n4\n\x02", ""),
    ("bytes_after_gates", b"aig 2 1 0 0 1 1\n4\n\x02\x00garbage\n", ""),
    ("reset_beyond", b"aag 1 0 1 0 0 1\n2 2 9\n2\n", ""),
    ("reset_negated_self", b"aag 1 0 1 0 0 1\n2 2 3\n2\n", ""),
    ("reset_cycle", b"aag 2 0 2 0 0 1\n2 2 4\n4 4 2\n2\n", "cycle"),
    ("symbol_no_such", b"aag 1 1 0 0 0 1\n2\n2\ni1 name\n", ""),
    ("symbol_no_type", b"aag 1 1 0 0 0 1\n2\n2\nx0 name\n", ""),
    ("symbol_no_name", b"aag 1 1 0 0 0 1\n2\n2\ni0\n", ""),
    ("symbol_twice", b"aag 1 1 0 0 0 1\n2\n2\ni0 a\ni0 b\n", ""),
    ("symbol_huge", b"aag 1 1 0 0 0 1\n2\n2\ni99999999999999999999 a\n", ""),
    ("text_after_symbols", b"aag 1 1 0 0 0 1\n2\n2\ni0 a\nhello\n", ""),
    ("justice_size_huge", b"aag 1 1 0 0 0 0 0 1 0\n2\n4294967295\n2\n", ""),
    ("justice_size_64_bits", b"aag 1 1 0 0 0 0 0 1 0\n2\n99999999999999999999\n2\n", ""),
    ("justice_size_short", b"aag 1 1 0 0 0 0 0 1 0\n2\n2\n2\n", ""),
    ("no_property", b"aag 1 1 0 0 0\n2\n", "nothing to check"),
    ("no_property_at_all", b"aag 0 0 0 0 0\n", "nothing to check"),
    ("spaces", b"aag  1 1 0 0 0 1\n2\n2\n", ""),
    ("tab", b"aag\t1 1 0 0 0 1\n2\n2\n", ""),
    ("nul", b"aag 1 1 0 0 0 1\n2\n2\x00\n", ""),
    ("gzip_of_nothing", gzip.compress(b""), ""),
    ("gzip_of_junk", gzip.compress(b"junk"), ""),
    ("gzip_magic", b"\x1f\x8b", ""),
    ("gzip_header", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", ""),
]

# Counts that no file of that size can hold, in every field of both formats.
for magic in ("aag", "aig"):
    for field in range(9):
        for count in (2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63, 10**30):
            numbers = [0] * 9
            numbers[field] = numbers[0] = count
            text = f"{magic} {' '.join(map(str, numbers))}\n"
            if magic == "aag" and field == 0 and count < 2**31:
                continue  # legal: M may be larger than what is defined
            MALFORMED.append((f"{magic}_count_{field}_{count}", text.encode(), ""))


class BadInput(CliTest):
    def check(self, path, *options, message="", **more):
        """One clean error, no files, little time and memory."""
        witness, report = self.path("out.aiw"), self.path("out.json")
        result = run("check", path, "--witness", witness, "--json", report, *options, **more)
        self.assert_input_error(result, "<stdin>" if path == "-" else path, message)
        self.assertFalse(witness.exists())
        said = json.loads(report.read_text())
        self.assertEqual((said["verdict"], said["error"]), ("error", result.err.strip()))
        self.assertLess(result.seconds, 5)
        if not SANITIZED:
            self.assertLess(result.peak_mb, 100)
        return result

    def test_malformed_files(self):
        for name, content, message in MALFORMED:
            with self.subTest(name):
                self.check(self.file(name, content), message=message)

    def test_malformed_files_on_standard_input(self):
        for name, content, message in MALFORMED[::7]:
            with self.subTest(name):
                self.check("-", message=message, input_bytes=content)

    def test_malformed_files_compressed(self):
        for name, content, message in MALFORMED[::5]:
            with self.subTest(name):
                self.check(self.file(name, gzip.compress(content)), message=message)

    def test_all_commands_agree(self):
        for name, content, _ in MALFORMED[1::6]:
            if name.startswith("no_property"):
                continue  # fine for other commands
            path = self.file(name, content)
            out = self.path("out.aag")
            for command in (["info", path], ["info", path, "--json"], ["convert", path, out], ["simulate", path],
                            ["certify", path, ARBITER], ["hwmcc", path, out, out], [path]):
                with self.subTest(name=name, command=command):
                    self.assert_input_error(run(*command, cwd=self.folder), path)
                    self.assertFalse(out.exists())

    def test_files_of_the_regression_table(self):
        folder = REGRESS / "bad"
        for path in sorted(folder.iterdir()):
            if path.suffix == ".txt":
                continue
            with self.subTest(path.name):
                self.check(path)

    def test_files_that_cannot_be_read_have_no_place(self):
        missing = self.path("missing.aag")
        for command in (["check", missing], ["info", missing], ["certify", ARBITER, missing], ["sat", missing]):
            with self.subTest(command[0]):
                self.assertEqual(run(*command).err, f"cairn: error: {missing}: cannot read: No such file or directory\n")
        self.assertEqual(run("check", self.folder).err, f"cairn: error: {self.folder}: is a directory, expected a file\n")
        out = self.folder / "none" / "w.aiw"
        self.assertEqual(run("check", ARBITER, "--witness", out).err.split(": cannot")[0], f"cairn: error: {out}")

    def test_what_is_no_file(self):
        self.check(self.path("missing.aag"), message="No such file")
        self.check(self.folder, message="directory")
        self.check(ARBITER / "below")
        self.check(self.path("x" * 300), message="too long")
        loop = self.path("loop")
        loop.symlink_to(loop)
        self.check(loop)

    def test_a_hostile_file_name_makes_one_line(self):
        name = "a\nb\x1b[31m.aag"
        result = run("check", name, cwd=self.folder)
        self.assertEqual((result.code, result.err.count("\n")), (INPUT_ERROR, 1), result)
        self.assertNotIn("\x1b", result.err)

    def test_a_property_out_of_range(self):
        for number in ("1", "b1", "4294967295", "18446744073709551616"):
            self.check(ARBITER, "--property", number, message="the model has one bad state, 0")

    def test_a_witness_of_another_model(self):
        witness = self.file("w", "1\nb0\n0\n0\n.\n")
        self.assert_input_error(run("certify", ARBITER, witness), witness)
        self.assert_input_error(run("simulate", ARBITER, "--witness", witness), witness)

    def test_damaged_gzip(self):
        data = gzip.compress(counter(4, 3).ascii(), mtime=0)
        for size in range(1, len(data)):
            with self.subTest(cut=size):
                self.check(self.file("cut.gz", data[:size]))
        for at in range(len(data)):
            changed = bytearray(data)
            changed[at] ^= 0x40
            path = self.file("changed.gz", bytes(changed))
            result = run("check", path)
            with self.subTest(changed=at):
                if result.code != UNSAFE:  # the header has bytes that don't matter
                    self.assert_input_error(result, path)

    def test_a_small_file_that_unpacks_to_a_large_one(self):
        path = self.path("bomb.gz")
        for begin, filler in ((b"aag 1 1 0 0 0 1\n2\n2\n", b"\n"), (b"", b"a")):
            with gzip.open(path, "wb", compresslevel=1) as file:
                file.write(begin)
                for _ in range(50):
                    file.write(filler * 1_000_000)
            self.assert_input_error(run("check", path), path)

    def cut_anywhere(self, data, command):
        accepted = 0
        for size in range(len(data)):
            path = self.file("cut", data[:size])
            result = run(*command(path))
            with self.subTest(size=size):
                self.assertLess(result.seconds, 5)
                if result.code == DONE:
                    accepted += 1
                else:
                    self.assert_input_error(result, path)
        return accepted

    def test_cut_at_every_byte(self):
        text = EVERYTHING.encode()
        binary = run("convert", "-", "-", "--to", "aig", input_bytes=text).raw_out
        self.assertTrue(binary.startswith(b"aig "))
        for data in (text, binary):
            # All that may be missing are symbols, the comment, and the last line's end.
            symbols = len(data) - data.index(b"i0 x")
            accepted = self.cut_anywhere(data, lambda path: ["info", path])
            self.assertGreater(accepted, 10)
            self.assertLessEqual(accepted, symbols + 1)

    def test_each_byte_changed(self):
        text = EVERYTHING.encode()
        binary = run("convert", "-", "-", "--to", "aig", input_bytes=text).raw_out
        for data in (text, binary):
            for at in range(len(data)):
                for new in (0, 0x20, 0x39, 0xFF):
                    if at % 3 != new % 3:
                        continue  # a third of them: enough, and quick
                    changed = data[:at] + bytes([new]) + data[at + 1 :]
                    path = self.file("changed", changed)
                    result = run("info", path, limit=5)
                    with self.subTest(at=at, new=new):
                        if result.code != DONE:
                            self.assert_input_error(result, path)


class LegalOddities(CliTest):
    def verdict(self, text, code, word, *options):
        model = self.file("m.aag", text)
        evidence = self.path("evidence.aag")
        if evidence.exists():
            evidence.unlink()
        result = run("check", model, "--witness", evidence, "--certificate", evidence, *options)
        self.assert_answer(result, code, word)
        if code != UNKNOWN:
            self.certified(model, evidence, code)

    def test_no_latches(self):
        self.verdict("aag 1 1 0 0 0 1\n2\n2\n", UNSAFE, "unsafe\n")
        self.verdict("aag 3 2 0 0 1 1 1\n2\n4\n6\n3\n6 4 2\n", SAFE, "safe\n")

    def test_no_inputs(self):
        self.verdict("aag 1 0 1 0 0 1\n2 1\n2\n", UNSAFE, "unsafe\n")

    def test_nothing_but_a_constant(self):
        self.verdict("aag 0 0 0 0 0 1\n0\n", SAFE, "safe\n")
        self.verdict("aag 0 0 0 0 0 1\n1\n", UNSAFE, "unsafe\n")
        self.verdict("aag 0 0 0 1 0\n0\n", SAFE, "safe\n")
        self.verdict("aag 0 0 0 1 0\n1\n", UNSAFE, "unsafe\n")

    def test_contradictory_constraints(self):
        self.verdict("aag 1 1 0 0 0 1 2\n2\n1\n2\n3\n", SAFE, "safe (vacuous)\n")
        self.verdict("aag 0 0 0 0 0 1 1\n1\n0\n", SAFE, "safe (vacuous)\n")
        self.verdict("aag 1 0 1 0 0 1 1\n2 3\n2\n3\n", SAFE, "safe (vacuous)\n")

    def test_constraints_that_end_every_run_after_two_steps(self):
        # The first latch toggles and must stay 0; another is 1 from step 1, or step 0, on.
        self.verdict("aag 2 0 2 0 0 1 1\n2 3\n4 1\n4\n3\n", SAFE, "safe (vacuous)\n")
        self.verdict("aag 2 0 2 0 0 1 1\n2 3\n4 1 1\n4\n3\n", UNSAFE, "unsafe\n")
        self.verdict("aag 3 0 3 0 0 1 1\n2 1\n4 2\n6 4\n6\n5\n", SAFE, "safe (vacuous)\n")
        self.verdict("aag 3 0 3 0 0 1 1\n2 1\n4 2\n6 4\n4\n7\n", UNSAFE, "unsafe\n")

    def test_unused_variables_and_many_spare_ones(self):
        self.verdict("aag 2147483647 1 0 0 0 1\n2\n2\n", UNSAFE, "unsafe\n")
        self.verdict("aag 2147483647 1 0 0 0 1\n4294967294\n4294967294\n", UNSAFE, "unsafe\n")

    def test_gates_in_any_order(self):
        self.verdict("aag 4 2 0 0 2 1\n2\n4\n8\n8 6 2\n6 4 2\n", UNSAFE, "unsafe\n")

    def test_no_final_newline(self):
        self.verdict("aag 1 1 0 0 0 1\n2\n2", UNSAFE, "unsafe\n")

    def test_an_empty_justice_set_beside_a_bad_state(self):
        model = self.file("empty.aag", "aag 1 1 0 0 0 1 0 1 0\n2\n2\n0\n")
        self.assert_input_error(run("check", model), model, "justice property j0 has no literals")


if __name__ == "__main__":
    unittest.main()
