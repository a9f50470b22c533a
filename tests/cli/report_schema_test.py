# SPDX-License-Identifier: MIT
"""Reports of every kind are as docs/report.schema.json says."""

import copy
import json
import unittest

from support import *

SCHEMA = json.loads((SOURCE / "docs" / "report.schema.json").read_text())
ARBITER, RING = EXAMPLES / "bus_arbiter.aag", EXAMPLES / "token_ring.aag"
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
ABOUT = {"$schema", "$defs", "title", "description"}


def has_type(value, name):
    if name in ("integer", "number"):
        return isinstance(value, int if name == "integer" else (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def errors(value, schema, at="report"):
    """What is wrong with a value. Knows the keywords that the schema uses, and refuses others."""
    for word, rule in schema.items():
        if word in ABOUT or word == "then":
            continue
        if word == "$ref":
            yield from errors(value, SCHEMA["$defs"][rule.removeprefix("#/$defs/")], at)
        elif word == "type":
            if not any(has_type(value, name) for name in ([rule] if isinstance(rule, str) else rule)):
                yield f"{at}: expected {rule}, got {value!r}"
        elif word == "const":
            if value != rule or type(value) is not type(rule):
                yield f"{at}: expected {rule!r}, got {value!r}"
        elif word == "enum":
            if value not in rule:
                yield f"{at}: expected one of {rule}, got {value!r}"
        elif word == "minimum":
            if has_type(value, "number") and value < rule:
                yield f"{at}: {value} is less than {rule}"
        elif word == "required":
            if isinstance(value, dict):
                yield from (f"{at}: has no {name}" for name in rule if name not in value)
        elif word == "properties":
            if isinstance(value, dict):
                for name in rule.keys() & value.keys():
                    yield from errors(value[name], rule[name], f"{at}.{name}")
        elif word == "additionalProperties":
            if isinstance(value, dict):
                for name in value.keys() - schema.get("properties", {}).keys():
                    if rule is False:
                        yield f"{at}: {name} is not in the schema"
                    else:
                        yield from errors(value[name], rule, f"{at}.{name}")
        elif word == "items":
            if isinstance(value, list):
                for i, item in enumerate(value):
                    yield from errors(item, rule, f"{at}[{i}]")
        elif word == "allOf":
            for one in rule:
                yield from errors(value, one, at)
        elif word == "anyOf":
            found = [list(errors(value, one, at)) for one in rule]
            if all(found):
                yield f"{at}: fits none: " + "; ".join(min(found, key=len))
        elif word == "if":
            if not list(errors(value, rule, at)):
                yield from errors(value, schema["then"], at)
        else:
            raise ValueError(f"{word} is a keyword that this test does not know")


class ReportTest(CliTest):
    def report(self, *arguments, code=None, verdict=None):
        result = run("check", *arguments, "--json", "-", limit=60)
        report = json.loads(result.out)
        self.assertEqual(list(errors(report, SCHEMA)), [], result)
        if verdict:
            self.assertEqual(report["verdict"], verdict, result)
        if code is not None:
            self.assertEqual(result.code, code, result)
        self.assertEqual(report["command"][1:], ["check", *map(str, arguments), "--json", "-"])
        return report


class Circuits(ReportTest):
    def test_safe(self):
        report = self.report(RING, "--certificate", self.path("c.aag"), code=SAFE, verdict="safe")
        self.assertEqual(report["files"], [str(RING)])
        self.assertEqual(report["evidence"]["kind"], "certificate")
        self.assertEqual(report["written"], {"certificate": str(self.path("c.aag"))})
        self.assertEqual((report["property"], report["options"]), ("", {}))

    def test_unsafe(self):
        report = self.report(ARBITER, "--witness", self.path("w"), "--vcd", self.path("v.vcd"), "--property", "b0", "--seed", 7,
                             code=UNSAFE, verdict="unsafe")
        self.assertEqual(report["failure"], {"index": 0, "name": "both_granted"})
        self.assertEqual(report["written"], {"witness": str(self.path("w")), "vcd": str(self.path("v.vcd"))})
        self.assertEqual((report["property"], report["seed"]), ("b0", 7))

    def test_unknown(self):
        report = self.report(RING, "--engine", "bmc", "--bmc-last", 5, "--core", code=UNKNOWN, verdict="unknown")
        self.assertEqual((report["reason"], report["bound"]), ("bound", 5))
        self.assertEqual(report["options"], {"bmc-last": 5})
        self.assertEqual(len(report["core"]["latches"]), 8)

    def test_options_have_their_types(self):
        report = self.report(ARBITER, "--plan", "pdr", "--slice", "2.5", verdict="unsafe")
        self.assertEqual(report["plan"], "pdr")
        options = report["options"]
        self.assertEqual((options["ic3-lift"], options["ic3-down"], options["ic3-drop-after"], options["slice"]),
                         ("ternary", False, 0, 2.5))

    def test_workers(self):
        for engine in (["--engine", "ic3"], []):
            report = self.report(RING, *engine, "--workers", 2, code=SAFE, verdict="safe")
            self.assertEqual(report["engine"], "portfolio" if not engine else report["engine"])
            self.assertIn(report["decided_by"], [worker["name"] for worker in report["workers"]])

    def test_vacuous(self):
        impossible = self.file("m.aag", "aag 1 0 1 0 0 1 1\n2 2\n2\n0\n")
        self.assertEqual(self.report(impossible, verdict="safe")["vacuity"], {"impossible_step": 0})
        self.assertEqual(self.report(impossible, "--strict", verdict="unknown")["reason"], "vacuous")

    @unittest.skipUnless(shutil.which("yosys"), "needs Yosys")
    def test_antecedent_that_never_happens(self):
        design = self.file("t.sv", "module t(input clk, input a); p: assert property (@(posedge clk) a && !a |-> a); endmodule\n")
        self.assertIs(self.report(design, verdict="safe")["assertions"][0]["vacuous"], True)
        self.assertEqual(self.report(design, "--strict", verdict="unknown", code=UNKNOWN)["reason"], "vacuous")

    def test_error(self):
        bad = self.file("bad.aag", "aag 1 0\n")
        report = self.report(bad, code=INPUT_ERROR, verdict="error")
        self.assertIn("bad.aag:1:", report["error"])
        self.assertEqual(report["files"], [str(bad)])
        self.assertIn("missing.aag", self.report(self.path("missing.aag"), code=INPUT_ERROR, verdict="error")["error"])

    def test_an_error_is_a_file_too(self):
        bad = self.file("bad.aag", "aag 1 0\n")
        result = run("check", bad, "--json", self.path("report.json"))
        self.assert_input_error(result, bad)
        report = self.json_of(self.path("report.json"))
        self.assertEqual(list(errors(report, SCHEMA)), [])
        self.assertEqual(report["error"], result.err.strip())


LOOP = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n && i < 10) i++;
  assert(i <= 10);
  assert(i < %d);
}
"""


class Programs(ReportTest):
    def program(self, text):
        return self.file("prog.c", text)

    def test_safe(self):
        report = self.report(EXAMPLES / "gcd.c", "--certificate", self.path("c"), "--svcomp-witness", self.path("y"),
                             code=SAFE, verdict="safe")
        self.assertEqual(report["files"], [str(EXAMPLES / "gcd.c")])
        self.assertEqual(report["property"], "unreach-call")
        self.assertEqual(report["evidence"]["kind"], "invariant")
        self.assertEqual(report["written"].keys(), {"certificate", "sv_witness"})

    def test_safe_by_unrolling(self):
        report = self.report(self.program(LOOP % 11), "--engine", "unroll", verdict="safe")
        self.assertEqual(report["evidence"]["kind"], "unrolling")

    def test_unsafe(self):
        report = self.report(EXAMPLES / "position_encoder.c", "--witness", self.path("w"), "--harness", self.path("h.c"),
                             code=UNSAFE, verdict="unsafe")
        self.assertIn("reach_error", report["failure"]["what"])
        self.assertEqual(report["written"].keys(), {"witness", "harness"})
        self.assertGreater(len(report["trace"]), 2)

    def test_unknown(self):
        report = self.report(self.program(LOOP % 11), "--engine", "bmc-smt", "--bmc-smt-last", 1, "--no-lemmas",
                             code=UNKNOWN, verdict="unknown")
        self.assertEqual(report["reason"], "bound")

    def test_each_assertion(self):
        for most, verdicts in ((11, ["safe", "safe"]), (5, ["safe", "unsafe"])):
            report = self.report(self.program(LOOP % most), "--property", "all")
            self.assertEqual([row["verdict"] for row in report["assertions"]], verdicts)
            self.assertEqual(report["property"], "all")

    def test_nothing_to_check(self):
        empty = self.program("int main(void) { return 0; }\n")
        self.assertEqual(self.report(empty, verdict="safe")["vacuity"]["no_assertion"], True)
        self.assertEqual(self.report(empty, "--strict", verdict="unknown")["reason"], "vacuous")

    def test_workers(self):
        report = self.report(EXAMPLES / "position_encoder.c", "--workers", 2, verdict="unsafe")
        self.assertGreater(len(report["workers"]), 1)

    def test_error(self):
        report = self.report(self.program("int main(void) { return x; }\n"), code=INPUT_ERROR, verdict="error")
        self.assertIn("prog.c:1:", report["error"])

    def test_error_of_ivl(self):
        report = self.report(self.file("bad.ivl", "procedure main( {\n"), code=INPUT_ERROR, verdict="error")
        self.assertIn("bad.ivl:1:", report["error"])


class Validator(ReportTest):
    def test_it_finds_what_is_wrong(self):
        good = self.report(ARBITER, verdict="unsafe")
        for message, change in {
                "report: has no seed": lambda one: one.pop("seed"),
                "report: has no failure": lambda one: one.pop("failure"),
                "report.seed: expected integer": lambda one: one.update(seed="0"),
                "report: news is not in the schema": lambda one: one.update(news=1),
                "report.verdict: expected one of": lambda one: one.update(verdict="sat"),
                "report.schema: expected 2": lambda one: one.update(schema=1),
                "report.files[0]: expected string": lambda one: one.update(files=[1]),
                "report.failure: fits none": lambda one: one.update(failure={"at": None}),
                "report.phases.simplify: expected number": lambda one: one["phases"].update(simplify=None),
                "report.seconds: -1 is less than 0": lambda one: one.update(seconds=-1),
        }.items():
            bad = copy.deepcopy(good)
            change(bad)
            self.assertTrue(any(error.startswith(message) for error in errors(bad, SCHEMA)), message)

    def test_every_definition_is_used(self):
        text = json.dumps(SCHEMA)
        for name in SCHEMA["$defs"]:
            self.assertIn(f'"#/$defs/{name}"', text)


if __name__ == "__main__":
    unittest.main()
