# SPDX-License-Identifier: MIT
"""Requirements files of PLC programs, and projects in PLCopen XML, as a user sees them."""

import unittest

from support import *

LATCH = """PROGRAM Latch
VAR_INPUT go, stop : BOOL; END_VAR
VAR_OUTPUT on : BOOL; END_VAR
IF stop THEN on := FALSE; ELSIF go THEN on := TRUE; END_IF;
END_PROGRAM
"""

PROJECT = """<?xml version="1.0" encoding="utf-8"?>
<project xmlns="http://www.plcopen.org/xml/tc6_0201">
  <types><dataTypes/><pous>
    <pou name="Chart" pouType="program"><interface/><body><SFC/></body></pou>
    <pou name="Latch" pouType="program">
      <interface>
        <inputVars>
          <variable name="go"><type><BOOL/></type></variable>
          <variable name="stop"><type><BOOL/></type></variable>
        </inputVars>
        <outputVars><variable name="on"><type><BOOL/></type></variable></outputVars>
      </interface>
      <body><ST><xhtml><![CDATA[
IF stop THEN on := FALSE; ELSIF go THEN on := TRUE; END_IF;
//#ASSERT on --> go : only_while_asked;
]]></xhtml></ST></body>
    </pou>
  </pous></types>
</project>
"""


def requirement(pattern, **values):
    lines = [f"  - id: R\n    pattern: {pattern}\n"] + [f"    {key}: {value}\n" for key, value in values.items()]
    return "requirements:\n" + "".join(lines)


class Requirements(CliTest):
    def check(self, text, *options):
        return run("check", self.file("latch.st", LATCH), "--requirements", self.file("r.yaml", text), "--quiet", *options, limit=120)

    def test_each_pattern_is_decided(self):
        for text, code in (
                (requirement("invariant", expression="NOT stop OR NOT on"), 20),
                (requirement("forbidden", expression="stop AND on"), 20),
                (requirement("forbidden", expression="on"), 10),
                (requirement("implication", **{"if": "stop", "then": "NOT on"}), 20),
                (requirement("implication", **{"if": "on", "then": "go"}), 10),
                (requirement("statechange-duringcycle", **{"if": "NOT on AND NOT go", "then": "NOT on"}), 20),
                (requirement("statechange-duringcycle", **{"if": "on", "then": "on"}), 10),
                (requirement("statechange-betweencycles", **{"if": "on", "and": "NOT on", "then": "stop"}), 20),
                (requirement("statechange-betweencycles", **{"if": "NOT on", "and": "on", "then": "NOT go"}), 10),
                (requirement("leadsto", **{"if": "stop", "then": "NOT on", "within": "0 cycles"}), 20),
                (requirement("leadsto", **{"if": "go", "then": "on", "within": "T#1s"}), 10),
                (requirement("precedence", **{"if": "on", "then": "NOT on"}), 10),
                (requirement("precedence", **{"if": "FALL(on)", "then": "on"}), 20),
                (requirement("response", **{"if": "stop", "then": "NOT on"}), 20),
                (requirement("response", **{"if": "on", "then": "NOT on"}), 10),
                (requirement("repeatability", expression="on"), 10),
                (requirement("pattern-reachability", expression="on"), 10),
                (requirement("reachability", expression="on"), 10),
                (requirement("reachability", expression="on AND stop"), 20)):
            with self.subTest(text):
                self.assertEqual(self.check(text).code, code)

    def test_assumptions_count(self):
        self.assertEqual(self.check("assumptions:\n  - go\n" + requirement("implication", **{"if": "on", "then": "go"})).code,
                         20)

    def test_what_recurs_is_proved_or_shown_to_stop(self):
        blink = ("PROGRAM Blink VAR_INPUT hold : BOOL; END_VAR VAR_OUTPUT lamp : BOOL; END_VAR VAR t : TON; END_VAR\n"
                 "t(IN := NOT t.Q AND NOT hold, PT := T#300ms);\nIF t.Q THEN lamp := NOT lamp; END_IF;\nEND_PROGRAM\n")
        program = self.file("blink.st", blink)
        text = requirement("repeatability", expression="lamp")
        free = run("check", program, "--requirements", self.file("r.yaml", text))
        self.assertEqual(free.code, 10, free)
        self.assertIn("again and again, R: unsafe", free.out)
        self.assertRegex(free.err, r"for ever .*again")
        # Whatever repeats, the button is held somewhere in it.
        self.assertRegex(free.err, r"hold .*TRUE")
        assumed = "assumptions:\n  - NOT hold\n" + text
        self.assertEqual(run("check", program, "--requirements", self.file("s.yaml", assumed)).code, 20)
        bounded = run("check", program, "--requirements", self.file("r.yaml", text), "--cycles", "9")
        self.assertEqual(bounded.code, 1)
        self.assertIn("r.yaml:2:1: error: this is about runs without end, and --cycles bounds them", bounded.err)

    def test_faults_have_their_place(self):
        for text, message in (
                (requirement("invariant", expression="onn"), "r.yaml:2:1: error: R: unknown variable 'onn'"),
                (requirement("invariant", expression="on AND"), "r.yaml:4:23: error: expected an expression"),
                (requirement("leadsto", **{"if": "on", "then": "on"}), "the pattern leadsto needs 'within'"),
                ("- id: R\n", "expected 'requirements:'"),
                ("", "the file is empty")):
            with self.subTest(text):
                done = self.check(text)
                self.assertEqual(done.code, 1)
                self.assertIn(message, done.err)
                self.assertEqual(len(done.err.strip().splitlines()), 1)

    def test_requirements_are_about_structured_text(self):
        done = run("check", self.file("p.ivl", "procedure main() { assert true; }"), "--requirements",
                   self.file("r.yaml", requirement("invariant", expression="on")))
        self.assertEqual(done.code, 1)
        self.assertIn("r.yaml:1:1: error: requirements are about Structured Text", done.err)


class Plcopen(CliTest):
    def test_a_project_is_found_by_its_content(self):
        done = run("check", self.file("project.xml", PROJECT), limit=120)
        self.assertEqual(done.code, 10)
        self.assertIn("project.xml:15:1: 'only_while_asked' does not hold", done.err)
        self.assertIn("project.xml:4:5: 'Chart' is left out: its body is a Sequential Function Chart (SFC)", done.err)

    def test_a_bad_project_is_one_line(self):
        for text, message in ((PROJECT.replace("</pous>", ""), "project.xml:"),
                              (PROJECT.replace("stop THEN", "stop"), "project.xml:14:"),
                              (PROJECT.replace("<project", '<!DOCTYPE p [<!ENTITY a "b">]><project'), "entity 'a'")):
            done = run("check", self.file("project.xml", text), "--quiet")
            self.assertEqual(done.code, 1)
            self.assertIn(message, done.err)
            self.assertEqual(len(done.err.strip().splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
