#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Workers on other machines, with a real Redis: jobs, leases, attaching, bad servers and bad input."""

import gzip
import hashlib
import json
import pathlib
import re
import shutil
import signal
import socket
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
        self.servers = getattr(self, "servers", 0) + 1
        server = RedisServer(self.path(f"redis{self.servers}"), *settings, **named)
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
            posted.append(f"cairn2:{{board}}:job:{job}:results")
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
            server.ask("EVAL", copy, "0", wrong, f"cairn2:{{board}}:job:{job}:results")
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
        info = {"v": 3, "plan": 0, "verdict": "answer", "worker": "liar", "reason": "", "seconds": 1.0,
                "sha256": hashlib.sha256(evidence).hexdigest()}
        server.ask("XADD", f"cairn2:{{board}}:job:{job}:results", "*", "info", json.dumps(info), "evidence",
                   gzip.compress(evidence))
        server.ask("XADD", f"cairn2:{{board}}:job:{job}:results", "*", "info", "{}", "evidence", "")
        self.assertTrue(until(lambda: "does not count" in submitter.text()))
        self.assertTrue(until(lambda: "are skipped" in submitter.text()))
        self.worker(server)
        self.assertEqual(submitter.wait(), (UNSAFE, "unsafe\n"))

    def spec_of(self, server, job):
        return json.loads(server.ask("HGET", f"cairn2:{{board}}:job:{job}", "spec").split(b"\r\n")[1])

    def answers_to(self, changes):
        """What becomes of jobs whose specifications somebody changed on their way."""
        server = self.server()
        jobs = []
        for change in changes:
            jobs.append(self.detach(server, RING, "--engine", "ic3"))
            spec = self.spec_of(server, jobs[-1])
            change(spec)
            server.ask("HSET", f"cairn2:{{board}}:job:{jobs[-1]}", "spec", json.dumps(spec))
        self.worker(server, "--jobs", "2")
        return [run("jobs", "attach", job, "--redis", server.address, limit=120) for job in jobs]

    def test_plans_from_the_server_only_search(self):
        """Jobs that would make the worker write, read or run something."""
        target, secret = self.path("written"), self.file("secret", "ic3 = --engine ic3\n")
        words = [["--certificate", str(target)], ["--engine", "ic3", "--ic3-record\0", str(target)],
                 ["--engine", "ic3", "", "--witness", str(target)], ["--portfolio\0", str(secret)], ["--property", str(secret)]]
        changes = []
        for line in words:
            changes.append(lambda spec, line=line: spec.update(v=1, plans=[{"name": "p", "words": line}]))
            changes.append(lambda spec, line=line: spec["plans"][0].update(words=line))
        for name in ("ic3-record", "ic3-record\0", "certificate", "portfolio", "property", "smt-dump", "", "FILE"):
            for value in (str(target), "f"):
                changes.append(lambda spec, name=name, value=value: spec["plans"][0].update(settings={name: value}))
        for result in self.answers_to(changes):
            # One that has not even the form of a job cannot be attached to.
            self.assertRegex(result.err, "there is no such option|on the command line of its machine only|there is no job")
            self.assertNotIn(result.code, (SAFE, UNSAFE))
        self.assertFalse(target.exists())

    def test_what_a_plan_says_is_looked_up(self):
        cases = [(lambda plan: plan.update(engine="portfolio"), "there is no engine 'portfolio'"),
                 (lambda plan: plan.update(passes=["x"]), "there is no pass 'x'"),
                 (lambda plan: plan["settings"].update({"ic3-lift": "x"}), "expected one of"),
                 (lambda plan: plan["settings"].update({"ic3-quip": 3}), "expected on or off")]
        results = self.answers_to([lambda spec, change=change: change(spec["plans"][0]) for change, _ in cases])
        for result, (_, reason) in zip(results, cases):
            self.assert_answer(result, UNKNOWN, "unknown\n")
            self.assertIn("plan 'ic3' is refused: ", result.err)
            self.assertIn(reason, result.err)

    def test_settings_that_name_files_or_programs_are_not_submitted(self):
        server = self.server()
        for option, value in (("--ic3-record", self.path("f")), ("--smt-solver", "cvc5")):
            engine = "ic3" if option == "--ic3-record" else "cegar"
            plans = self.file("plans", f"p = --engine {engine} {option} {value}\n")
            model = RING if engine == "ic3" else self.file("p.ivl", "var x : bv8;\n")
            result = run("check", model, "--redis", server.address, "--portfolio", plans)
            self.assert_input_error(result, plans, "cannot be asked of workers elsewhere")
        self.assertEqual(self.jobs(server), [])

    def test_models_that_are_missing_or_others_fail_at_once(self):
        for value in (None, gzip.compress(ARBITER.read_bytes()), b"no gzip"):
            server = self.server()
            job = self.detach(server, RING, "--engine", "ic3")
            key = "cairn2:model:{%s}" % self.spec_of(server, job)["model"]
            server.ask("DEL", key)
            if value:
                server.ask("SET", key, value)
            worker = self.worker(server)
            self.assertTrue(until(lambda: self.jobs(server)[0]["plans"][0]["ended"]))
            self.assertIn("model is not the one" if value else "model is missing", worker.text())
            entry = server.ask("XRANGE", f"cairn2:{{board}}:job:{job}:results", "-", "+").decode(errors="replace")
            self.assertIn("failed", entry)
            self.assertEqual(worker.text().count("model is"), 1)
            worker.kill()
            server.kill()

    def test_plans_run_where_they_can_do_nothing_else(self):
        """The process that works on a plan is in the sandbox, has no environment and no file but its own."""
        model = self.file("hard.aag", hard().ascii())
        server = self.server()
        worker = self.worker(server, environment={"CAIRN_SECRET": "x"})
        self.detach(server, model, "--engine", "ic3")
        self.assertTrue(until(lambda: self.jobs(server)[0]["plans"][0].get("status")))

        def children(pid):
            return pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()

        (outer,) = children(worker.process.pid)
        (inner,) = children(outer)
        status = dict(line.split(":\t", 1) for line in pathlib.Path(f"/proc/{inner}/status").read_text().splitlines())
        self.assertEqual(status["NoNewPrivs"], "1")
        if pathlib.Path("/proc/sys/kernel/seccomp").exists():
            self.assertEqual(status["Seccomp"], "2")
        for process in (outer, inner):
            self.assertNotIn(b"CAIRN_SECRET", pathlib.Path(f"/proc/{process}/environ").read_bytes())
            self.assertIn("cairn-worker-", str(pathlib.Path(f"/proc/{process}/cwd").resolve()))
        limits = pathlib.Path(f"/proc/{inner}/limits").read_text()
        self.assertRegex(limits, r"Max core file size +0 +0 ")
        self.assertRegex(limits, r"Max open files +64 +64 ")
        self.assertNotRegex(limits, r"Max (cpu time|file size|data size|address space) +\S+ +unlimited")

    def test_no_key_stays_for_ever(self):
        server = self.server()
        worker = self.worker(server, "--jobs", "2", "--lease", "1")

        def immortal():
            keys = [key for key in server.ask("KEYS", "*").split(b"\r\n") if key.startswith(b"cairn")]
            self.assertTrue(keys)
            return [key for key in keys if server.ask("TTL", key) == b":-1\r\n"]

        run("check", ARBITER, "--redis", server.address, limit=60)
        self.assertEqual(immortal(), [])
        run("check", RING, "--redis", server.address, limit=60)
        self.assertEqual(immortal(), [])
        self.detach(server, self.file("hard.aag", hard().ascii()))
        self.assertTrue(until(lambda: self.jobs(server)[0]["plans"][0].get("status")))
        self.assertEqual(immortal(), [])
        worker.kill()
        other = self.worker(server, "--lease", "1")
        time.sleep(2)
        self.assertEqual(immortal(), [])
        other.signal(signal.SIGTERM)
        other.wait()
        self.assertEqual(immortal(), [])

    def test_scripts_touch_the_keys_that_they_declare(self):
        server = self.server()
        monitor = socket.socket(socket.AF_UNIX)
        self.addCleanup(monitor.close)
        monitor.connect(str(server.socket))
        monitor.sendall(b"*1\r\n$7\r\nMONITOR\r\n")
        worker = self.worker(server, "--lease", "1")
        run("check", ARBITER, "--redis", server.address, limit=60)
        self.detach(server, self.file("hard.aag", hard().ascii()), "--engine", "ic3")
        self.assertTrue(until(lambda: self.is_leased(server)))
        worker.kill()
        other = self.worker(server, "--lease", "1")
        self.assertTrue(until(lambda: "attempt 2" in other.text()))
        other.signal(signal.SIGTERM)
        other.wait()
        monitor.settimeout(1)
        seen = b""
        try:
            while part := monitor.recv(1 << 20):
                seen += part
        except TimeoutError:
            pass
        declared, scripts = [], set()
        for line in seen.decode(errors="replace").splitlines():
            words = re.findall(r'"((?:[^"\\]|\\.)*)"', line)
            if words and words[0].lower() == "evalsha":
                declared = words[3:3 + int(words[2])]
                scripts.add(words[1])
                self.assertEqual({re.search(r"{.*}", key)[0] for key in declared}, {"{board}"}, line)
            elif re.match(r"\+?\S+ \[0 lua\]", line) and words[0].lower() != "time":
                self.assertIn(words[1], declared, line)
        self.assertGreaterEqual(len(scripts), 8)

    def test_lists_show_nothing_that_a_terminal_obeys(self):
        server = self.server()
        job = self.detach(server, RING, "--engine", "ic3")
        evil = "\x1b[2Jevil\x07\u009b31m\u202e\r"
        spec = self.spec_of(server, job)
        spec["file"] = spec["plans"][0]["name"] = evil
        key = f"cairn2:{{board}}:job:{job}"
        server.ask("HSET", key, "spec", json.dumps(spec), "verdict", evil)
        server.ask("HSET", "cairn2:{board}:owners", f"{job}/0", evil.encode() + b"\xff\xfe")
        server.ask("SET", key + ":status:0", json.dumps(
            {"v": 3, "worker": evil, "phase": evil, "bound": 1, "level": 1, "lemmas_out": 1, "lemmas_in": 1, "lemmas_taken": 1,
             "lemmas_useful": 1, "bytes": 1, "seconds": 1.0}))
        server.ask("ZADD", "cairn2:{board}:jobs", "1", evil)
        server.ask("ZADD", "cairn2:{board}:workers", "1e15", evil)
        server.ask("SET", "cairn2:{board}:worker:" + evil, json.dumps(
            {"v": 3, "id": evil, "host": evil, "jobs": 1, "version": evil, "seen": 1, "begun": 1}))
        for state in ("open", evil):
            server.ask("HSET", key, "state", state)
            for command in (["jobs"], ["jobs", "--json", "-"], ["jobs", "attach", job, "--timeout", "1"], ["jobs", "cancel", job]):
                result = run(*command, "--redis", server.address, limit=60)
                self.assertIn(job if command == ["jobs"] else "", result.out)
                for text in (result.out, result.err):
                    self.assertNotRegex(text, "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", command)

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
