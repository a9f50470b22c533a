# SPDX-License-Identifier: MIT
"""The report in the forms that other machines read: JUnit XML, SARIF, annotations."""

import re
import unittest
import xml.etree.ElementTree as xml

from support import *

# Brackets, quotes, an escape, the end of a CDATA section, percent signs, and a byte that is no UTF-8.
HOSTILE = b"]]><b \"x\" 'y' &amp; \x1b[31m %0A::error:: \xff </testcase>"


def counters():
    """Two properties, one of which fails."""
    c = Circuit(inputs=1, latches=2)
    c.next = [c.inputs[0], c.and_(c.latches[0], c.latches[1])]
    c.bad = [c.latches[0], c.latches[1]]
    return c


class Forms(CliTest):
    def check(self, *words):
        paths = {name: self.folder / f"out.{name}" for name in ("xml", "sarif", "json")}
        result = run("check", *words, "--junit", paths["xml"], "--sarif", paths["sarif"], "--json", paths["json"], "--annotations")
        suite = xml.parse(paths["xml"]).getroot()
        sarif = json.loads(paths["sarif"].read_text())
        self.examine(sarif)
        return result, suite, sarif, json.loads(paths["json"].read_text())

    def examine(self, sarif):
        """What the schema of SARIF 2.1.0 and its text ask of what we write."""
        self.assertEqual(sarif["version"], "2.1.0")
        (run_,) = sarif["runs"]
        rules = {rule["id"] for rule in run_["tool"]["driver"]["rules"]}
        self.assertTrue(run_["tool"]["driver"]["name"])
        self.assertIsInstance(run_["invocations"][0]["executionSuccessful"], bool)
        for result in run_["results"]:
            self.assertIn(result["ruleId"], rules)
            self.assertIn(result["kind"], ("pass", "open", "fail"))
            # 3.27.10: if kind is not fail, level is none.
            self.assertEqual(result["level"], "error" if result["kind"] == "fail" else "none")
            self.assertTrue(result["message"]["text"])
            places = list(result.get("locations", []))
            for flow in result.get("codeFlows", []):
                for thread in flow["threadFlows"]:
                    self.assertGreaterEqual(len(thread["locations"]), 1)
                    places += [step["location"] for step in thread["locations"]]
            for place in places:
                self.assertRegex(place["physicalLocation"]["artifactLocation"]["uri"], r"\A[A-Za-z0-9\-._~/!$&'()*+,;=@%:]+\Z")
                for key, number in place["physicalLocation"].get("region", {}).items():
                    self.assertGreaterEqual(number, 1, key)

    def named(self, name):
        return self.file("two.aag", counters().ascii() + b"b0 " + name + b"\n")

    def test_each_property_is_a_case(self):
        result, suite, sarif, report = self.check(self.named(b"low"), "--property", "all")
        self.assertEqual(result.code, UNSAFE)
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("2", "1", "0"))
        cases = suite.findall(".//testcase")
        self.assertEqual([case.get("name") for case in cases], [row["claim"] for row in report["assertions"]])
        self.assertEqual([len(case) for case in cases], [1, 0])
        self.assertEqual([one["kind"] for one in sarif["runs"][0]["results"]], ["fail", "pass"])
        (line,) = [line for line in result.err.splitlines() if line.startswith("::")]
        self.assertRegex(line, r"^::error title=Cairn::assertion 'low'")

    def test_hostile_names_stay_text(self):
        result, suite, sarif, _ = self.check(self.named(HOSTILE), "--property", "all")
        self.assertEqual(result.code, UNSAFE)
        self.assertEqual(len(suite.findall(".//testcase")), 2)
        self.assertIn("]]><b", suite.find(".//testcase").get("name"))
        self.assertIn("]]><b", sarif["runs"][0]["results"][0]["message"]["text"])
        lines = [line for line in result.err.splitlines() if line.startswith("::")]
        self.assertEqual(len(lines), 1)
        self.assertNotIn("\x1b", lines[0])
        self.assertIn("%250A::error::", lines[0])

    def test_one_verdict(self):
        result, suite, sarif, _ = self.check(EXAMPLES / "token_ring.aag")
        self.assertEqual(result.code, SAFE)
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("1", "0"))
        self.assertEqual(sarif["runs"][0]["results"][0]["kind"], "pass")
        self.assertNotIn("::error", result.err)

    def test_what_is_unknown_is_no_success(self):
        result, suite, sarif, _ = self.check(EXAMPLES / "token_ring.aag", "--engine", "bmc", "--bmc-last", "2")
        self.assertEqual(result.code, UNKNOWN)
        self.assertEqual((suite.get("errors"), suite.find(".//error").get("type")), ("1", "unknown"))
        self.assertEqual(sarif["runs"][0]["results"][0]["kind"], "open")
        self.assertIn("::warning file=", result.err)

    def test_bad_input_is_in_all_of_them(self):
        result, suite, sarif, _ = self.check(self.file("bad.aag", "aag 1 2 3\n"))
        self.assertEqual(result.code, INPUT_ERROR)
        self.assertEqual(suite.find(".//error").get("type"), "input")
        self.assertFalse(sarif["runs"][0]["invocations"][0]["executionSuccessful"])
        self.assertIn("::error file=", result.err)

    @unittest.skipUnless("c" in re.split(r"[ ,]+", run("--version").out.splitlines()[1]), "no C front end")
    def test_a_program_has_a_path(self):
        program = self.file("a b.c", "#include <assert.h>\nint nondet(void);\nint main(void) {\n  int x = nondet();\n  if (x > 3)\n    assert(x != 7);\n  return 0;\n}\n")
        result, suite, sarif, report = self.check(program)
        self.assertEqual(result.code, UNSAFE, result)
        (one,) = sarif["runs"][0]["results"]
        self.assertEqual(one["locations"][0]["physicalLocation"]["region"]["startLine"], 6)
        self.assertIn("a%20b.c", one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
        self.assertGreaterEqual(len(one["codeFlows"][0]["threadFlows"][0]["locations"]), 2)
        self.assertIn("a b.c", suite.find(".//testcase").get("file"))
        self.assertRegex(result.err, r"::error file=\S+a b.c,line=6,")

    def test_nothing_is_written_over(self):
        model = self.named(b"low")
        before = model.read_bytes()
        self.assertEqual(run("check", model, "--junit", model).code, INPUT_ERROR)
        self.assertEqual(run("check", model, "--sarif", "-").code, USAGE)
        self.assertEqual(model.read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
