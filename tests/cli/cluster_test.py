#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Workers on other machines, with a real Redis: jobs, leases, attaching, bad servers and bad input."""

import gzip
import hashlib
import json
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from program_test import SAFE_LOOP, UNSAFE_LOOP, has_c
from redis_server import Background, RedisServer, free_port, why_not
from support import (EXAMPLES, INPUT_ERROR, SAFE, UNKNOWN, UNSAFE, CliTest, counter, hard, run)

ARBITER, RING = EXAMPLES / "bus_arbiter.aag", EXAMPLES / "token_ring.aag"


def until(condition, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


@unittest.skipIf(why_not(), why_not())
class ClusterTest(CliTest):
    def server(self, *settings, **named):
        server = RedisServer(self.path("redis"), *settings, **named)
        self.addCleanup(server.kill)
        return server

    def background(self, *arguments, **named):
        process = Background(self.folder, *arguments, **named)
        self.addCleanup(process.kill)
        return process

    def worker(self, server, *options, **named):
        return self.background("worker", "--redis", server.address, *options, **named)

    def jobs(self, server):
        result = run("jobs", "--redis", server.address, "--json", "-")
        self.assertEqual(result.code, 0, result)
        return json.loads(result.out)["jobs"]

    def is_leased(self, server):
        return any(plan["worker"] for job in self.jobs(server) for plan in job["plans"])

    def detach(self, server, *options):
        result = run("check", *options, "--redis", server.address, "--detach")
        self.assertEqual(result.code, 0, result)
        return result.out.strip()

    # What it is for.

    def test_answers_come_with_evidence_of_ones_own(self):
        server = self.server()
        self.worker(server, "--jobs", "2")
        witness, certificate = self.path("w.aiw"), self.path("c.aag")
        result = run("check", ARBITER, "--redis", server.address, "--witness", witness, limit=60)
        self.assert_answer(result, UNSAFE, "unsafe\n")
        self.certified(ARBITER, witness, UNSAFE)
        result = run("check", RING, "--redis", server.address, "--certificate", certificate, limit=60)
        self.assert_answer(result, SAFE, "safe\n")
        self.certified(RING, certificate, SAFE)

    def test_the_report_names_the_plan(self):
        server = self.server()
        self.worker(server)
        report = self.path("r.json")
        run("check", RING, "--redis", server.address, "--engine", "ic3", "--json", report, limit=60)
        content = self.json_of(report)
        self.assertEqual((content["verdict"], content["decided_by"]), ("safe", "ic3"))
        self.assertEqual(content["statistics"]["cluster.results"], 1)
        self.assertEqual([(w["name"], w["state"]) for w in content["workers"]], [("ic3", "won")])
        self.assertEqual(content["timeline"][-1]["event"], "won")

    def test_a_property_is_a_property_there_too(self):
        circuit = counter(4, 5)
        circuit.bad.append(0)
        model = self.file("two.aag", circuit.ascii())
        server = self.server()
        self.worker(server)
        self.assert_answer(run("check", model, "--property", "1", "--redis", server.address, limit=60), SAFE, "safe\n")
        self.assert_answer(run("check", model, "--property", "0", "--redis", server.address, limit=60), UNSAFE,
                           "unsafe\n")

    def test_plans_that_end_without_an_answer(self):
        model = self.file("c.aag", counter(10, 900).ascii())
        server = self.server()
        self.worker(server)
        result = run("check", model, "--engine", "bmc", "--bmc-last", "3", "--redis", server.address, limit=60)
        self.assert_answer(result, UNKNOWN, "unknown\n")
        self.assertIn("plan bmc gave up; its worker says, and nobody has checked it", result.err)

    # Programs.

    @unittest.skipUnless(has_c(), "built without the C front end")
    def test_programs_are_answered_with_evidence_of_ones_own(self):
        server = self.server()
        self.worker(server, "--jobs", "2")
        safe, unsafe = self.file("safe.c", SAFE_LOOP), self.file("unsafe.c", UNSAFE_LOOP)
        report, harness, witness = self.path("r.json"), self.path("h.c"), self.path("w.txt")
        result = run("check", safe, "--redis", server.address, "--json", report, limit=120)
        self.assert_answer(result, SAFE, "safe\n")
        content = self.json_of(report)
        self.assertEqual(content["evidence"]["kind"], "invariant")
        self.assertEqual([w["name"] for w in content["workers"] if w["state"] == "won"], [content["decided_by"]])
        self.assertIn(str(safe), result.err)
        result = run("check", unsafe, "--redis", server.address, "--harness", harness, "--witness", witness, limit=120)
        self.assert_answer(result, UNSAFE, "unsafe\n")
        self.assertIn("unsafe.c", witness.read_text())
        self.assertIn("unsafe.c", harness.read_text())

    @unittest.skipUnless(has_c(), "built without the C front end")
    def test_engines_on_automata_work_there_too(self):
        server = self.server()
        self.worker(server, "--jobs", "2")
        for source, verdict in ((SAFE_LOOP, SAFE), (UNSAFE_LOOP, UNSAFE)):
            program = self.file("p.c", source)
            for engine in ("ic3cfa", "kind"):
                result = run("check", program, "--engine", engine, "--no-lemmas", "--redis", server.address, limit=120)
                self.assertEqual(result.code, verdict, result)
                self.assertIn(f"plan {engine} of worker", result.err)

    @unittest.skipUnless(has_c(), "built without the C front end")
    def test_who_comes_back_to_a_program_gets_its_answer(self):
        server = self.server()
        job = self.detach(server, self.file("unsafe.c", UNSAFE_LOOP))
        self.worker(server)
        witness = self.path("w.txt")
        result = run("jobs", "attach", job, "--redis", server.address, "--witness", witness, limit=120)
        self.assert_answer(result, UNSAFE, "unsafe\n")
        self.assertIn("unsafe.c", witness.read_text())
        refused = run("jobs", "attach", job, "--redis", server.address, "--vcd", self.path("w.vcd"))
        self.assertEqual((refused.code, refused.out), (INPUT_ERROR, ""), refused)

    @unittest.skipUnless(has_c(), "built without the C front end")
    def test_wrong_answers_about_programs_do_not_count(self):
        """The proof of another program, and a run of another one, as somebody might post them."""
        server = self.server()
        worker = self.worker(server)
        posted = []
        for source in (SAFE_LOOP, UNSAFE_LOOP):
            job = self.detach(server, self.file("p.c", source), "--engine", "kind")
            result = run("jobs", "attach", job, "--redis", server.address, limit=120)
            self.assertIn(result.code, (SAFE, UNSAFE), result)
            posted.append(f"cairn1:job:{job}:results")
        worker.signal(signal.SIGTERM)
        worker.wait()
        # Each job gets what was posted for the other one.
        copy = ("local e = redis.call('XRANGE', ARGV[1], '-', '+')[1][2] "
                "return redis.call('XADD', ARGV[2], '*', unpack(e))")
        for source, wrong, verdict in ((SAFE_LOOP, posted[1], SAFE), (UNSAFE_LOOP, posted[0], UNSAFE)):
            submitter = self.background("check", self.file("p.c", source), "--engine", "kind", "--workers", "2",
                                        "--redis", server.address)
            self.assertTrue(until(lambda: self.jobs(server)[0]["state"] == "open"))
            job = self.jobs(server)[0]["id"]
            server.ask("EVAL", copy, "0", wrong, f"cairn1:job:{job}:results")
            self.assertTrue(until(lambda: "does not count" in submitter.text()), submitter.text())
            helper = self.worker(server)
            self.assertEqual(submitter.wait(120)[0], verdict)
            helper.signal(signal.SIGTERM)
            helper.wait()

    def test_time_limits_hold_and_end_the_job(self):
        model = self.file("hard.aag", hard().ascii())
        server = self.server()
        self.worker(server)
        result = run("check", model, "--redis", server.address, "--timeout", "3", limit=60)
        self.assert_answer(result, UNKNOWN, "unknown\n")
        self.assertEqual(self.jobs(server)[0]["state"], "cancelled")

    def test_says_that_nobody_works(self):
        server = self.server()
        result = run("check", RING, "--redis", server.address, "--timeout", "5", limit=60)
        self.assert_answer(result, UNKNOWN, "unknown\n")
        self.assertIn("no worker is there yet", result.err)

    # Who leaves and who comes.

    def test_a_dead_workers_plan_is_taken_by_another(self):
        model = self.file("hard.aag", hard().ascii())
        server = self.server()
        first = self.worker(server, "--lease", "1")
        job = self.detach(server, model, "--engine", "ic3")
        self.assertTrue(until(lambda: self.is_leased(server)))
        owner = self.jobs(server)[0]["plans"][0]["worker"]
        first.kill()
        self.worker(server, "--lease", "1")
        self.assertTrue(until(lambda: self.jobs(server)[0]["plans"][0]["worker"] not in ("", owner)))
        self.assert_answer(run("jobs", "cancel", job, "--redis", server.address), 0, "cancelled\n")

    def test_a_worker_that_is_told_to_stop_gives_its_lease_back(self):
        model = self.file("hard.aag", hard().ascii())
        server = self.server()
        worker = self.worker(server, "--lease", "1000")
        self.detach(server, model, "--engine", "ic3")
        self.assertTrue(until(lambda: self.is_leased(server)))
        worker.signal(signal.SIGTERM)
        self.assertEqual(worker.wait()[0], 0)
        self.assertFalse(self.is_leased(server))

    def test_workers_stop_when_the_job_does(self):
        model = self.file("hard.aag", hard().ascii())
        server = self.server()
        worker = self.worker(server, "--jobs", "2")
        job = self.detach(server, model)
        self.assertTrue(until(lambda: self.is_leased(server)))
        run("jobs", "cancel", job, "--redis", server.address)
        pid = worker.process.pid
        children = pathlib.Path(f"/proc/{pid}/task/{pid}/children")
        self.assertTrue(until(lambda: children.read_text().split() == [], 10))

    def test_the_submitter_may_be_killed(self):
        server = self.server()
        submitter = self.background("check", ARBITER, "--redis", server.address)
        self.assertTrue(until(lambda: self.jobs(server)))
        submitter.kill()
        job = self.jobs(server)[0]["id"]
        self.worker(server)
        witness = self.path("w.aiw")
        result = run("jobs", "attach", job, "--redis", server.address, "--witness", witness, limit=60)
        self.assert_answer(result, UNSAFE, "unsafe\n")
        self.certified(ARBITER, witness, UNSAFE)
        self.assertEqual(self.jobs(server)[0]["verdict"], "unsafe")
        again = run("jobs", "attach", job, "--redis", server.address, limit=60)
        self.assert_answer(again, UNSAFE, "unsafe\n")

    def test_redis_may_be_killed(self):
        server = self.server()
        submitter = self.background("check", ARBITER, "--redis", server.address)
        self.assertTrue(until(lambda: self.jobs(server)))
        server.kill()
        time.sleep(0.5)
        server.start()
        self.worker(server)
        self.assertEqual(submitter.wait(), (UNSAFE, "unsafe\n"))

    def test_redis_may_forget_everything(self):
        server = self.server()
        submitter = self.background("check", ARBITER, "--redis", server.address)
        self.assertTrue(until(lambda: self.jobs(server)))
        server.ask("FLUSHALL")
        self.worker(server)
        self.assertEqual(submitter.wait(), (UNSAFE, "unsafe\n"))
        self.assertIn("submitted again", submitter.text())

    # What is never trusted.

    def test_wrong_answers_do_not_count(self):
        """Somebody writes to the board what no worker found."""
        model = self.file("c.aag", counter(4, 5).ascii())
        server = self.server()
        submitter = self.background("check", model, "--redis", server.address)
        self.assertTrue(until(lambda: self.jobs(server)))
        job = self.jobs(server)[0]["id"]
        evidence = b"nonsense"
        info = {"v": 1, "plan": 0, "verdict": "answer", "worker": "liar", "reason": "", "seconds": 1.0,
                "sha256": hashlib.sha256(evidence).hexdigest()}
        server.ask("XADD", f"cairn1:job:{job}:results", "*", "info", json.dumps(info), "evidence",
                   gzip.compress(evidence))
        server.ask("XADD", f"cairn1:job:{job}:results", "*", "info", "{}", "evidence", "")
        self.assertTrue(until(lambda: "does not count" in submitter.text()))
        self.assertTrue(until(lambda: "are skipped" in submitter.text()))
        self.worker(server)
        self.assertEqual(submitter.wait(), (UNSAFE, "unsafe\n"))

    def test_plans_from_the_server_only_search(self):
        """A job that would make the worker write a file."""
        server = self.server()
        job = self.detach(server, RING, "--engine", "ic3")
        target = self.path("written")
        spec = json.loads(server.ask("HGET", f"cairn1:job:{job}", "spec").split(b"\r\n")[1])
        spec["plans"][0]["words"] = ["--certificate", str(target)]
        server.ask("HSET", f"cairn1:job:{job}", "spec", json.dumps(spec))
        self.worker(server)
        result = run("jobs", "attach", job, "--redis", server.address, limit=60)
        self.assert_answer(result, UNKNOWN, "unknown\n")
        self.assertIn("no option of a plan", result.err)
        self.assertFalse(target.exists())

    # Servers that are not as they should be.

    def assert_refused(self, result, message):
        self.assertEqual((result.code, result.out), (INPUT_ERROR, ""), result)
        self.assertRegex(result.err, r"\Acairn: error: Redis at [^\n]+\n\Z")
        self.assertIn(message, result.err)

    def test_unreachable(self):
        port = free_port()
        for command in (["check", RING], ["worker"], ["jobs"]):
            self.assert_refused(run(*command, "--redis", f"127.0.0.1:{port}"), "Connection refused")

    def test_passwords(self):
        server = self.server("--requirepass", "secret")
        password = self.file("password", "secret\n")
        wrong = self.file("wrong", "other\n")
        self.assert_refused(run("check", RING, "--redis", server.address), "wants a password")
        self.assert_refused(run("worker", "--redis", server.address, "--redis-password-file", wrong), "wrong password")
        worker = self.worker(server, "--redis-password-file", password)
        submitter = self.background("check", ARBITER, "--redis", server.address,
                                    environment={"CAIRN_REDIS_PASSWORD": "secret"})
        self.assertEqual(submitter.wait(), (UNSAFE, "unsafe\n"))
        for process in (worker, submitter):
            self.assertNotIn("secret", process.text())
        self.assert_input_error(run("jobs", "--redis-password-file", self.path("missing")), self.path("missing"))

    def test_full_memory(self):
        server = self.server("--maxmemory", "1")
        self.assert_refused(run("check", RING, "--redis", server.address), "limit on memory")

    def test_memory_that_becomes_full(self):
        """Results cannot be posted until there is room again."""
        server = self.server()
        submitter = self.background("check", ARBITER, "--redis", server.address)
        self.assertTrue(until(lambda: self.jobs(server)))
        worker = self.worker(server)
        server.ask("CONFIG", "SET", "maxmemory", "1")
        self.assertTrue(until(lambda: "limit on memory" in worker.text()))
        server.ask("CONFIG", "SET", "maxmemory", "0")
        self.assertEqual(submitter.wait(), (UNSAFE, "unsafe\n"))

    @unittest.skipIf(shutil.which("openssl") is None, "needs openssl")
    def test_tls(self):
        def openssl(*arguments):
            subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)

        key, certificate = self.path("key.pem"), self.path("cert.pem")
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1")
        port = free_port()
        server = self.server("--port", "0", "--tls-port", port, "--tls-cert-file", certificate, "--tls-key-file", key,
                             "--tls-ca-cert-file", certificate, "--tls-auth-clients", "no", port=port)
        self.assert_refused(run("jobs", "--redis", server.address, "--redis-tls"), "certificate is not accepted")
        self.worker(server, "--redis-ca", certificate)
        result = run("check", ARBITER, "--redis", server.address, "--redis-ca", certificate, limit=60)
        self.assert_answer(result, UNSAFE, "unsafe\n")

    # The command line.

    def test_bad_usage(self):
        for address in ("", "host:", "host:99999", "a b"):
            self.assert_usage_error(run("jobs", "--redis", address), "--redis")
        self.assert_usage_error(run("jobs", "attach"), "ID")
        self.assert_usage_error(run("jobs", "frobnicate"), "ACTION")
        self.assert_usage_error(run("worker", "--jobs", "0"), "--jobs")
        self.assert_usage_error(run("worker", "--jobs", "100000"), "--jobs")
        self.assert_usage_error(run("check", RING, "--detach"), "--detach")
        program = self.file("p.c", "int main() { return 0; }")
        self.assert_usage_error(run("check", program, "--detach"), "--detach")
        self.assert_usage_error(run("check", program, "--redis", ":1", "--vcd", "x"), "--vcd")

    def test_plan_files_are_looked_at_before_they_are_submitted(self):
        server = self.server()
        plans = self.file("plans", "good = --engine ic3\nbad = --frobnicate 3\n")
        result = run("check", RING, "--redis", server.address, "--portfolio", plans)
        self.assert_input_error(result, plans, "frobnicate")
        self.assertEqual(self.jobs(server), [])

    def test_jobs_that_do_not_exist(self):
        server = self.server()
        for action in ("attach", "cancel", "list"):
            result = run("jobs", action, "nothing", "--redis", server.address)
            self.assertEqual(result.code, INPUT_ERROR, result)
            self.assertIn("there is no job 'nothing'", result.err)

    def test_the_list_for_people(self):
        model = self.file("hard.aag", hard().ascii())
        server = self.server()
        self.assertIn("no jobs", run("jobs", "--redis", server.address).out)
        self.worker(server)
        job = self.detach(server, model, "--engine", "ic3")
        shown = lambda: run("jobs", "--redis", server.address).out
        self.assertTrue(until(lambda: "ic3" in shown() and "MB" in shown()), shown())
        self.assertIn(job, shown())
        self.assertIn("1 worker", shown())


if __name__ == "__main__":
    unittest.main()
