# SPDX-License-Identifier: MIT
"""Things that go wrong around the program: no memory, streams that are full or gone, readers that sleep, inputs that
unpack to much, outputs that are in each other's way."""

import gzip
import os
import resource
import signal
import subprocess
import time
import unittest

from support import *

ARBITER = EXAMPLES / "bus_arbiter.aag"


def run_raw(*arguments, **more):
    """The program with streams and limits of the test's own choice."""
    return subprocess.run([CAIRN, *map(str, arguments)], timeout=60, **more)


@unittest.skipIf(SANITIZED, "sanitizers use memory of their own")
class NoMemory(CliTest):
    def test_allocation_may_fail_anywhere(self):
        model = self.file("growing.aig", growing().binary())
        for kilobytes in range(20_000, 120_000, 7_000):
            limit = lambda: resource.setrlimit(resource.RLIMIT_DATA, (kilobytes * 1024, kilobytes * 1024))
            result = run_raw("check", model, "--engine", "bmc", "--bmc-last", 40, preexec_fn=limit, capture_output=True, text=True)
            self.assertEqual((result.returncode, result.stdout), (UNKNOWN, "unknown\n"), (kilobytes, result.stderr))


class Streams(CliTest):
    def test_messages_that_nobody_can_see_change_nothing(self):
        for target in ("/dev/full", None):
            for arguments, code in ((["check", ARBITER], UNSAFE), (["check", self.path("missing.aag")], INPUT_ERROR)):
                with open(target or os.devnull, "w") as stream:
                    close = (lambda: os.close(2)) if target is None else None
                    result = run_raw(*arguments, stdout=subprocess.PIPE, stderr=stream, preexec_fn=close)
                self.assertEqual(result.returncode, code, (arguments, target))

    def test_long_output_that_is_lost_is_an_error(self):
        with open("/dev/full", "w") as full:
            result = run_raw("simulate", ARBITER, "--steps", 20000, stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, INPUT_ERROR)
        self.assertIn("cannot write to standard output", result.stderr)

    def test_a_pipe_that_nobody_reads_does_not_outlive_the_limit(self):
        os.mkfifo(self.path("pipe"))
        begin = time.monotonic()
        result = run("check", ARBITER, "--witness", self.path("pipe"), "--timeout", 1)
        self.assertEqual((result.code, result.out), (INPUT_ERROR, ""), result)
        self.assertLess(time.monotonic() - begin, 6)

    def test_a_signal_ends_who_waits_for_a_reader(self):
        read, write = os.pipe()
        process = subprocess.Popen([CAIRN, "simulate", ARBITER, "--steps", "200000"], stdout=write, stderr=subprocess.DEVNULL)
        time.sleep(1.5)
        process.send_signal(signal.SIGTERM)
        self.assertIsNotNone(process.wait(timeout=10))
        os.close(read), os.close(write)


class Inputs(CliTest):
    @unittest.skipIf(SANITIZED, "sanitizers use memory of their own")
    def test_millions_of_comments_take_what_they_weigh(self):
        text = b"aag 1 1 0 1 0\n2\n2\nc\n" + b"\n" * (7 << 20)
        for name, content in (("plain.aag", text), ("packed.aag.gz", gzip.compress(text))):
            limit = lambda: resource.setrlimit(resource.RLIMIT_DATA, (48 << 20, 48 << 20))
            result = run_raw("info", self.file(name, content), preexec_fn=limit, capture_output=True)
            self.assertEqual(result.returncode, DONE, result)

    def test_a_gzip_bomb_is_refused(self):
        bomb = self.file("bomb.aag.gz", gzip.compress(b"aag 1 1 0 1 0\n2\n2\nc\n" + b"\n" * (64 << 20)))
        self.assert_input_error(run("info", bomb), bomb)

    def test_evidence_about_nothing_proves_nothing(self):
        model = self.file("nothing.aag", "aag 1 1 0 0 0\n2\n")
        self.assert_input_error(run("certify", model, model), model, "nothing to judge")

    def test_what_is_not_checked_is_said(self):
        model = self.file("both.aag", "aag 1 1 0 1 0 1 0 1 0\n2\n3\n0\n1\n3\n")
        result = run("check", model)
        self.assertEqual(result.code, UNSAFE, result)
        self.assertIn("1 output of the file is not checked", result.err)

    def test_a_name_that_misleads_is_said(self):
        result = run("check", self.file("ascii.aig", ARBITER.read_text()))
        self.assert_answer(result, UNSAFE, "unsafe\n")
        self.assertIn("is ASCII AIGER, whatever its name says", result.err)


class Outputs(CliTest):
    def test_the_model_is_not_overwritten(self):
        text = ARBITER.read_text()
        model = self.file("model.aag", text)
        os.link(model, self.path("link"))
        for option in ("--witness", "--ic3-record"):
            for name in ("model.aag", "link"):
                result = run("check", model, option, self.path(name))
                self.assert_input_error(result, self.path(name))
        self.assertEqual(self.path("model.aag").read_text(), text)

    def test_one_file_for_two_outputs_is_refused(self):
        same = self.path("same")
        self.assert_input_error(run("check", ARBITER, "--witness", same, "--vcd", same), same)
        self.assert_input_error(run("check", ARBITER, "--witness", same, "--ic3-record", same), same)
        self.assertFalse(same.exists())

    def test_standard_output_carries_one_thing(self):
        self.assert_usage_error(run("check", ARBITER, "--json", "-", "--witness", "-"))
        self.assert_usage_error(run("check", ARBITER, "--vcd", "-"))
        self.assert_usage_error(run("check", ARBITER, "--ic3-record", "-"))
        self.assert_usage_error(run("simulate", ARBITER, "--vcd", "-"))

    def test_an_empty_property_names_nothing(self):
        self.assert_input_error(run("check", ARBITER, "--property", ""), ARBITER)


if __name__ == "__main__":
    unittest.main()
