# SPDX-License-Identifier: MIT
"""Structured Text as a user sees it: verdicts for requirements, tables of scans, errors."""

import re
import unittest

from support import *

PUMP = """\
(* A pump that runs on when the button is released, and stops at once on a fault. *)
FUNCTION_BLOCK Pump
VAR_INPUT
    button, fault : BOOL;
END_VAR
VAR_OUTPUT
    motor : BOOL;
    starts : INT;
END_VAR
VAR
    delay : TOF;
    edge : R_TRIG;
END_VAR
delay(IN := button, PT := T#300ms);
motor := delay.Q AND NOT fault;
edge(CLK := motor);
IF edge.Q AND starts < 100 THEN
    starts := starts + 1;
END_IF;
//#ASSERT fault --> !motor : stops;
//#ASSERT starts <= 100 : counts;
//#ASSERT motor --> button : only_while_pressed;
//#ASSERT RISE(motor) AND starts > 1 --> PREV(starts) >= 1 : order;
//#ASSERT HELD(button AND NOT fault, T#200ms) --> motor : runs;
END_FUNCTION_BLOCK
"""


class StTest(CliTest):
    def check_text(self, text, *options, code=None, name="pump.st"):
        result = run("check", self.file(name, text), *options)
        self.assertEqual(result.code, code, result)
        return result

    def verdicts(self, result):
        return re.findall(r": (\w+): (safe|unsafe|unknown);", result.out)

    def test_every_requirement_has_a_verdict(self):
        result = self.check_text(PUMP, code=UNSAFE)
        self.assertEqual(self.verdicts(result),
                         [("stops", "safe"), ("counts", "safe"), ("only_while_pressed", "unsafe"),
                          ("order", "safe"), ("runs", "safe")])

    def test_a_counterexample_is_a_table_of_scans(self):
        result = self.check_text(PUMP, code=UNSAFE)
        self.assertIn("'only_while_pressed' does not hold", result.err)
        self.assertRegex(result.err, r"scan +initial +1 +2")
        self.assertRegex(result.err, r"  motor +FALSE")

    def test_a_requirement_that_fails_hides_no_other(self):
        text = PUMP.replace("starts <= 100 : counts", "starts < 0 : counts")
        result = self.check_text(text, code=UNSAFE)
        self.assertEqual(dict(self.verdicts(result))["only_while_pressed"], "unsafe")
        self.assertEqual(dict(self.verdicts(result))["counts"], "unsafe")

    def test_the_test_program_runs_into_the_same_error(self):
        test = self.path("replay.st")
        waveform = self.path("run.vcd")
        text = PUMP.replace("//#ASSERT RISE", "// RISE").replace("//#ASSERT HELD", "// HELD")
        self.check_text(text, "--testbench", test, "--vcd", waveform, code=UNSAFE)
        vcd = pathlib.Path(waveform).read_text()
        self.assertIn("$var wire 1", vcd)
        self.assertIn(" motor $end", vcd)
        both = run("check", self.file("pump.st", text), test, "--entry", "Replay")
        self.assertEqual(both.code, UNSAFE, both)
        self.assertIn("only_while_pressed: unsafe", both.out)

    def test_a_proof_is_in_structured_text_and_a_certificate_is_accepted(self):
        text = PUMP.replace("//#ASSERT motor --> button : only_while_pressed;\n", "")
        proof = self.path("proof")
        result = self.check_text(text, "--certificate", proof, code=SAFE)
        self.assertNotIn("&&", result.err)
        judged = run("certify", self.file("pump.st", text), proof)
        self.assertEqual(judged.code, SAFE, judged)

    def test_the_language_is_known_by_its_content(self):
        result = self.check_text(PUMP, "--property", "0", code=SAFE, name="pump.txt")
        self.assertIn("stops: safe", result.out)

    def test_a_requirement_by_its_name(self):
        result = self.check_text(PUMP, "--property", "counts", code=SAFE)
        self.assertEqual(self.verdicts(result), [("counts", "safe")])
        self.assertIn("there is no assertion 'count'; the program has 5 assertions", self.check_text(PUMP, "--property", "count", code=INPUT_ERROR).err)
        proof = self.path("one.txt")
        self.check_text(PUMP, "--property", "counts", "--certificate", proof, code=SAFE)
        self.assertEqual(run("certify", self.file("pump.st", PUMP), proof, "--property", "counts").code, SAFE)

    def test_a_test_program_replays_the_run(self):
        test, vcd = self.path("replay.st"), self.path("run.vcd")
        text = PUMP.replace("fault : BOOL", "fault : BOOL; mode : (Off, Auto); speed : INT; w : WORD; x : REAL; d : TIME")
        text = text.replace("//#ASSERT motor --> button : only_while_pressed;",
                            "//#ASSERT NOT (motor AND NOT button AND mode = Auto AND speed = -7 AND w.3 AND x < -2.5"
                            " AND d > T#1m) : together;")
        text = text.replace("//#ASSERT HELD", "// HELD")  # for the unit that runs alone
        self.check_text(text, "--testbench", test, "--vcd", vcd, code=UNSAFE)
        self.assertIn("$var wire 1", vcd.read_text())
        program = self.file("pump.st", text)
        replayed = run("check", program, test, "--entry", "Replay", "--cycles", "10", "--quiet")
        self.assertEqual(replayed.code, UNSAFE, replayed)
        self.assertEqual(dict(self.verdicts(replayed))["together"], "unsafe")
        self.assertEqual(dict(self.verdicts(replayed))["stops"], "safe")

    def test_a_number_of_cycles_bounds_the_runs(self):
        text = ("PROGRAM p VAR n : INT; END_VAR n := n + 1;\n"
                "//#ASSERT n < 5 : few;\nEND_PROGRAM\n")
        self.check_text(text, "--cycles", "4", code=SAFE)
        self.check_text(text, "--cycles", "5", code=UNSAFE)

    def test_the_cycle_time_counts(self):
        text = ("PROGRAM p VAR t : TON; n : INT; END_VAR t(IN := TRUE, PT := T#1s); n := n + 1;\n"
                "IF t.Q THEN n := 0; END_IF;\n//#ASSERT n <= 10 : soon;\nEND_PROGRAM\n")
        self.check_text(text, code=SAFE)
        self.check_text(text, "--cycle-time", "50ms", code=UNSAFE)
        self.check_text(text, "--cycle-time", "100ms..150ms", code=SAFE)

    def test_a_loop_that_does_not_end_is_a_violation(self):
        text = ("PROGRAM p VAR_INPUT a : BOOL; END_VAR VAR n : INT; END_VAR\n"
                "WHILE a DO n := n + 1; END_WHILE;\n//#ASSERT n < 2000 : n;\nEND_PROGRAM\n")
        result = self.check_text(text, "--property", "0", "--loop-limit", "20", code=UNSAFE)
        self.assertIn("the WHILE ends within 20 iterations of a scan: unsafe", result.out)

    def test_checks_on_request(self):
        text = ("PROGRAM p VAR_INPUT a, b : INT; END_VAR VAR_OUTPUT q, r : INT; END_VAR\n"
                "q := a / b;\nEND_PROGRAM\n")
        result = self.check_text(text, "--check", "division,outputs,overflow", code=UNSAFE)
        self.assertIn("the divisor is not zero: unsafe", result.out)
        self.assertIn("the output q is written: safe", result.out)
        self.assertIn("the output r is written: unsafe", result.out)
        self.assertIn("/ does not overflow INT: unsafe", result.out)  # -32768 / -1

    def test_a_division_by_zero_is_not_modelled_beyond(self):
        text = ("PROGRAM p VAR_INPUT a, b : INT; END_VAR VAR q : INT; END_VAR\n"
                "q := a / b;\n//#ASSERT q <= 32767 : q;\nEND_PROGRAM\n")
        result = self.check_text(text, code=UNKNOWN)
        self.assertIn("a division by zero", result.out + result.err)
        self.check_text(text, "--division-by-zero", "zero", code=SAFE)

    def test_a_conversion_out_of_range_is_not_modelled_beyond(self):
        text = ("PROGRAM p VAR_INPUT x : REAL; k : INT; END_VAR VAR n : INT; END_VAR\n"
                "n := REAL_TO_INT(x);\n//#ASSERT n >= -32768 : n;\nEND_PROGRAM\n")
        result = self.check_text(text, code=UNKNOWN)
        self.assertIn("a conversion to INT of a number that it does not have", result.out + result.err)
        guarded = text.replace("n := ", "IF x >= -32768.5 AND x < 32767.5 THEN n := ").replace("(x);", "(x); END_IF;")
        self.check_text(guarded, code=SAFE)
        self.check_text(guarded.replace("<", "<="), code=UNKNOWN)
        result = self.check_text(text.replace("REAL_TO_INT(x)", "MUX(k, 1, 2)"), code=UNKNOWN)
        self.assertIn("the selector of MUX is beyond its inputs", result.out + result.err)

    def test_retained_timers_begin_with_any_value(self):
        text = ("PROGRAM p VAR RETAIN t : TON; END_VAR VAR n : INT; END_VAR\n"
                "t(IN := TRUE, PT := T#1s); n := MIN(n + 1, 20);\n//#ASSERT t.Q --> n > 5 : waits;\nEND_PROGRAM\n")
        self.check_text(text, code=SAFE)
        self.check_text(text, "--arbitrary-retain", code=UNSAFE)

    def test_a_branch_that_no_run_gets_to_is_named(self):
        text = ("PROGRAM p VAR_INPUT a : INT; END_VAR VAR n : INT; END_VAR\n"
                "IF a > 5 THEN\n  IF a > 3 THEN n := 1;\n  ELSE n := 2;\n  END_IF;\nELSE n := 0;\nEND_IF;\n"
                "//#ASSERT n < 2 : n;\nEND_PROGRAM\n")
        result = self.check_text(text, "--check", "unreachable", code=SAFE)
        self.assertIn("4:8: code 'n := 2;': safe (never reached)", result.out)
        self.assertEqual(result.out.count("never reached"), 1, result)

    def test_inputs_that_play_no_part_are_any(self):
        text = ("PROGRAM p VAR_INPUT a : INT; b, c : BOOL; END_VAR VAR n : INT; END_VAR\n"
                "IF b AND (a > 5 OR c) THEN n := n + 1; END_IF;\n//#ASSUME c;\n"
                "//#ASSERT n < 2 : n;\nEND_PROGRAM\n")
        result = self.check_text(text, code=UNSAFE)
        self.assertRegex(result.err, r"  a +- +any +any\n")
        self.assertRegex(result.err, r"  b +- +TRUE +TRUE\n")
        self.assertRegex(result.err, r"  c +- +any +any\n")

    def test_a_function_of_which_bounds_are_known_is_never_the_reason_of_unsafe(self):
        text = ("PROGRAM p VAR_INPUT x : REAL; END_VAR VAR y : REAL; n : INT; END_VAR\n"
                "n := n + 1;\nIF n > 1 THEN y := SIN(x); END_IF;\n"
                "//#ASSERT y >= -1.0 AND y <= 1.0 : bounds;\n//#ASSERT y < 0.5 : value;\n"
                "//#ASSERT n <> 1 : before;\nEND_PROGRAM\n")
        result = self.check_text(text, "--cycles", "3", code=UNSAFE)
        self.assertEqual(dict(self.verdicts(result)), {"bounds": "safe", "value": "unknown", "before": "unsafe"})
        self.assertIn("a violation that depends on what 'SIN' does", result.out)

    def test_an_index_in_an_assertion_concerns_that_assertion_alone(self):
        text = ("PROGRAM p VAR_INPUT i : INT; END_VAR VAR a : ARRAY[0..3] OF INT; END_VAR\n"
                "//#ASSERT i < 0 OR i > 3 OR a[i] = 0 : guarded;\n//#ASSERT a[i] = 0 : not_guarded;\n"
                "//#ASSERT a[1] = 0 : constant;\nEND_PROGRAM\n")
        result = self.check_text(text, code=UNKNOWN)
        self.assertEqual(dict(self.verdicts(result)),
                         {"guarded": "safe", "not_guarded": "unknown", "constant": "safe"})

    def test_a_run_has_no_scans_that_it_does_not_need(self):
        text = ("PROGRAM p VAR_INPUT a : INT; END_VAR VAR n : INT; END_VAR\n"
                "IF a = 3 THEN n := n + 1; END_IF;\n//#ASSERT n < 2 : n;\nEND_PROGRAM\n")
        result = self.check_text(text, code=UNSAFE)
        self.assertRegex(result.err, r"scan +initial +1 +2\n")

    def test_strings_have_positions(self):
        text = ("PROGRAM p VAR_INPUT s : STRING[6]; END_VAR VAR t : STRING[10]; n : INT; END_VAR\n"
                "t := INSERT('ab', 'XY', 1); n := FIND(s, 'cd');\n"
                "//#ASSERT t = 'aXYb' : insert;\n//#ASSERT DELETE(t, 2, 2) = 'ab' : delete;\n"
                "//#ASSERT MID(t, 2, 2) = 'XY' AND LEFT(t, 1) = 'a' AND RIGHT(t, 2) = 'Yb' : parts;\n"
                "//#ASSERT REPLACE(t, 'Z', 2, 2) = 'aZb' : replace;\n"
                "//#ASSERT n < 1 OR MID(s, 2, n) = 'cd' : find;\n//#ASSERT n < 5 : last;\n"
                "//#ASSERT LEN(s) = 6 OR CONCAT(s, 'x') <> s : end;\nEND_PROGRAM\n")
        result = self.check_text(text, code=UNSAFE)
        self.assertEqual(dict(self.verdicts(result)),
                         {name: "safe" for name in ("insert", "delete", "parts", "replace", "find", "end")} | {"last": "unsafe"})

    def test_an_environment_is_a_program(self):
        text = ("PROGRAM tank VAR_INPUT level : INT; END_VAR VAR_OUTPUT valve : BOOL; END_VAR\n"
                "valve := level < 50;\n//#ASSERT level <= 60 : full;\nEND_PROGRAM\n"
                "PROGRAM plant VAR_INPUT valve : BOOL; END_VAR VAR_OUTPUT level : INT; END_VAR\n"
                "IF valve THEN level := level + 7; ELSIF level > 0 THEN level := level - 3; END_IF;\n"
                "END_PROGRAM\n")
        self.check_text(text, "--entry", "tank", code=UNSAFE)
        self.check_text(text, "--entry", "tank", "--environment", "plant", code=SAFE)

    def test_contradictory_assumptions_make_a_safe_vacuous(self):
        text = ("PROGRAM p VAR_INPUT a : INT; END_VAR\n"
                "//#ASSUME a > 3;\n//#ASSUME a < 3;\n//#ASSERT a = 7 : seven;\nEND_PROGRAM\n")
        result = self.check_text(text, code=SAFE)
        self.assertTrue(result.out.startswith("safe (vacuous)"), result)

    def test_errors_have_their_place(self):
        for text, message in (
                ("PROGRAM p VAR n : INT; END_VAR\nn := m;\nEND_PROGRAM\n", "2:6: error: unknown variable 'm'"),
                ("PROGRAM p VAR n : INT; END_VAR\nn := TRUE;\nEND_PROGRAM\n",
                 "2:6: error: expected INT, got BOOL"),
                ("FUNCTION f : INT f := 1; END_FUNCTION\n", "has no PROGRAM and no FUNCTION_BLOCK"),
                ("PROGRAM p\nMETHOD m END_METHOD\nEND_PROGRAM\n",
                 "2:1: error: not supported: methods (METHOD, edition 3)")):
            result = self.check_text(text, code=INPUT_ERROR)
            self.assertIn(message, result.err)

    def test_options_of_other_languages_are_refused(self):
        self.check_text(PUMP, "--check", "leak", code=USAGE)
        self.check_text(PUMP, "--cycle-time", "0ms", code=USAGE)
        self.check_text(PUMP, "--harness", self.path("x.c"), code=USAGE)


if __name__ == "__main__":
    unittest.main()
