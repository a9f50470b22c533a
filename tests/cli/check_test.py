# SPDX-License-Identifier: MIT
"""`cairn check`: what goes where, in which form, with which exit code."""

import gzip
import json
import re
import unittest

from support import *

ARBITER = EXAMPLES / "bus_arbiter.aag"  # unsafe in 13 steps
RING = EXAMPLES / "token_ring.aag"  # safe, which IC3 proves and BMC does not
BMC = ["--engine", "bmc"]
SAFE_MODEL = "aag 2 1 1 0 0 2 2\n2\n4 2\n2\n4\n3\n5\n"  # the constraints forbid both bad states
TWO = "aag 2 0 2 0 0 2\n2 1\n4 2\n2\n4\nb0 early\nb1 late\n"  # b0 after 1 step, b1 after 2


class StandardOutput(CliTest):
    def test_holds_exactly_the_answer(self):
        safe = self.file("safe.aag", SAFE_MODEL)
        self.assert_answer(run("check", ARBITER), UNSAFE, "unsafe\n")
        self.assert_answer(run("check", safe), SAFE, "safe\n")
        self.assert_answer(run("check", RING), SAFE, "safe\n")
        self.assert_answer(run("check", RING, *BMC, "--bmc-last", 5), UNKNOWN, "unknown\n")

    def test_messages_go_to_standard_error(self):
        self.assertIn("both_granted", run("check", ARBITER).err)
        self.assertIn("13 steps", run("check", ARBITER).err)
        self.assertIn("at most 5 steps", run("check", RING, *BMC, "--bmc-last", 5).err)

    def test_quiet_says_nothing_on_standard_error(self):
        for option in ("--quiet", "-q"):
            result = run("check", ARBITER, option)
            self.assert_answer(result, UNSAFE, "unsafe\n")
            self.assertEqual(result.err, "")

    def test_quiet_still_tells_errors(self):
        missing = self.path("missing.aag")
        self.assert_input_error(run("check", missing, "--quiet"), missing)

    def test_verbose_says_more_than_normal(self):
        normal, verbose = run("check", ARBITER), run("check", ARBITER, "-v")
        self.assert_answer(verbose, UNSAFE, "unsafe\n")
        self.assertGreater(verbose.err.count("\n"), normal.err.count("\n"))
        self.assertIn("ic3: level 2 cleared", verbose.err)
        self.assertIn("bmc: bound 12 cleared", run("check", ARBITER, "-v", *BMC).err)

    def test_answer_hwmcc(self):
        safe = self.file("safe.aag", SAFE_MODEL)
        for model, code, word in ((ARBITER, UNSAFE, "sat\n"), (safe, SAFE, "unsat\n"), (RING, UNKNOWN, "unknown\n")):
            self.assert_answer(run("check", model, "--answer", "hwmcc", *BMC, "--bmc-last", 20), code, word)
        self.assert_answer(run("check", RING, "--answer", "hwmcc"), SAFE, "unsat\n")

    def test_answer_aiger_of_an_unsafe_model_is_a_witness_after_bounds(self):
        result = run("check", ARBITER, "--answer", "aiger", *BMC)
        self.assertEqual(result.code, UNSAFE)
        lines = result.out.splitlines()
        bounds = [line for line in lines if line.startswith("u")]
        self.assertEqual(bounds, lines[: len(bounds)])
        self.assertEqual(bounds[-1], "u13")
        self.assertEqual(lines[len(bounds) : len(bounds) + 3], ["1", "b0", "000000"])
        self.assertEqual((len(lines) - len(bounds), lines[-1]), (3 + 14 + 1, "."))
        self.certified(ARBITER, self.file("w.aiw", result.out), UNSAFE)

    def test_answer_aiger_of_a_safe_and_of_an_undecided_model(self):
        self.assert_answer(run("check", self.file("z.aag", "aag 0 0 0 0 0 1\n0\n"), "--answer", "aiger"),
                           SAFE, "u1\n0\nb0\n.\n")
        result = run("check", RING, "--answer", "aiger", *BMC, "--bmc-last", 7)
        self.assertEqual(result.code, UNKNOWN)
        lines = result.out.splitlines()
        self.assertEqual(lines[-4:], ["u8", "2", "b0", "."])
        bounds = [int(line[1:]) for line in lines[:-3]]
        self.assertEqual(bounds, sorted(set(bounds)))

    def test_exit_zero_changes_the_exit_code_alone(self):
        self.assert_answer(run("check", ARBITER, "--exit-zero"), 0, "unsafe\n")
        self.assert_answer(run("check", self.file("s.aag", SAFE_MODEL), "--exit-zero"), 0, "safe\n")
        missing = self.path("missing.aag")
        self.assert_input_error(run("check", missing, "--exit-zero"), missing)


class Input(CliTest):
    def test_a_file_alone_means_check(self):
        self.assert_answer(run(ARBITER), UNSAFE, "unsafe\n")
        self.assert_answer(run(ARBITER, "--answer", "hwmcc", "-q"), UNSAFE, "sat\n")
        missing = self.path("missing.aag")
        self.assert_input_error(run(missing), missing, "No such file")

    def test_a_file_in_the_current_folder_may_have_any_name(self):
        self.file("model", TWO)
        self.assert_answer(run("model", cwd=self.folder), UNSAFE, "unsafe\n")

    def test_a_minus_means_standard_input(self):
        data = ARBITER.read_bytes()
        self.assert_answer(run("check", "-", input_bytes=data), UNSAFE, "unsafe\n")
        self.assert_answer(run("-", input_bytes=data), UNSAFE, "unsafe\n")
        self.assert_input_error(run("check", "-", input_bytes=b"aag"), "<stdin>")

    def test_gzip_is_read_as_it_is(self):
        data = gzip.compress(ARBITER.read_bytes())
        self.assert_answer(run("check", self.file("m.aag.gz", data)), UNSAFE, "unsafe\n")
        self.assert_answer(run("check", self.file("named_otherwise", data)), UNSAFE, "unsafe\n")
        self.assert_answer(run("check", "-", input_bytes=data), UNSAFE, "unsafe\n")

    def test_ascii_and_binary_agree(self):
        c = counter(4, 9)
        for name, data in (("m.aag", c.ascii()), ("m.aig", c.binary())):
            result = run("check", self.file(name, data), "--json", "-")
            self.assertEqual(json.loads(result.out)["evidence"]["steps"], 9)

    def test_content_counts_not_the_name(self):
        self.assert_answer(run("check", self.file("m.aag", counter(3, 2).binary())), UNSAFE, "unsafe\n")


class Properties(CliTest):
    def setUp(self):
        super().setUp()
        self.model = self.file("two.aag", TWO)

    def steps(self, *options):
        report = json.loads(run("check", self.model, "--json", "-", *options).out)
        return report["failure"]["index"], report["evidence"]["steps"]

    def test_without_a_choice_any_bad_state_counts(self):
        self.assertEqual(self.steps(), (0, 1))

    def test_by_number_letter_and_name(self):
        for text in ("1", "b1", "late"):
            self.assertEqual(self.steps("--property", text), (1, 2))
        for text in ("0", "b0", "early"):
            self.assertEqual(self.steps("--property", text), (0, 1))

    def test_the_witness_names_the_property_that_was_asked_for(self):
        witness = self.path("w")
        run("check", self.model, "--property", "late", "--witness", witness)
        self.assertEqual(witness.read_text().splitlines()[:2], ["1", "b1"])
        self.certified(self.model, witness, UNSAFE, "--property", "b1")

    def test_a_safe_property_of_an_unsafe_model(self):
        model = self.file("m.aag", "aag 1 0 1 0 0 2\n2 1\n2\n0\n")
        certificate = self.path("c.aag")
        self.assert_answer(run("check", model, "--property", "1", "--certificate", certificate), SAFE, "safe\n")
        self.certified(model, certificate, SAFE, "--property", "1")
        self.certified(model, certificate, REJECTED)

    def test_what_does_not_exist(self):
        for text in ("2", "b2", "99999999999999999999", "4294967296", "b4294967297"):
            self.assert_input_error(run("check", self.model, "--property", text), self.model, "0 to 1")
        for text in ("nobody", "-1", "b", "b-1", "c0", "1x", "b1.5"):
            self.assert_input_error(run("check", self.model, f"--property={text}"), self.model, text)

    def test_names_of_the_file_win_over_numbers(self):
        self.model = self.file("swapped.aag", "aag 2 0 2 0 0 2\n2 1\n4 2\n2\n4\nb0 b1\nb1 b0\n")
        self.assertEqual(self.steps("--property", "b0"), (1, 2))
        self.assertEqual(self.steps("--property", "0"), (0, 1))


# Two latches that copy the input's conjunction with another input, spelled in two ways, and a third one.
TWINS = """aag 11 3 3 0 5 1
2
4
6
8 16
10 20
12 2
22
14 2 4
16 14 6
18 4 6
20 18 2
22 8 11
"""


class Passes(CliTest):
    def test_no_choice_of_passes_changes_an_answer(self):
        for passes in ("none", "cone", "hashing", "constants", "constants,cone,hashing", "cone,cone", "none,cone",
                       "resets", "sweep", "latch-correspondence", "correspondence", "constrained-correspondence",
                       "resets,cone,sweep,latch-correspondence,correspondence,cone,constrained-correspondence,cone"):
            report = json.loads(run("check", ARBITER, "--passes", passes, "--json", "-").out)
            self.assertEqual((report["verdict"], report["evidence"]["steps"]), ("unsafe", 13), passes)
            self.assert_answer(run("check", "--passes", passes, self.file("s.aag", SAFE_MODEL)), SAFE, "safe\n")

    def test_limits_of_passes(self):
        def merged(*options):
            report = json.loads(run("check", self.file("m.aag", TWINS), "--passes", "sweep,correspondence", *options,
                                    *BMC, "--bmc-last", "0", "--json", "-").out)
            return report["statistics"]["sweep.nodes"], report["statistics"]["correspondence.latches"]

        self.assertEqual(merged("--sweep-conflicts", "9", "--correspondence-conflicts", "9"), (1, 1))
        self.assertEqual(merged("--sweep-seconds", "0"), (0, 1))
        self.assertEqual(merged("--correspondence-seconds", "0"), (1, 0))
        self.assert_usage_error(run("check", ARBITER, "--sweep-seconds", "-1"), "--sweep-seconds")

    def test_the_witness_is_in_the_vocabulary_of_the_file(self):
        witness = self.path("w")
        for passes in ("none", "cone,hashing,constants,cone"):
            run("check", ARBITER, "--passes", passes, "--witness", witness)
            self.certified(ARBITER, witness, UNSAFE)

    def test_an_unknown_pass(self):
        self.assert_usage_error(run("check", ARBITER, "--passes", "magic"), "magic")


class Strategies(CliTest):
    def test_who_decides(self):
        for name in ["ic3", "bmc", "stable", "kind", "itp", "itpseq", "quip", "signals", "abstract-all", "pdr"]:
            with self.subTest(name):
                report = json.loads(run("check", ARBITER, "--strategies", name, "--json", "-").out)
                self.assertEqual((report["verdict"], report["decided_by"]), ("unsafe", name))

    def test_several_with_their_parts(self):
        for strategies in ["kind:0.5,ic3", "bmc:2,quip:1e-3", "itp,signals", "kind:0.5,ic3:1:0.5,quip:2:1"]:
            for exchange in ["on", "off"]:
                self.assert_answer(run("check", ARBITER, "--strategies", strategies, "--strategy-exchange", exchange, "--slice", "0.001"),
                                   UNSAFE, "unsafe\n")

    def test_settings_that_make_no_sense(self):
        for value, expected in [("magic", "there is no strategy 'magic'"), ("ic3:", "after 'ic3:'"), ("ic3:0", "after 'ic3:'"),
                                ("ic3:1:", "after 'ic3:'"), ("ic3:1:0", "after 'ic3:'"), ("ic3:1:1:1", "NAME:SHARE:HEAD"),
                                ("ic3:x", "after 'ic3:'"), ("ic3:nan", "after 'ic3:'"), ("ic3,bmc,ic3:2", "twice")]:
            with self.subTest(value):
                self.assert_usage_error(run("check", ARBITER, "--strategies", value), expected)


class Interpolation(CliTest):
    def test_every_setting_gives_the_answer(self):
        for option in (["--itp-system", "mcmillan"], ["--itp-system", "pudlak"], ["--itp-system", "inverse"],
                       ["--itp-from", "all"], ["--itp-reschedule", "off"], ["--itp-closure", "off"],
                       ["--itp-closure-conflicts", "5"], ["--itp-certify-gates", "1"], ["--itp-simplify", "off"],
                       ["--itp-simplify-seconds", "0"], ["--itp-simplify-conflicts", "1"], ["--itp-first", "3"]):
            with self.subTest(option):
                self.assert_answer(run("check", RING, "--engine", "itp", *option), SAFE, "safe\n")
                self.assert_answer(run("check", ARBITER, "--engine", "itp", *option), UNSAFE, "unsafe\n")

    def test_the_last_bound_ends_the_run(self):
        result = run("check", ARBITER, "--engine", "itp", "--itp-last", 1, "--json", "-")
        report = json.loads(result.out)
        self.assertEqual((report["verdict"], report["reason"]), ("unknown", "bound"))
        self.assertGreaterEqual(report["bound"], 1)

    def test_settings_that_make_no_sense(self):
        self.assert_usage_error(run("check", RING, "--itp-first", 5, "--itp-last", 3), "beyond the last")
        self.assert_usage_error(run("check", RING, "--itp-first", 0), "expected a whole number from 1 to")
        self.assert_usage_error(run("check", RING, "--itp-system", "craig"), "craig")


class Bounds(CliTest):
    def setUp(self):
        super().setUp()
        self.model = self.file("m.aig", counter(5, 19).binary())

    def answer(self, *options):
        report = json.loads(run("check", self.model, *BMC, "--json", "-", *options).out)
        return report["verdict"], report.get("bound", report.get("evidence", {}).get("steps"))

    def test_last(self):
        self.assertEqual(self.answer("--bmc-last", 18), ("unknown", 18))
        self.assertEqual(self.answer("--bmc-last", 19), ("unsafe", 19))
        self.assertEqual(self.answer("--bmc-last", 0), ("unknown", 0))

    def test_windows_skip_no_bound(self):
        for first in (0, 1, 7, 18, 19, 20, 40):
            for step in (1, 2, 5, 100):
                verdict, steps = self.answer("--bmc-first", first, "--bmc-step", step)
                self.assertEqual(verdict, "unsafe")
                self.assertGreaterEqual(steps, 19)
                verdict, bound = self.answer("--bmc-first", min(first, 18), "--bmc-step", step, "--bmc-last", 18)
                self.assertEqual((verdict, bound), ("unknown", 18), (first, step))

    def test_a_bad_step_without_constrained_successor_is_found_inside_a_window(self):
        # The latch is true from step 1 on; the constraint on its delayed copy ends every run after.
        self.model = self.file("end.aag", "aag 2 0 2 0 0 1 1\n2 1\n4 2\n2\n5\n")
        for first in range(5):
            self.assertEqual(self.answer("--bmc-first", first), ("unsafe", 1))

    def test_settings_that_make_no_sense(self):
        self.assert_usage_error(run("check", self.model, "--bmc-first", 5, "--bmc-last", 3), "beyond the last")
        self.assert_usage_error(run("check", self.model, "--bmc-step", 0), "expected a whole number from 1 to")
        for value in ("-1", "x", "1.5", "99999999999"):
            self.assert_usage_error(run("check", self.model, f"--bmc-last={value}"), value)


class Files(CliTest):
    def test_a_witness_file(self):
        witness = self.path("w.aiw")
        self.assert_answer(run("check", ARBITER, "--witness", witness), UNSAFE, "unsafe\n")
        lines = witness.read_text().splitlines()
        self.assertEqual((lines[0], lines[1], len(lines[2]), lines[-1], len(lines)), ("1", "b0", 6, ".", 18))
        self.assertEqual(self.files(), ["w.aiw"])
        self.certified(ARBITER, witness, UNSAFE)

    def test_a_witness_after_the_answer(self):
        result = run("check", ARBITER, "--witness", "-")
        self.assertEqual(result.code, UNSAFE)
        self.assertTrue(result.out.startswith("unsafe\n1\nb0\n000000\n"), result)
        self.assertTrue(result.out.endswith("\n.\n"), result)

    def test_without_a_counterexample_there_is_no_witness(self):
        witness, vcd = self.path("w.aiw"), self.path("w.vcd")
        run("check", RING, "--witness", witness, "--vcd", vcd)
        run("check", RING, *BMC, "--bmc-last", 5, "--witness", witness, "--vcd", vcd)
        self.assert_answer(run("check", RING, *BMC, "--bmc-last", 5, "--witness", "-"), UNKNOWN, "unknown\n")
        self.assertEqual(self.files(), [])

    def test_certificates_ascii_binary_and_after_the_answer(self):
        model = self.file("m.aag", SAFE_MODEL)
        for name, magic in (("c.aag", b"aag "), ("c.aig", b"aig "), ("c.cert", b"aag ")):
            certificate = self.path(name)
            self.assert_answer(run("check", model, "--certificate", certificate), SAFE, "safe\n")
            self.assertTrue(certificate.read_bytes().startswith(magic))
            self.certified(model, certificate, SAFE)
        result = run("check", model, "--certificate", "-")
        self.assertEqual(result.out, "safe\n" + self.path("c.aag").read_text())

    def test_without_a_proof_there_is_no_certificate(self):
        run("check", ARBITER, "--certificate", self.path("c.aag"))
        run("check", RING, *BMC, "--bmc-last", 5, "--certificate", self.path("c.aag"))
        self.assertEqual(self.files(), [])

    def test_vcd(self):
        vcd = self.path("w.vcd")
        run("check", ARBITER, "--vcd", vcd)
        text = vcd.read_text()
        self.assertIn("$enddefinitions", text)
        self.assertIn("grant_cpu", text)

    def test_an_older_file_is_replaced(self):
        witness = self.file("w.aiw", "old")
        run("check", ARBITER, "--witness", witness)
        self.assertTrue(witness.read_text().startswith("1\n"))

    def test_the_same_run_writes_the_same_bytes(self):
        for name in ("a", "b"):
            run("check", ARBITER, "--witness", self.path(name), "--seed", 7)
        self.assertEqual(self.path("a").read_bytes(), self.path("b").read_bytes())

    def test_files_go_to_special_files_too(self):
        self.assert_answer(run("check", ARBITER, "--witness", "/dev/null", "--json", "/dev/null"), UNSAFE, "unsafe\n")


class Json(CliTest):
    MODEL_FIELDS = ["inputs", "latches", "ands", "bad", "constraints", "justice", "fairness", "outputs"]

    def report(self, *arguments, **more):
        return json.loads(run("check", *arguments, "--json", "-", **more).out)

    def test_it_takes_the_place_of_the_answer(self):
        result = run("check", ARBITER, "--json", "-")
        self.assertEqual(result.code, UNSAFE)
        self.assertEqual(json.loads(result.out)["verdict"], "unsafe")

    def test_the_core_names_latches(self):
        arguments = (RING, *BMC, "--bmc-last", 3, "--core")
        core = self.report(*arguments)["core"]
        self.assertEqual(core["bound"], 3)
        self.assertTrue(core["latches"])
        self.assertTrue(all("name" in latch for latch in core["latches"]))
        self.assertIn("latches matter for that: ", run("check", *arguments).err)
        self.assertNotIn("core", self.report(*arguments[:-1]))
        self.assertNotIn("core", self.report(ARBITER, "--core"))

    def test_a_file_beside_the_answer(self):
        path = self.path("r.json")
        self.assert_answer(run("check", ARBITER, "--json", path), UNSAFE, "unsafe\n")
        self.assertEqual(self.json_of(path)["verdict"], "unsafe")
        self.assertTrue(path.read_text().endswith("}\n"))

    def test_unsafe(self):
        witness = self.path("w")
        report = self.report(ARBITER, "--witness", witness, "--seed", 5)
        self.assertEqual(report["failure"], {"index": 0, "name": "both_granted"})
        self.assertEqual(report["evidence"], {"kind": "witness", "checked": True, "steps": 13})
        self.assertEqual(report["written"], {"witness": str(witness)})
        self.assertEqual((report["files"], report["engine"], report["seed"]), ([str(ARBITER)], "auto", 5))
        self.assertEqual(report["model"], dict(zip(self.MODEL_FIELDS, [3, 6, 24, 1, 0, 0, 0, 0])))
        phases = report["phases"]
        self.assertEqual([name for name in phases if "." not in name], ["simplify", "auto", "check"])
        self.assertLessEqual(sum(phases[name] for name in ("simplify", "auto", "check")), report["seconds"])
        for name in phases:
            if "." in name:
                self.assertLessEqual(phases[name], phases["auto"])
        self.assertEqual(report["decided_by"], "ic3")
        self.assertGreater(report["peak_memory_bytes"], 1 << 20)
        engines = {name.split(".")[0] for name in report["statistics"]}
        self.assertEqual(engines, {"ic3", "sweep", "resets"})

    def test_bounded_model_checking(self):
        report = self.report(ARBITER, *BMC)
        self.assertEqual((report["engine"], report["evidence"]["steps"]), ("bmc", 13))
        self.assertEqual(list(report["phases"]), ["simplify", "bmc", "check"])
        self.assertTrue(all(name.startswith(("bmc.", "sweep.")) for name in report["statistics"]))

    def test_k_induction(self):
        report = self.report(ARBITER, "--engine", "kind")
        self.assertEqual((report["verdict"], report["evidence"]["steps"]), ("unsafe", 13))
        self.assertEqual(report["statistics"]["kind.base.queries"] + report["statistics"]["kind.base.folded"], 14)
        chain = self.file("chain.aag", "aag 3 0 3 0 0 1\n2 0\n4 2\n6 4\n6\n")
        report = self.report(chain, "--engine", "kind", "--passes", "none", "--kind-forward", "off",
                             "--certificate", self.path("c.aag"))
        self.assertEqual((report["verdict"], report["statistics"]["kind.k"]), ("safe", 3))
        self.assertEqual(report["statistics"]["kind.history"], 8)
        self.assertEqual(run("certify", chain, self.path("c.aag")).code, SAFE)
        report = self.report(chain, "--engine", "kind", "--passes", "none", "--kind-plain", "0",
                             "--kind-certify", "none")
        self.assertEqual((report["verdict"], report["reason"]), ("unknown", "unsupported"))
        self.assertIn("loop-free paths", report["explanation"])

    def test_options_of_k_induction(self):
        for option in (["--kind-step", "2"], ["--kind-lag", "3"], ["--kind-simple-path", "off"],
                       ["--kind-simple-path", "all"], ["--kind-forward", "each"], ["--kind-loop-free", "each"]):
            report = self.report(ARBITER, "--engine", "kind", *option)
            self.assertEqual((report["verdict"], report["evidence"]["steps"]), ("unsafe", 13), option)
        report = self.report(ARBITER, "--engine", "kind", "--kind-last", "5")
        self.assertEqual((report["verdict"], report["reason"], report["bound"]), ("unknown", "bound", 5))
        self.assert_usage_error(run("check", ARBITER, "--kind-step", "0"), "expected a whole number from 1 to")
        self.assert_usage_error(run("check", ARBITER, "--kind-simple-path", "some"), "--kind-simple-path")

    def test_finite_state_inductive_strengthening(self):
        for option in ([], ["--fsis-down", "off"], ["--fsis-implicate", "linear"], ["--fsis-mic", "once"]):
            self.assertEqual(self.report(ARBITER, "--engine", "fsis", *option)["verdict"], "unsafe")
            report = self.report(RING, "--engine", "fsis", *option)
            self.assertEqual(report["verdict"], "safe")
            self.assertEqual(report["evidence"]["lemmas"],
                             report["statistics"]["fsis.lemmas"] + report["statistics"]["fsis.excluded"])

    def test_ic3_as_first_published(self):
        for option in ([], ["--bradley-generalize", "implicate"], ["--bradley-cone", "off"], ["--bradley-failures", "0"],
                       ["--bradley-levels", "layers"], ["--plan", "bradley-listings"]):
            report = self.report(ARBITER, "--engine", "bradley", *option)
            self.assertEqual(report["verdict"], "unsafe")
            self.assertEqual(report["evidence"]["steps"], report["statistics"]["bradley.proof"])
            report = self.report(RING, "--engine", "bradley", *option)
            self.assertEqual(report["verdict"], "safe")
            self.assertEqual(report["evidence"]["lemmas"], report["statistics"]["bradley.proof"])

    def test_solvers_of_ic3(self):
        has_minisat = "minisat" in run("--version").out
        for solver in ["own", "cadical"] + ["minisat"] * has_minisat:
            for frames in ("one", "per-frame"):
                options = ["--engine", "ic3", "--ic3-solver", solver, "--ic3-frame-solvers", frames]
                self.assertEqual(self.report(ARBITER, *options)["verdict"], "unsafe")
                report = self.report(RING, *options)
                self.assertEqual(report["verdict"], "safe")
                for library in ("minisat", "cadical"):
                    self.assertEqual(report["statistics"][f"ic3.queries.{library}"],
                                     report["statistics"]["ic3.queries"] if library == solver else 0)
        if not has_minisat:
            self.assert_usage_error(run("check", RING, "--ic3-solver", "minisat"), "CAIRN_MINISAT")
        self.assert_usage_error(run("check", RING, "--ic3-solver", "cadical", "--ic3-record", self.path("r")), "record")
        self.assert_usage_error(run("check", RING, "--ic3-recycle-percent", "100"), "per cent")

    def test_safe(self):
        certificate = self.path("c.aag")
        report = self.report(self.file("m.aag", SAFE_MODEL), "--certificate", certificate)
        evidence = report["evidence"]
        self.assertEqual((report["verdict"], evidence["kind"], evidence["checked"]), ("safe", "certificate", True))
        self.assertEqual(report["written"], {"certificate": str(certificate)})
        self.assertIsInstance(evidence["lemmas"], int)
        self.assertNotIn("failure", report)

    def test_unknown(self):
        report = self.report(RING, *BMC, "--bmc-last", 5)
        self.assertEqual((report["verdict"], report["reason"], report["bound"]), ("unknown", "bound", 5))
        self.assertNotIn("evidence", report)

    def test_liveness(self):
        model = self.file("j.aag", "aag 1 1 0 0 0 0 0 1 0\n2\n1\n2\n")
        report = self.report(model)
        self.assertEqual((report["verdict"], report["failure"]["index"]), ("unsafe", 0))
        self.assertEqual(report["evidence"]["loop_start"], 0)

    def test_hostile_names_make_no_broken_json(self):
        name = b'</script>"\\\xff\x1b[31m'
        model = self.file("m.aag", b"aag 1 0 1 0 0 1\n2 1\n2\nb0 " + name + b"\n")
        result = run("check", model, "--json", "-")
        self.assertIn('</script>"\\', json.loads(result.out)["failure"]["name"])
        self.assertNotIn(b"\x1b", result.raw_err + result.raw_out)

    def test_every_field_is_documented(self):
        documented = (SOURCE / "docs" / "json.md").read_text()
        fields = set()

        def visit(value):
            if isinstance(value, dict):
                for key, inner in value.items():
                    fields.add(key)
                    if key != "options":  # docs/options.md has those
                        visit(inner)

        visit(self.report(ARBITER, "--witness", self.path("w")))
        visit(self.report(RING, *BMC, "--bmc-last", 5))
        visit(self.report(RING, "--engine", "itp"))
        visit(self.report(RING, "--engine", "itpseq"))
        visit(self.report(RING, "--certificate", self.path("c"), "--passes",
                          "resets,sweep,latch-correspondence,correspondence,constrained-correspondence"))
        visit(self.report(RING, "--engine", "kind"))
        visit(self.report(RING, "--engine", "fsis"))
        visit(self.report(RING, "--engine", "bradley"))
        visit(json.loads(run("info", ARBITER, "--json").out))
        visit(self.report(ARBITER, "--slice", "1e-6"))
        for field in sorted(fields):
            # Strategies after the first put their names before what they count.
            field = re.sub(r"^(abstract|signals|quip|stable|kind(?=\.(kind|ic3|resets)\.)|itpseq(?=\.(itpseq|ic3|resets)\.))\.", "", re.sub(r"^slices\..*", "slices.STRATEGY", field))
            self.assertIn(f"`{field}`", documented)

    def test_strategies_in_time_slices(self):
        report = self.report(ARBITER, "--slice", "1e-6")
        self.assertEqual((report["verdict"], report["engine"]), ("unsafe", "auto"))
        self.assertIn(report["decided_by"], ["ic3", "stable", "signals", "quip", "itpseq", "kind"])
        self.assertIn("stable.bmc.nodes", report["statistics"])
        self.assertIn("ic3.lemmas", report["statistics"])
        self.assertEqual({name for name in report["phases"] if name.startswith("slices.")},
                         {"slices." + name for name in ("ic3", "stable", "signals", "quip", "itpseq", "kind")})

    def test_slices_of_no_length(self):
        for text in ("0", "-1", "nan", "inf", "soon"):
            self.assert_usage_error(run("check", ARBITER, "--slice", text), "--slice")


class CommandLine(CliTest):
    def test_version(self):
        self.assertRegex(run("--version").out, r"\Acairn \d+\.\d+\.\d+\n")
        self.assertEqual(run("--version").code, 0)

    def test_help_teaches(self):
        for command in ([], *([c] for c in COMMANDS)):
            for option in ("--help", "-h"):
                result = run(*command, option)
                self.assertEqual((result.code, result.err), (0, ""), result)
                self.assertRegex(result.out, "Exit codes|Examples|exit code|rejected \\(4\\)")
                self.assertNotIn("->", result.out)

    def test_help_fits_a_screen_and_help_all_has_everything(self):
        brief, full = run("check", "--help").out, run("check", "--help-all")
        self.assertEqual((full.code, full.err), (0, ""))
        self.assertLessEqual(len(brief.splitlines()), 40)
        for text in (brief, full.out):
            self.assertLessEqual(max(map(len, text.splitlines())), 100)
        self.assertLessEqual(max(map(len, brief.splitlines())), 80)
        self.assertLess(brief.index("Examples:"), brief.index("--timeout"))
        names = lambda text: set(re.findall(r"--[a-z][a-z0-9-]*", text))
        self.assertLessEqual(names(brief) - {"--help-all"}, names(full.out))
        self.assertIn("--ic3-ctg-max", names(full.out) - names(brief))
        for group in re.search(r"--help-all GROUP'\):\n(.*?)\n\n", brief, re.S)[1].replace("\n", " ").split(", "):
            self.assertIn(f"[Option Group: {group.strip()}]", full.out)
        self.assertEqual(run("--help-all").code, 0)

    def test_help_is_a_command(self):
        self.assertEqual(run("help").out, run("--help").out)
        self.assertEqual(run("help", "check").out, run("check", "--help").out)
        self.assert_usage_error(run("help", "chek"), "did you mean 'check'?")

    def test_names_that_are_nearly_right_are_suggested(self):
        self.assert_usage_error(run("check", ARBITER, "--timout", "5"), "did you mean --timeout?")
        self.assert_usage_error(run("check", ARBITER, "--ic3-generalise", "core"), "did you mean --ic3-generalize?")
        self.assert_usage_error(run("chek", ARBITER), "did you mean 'check'?")
        self.assert_usage_error(run("check", ARBITER, "--frobnicate"), "cairn check --help")
        self.assertNotIn("did you mean", run("check", ARBITER, "--frobnicate").err)

    def test_old_spellings_are_understood(self):
        for old, new in ((["--turn", "2"], ["--slice", "2"]), (["--lanes", "kind,ic3"], ["--strategies", "kind,ic3"]),
                         (["--ic3-quip", "on"], ["--ic3-quip"]), (["--ic3-down", "off"], ["--no-ic3-down"]),
                         (["--ic3-infinity=off"], ["--no-ic3-infinity"]), (["--ic3-take-in", "none"], ["--ic3-import", "none"]),
                         (["--unroll-rounds", "9"], ["--unroll-iterations", "9"]), (["--unroll-places", "9"], ["--unroll-locations", "9"])):
            with self.subTest(old):
                reports = [json.loads(run("check", ARBITER, *words, "--json", "-").out) for words in (old, new)]
                self.assertEqual(reports[0]["options"], reports[1]["options"])
                self.assertEqual(reports[0]["verdict"], "unsafe")

    def test_help_of_one_component(self):
        result = run("check", "--help-all", "ic3")
        self.assertEqual((result.code, result.err), (0, ""))
        self.assertIn("--ic3-lift", result.out)
        for other in ("--bmc-last", "--timeout", "--check", "--help"):
            self.assertNotIn(f"{other} ", result.out)
        self.assertEqual(run("check", "--help-all=ic3").out, result.out)
        full = run("check", "--help-all").out
        for group in re.search(r"GROUP'\):\n(.*?)\n\n", run("check", "--help").out, re.S)[1].replace("\n", " ").split(", "):
            with self.subTest(group):
                text = run("check", "--help-all", group).out
                options = set(re.findall(r"^ +(--[\w-]+)", text, re.M))
                self.assertTrue(options)
                self.assertLessEqual(options, set(re.findall(r"^ +(--[\w-]+)", full, re.M)))
        result = run("check", "--help-all", "ic33")
        self.assert_usage_error(result, "--help-all: expected one of output, c, ")
        self.assertIn("got 'ic33'; did you mean ic3?", result.err)
        self.assertIn("--help-all GROUP", run("--help").out + run("check", "--help").out)

    def test_numbers(self):
        reports = [json.loads(run("check", RING, "--ic3-ctg-max", number, "--seed", number, "--json", "-").out)
                   for number in ("16", "+16", "0x10", "0016")]
        for report in reports:
            self.assertEqual((report["options"]["ic3-ctg-max"], report["seed"]), (16, 16))
        for command, option in (("check", "--ic3-ctg-max"), ("check", "--seed"), ("check", "--workers"), ("check", "--unwind"),
                                ("simulate", "--steps"), ("plans", "--workers")):
            for number in ("-1", "x", "1x", "1.5", "0x", "99999999999999999999"):
                with self.subTest(option=option, number=number):
                    result = run(command, *([] if command == "plans" else [RING]), f"{option}={number}")
                    self.assert_usage_error(result, f"{option}: expected a whole number")
                    self.assertIn(f"got '{number}' (see 'cairn {command} --help')", result.err)

    def test_values_that_are_missing_or_none(self):
        for option, shown in (("--witness", "FILE"), ("--timeout", "TIME"), ("--ic3-ctg-max", "N"), ("--answer", "words|hwmcc|aiger")):
            with self.subTest(option):
                self.assertEqual(run("check", RING, option).err,
                                 f"cairn: error: {option}: expected a value: {option} {shown} (see 'cairn check --help')\n")
        for option, first in (("--engine", "auto"), ("--passes", "cone"), ("--answer", "words"), ("--ic3-lift", "none"), ("--language", "aiger")):
            with self.subTest(option):
                self.assert_usage_error(run("check", RING, option, "magic"), f"{option}: expected one of {first}, ")
        self.assert_usage_error(run("check", RING, "--engine", "unrol"), "got 'unrol'; did you mean unroll?")
        self.assert_usage_error(run("convert", RING, "x", "--to", "magic"), "--to: expected one of aag, aig, blif, btor2, got 'magic'")

    def test_options_of_another_kind_of_input(self):
        result = run("check", ARBITER, "-m32", "--unwind", "3")
        self.assertEqual((result.code, result.out), (UNSAFE, "unsafe\n"))
        self.assertEqual(result.err.splitlines()[0],
                         f"cairn: warning: no effect: --m32, --unwind (for C programs, and {ARBITER} is a circuit)")
        result = run("check", ARBITER, "--ic3cfa-split-limit", "3")
        self.assertEqual(result.code, UNSAFE)
        self.assertIn(f"warning: no effect: --ic3cfa-split-limit (for programs, and {ARBITER} is a circuit)", result.err)
        program = self.file("p.ivl", "procedure main() { assert true; }\n")
        result = run("check", program, "--heap-objects", "3", "--ic3cfa-split-limit", "3")
        self.assertEqual(result.code, SAFE, result)
        self.assertIn(f"no effect: --heap-objects (for C programs, and {program} is a program in IVL)", result.err)
        self.assertNotIn("split", result.err)
        self.assertNotIn("no effect", run("check", ARBITER, "--language", "aiger", "--ic3-ctg-max", "3", "--seed", "2").err)
        self.assertEqual(run("check", ARBITER, "--unwind", "3", "--quiet").err, "")

    def test_the_first_help_names_all_commands_and_exit_codes(self):
        text = run("--help").out
        for word in COMMANDS + ["20 safe", "10 unsafe", "0 unknown", "1 input", "2 usage", "3 internal", "4 evidence"]:
            self.assertIn(word, text)

    def test_usage_errors_are_one_line(self):
        self.assert_usage_error(run())
        self.assert_usage_error(run("frobnicate"), "frobnicate")
        self.assert_usage_error(run("--frobnicate"), "--frobnicate")
        self.assert_usage_error(run("check", "--frobnicate", ARBITER), "there is no option --frobnicate")
        self.assert_usage_error(run("check"), "FILE")
        self.assert_usage_error(run("check", ARBITER, RING))
        self.assert_usage_error(run("check", ARBITER, "--engine", "magic"), "magic")
        self.assert_usage_error(run("check", ARBITER, "--answer", "yes"), "yes")
        self.assert_usage_error(run("check", ARBITER, "--quiet", "--verbose"))
        self.assert_usage_error(run("check", ARBITER, "--witness"), "--witness")
        self.assert_usage_error(run("check", ARBITER, "--seed", "x"), "x")
        self.assert_usage_error(run("hwmcc", ARBITER))
        self.assert_usage_error(run("certify", ARBITER))
        self.assert_usage_error(run("convert", ARBITER))
        self.assert_usage_error(run("convert", ARBITER, "out.txt"), "--to")
        self.assert_usage_error(run("simulate", ARBITER, "--rounds", 0))

    def test_hostile_arguments_are_escaped(self):
        result = run("check", ARBITER, "--\x1b[31m\nfoo")
        self.assert_usage_error(result)
        self.assertNotIn("\x1b", result.err)

    def test_times_and_sizes(self):
        for value in ("90", "90s", "1.5m", "2min", "2h", ".5h"):
            self.assertEqual(run("check", ARBITER, "--timeout", value).code, UNSAFE)
        for value in ("-5", "5x", "", "x", "s", "inf", "nan", "1e999", "5 s"):
            self.assert_usage_error(run("check", ARBITER, f"--timeout={value}"))
        if not SANITIZED:
            for value in ("500", "500M", "500MB", "4G", "1.5G", "800000K"):
                self.assertEqual(run("check", ARBITER, "--memory", value).code, UNSAFE)
        for value in ("-5", "5x", "x", "M", "inf", "1e30G"):
            self.assert_usage_error(run("check", ARBITER, f"--memory={value}"))


if __name__ == "__main__":
    unittest.main()
