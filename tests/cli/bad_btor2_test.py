# SPDX-License-Identifier: MIT
"""What can be wrong with a BTOR2 file: one line with a position that says what, exit code 1, quickly, in
little memory. What only looks wrong gets an answer. tests/unit/format/btor2/btor2_errors_test.cpp has more
of each kind, with the exact place."""

import unittest

from support import *

# Lines 1 to 12 of each model; a row adds more, of which the last is wrong.
START = """1 sort bitvec 1
2 sort bitvec 8
3 sort bitvec 4
4 sort array 3 2
5 input 2 in
6 input 1
7 constd 3 5
8 state 2 s
9 state 4 a
10 state 1
11 add 2 5 8
20 constd 2 7
"""

# (what it is, lines after START, part of the message)
MALFORMED = [
    ("an id is missing", "add 2 5 8", "expected an id, got 'add'"),
    ("an id is zero", "0 add 2 5 8", "id 0"),
    ("an id is negative", "-21 add 2 5 8", "expected an id, got '-21'"),
    ("an id twice", "11 add 2 5 8", "id 11 already defined (line 11)"),
    ("ids do not increase", "15 add 2 5 8", "expected ids in increasing order"),
    ("an id of 70 bits", "999999999999999999999 add 2 5 8", "exceeds the limit"),
    ("an operator that is none", "21 conca 2 5", "did you mean 'concat'?"),
    ("no operator", "21", "expected an operator"),
    ("a kind of sort that is none", "21 sort float 8", "expected 'bitvec' or 'array', got 'float'"),
    ("width 0", "21 sort bitvec 0", "width 0"),
    ("width 2^31", "21 sort bitvec 2147483648", "width 2147483648 exceeds the limit"),
    ("width 2^31 - 1", "21 sort bitvec 2147483647", "width 2147483647 exceeds the limit"),
    ("width 2^64", "21 sort bitvec 18446744073709551616", "exceeds the limit"),
    ("a negative width", "21 sort bitvec -8", "expected the width, got '-8'"),
    ("a width that is no number", "21 sort bitvec x", "expected the width, got 'x'"),
    ("a sort that is not defined", "21 input 17", "sort 17 is not defined"),
    ("a sort that is none", "21 input 8", "expected a sort, but 8 is 'state' (line 8)"),
    ("an argument that is not defined", "21 add 2 5 17", "17 is not defined"),
    ("an argument that comes later", "21 add 2 5 22", "22 is not defined yet"),
    ("an argument that is the line itself", "21 add 2 5 21", "21 refers to itself"),
    ("widths that do not match", "21 add 2 5 7", "add: operands are 8 and 4 bits"),
    ("the result has another sort", "21 add 3 5 8", "the result is 8 bits, but its sort 4 bits"),
    ("a bad state of a word", "21 bad 5", "bad: expected 1 bit, got 8 bits"),
    ("a constraint of a word", "21 constraint 5", "constraint: expected 1 bit, got 8 bits"),
    ("a fairness of a word", "21 fair 5", "fair: expected 1 bit, got 8 bits"),
    ("two initial values", "21 state 2\n22 init 2 21 20\n23 init 2 21 20", "has an initial value already"),
    ("two next values", "21 next 2 8 5\n22 next 2 8 5", "has a next value already"),
    ("an initial value of no state", "21 init 2 5 20", "expected a state, but 5 is 'input'"),
    ("a next value of no state", "21 next 2 20 20", "expected a state, but 20 is 'constd'"),
    ("an initial value that comes later", "21 init 2 8 20", "which is not defined before it"),
    ("an initial value that reads an input", "21 state 2\n22 init 2 21 11", "depends on an input"),
    ("an initial value that is the state", "21 init 2 8 8", "which is not defined before it"),
    ("an array that starts with a word of another width", "21 state 4\n22 init 4 21 7", "but its initial value 4 bits"),
    ("a slice upside down", "21 slice 3 5 0 3", "lower bit 3 above upper bit 0"),
    ("a slice beyond the word", "21 slice 3 5 8 5", "bit 8 of an operand of 8 bits"),
    ("a slice of another width", "21 slice 3 5 4 0", "the result is 5 bits, but its sort 4 bits"),
    ("an extension of another width", "21 uext 2 7 3", "the result is 7 bits, but its sort 8 bits"),
    ("an extension by 2^32 - 1 bits", "21 sext 2 7 4294967295", "exceeds the limit"),
    ("a concatenation of another width", "21 concat 2 7 5", "the result is 12 bits, but its sort 8 bits"),
    ("a constant too long", "21 const 3 11111", "5 digits, but its sort is 4 bits"),
    ("a constant too short", "21 const 3 111", "3 digits, but its sort is 4 bits"),
    ("a decimal constant too large", "21 constd 3 16", "16 does not fit 4 bits"),
    ("a decimal constant too small", "21 constd 3 -9", "-9 does not fit 4 bits"),
    ("a hexadecimal constant too large", "21 consth 3 1f", "1f does not fit 4 bits"),
    ("a digit that is none", "21 const 3 1121", "expected digits 0 and 1, got '1121'"),
    ("an argument is missing", "21 add 2 5", "expected the second operand, got end of line"),
    ("text after the symbol", "21 add 2 5 8 sum 9", "expected end of line after symbol 'sum'"),
    ("a sort as an operand", "21 add 2 5 2", "2 is 'sort' (line 2), which has no value"),
    ("a property as an operand", "21 bad 6\n22 and 1 6 21", "21 is 'bad' (line 13), which has no value"),
    ("an array where a word is needed", "21 add 2 5 9", "expected bits as the second operand, got an array"),
    ("a word where an array is needed", "21 read 2 5 7", "expected an array, got 8 bits"),
    ("an index of another width", "21 read 2 9 5", "the index has 8 bits, but that of the array 4 bits"),
    ("an element of another width", "21 write 4 9 7 7", "the element has 4 bits, but those of the array 8 bits"),
    ("an array of arrays", "21 sort array 2 4", "arrays of arrays are not supported"),
    ("indices that are arrays", "21 sort array 4 2", "arrays indexed by arrays are not supported"),
    ("a negated array", "21 eq 1 -9 9", "array 9 is negated"),
    ("a negated sort", "21 input -2", "sort '-2' is negated"),
    ("a condition that is a word", "21 ite 2 5 8 8", "ite: expected 1 bit, got 8 bits"),
    ("a justice of 2^32 - 1 conditions", "21 justice 4294967295 6", "but only 1 follow"),
    ("a justice of 10^11 conditions", "21 justice 99999999999 6", "exceeds the limit"),
    ("a justice that is cut short", "21 justice 3 6 10", "3 conditions, but only 2 follow"),
    ("a shift by another width", "21 sll 2 5 7", "sll: operands are 8 and 4 bits"),
    ("a rotation by another width", "21 rol 2 5 7", "rol: operands are 8 and 4 bits"),
    ("a NUL", "21 add 2 5 8\0", "expected the second operand, got '8\\x00'"),
    ("an output that is not defined", "21 output 12", "12 is not defined by any earlier line"),
]


class Malformed(CliTest):
    def check(self, content, message, name="model.btor2"):
        path = self.file(name, content)
        result = run("check", path)
        self.assert_input_error(result, path, message)
        self.assertLess(result.seconds, 5)
        if not SANITIZED:
            self.assertLess(result.peak_mb, 100)
        return result

    def test_every_kind(self):
        for what, lines, message in MALFORMED:
            with self.subTest(what):
                result = self.check(START + lines + "\n", message)
                self.assertIn(f":{13 + lines.count(chr(10))}:", result.err)

    def test_files_without_lines(self):
        self.check("", "no lines")
        self.check("; nothing but a comment\n", "no lines")

    def test_no_bad_state(self):
        self.check(START, "nothing to check")

    def test_ids_take_no_room(self):
        """None is an index of anything."""
        model = "1 sort bitvec 1\n2147483647 input 1\n4000000000000 bad 2147483647\n"
        result = run("check", self.file("ids.btor2", model))
        self.assert_answer(result, UNSAFE, "unsafe\n")
        if not SANITIZED:
            self.assertLess(result.peak_mb, 100)

    def test_a_line_of_a_megabyte(self):
        self.check(START + "21 const 2 " + "1" * 1_000_000 + "\n", "1000000 digits")

    def test_indices_of_64_bits(self):
        """A memory of 2^64 words costs nothing until it is read."""
        model = """1 sort bitvec 1
2 sort bitvec 64
3 sort array 2 2
4 zero 2
5 state 3 memory
6 init 3 5 4
7 input 2 at
8 input 2 word
9 write 3 5 7 8
10 next 3 5 9
11 input 2 where
12 read 2 5 11
13 redor 1 12
14 bad 13
"""
        result = run("check", self.file("wide.btor2", model))
        self.assert_answer(result, UNSAFE, "unsafe\n")
        if not SANITIZED:
            self.assertLess(result.peak_mb, 100)


class OnlyOdd(CliTest):
    def answer(self, model, code, *options):
        result = run("check", self.file("model.btor2", model), *options)
        self.assertEqual(result.code, code, result)
        return result

    MODEL = "1 sort bitvec 1\n2 input 1 x\n3 not 1 2 y\n4 bad 3 z\n"

    def test_layout(self):
        self.assertIn("carriage return", self.answer(self.MODEL.replace("\n", "\r\n"), UNSAFE).err)
        self.answer(self.MODEL[:-1], UNSAFE)

    def test_a_surplus_number_is_a_symbol(self):
        self.assertIn("'7' after the arguments is taken as a symbol", self.answer(self.MODEL.replace("y", "7"), UNSAFE).err)

    def test_a_state_without_next_value(self):
        self.answer("1 sort bitvec 1\n2 zero 1\n3 state 1 s\n4 init 1 3 2\n5 bad 3\n", UNSAFE)

    def test_division_by_zero(self):
        """All ones, and the dividend."""
        model = """1 sort bitvec 4
2 sort bitvec 1
3 input 1 x
4 zero 1
5 udiv 1 3 4
6 redand 2 5
7 urem 1 3 4
8 eq 2 7 3
9 and 2 6 8
10 bad -9
"""
        self.answer(model, SAFE)

    def test_symbols_twice(self):
        """In a waveform they have different names."""
        vcd = self.path("run.vcd")
        self.answer("1 sort bitvec 1\n2 input 1 x\n3 input 1 x\n4 and 1 2 -3\n5 bad 4\n", UNSAFE, "--vcd", vcd)
        names = [line.split()[4] for line in vcd.read_text().splitlines() if line.startswith("$var") and " x" in line]
        self.assertEqual(len(names), len(set(names)), names)

    def test_hostile_symbols(self):
        """They reach neither the terminal nor JSON as they are."""
        model = self.MODEL.replace("z", "</script>\x1b[31m\x01\xff")
        result = self.answer(model.encode("latin-1"), UNSAFE, "--json", self.path("report.json"))
        self.assertNotIn("\x1b", result.err)
        self.assertEqual(self.json_of(self.path("report.json"))["verdict"], "unsafe")

    def test_deep_expressions(self):
        """A million lines, each over the one before: nothing recurses. Circuits of some of them."""
        for count, command in ((1_000_000, ["info"]), (10_000, ["check", "--engine", "bmc"])):
            lines = ["1 sort bitvec 8", "2 sort bitvec 1", "3 input 1 x", "4 input 1 y"]
            lines += [f"{i} {'add' if i % 2 else 'xor'} 1 {i - 1} 3" for i in range(5, count)]
            lines += [f"{count} redor 2 {count - 1}", f"{count + 1} bad {count}", ""]
            result = run(command[0], self.file("deep.btor2", "\n".join(lines)), *command[1:])
            self.assertEqual(result.code, DONE if command[0] == "info" else UNSAFE, result)


if __name__ == "__main__":
    unittest.main()
