# SPDX-License-Identifier: MIT
"""Several workers: `cairn check --workers`, plan files, and what becomes of workers that are lost."""

import json
import os
import pathlib
import time
import unittest

from program_test import SAFE_LOOP, UNSAFE_LOOP, has_c
from support import *


def counter(bits, modulus, bad):
    """Counts to modulus - 1 while its input is set, then starts again; bad at a value."""
    circuit = Circuit(inputs=1, latches=bits)
    last = bad_value = carry = 1
    for i, latch in enumerate(circuit.latches):
        last = circuit.and_(last, latch ^ (1 - ((modulus - 1) >> i & 1)))
        bad_value = circuit.and_(bad_value, latch ^ (1 - (bad >> i & 1)))
    enable = circuit.inputs[0]
    for i, latch in enumerate(circuit.latches):
        step = circuit.and_(circuit.xor(latch, carry), last ^ 1)
        carry = circuit.and_(carry, latch)
        circuit.next[i] = circuit.or_(circuit.and_(enable, step), circuit.and_(enable ^ 1, latch))
    circuit.bad = [bad_value]
    return circuit.ascii()


def children(pid):
    """Processes whose parent this is."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(entry.name))
        except (OSError, IndexError):
            pass
    return found


class PortfolioTest(CliTest):
    def report(self, *arguments, **options):
        result = run("check", *arguments, "--json", "-", **options)
        return result, json.loads(result.out)

    def test_all_verdicts_with_workers(self):
        safe = self.file("safe.aag", counter(6, 50, 60))
        unsafe = self.file("unsafe.aag", counter(6, 50, 40))
        for workers in (2, 3, 4, 9, 18):
            self.assert_answer(run("check", safe, "--workers", workers, limit=60), SAFE, "safe\n")
            self.assert_answer(run("check", unsafe, "--workers", workers, limit=60), UNSAFE, "unsafe\n")

    def test_evidence_is_that_of_the_model(self):
        safe = self.file("safe.aag", counter(5, 20, 25))
        unsafe = self.file("unsafe.aag", counter(5, 20, 15))
        proof, bug = self.path("proof.aag"), self.path("bug.aiw")
        run("check", safe, "--workers", 2, "--certificate", proof)
        self.certified(safe, proof, SAFE)
        run("check", unsafe, "--workers", 2, "--witness", bug)
        self.certified(unsafe, bug, UNSAFE)

    def test_regression_models(self):
        for model, verdict in [("mutual_exclusion.aag", SAFE), ("reset_function_unsafe.aag", UNSAFE), ("lfsr_never_0.aag", SAFE),
                               ("constraints_contradict.aag", SAFE), ("no_latches_safe.aag", SAFE), ("uninitialised.aag", None)]:
            alone = run("check", REGRESS / model).code
            self.assertIn(verdict, (None, alone))
            self.assertEqual(run("check", REGRESS / model, "--workers", 2).code, alone, model)

    def test_the_report_has_workers_and_a_timeline(self):
        safe = self.file("safe.aag", counter(7, 100, 120))
        result, report = self.report(safe, "--engine", "ic3", "--workers", 3)
        self.assertEqual(result.code, SAFE, result)
        self.assertEqual((report["engine"], report["slots"]), ("portfolio", 3))
        names = [worker["name"] for worker in report["workers"]]
        self.assertEqual(names, ["ic3-1", "ic3-2", "ic3-3"])
        self.assertIn(report["decided_by"], names)
        self.assertEqual([worker["name"] for worker in report["workers"] if worker["state"] == "won"], [report["decided_by"]])
        events = [(event["worker"], event["event"]) for event in report["timeline"]]
        for name in names:
            self.assertIn((name, "started"), events)
        self.assertIn((report["decided_by"], "won"), events)
        self.assertIn("decided by worker " + report["decided_by"], result.err)
        documented = (SOURCE / "docs" / "json.md").read_text()
        for field in [*report, *report["workers"][0], *report["workers"][0]["exchange"], *report["timeline"][0]]:
            self.assertIn(f"`{field}`", documented)

    def test_workers_tell_each_other_lemmas_unless_told_not_to(self):
        safe = self.file("safe.aag", counter(9, 400, 450))
        _, report = self.report(safe, "--engine", "ic3", "--workers", 2)
        self.assertGreater(sum(worker["exchange"]["published"] for worker in report["workers"]), 0)
        _, report = self.report(safe, "--engine", "ic3", "--workers", 2, "--share", "off")
        self.assertFalse(any("exchange" in worker for worker in report["workers"]))

    def test_plans_of_a_file(self):
        safe = self.file("safe.aag", counter(6, 50, 60))
        plans = self.file("plans.txt", "# two of them\nfind = --engine bmc --weight 0.5\n\n"
                                       "prove = --passes correspondence --engine ic3 --ic3-ctg-max 2 --seed 7 # with a pass\n")
        for workers in (1, 2):
            _, report = self.report(safe, "--portfolio", plans, "--workers", workers)
            self.assertEqual(report["decided_by"], "prove")
        named = self.file("named.txt", "mine = --plan pdr\n")
        self.assert_answer(run("check", safe, "--portfolio", named), SAFE, "safe\n")

    def test_listed_plans_can_be_used_as_a_file(self):
        listed = run("plans", "--workers", 5).out.split("# programs")[0]
        safe = self.file("safe.aag", counter(5, 20, 25))
        self.assert_answer(run("check", safe, "--portfolio", self.file("plans.txt", listed), "--workers", 2), SAFE, "safe\n")

    def test_faults_in_plan_files(self):
        safe = self.file("safe.aag", counter(5, 20, 25))
        for text, line, message in [
                ("a = --engine bmc\nb = --no-such-option\n", 2, "--no-such-option"),
                ("a = --engine nothing\n", 1, "nothing"),
                ("a = --engine portfolio\n", 1, "portfolio"),
                ("a = --ic3-ctg-max many\n", 1, "many"),
                ("a = --help\n", 1, "--help"),
                ("a = --weight 0\n", 1, "--weight"),
                ("just words\n", 1, "NAME = OPTIONS"),
                ("a b = --engine bmc\n", 1, "NAME = OPTIONS"),
                ("a = --engine bmc\na = --engine ic3\n", 2, "already"),
                ("a = --bmc-first 9 --bmc-last 3\n", 1, "beyond the last"),
                ("# nothing\n", 1, "no plan"),
        ]:
            plans = self.file("plans.txt", text)
            result = run("check", safe, "--portfolio", plans)
            self.assert_input_error(result, plans, message)
            self.assertIn(f":{line}:", result.err)
        missing = self.path("missing")
        self.assert_input_error(run("check", safe, "--portfolio", missing), missing)

    def test_numbers_beyond_reason(self):
        safe = self.file("safe.aag", counter(5, 20, 25))
        for number in ("0", "-1", "257", "99999999999999999999", "two"):
            self.assert_usage_error(run("check", safe, "--workers", number), "--workers")
        self.assert_usage_error(run("check", safe, "--workers", 2, "--share-literals", 0), "literal")
        self.assert_usage_error(run("check", safe, "--workers", 2, "--share-rate", -1), "rate")
        self.assert_usage_error(run("check", safe, "--engine", "ic3", "--portfolio", "x"), "--portfolio")

    def test_a_killed_worker_does_not_end_the_run(self):
        hard = self.file("hard.aag", counter(14, 16000, 16200))
        started = start("check", hard, "--engine", "bmc", "--workers", 2, "--timeout", 4)
        victims = []
        for _ in range(200):
            victims = children(started[0].pid)
            if len(victims) == 2:
                break
            time.sleep(0.02)
        os.kill(victims[0], signal.SIGKILL)
        result = finish(*started)
        self.assert_answer(result, UNKNOWN, "unknown\n")
        self.assertRegex(result.err, r"warning: worker bmc-[12] is lost: ended by SIGKILL")

    def test_no_worker_is_left_behind(self):
        hard = self.file("hard.aag", counter(14, 16000, 16200))
        for end in (signal.SIGTERM, signal.SIGKILL):
            started = start("check", hard, "--engine", "bmc", "--workers", 3)
            workers = []
            for _ in range(200):
                workers = children(started[0].pid)
                if len(workers) == 3:
                    break
                time.sleep(0.02)
            os.kill(started[0].pid, end)
            result = finish(*started)
            if end == signal.SIGTERM:
                self.assert_answer(result, UNKNOWN, "unknown\n")
            for _ in range(100):
                if not any(pathlib.Path(f"/proc/{worker}/exe").exists() for worker in workers):
                    break
                time.sleep(0.02)
            self.assertFalse([worker for worker in workers if pathlib.Path(f"/proc/{worker}/exe").exists()])

    def test_whoever_starts_it_may_ignore_the_end_of_children(self):
        safe = self.file("safe.aag", counter(4, 10, 14))
        ended = subprocess.run([CAIRN, "check", safe, "--workers", "2"], capture_output=True, timeout=20,
                               preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertEqual((ended.returncode, ended.stdout), (SAFE, b"safe\n"))

    @unittest.skipIf(SANITIZED, "sanitizers need memory of their own")
    def test_memory_is_divided(self):
        hard = self.file("hard.aag", counter(14, 16000, 16200))
        result, report = self.report(hard, "--engine", "bmc", "--bmc-leap", 0, "--workers", 2, "--memory", "100M",
                                     "--timeout", 60, limit=90)
        self.assertEqual(report["verdict"], "unknown")
        for worker in report["workers"]:
            self.assertLess(worker["peak_memory_bytes"], 100 << 20, worker)

    def test_the_competition_call(self):
        safe = self.file("safe.aag", counter(6, 50, 60))
        result = run("hwmcc", safe, self.path("bug"), self.path("proof"), "--workers", 2)
        self.assert_answer(result, SAFE, "unsat\n")
        self.certified(safe, self.path("proof"), SAFE)

    def test_plans_for_workers_are_listed(self):
        for workers in (1, 2, 4, 8, 16, 40):
            plans = json.loads(run("plans", "--workers", workers, "--json").out)
            for models in ("circuits", "programs"):
                names = [plan["name"] for plan in plans if plan["models"] == models]
                self.assertGreaterEqual(len(names), workers)
                self.assertEqual(len(names), len(set(names)))
        self.assert_usage_error(run("plans", "--workers", 0))

    @unittest.skipUnless(has_c(), "built without the C front end")
    def test_programs(self):
        safe = self.file("safe.c", SAFE_LOOP)
        self.assert_answer(run("check", safe, "--workers", 2, limit=60), SAFE, "safe\n")
        result, report = self.report(safe, "--workers", 3, limit=60)
        self.assertEqual((result.code, report["verdict"], report["engine"]), (SAFE, "safe", "portfolio"), result)
        self.assertIn("decided by worker", result.err)
        result = run("svcomp", safe, "--property", "unreach-call", "--workers", 2, limit=60)
        self.assertEqual(result.out.splitlines()[-1], "RESULT: TRUE", result)

    @unittest.skipUnless(has_c(), "built without the C front end")
    def test_the_report_on_a_program_has_workers_and_a_timeline(self):
        for source, verdict in ((SAFE_LOOP, "safe"), (UNSAFE_LOOP, "unsafe")):
            result, report = self.report(self.file("p.c", source), "--workers", 2, limit=60)
            self.assertEqual((report["verdict"], report["slots"]), (verdict, 2), result)
            names = [plan["name"] for plan in json.loads(run("plans", "--workers", 2, "--json").out)
                     if plan["models"] == "programs"]
            self.assertEqual([worker["name"] for worker in report["workers"]], names)
            self.assertEqual([worker["name"] for worker in report["workers"] if worker["state"] == "won"],
                             [report["decided_by"]])
            self.assertIn("--engine", report["workers"][0]["options"])
            events = [event["event"] for event in report["timeline"]]
            self.assertIn("started", events)
            self.assertIn(verdict, events)
            self.assertIn("won", events)
            self.assertGreater(report["evidence"]["steps" if verdict == "unsafe" else "locations"], 0)

    @unittest.skipUnless(has_c(), "built without the C front end")
    def test_a_file_that_cannot_be_written_ends_the_run_as_with_one_worker(self):
        unsafe = self.file("unsafe.c", UNSAFE_LOOP)
        alone = run("check", unsafe, "--witness", "/dev/full", limit=60)
        self.assertEqual((alone.code, alone.out), (INPUT_ERROR, ""), alone)
        several = run("check", unsafe, "--witness", "/dev/full", "--workers", 2, limit=60)
        self.assertEqual((several.code, several.out), (INPUT_ERROR, ""), several)
        self.assertEqual(several.err.splitlines()[-1], alone.err.splitlines()[-1])

    def test_the_report_has_workers_whoever_writes_it(self):
        hard = self.file("hard.aag", counter(14, 16000, 16200))
        result, report = self.report(hard, "--engine", "bmc", "--workers", 256, "--timeout", 3, limit=90)
        self.assertEqual((report["verdict"], len(report["workers"])), ("unknown", 256), result)
        for worker in report["workers"]:
            self.assertNotIn(worker["state"], ("waiting", "running", "paused"))

    def test_a_folder_is_no_list_of_plans(self):
        safe = self.file("safe.aag", counter(4, 10, 14))
        result = run("check", safe, "--portfolio", self.folder)
        self.assert_input_error(result, self.folder)
        self.assertIn("is a directory, expected a file", result.err)
        self.assertNotIn("AIGER", result.err)


if __name__ == "__main__":
    unittest.main()
