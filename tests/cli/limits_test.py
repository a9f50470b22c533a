# SPDX-License-Identifier: MIT
"""Limits and signals: a run ends when it is told to, says what it knows, and leaves no half files.

The promises here are about time, so these tests look at the clock, with room for a busy machine."""

import json
import os
import random
import signal
import subprocess
import time
import unittest
import unittest.mock

from support import *

LATE = 2.5  # seconds: within one, and the machine may be busy
SEED = int(os.environ.get("CAIRN_SEED", "1"))
BMC = ["--engine", "bmc"]


class LimitTest(CliTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.shared = pathlib.Path(tempfile.mkdtemp(prefix="cairn-cli-"))
        cls.addClassCleanup(shutil.rmtree, cls.shared)
        (cls.shared / "hard.aig").write_bytes(hard().binary())
        (cls.shared / "growing.aig").write_bytes(growing().binary())
        write_bulky(cls.shared / "bulky.aig")

    def model(self, name):
        return self.shared / f"{name}.aig"

    def wait_for_work(self, process, seconds=0.3):
        """Until the process has used some time of the processor: then signals are no longer fatal."""
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            if int(fields[11]) >= seconds * os.sysconf("SC_CLK_TCK"):
                return
            time.sleep(0.01)


class Time(LimitTest):
    def test_the_limit_is_kept(self):
        for limit, options in ((0.3, ["--passes", "none"]), (1.5, []), (1, BMC)):
            report = self.path("r.json")
            result = run("check", self.model("hard"), "--timeout", limit, "--json", report, *options)
            self.assert_answer(result, UNKNOWN, "unknown\n")
            self.assertGreaterEqual(result.seconds, limit)
            self.assertLess(result.seconds, limit + LATE)
            self.assertIn("time limit", result.err)
            self.assertIn("no counterexample has at most 0 steps", result.err)
            facts = self.json_of(report)
            self.assertEqual((facts["verdict"], facts["reason"], facts["bound"]), ("unknown", "time", 0))
            self.assertGreaterEqual(facts["seconds"], limit)

    def test_an_answer_that_comes_in_time_is_not_held_back(self):
        result = run("check", EXAMPLES / "bus_arbiter.aag", "--timeout", "1h")
        self.assert_answer(result, UNSAFE, "unsafe\n")
        self.assertLess(result.seconds, 5)

    def test_one_huge_query(self):
        result = run("check", self.model("growing"), *BMC, "--timeout", 1, "--bmc-first", 1000000)
        self.assert_answer(result, UNKNOWN, "unknown\n")
        self.assertIn("no bound was cleared", result.err)
        self.assertLess(result.seconds, 1 + LATE)

    def test_while_waiting_for_standard_input(self):
        reader, writer = os.pipe()
        with os.fdopen(reader, "rb") as source, os.fdopen(writer, "wb"):
            result = finish(*start("check", "-", "--timeout", 0.5, "--json", "-", stdin=source))
        self.assertEqual(result.code, UNKNOWN, result)
        self.assertLess(result.seconds, 0.5 + LATE)
        facts = json.loads(result.out)
        self.assertEqual((facts["reason"], facts["bound"]), ("time", None))
        self.assertNotIn("model", facts)

    def test_while_reading(self):
        result = run("check", self.model("bulky"), "--timeout", 0.01)
        self.assert_answer(result, UNKNOWN, "unknown\n")
        self.assertLess(result.seconds, LATE)

    def test_bounds_are_told_while_the_run_goes_on(self):
        result = run("check", self.model("growing"), *BMC, "--timeout", 4, "--answer", "aiger")
        self.assertEqual(result.code, UNKNOWN)
        lines = result.out.splitlines()
        bounds = [int(line[1:]) for line in lines if line.startswith("u")]
        self.assertGreater(len(bounds), 2)
        self.assertEqual(bounds, sorted(set(bounds)))
        self.assertEqual(lines[len(bounds) :], ["2", "b0", "."])

    def test_certify(self):
        # The model is its own certificate, and Safety is trivial, but Base and Inductive are not.
        result = run("certify", self.model("hard"), self.model("hard"), "--timeout", 0.5)
        self.assert_answer(result, UNKNOWN, "unknown\n")
        self.assertLess(result.seconds, 0.5 + LATE)

    def test_simulate(self):
        result = run("simulate", self.model("hard"), "--timeout", 0.5, "--rounds", 1000000000, "--no-print")
        self.assertEqual(result.code, DONE, result)
        self.assertLess(result.seconds, 0.5 + LATE)

    def test_the_limit_of_the_system_on_processor_time(self):
        # SIGXCPU speaks for it.
        process, *rest = start("check", self.model("hard"), "--json", "-")
        self.wait_for_work(process)
        os.kill(process.pid, signal.SIGXCPU)
        result = finish(process, *rest)
        self.assertEqual(json.loads(result.out)["reason"], "time")


@unittest.skipIf(SANITIZED, "sanitizers use memory of their own")
class Memory(LimitTest):
    def test_the_limit_is_kept(self):
        for options in ([], ["--bmc-first", 100000], ["--bmc-step", 20], ["--passes", "none"]):
            for limit in (100, 200) if not options else (100,):
                report = self.path("r.json")
                result = run("check", self.model("growing"), *BMC, "--memory", limit, "--json", report, *options, limit=60)
                self.assert_answer(result, UNKNOWN, "unknown\n")
                self.assertLess(result.peak_mb, 1.2 * limit)
                self.assertGreater(result.peak_mb, 0.6 * limit)
                facts = self.json_of(report)
                self.assertEqual((facts["verdict"], facts["reason"]), ("unknown", "memory"))
                self.assertIn("memory limit", result.err)
                if not options:
                    self.assertGreater(facts["bound"], 5)

    def test_units(self):
        for limit in ("60", "60M", "60MB", "61440K", ".06G"):
            result = run("check", self.model("growing"), *BMC, "--memory", limit, "--json", "-")
            self.assertEqual(json.loads(result.out)["reason"], "memory")
            self.assertLess(result.peak_mb, 1.2 * 62)

    def test_limits_that_are_too_small_for_anything(self):
        for limit in ("0", "1K", "1", "2", "3", "5", "7", "10", "15", "20"):
            result = run("check", self.model("growing"), *BMC, "--memory", limit, "--json", "-")
            self.assertEqual(result.code, UNKNOWN, result)
            self.assertEqual(json.loads(result.out)["reason"], "memory")
        for limit in ("0", "1K", "1", "2", "3"):
            result = run("check", self.model("hard"), "--memory", limit, "--json", "-")
            self.assertEqual(result.code, UNKNOWN, result)
            self.assertEqual(json.loads(result.out)["reason"], "memory")

    def test_while_reading(self):
        result = run("check", self.model("bulky"), "--memory", 20, "--json", "-")
        self.assertEqual(result.code, UNKNOWN, result)
        self.assertEqual(json.loads(result.out)["reason"], "memory")

    def test_other_commands(self):
        for command in (["certify", self.model("bulky"), self.model("bulky"), "--memory", 20],
                        ["hwmcc", self.model("growing"), self.path("s"), self.path("u"), *BMC, "--memory", 50]):
            self.assert_answer(run(*command), UNKNOWN, "unknown\n")


class Signals(LimitTest):
    def test_a_run_says_what_it_knows(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for model, options in (("hard", ["--passes", "none"]), ("growing", [*BMC, "--bmc-step", 3])):
                report = self.path("r.json")
                process, *rest = start("check", self.model(model), "--json", report, *options)
                self.wait_for_work(process)
                sent = time.monotonic()
                os.kill(process.pid, number)
                result = finish(process, *rest)
                self.assertLess(time.monotonic() - sent, LATE)
                self.assert_answer(result, UNKNOWN, "unknown\n")
                self.assertIn("interrupted; no counterexample has at most", result.err)
                facts = self.json_of(report)
                self.assertEqual((facts["verdict"], facts["reason"]), ("unknown", "interrupt"))
                self.assertGreaterEqual(facts["bound"], 0)

    def test_while_reading(self):
        for _ in range(3):
            process, *rest = start("check", self.model("bulky"), "--json", "-")
            self.wait_for_work(process, 0.05)
            sent = time.monotonic()
            os.kill(process.pid, signal.SIGTERM)
            result = finish(process, *rest)
            self.assertLess(time.monotonic() - sent, LATE)
            self.assertEqual(result.code, UNKNOWN, result)
            self.assertEqual(json.loads(result.out)["reason"], "interrupt")

    def test_while_waiting_for_standard_input(self):
        reader, writer = os.pipe()
        with os.fdopen(reader, "rb") as source, os.fdopen(writer, "wb"):
            process, *rest = start("check", "-", stdin=source)
            time.sleep(0.5)
            os.kill(process.pid, signal.SIGINT)
            self.assert_answer(finish(process, *rest), UNKNOWN, "unknown\n")

    def test_certify_and_simulate(self):
        for command, code, out in ((["certify", self.model("hard"), self.model("hard")], UNKNOWN, "unknown\n"),
                                   (["simulate", self.model("hard"), "--rounds", 1000000000, "--no-print"], DONE, "")):
            process, *rest = start(*command)
            self.wait_for_work(process)
            os.kill(process.pid, signal.SIGTERM)
            self.assert_answer(finish(process, *rest), code, out)

    def test_a_signal_that_the_caller_ignores_stays_ignored(self):
        for number in (signal.SIGHUP, signal.SIGINT):
            before = signal.signal(number, signal.SIG_IGN)
            try:
                process, *rest = start("check", self.model("hard"), "--timeout", 2, "--json", "-")
            finally:
                signal.signal(number, before)
            self.wait_for_work(process)
            os.kill(process.pid, number)
            self.assertEqual(json.loads(finish(process, *rest).out)["reason"], "time")

    def long_run(self):
        """A model and a run that takes some tenths of a second and writes three files, one large."""
        model = self.path("m.aig")
        if not model.exists():
            model.write_bytes(counter(8, 150).binary())
        return model, ["check", model, *BMC, "--witness", self.path("w"), "--json", self.path("r.json"), "--vcd", self.path("v")]

    def look_at_files(self, model, killed):
        left = [name for name in self.files() if name.endswith(".tmp")]
        if not killed:
            self.assertEqual(left, [])
        if self.path("w").exists():
            self.certified(model, self.path("w"), UNSAFE)
        if self.path("r.json").exists():
            self.json_of(self.path("r.json"))
        if self.path("v").exists():
            last = self.path("v").read_text().splitlines()[-1]
            self.assertEqual(self.path("v").read_bytes()[-1:], b"\n", last)
        for name in self.files():
            if name != "m.aig":
                self.path(name).unlink()

    def at_random_moments(self, number, runs):
        rng = random.Random(SEED)
        model, command = self.long_run()
        whole = run(*command)
        self.assert_answer(whole, UNSAFE, "unsafe\n")
        self.assertEqual(self.files(), ["m.aig", "r.json", "v", "w"])
        self.look_at_files(model, killed=False)
        codes = set()
        for _ in range(runs):
            process, *rest = start(*command)
            time.sleep(rng.random() * whole.seconds * 1.1)
            os.kill(process.pid, number)
            result = finish(process, *rest)
            codes.add(result.code)
            # The first milliseconds of a process, before it hears signals, end it without an answer.
            # SIGKILL may also come between the answer and the end.
            ends = [(UNKNOWN, "unknown\n"), (UNSAFE, "unsafe\n"), (-number, "")]
            ends += [(-number, "unsafe\n")] if number == signal.SIGKILL else []
            self.assertIn((result.code, result.out), ends, result)
            self.look_at_files(model, killed=number == signal.SIGKILL)
        return codes

    def test_terminated_at_random_moments(self):
        codes = self.at_random_moments(signal.SIGTERM, 30)
        self.assertIn(UNKNOWN, codes)

    def test_killed_at_random_moments(self):
        codes = self.at_random_moments(signal.SIGKILL, 30)
        self.assertIn(-signal.SIGKILL, codes)

    def test_convert_leaves_nothing_behind(self):
        out = self.path("out.aag")
        ended = set()
        for _ in range(5):
            process, *rest = start("convert", self.model("bulky"), out)
            deadline = time.monotonic() + 10
            while not self.files() and time.monotonic() < deadline:  # the temporary file appears
                pass
            os.kill(process.pid, signal.SIGTERM)
            result = finish(process, *rest)
            ended.add(result.code)
            self.assertIn(result.code, (DONE, -signal.SIGTERM))
            self.assertEqual(self.files(), ["out.aag"] if result.code == DONE else [])
            out.unlink(missing_ok=True)
        self.assertIn(-signal.SIGTERM, ended)


class LiveLine(LimitTest):
    def test_it_appears_on_a_terminal_and_goes_away(self):
        shown, code, out = on_terminal("check", self.model("hard"), "--passes", "none", "--timeout", 2)
        self.assertEqual((code, out), (UNKNOWN, "unknown\n"))
        self.assertRegex(shown, r"\r\x1b\[Kcairn: (\x1b\[36m)?ic3 ?(\([\w-]+\))?(\x1b\[0m)?  (\x1b\[32m)?frame 1(\x1b\[0m)?  (\x1b\[33m)?\d+\.\d s \(\d+ s left\)(\x1b\[0m)?  \d+ lemmas  \d+ obligations")
        live, _, rest = shown.rpartition("\r\x1b[K")
        self.assertNotEqual(live, "")
        self.assertRegex(rest, r"\Acairn: unknown: the time limit was reached; [^\r\n]+\r\n(cairn:   try: [^\r\n]+\r\n)+\Z")

    def test_bounded_model_checking_shows_its_bound(self):
        shown, _, _ = on_terminal("check", self.model("growing"), *BMC, "--timeout", 2)
        self.assertRegex(shown, r"\r\x1b\[Kcairn: (\x1b\[36m)?bmc(\x1b\[0m)?  (\x1b\[32m)?bound \d+.* \d+\.\d s \(\d+ s left\)")

    def test_colors_are_not_for_everybody(self):
        for value, has_color in (("", True), ("1", False)):
            with unittest.mock.patch.dict(os.environ, {"NO_COLOR": value, "TERM": "xterm"}):
                shown, _, _ = on_terminal("check", self.model("hard"), "--timeout", 2)
            self.assertEqual("\x1b[36m" in shown, has_color, shown)

    def test_programs_show_what_they_do(self):
        program = self.file("p.c", "extern unsigned f(void); void reach_error(void);\nint main(void) { unsigned n = f(), s = 0;\n"
                            "  for (unsigned i = 0; i < n; i++) s += i * i;\n  if (6 * s != n * (n - 1) * (2 * n - 1)) reach_error(); }\n")
        shown, _, _ = on_terminal("check", program, "--engine", "ic3cfa", "--no-lemmas", "--timeout", 3)
        self.assertRegex(shown, r"ic3cfa(\x1b\[0m)?  (\x1b\[32m)?frame \d+(\x1b\[0m)?  \d+\.\d s \(\d+ s left\)  \d+ lemmas  \d+ obligations")

    def test_it_stays_away_in_the_first_second(self):
        shown, _, _ = on_terminal("check", EXAMPLES / "bus_arbiter.aag")
        self.assertNotIn("\x1b", shown)

    def test_it_stays_away_when_quiet(self):
        shown, code, out = on_terminal("check", self.model("hard"), "--timeout", 1.7, "--quiet")
        self.assertEqual((shown, code, out), ("", UNKNOWN, "unknown\n"))

    def test_it_stays_away_in_a_pipe(self):
        result = run("check", self.model("hard"), "--timeout", 1.7)
        self.assertNotIn("\x1b", result.err)
        self.assertEqual(result.err.count("\n") - result.err.count("  try: "), 1)


if __name__ == "__main__":
    unittest.main()
