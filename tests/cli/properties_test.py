# SPDX-License-Identifier: MIT
"""A verdict for each property of a circuit or word-level model."""

import json
import unittest

from report_schema_test import SCHEMA, errors
from support import *

# A counter from 0 to 9, then 0 again.
COUNTER = """\
1 sort bitvec 1
2 sort bitvec 4
3 zero 2
4 one 2
5 state 2 counter
6 init 2 5 3
7 add 2 5 4
8 constd 2 9
9 eq 1 5 8
10 ite 2 9 3 7
11 next 2 5 10
12 constd 2 5
13 eq 1 5 12
14 bad 13 five
15 constd 2 12
16 eq 1 5 15
17 bad 16 twelve
18 ugt 1 5 8
19 bad 18 above
"""

# The same with a constraint: it stays below 4, which it does not.
CONTRADICTORY = COUNTER + "20 constd 2 4\n21 ult 1 5 20\n22 constraint 21\n"

# Two latches that swap their values, 0 both; a third that an input sets; bad: each of them.
LATCHES = "aag 4 1 3 0 0 3\n2\n4 6\n6 4\n8 2\n4\n8\n6\nb0 first\nb1 set\nb2 second\n"

ROWS = SCHEMA["$defs"]["assertion"]

# That 2^61 - 1 is a prime is beyond any such limit; the other is found at once.
HARD = """\
1 sort bitvec 1
2 sort bitvec 64
3 input 2
4 input 2
5 mul 2 3 4
6 constd 2 2305843009213693951
7 eq 1 5 6
8 sort bitvec 32
9 slice 8 3 63 32
10 slice 8 4 63 32
11 zero 8
12 eq 1 9 11
13 eq 1 10 11
14 and 1 12 13
15 one 2
16 neq 1 3 15
17 and 1 14 7
18 and 1 17 16
19 bad 18 factors
20 bad 12 small
"""


class PropertiesTest(CliTest):
    def verdicts(self, report):
        return [row["verdict"] for row in report["assertions"]]

    def report(self, model, *arguments):
        result = run("check", model, "--property", "all", "--json", "-", *arguments)
        report = json.loads(result.out)
        self.assertEqual(list(errors(report, SCHEMA)), [], result)
        return result, report

    def test_mixed_words(self):
        model = self.file("m.btor2", COUNTER)
        result = run("check", model, "--property", "all")
        self.assertEqual(result.code, UNSAFE, result)
        lines = result.out.splitlines()
        self.assertEqual(lines[0], "unsafe")
        self.assertEqual(lines[1], "0  assertion 'five': unsafe; the trace (5 steps) was replayed")
        self.assertRegex(lines[2], r"^1  assertion 'twelve': safe; the certificate \(\d+ lemmas?\) was checked$")
        self.assertRegex(lines[3], r"^2  assertion 'above': safe")
        self.assertIn("3 of 3 properties decided: 2 safe, 1 unsafe", result.err)

    def test_mixed_circuit(self):
        result, report = self.report(self.file("m.aag", LATCHES))
        self.assertEqual(result.code, UNSAFE, result)
        self.assertEqual(self.verdicts(report), ["safe", "unsafe", "safe"])
        self.assertEqual(report["failure"], {"index": 1, "name": "set"})
        self.assertEqual(sorted(report["assertions"][0]["evidence"]["assertions"]), [0, 2])

    def test_all_safe(self):
        model = self.file("m.aag", LATCHES.replace("3 0 0 3", "3 0 0 2").replace("4\n8\n6\nb0 first\nb1 set\nb2 second", "4\n6"))
        result, report = self.report(model)
        self.assertEqual(result.code, SAFE, result)
        self.assertEqual(self.verdicts(report), ["safe", "safe"])

    def test_one_property_is_as_before(self):
        model = self.file("m.btor2", COUNTER)
        self.assertEqual(run("check", model, "--property", "twelve").out, "safe\n")
        self.assertEqual(run("check", model, "--property", "0").code, UNSAFE)

    def test_json_lines(self):
        for name, text in (("m.btor2", COUNTER), ("m.aag", LATCHES)):
            with self.subTest(name):
                result = run("check", self.file(name, text), "--property", "all", "--json-lines")
                self.assertEqual(result.code, UNSAFE, result)
                *rows, report = [json.loads(line) for line in result.out.splitlines()]
                self.assertEqual(list(errors(report, SCHEMA)), [], result)
                for row in rows:
                    self.assertEqual(list(errors(row, ROWS)), [], row)
                self.assertEqual(sorted(row["index"] for row in rows), [0, 1, 2])
                key = lambda row: row["index"]
                self.assertEqual(sorted(rows, key=key), report["assertions"])

    def test_json_lines_of_one_answer(self):
        result = run("check", self.file("m.btor2", COUNTER), "--json-lines")
        (report,) = [json.loads(line) for line in result.out.splitlines()]
        self.assertEqual(list(errors(report, SCHEMA)), [], result)
        self.assertEqual(report["verdict"], "unsafe")

    def test_json_twice(self):
        result = run("check", self.file("m.btor2", COUNTER), "--json-lines", "--json", "-")
        self.assertEqual(result.code, USAGE, result)

    def test_evidence_is_in_folders_and_is_accepted(self):
        for name, text, suffix, trace in (("m.btor2", COUNTER, "btor2", "wit"), ("m.aag", LATCHES, "aag", "aiw")):
            with self.subTest(name):
                model, folder = self.file(name, text), self.path("evidence-" + suffix)
                result, report = self.report(model, "--certificate", folder, "--witness", folder, "--vcd", folder)
                for row in report["assertions"]:
                    index, safe = row["index"], row["verdict"] == "safe"
                    path = os.path.join(folder, f"b{index}.cert.{suffix}" if safe else f"b{index}.{trace}")
                    self.assertEqual(row["written"]["certificate" if safe else "witness"], path)
                    judged = run("certify", model, path, "--property", index)
                    self.assertEqual(judged.code, SAFE if safe else UNSAFE, judged)
                    # It says nothing about what it is not about.
                    other = next(o["index"] for o in report["assertions"] if o["verdict"] != row["verdict"])
                    self.assertEqual(run("certify", model, path, "--property", other).code, REJECTED)
                    if not safe:
                        self.assertTrue(os.path.exists(os.path.join(folder, f"b{index}.vcd")))

    def test_a_file_is_no_folder(self):
        model, taken = self.file("m.btor2", COUNTER), self.file("taken", "x")
        for option in ("--witness", "--certificate", "--vcd"):
            result = run("check", model, "--property", "all", option, taken)
            self.assertEqual(result.code, INPUT_ERROR, result)
            self.assertIn("expected a folder", result.err)

    def test_contradictory_constraints(self):
        model = self.file("m.btor2", CONTRADICTORY)
        result, report = self.report(model)
        self.assertEqual(result.code, SAFE, result)
        self.assertEqual(report["vacuity"], {"impossible_step": 4})
        self.assertTrue(all(row["vacuous"] for row in report["assertions"]))
        result = run("check", model, "--property", "all")
        self.assertTrue(result.out.startswith("safe (vacuous)\n"), result)
        self.assertIn("no run has more than 4 steps", result.err)
        result, report = self.report(model, "--strict")
        self.assertEqual(result.code, UNKNOWN, result)
        self.assertEqual(report["reason"], "vacuous")
        # Of all of them together, too.
        result = run("check", model)
        self.assertEqual((result.out, result.code), ("safe (vacuous)\n", SAFE), result)

    def test_bound(self):
        result, report = self.report(self.file("m.btor2", COUNTER), "--engine", "bmc", "--bmc-last", "5")
        self.assertEqual(result.code, UNSAFE, result)
        self.assertEqual(self.verdicts(report), ["unsafe", "unknown", "unknown"])
        self.assertEqual([report["assertions"][i]["bound"] for i in (1, 2)], [5, 5])
        self.assertEqual(report["assertions"][1]["reason"], "bound")

    def test_time_limit_leaves_the_rest_unknown(self):
        result, report = self.report(self.file("m.btor2", HARD), "--timeout", "3")
        self.assertEqual(self.verdicts(report), ["unknown", "unsafe"], result)
        self.assertEqual(report["assertions"][0]["reason"], "time")
        self.assertIn("time", report["assertions"][0]["explanation"])
        self.assertEqual(result.code, UNSAFE, result)

    def test_a_terminal_shows_what_is_open(self):
        shown, code, out = on_terminal("check", self.file("m.btor2", HARD), "--property", "all", "--timeout", "3")
        self.assertIn(code, (UNSAFE, UNKNOWN))
        self.assertRegex(shown, r"\x1b\[Jcairn: [^\n]*\n  [01] of 2 properties decided: [^\n]*\n     0  assertion 'factors'[^\x1b]*\x1b\[[23]A")
        self.assertRegex(shown.split("\x1b[J")[-1], r"\Acairn: [^\x1b]*[01] of 2 properties decided: [^\x1b]*\Z")
        self.assertTrue(out.startswith("unsafe\n" if code == UNSAFE else "unknown\n"))

    def test_other_forms_of_the_answer(self):
        result = run("check", self.file("m.aag", LATCHES), "--property", "all", "--answer", "aiger")
        self.assertEqual(result.code, INPUT_ERROR, result)

    def test_nothing_to_check(self):
        result = run("check", self.file("m.btor2", "1 sort bitvec 1\n2 input 1\n"), "--property", "all")
        self.assertEqual(result.code, INPUT_ERROR, result)
        self.assertIn("nothing to check", result.err)


if __name__ == "__main__":
    unittest.main()
