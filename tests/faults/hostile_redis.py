#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A Redis that somebody else writes to: hostile values in every key and every message.

Cases come in batches. Each case writes one hostile value: to a job, to its plans and their settings, to the lists of what
waits and what is leased, to owners, workers, results, states, models and lemmas, of the right type or of another. A
worker, `cairn jobs`, `cairn jobs attach` and a submitter then have to live with all of them. A batch is good if

- the worker is the one that was started, alive, and its children are gone when the jobs are;
- no file was written where hostile values point to, no program that they name was run, and what they ask to be read
  appears nowhere;
- nobody printed a control character or crashed: exit codes are those that the manual knows;
- after the hostile values were removed, the worker solves a job as ever, and its answer is right.

usage: hostile_redis.py [--cases N] [--first SEED] [--batch N] [--verbose]
"""

import argparse
import collections
import gzip
import hashlib
import json
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))

from redis_server import Background, RedisServer, why_not  # noqa: E402
from support import CAIRN, EXAMPLES, INPUT_ERROR, SAFE, SOURCE, UNSAFE  # noqa: E402

BOARD = "cairn2:{board}:"
RING = EXAMPLES / "token_ring.aag"
SECRET = "the-secret-of-this-machine"


class Client:
    """Many commands in one go."""

    def __init__(self, path):
        self.path = str(path)

    def send(self, commands):
        data = b""
        for words in commands:
            words = [word if isinstance(word, bytes) else str(word).encode("utf-8", "surrogatepass") for word in words]
            data += b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)
        data += b"*1\r\n$4\r\nPING\r\n"
        with socket.socket(socket.AF_UNIX) as channel:
            channel.settimeout(30)
            channel.connect(self.path)
            channel.sendall(data)
            reply = b""
            while not reply.endswith(b"+PONG\r\n"):
                part = channel.recv(1 << 20)
                if not part:
                    break
                reply += part
        return reply


class Maker:
    """Hostile values."""

    def __init__(self, rng, folder):
        self.rng = rng
        self.target = folder / "target"  # nothing may ever be here
        self.secret = folder / "secret"
        self.program = folder / "program"  # nobody may run it
        self.model = RING.read_bytes()
        self.hash = hashlib.sha256(self.model).hexdigest()
        self.ivl = (SOURCE / "tests" / "fuzz" / "corpus" / "ivl" / "example.ivl").read_bytes()

    def path(self):
        return str(self.rng.choice([self.target / f"f{self.rng.randrange(100)}", self.secret, self.program, "/etc/passwd",
                                    f"../../{self.target}", f"|{self.program}", f"$({self.program})", f"`{self.program}`"]))

    def text(self):
        rng = self.rng
        return rng.choice([
            "", "\0", "\x1b[2J\x1b]0;title\x07", "\u009b31m", "\u202e", "\ud800", "a" * rng.choice([1, 100, 10000]), self.path(),
            "--ic3-record\0", f"--ic3-record={self.path()}", "--", "-", "%s%n", "'; return redis.call('FLUSHALL') --", "\r\n+OK\r\n",
            "null", "NaN", "1e999", "-1", "18446744073709551616", "{}", "[]", "true", "../..", "cairn2:{board}:jobs",
            "".join(chr(rng.randrange(1, 0x500)) for _ in range(rng.randrange(20)))])

    def bytes(self):
        return bytes(self.rng.randrange(256) for _ in range(self.rng.choice([0, 1, 5, 60, 2000])))

    def value(self, depth=0):
        rng = self.rng
        kind = rng.randrange(12)
        if kind < 5:
            return self.text()
        if kind == 5:
            return rng.choice([0, 1, -1, 2**31, 2**32, 2**63, 2**64, -2**63, 10**30])
        if kind == 6:
            return rng.choice([0.0, -1.0, 1e308, 5e-324, 0.5])
        if kind == 7:
            return rng.choice([True, False, None])
        if kind == 8 and depth < 3:
            return [self.value(depth + 1) for _ in range(rng.randrange(4))]
        if kind == 9 and depth < 3:
            return {self.text(): self.value(depth + 1) for _ in range(rng.randrange(4))}
        return rng.choice(["on", "off", "ic3", "bmc", "auto", "cvc5", "portfolio", "sat", 3])

    def any_bytes(self):
        rng = self.rng
        value = rng.choice([self.bytes, lambda: self.text(), lambda: json.dumps(self.value()), lambda: "[" * 100000,
                            lambda: gzip.compress(self.bytes()), lambda: gzip.compress(b"\0" * 10**7)])()
        return value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")

    SETTINGS = {"ic3-record": None, "smt-dump": None, "witness": None, "certificate": None, "json": None, "vcd": None,
                "property": None, "portfolio": None, "harness": None, "I": None, "include": None, "redis": None, "lease": None,
                "ic3-lift": ["none", "ternary", "sat"], "ic3-quip": [True, False], "ic3-ctg-max": [0, 3, 2**32 - 1],
                "bmc-step": [0, 1, 2**32 - 1], "bmc-last": [0, 5], "sweep-seconds": [0.0, 1.5], "turn": [0.0, 1e-9, 1e9],
                "smt-solver": ["cairn", "z3", "cvc5"], "share": [True, False], "share-rate": [0.0, 1e9],
                "ic3cfa-plan": ["A", "default"], "no-lemmas": [True, False], "block-size": [0, 2**64 - 1],
                "target-enlargement-steps": [1, 10, 11], "smt-cache": [0, 2**32 - 1], "kind-step": [0, 1]}

    def settings(self):
        rng, settings = self.rng, {}
        for name in rng.sample(sorted(self.SETTINGS), rng.randrange(5)):
            good = self.SETTINGS[name]
            settings[name] = rng.choice(good) if good and rng.random() < 0.6 else rng.choice([self.path(), self.value()])
        if rng.random() < 0.2:
            settings[self.text()] = self.value()
        return settings

    def plan(self):
        rng = self.rng
        plan = {"name": rng.choice(["p", self.text()]), "engine": rng.choice(["ic3", "bmc", "kind", "auto", "bmc-smt", "cegar"]),
                "passes": rng.choice([[], ["cone"], ["cone", "sweep"]]), "seed": rng.randrange(5), "settings": self.settings()}
        if rng.random() < 0.3:
            plan["lanes"] = rng.choice([[], [{"name": "ic3", "share": 1.0, "head": 0.0}], self.value()])
        if rng.random() < 0.3:
            plan[rng.choice(["name", "engine", "passes", "seed", "settings", "words", "options", "file"])] = self.value()
        if rng.random() < 0.1:
            plan["words"] = ["--engine", "ic3", "--ic3-record\0", self.path()]
        return plan

    def spec(self):
        rng = self.rng
        spec = {"v": 3, "model": self.hash, "file": self.text(), "submitted": 1, "seconds": 1.0, "plans": [self.plan()]}
        if rng.random() < 0.15:
            spec["language"] = rng.choice(["ivl", self.value()])
        if rng.random() < 0.15:
            spec["property"] = rng.choice([0, 1, 2**32, self.value()])
        if rng.random() < 0.25:
            field = rng.choice(sorted(spec))
            spec[field] = rng.choice([self.value(), self.path(), "0" * 64])
        if rng.random() < 0.05:
            spec["v"] = 1
            spec["plans"] = [{"name": "old", "words": ["--engine", "ic3", "--ic3-record\0", self.path()]}]
        return spec

    def spec_text(self):
        text = json.dumps(self.spec())
        if self.rng.random() < 0.2:
            text = list(text)
            for _ in range(self.rng.randrange(1, 4)):
                text[self.rng.randrange(len(text))] = self.rng.choice(['"', "{", "]", "\\", "0", ",", ":", "\0", "x"])
            text = "".join(text)
        return text

    def member(self):
        rng = self.rng
        return rng.choice([f"{self.text()}/{rng.randrange(3)}", self.text(), f"job{rng.randrange(50)}/{self.text()}",
                           f"nobody/{rng.randrange(3)}", f"job{rng.randrange(50)}/{10 ** rng.randrange(12)}"])

    def result(self):
        evidence = self.bytes()
        info = {"v": 3, "plan": 0, "verdict": self.rng.choice(["answer", "unknown", "failed", self.value()]), "worker": self.text(),
                "reason": self.text(), "seconds": 1.0, "sha256": hashlib.sha256(evidence).hexdigest()}
        if self.rng.random() < 0.5:
            info[self.rng.choice(sorted(info))] = self.value()
        return json.dumps(info), self.rng.choice([gzip.compress(evidence), self.any_bytes()])

    def status(self):
        status = {"v": 3, "worker": self.text(), "phase": self.text(), "bound": 1, "level": 1, "lemmas_out": 1, "lemmas_in": 1,
                  "lemmas_taken": 1, "lemmas_useful": 1, "bytes": 1, "seconds": 1.0}
        status[self.rng.choice(sorted(status))] = self.value()
        return json.dumps(status)

    def damaged_model(self):
        """With its right hash."""
        rng = self.rng
        model, language = (bytearray(self.model), None) if rng.random() < 0.6 else (bytearray(self.ivl), "ivl")
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(model))
            model[at:at + rng.randrange(3)] = rng.choice([b"", b"9", b"999999999", b"\0", b"\n", b"-", self.path().encode(), b"a", b"2"])
        if rng.random() < 0.1:
            model = bytearray(self.any_bytes())
        return bytes(model), language


class Batch:
    """Commands that write hostile values, and what has to be gone before all is well again."""

    def __init__(self, maker):
        self.maker, self.rng = maker, maker.rng
        self.commands, self.jobs = [], []
        self.kinds = collections.Counter()

    def add_job(self, spec, model=None):
        name = f"job{len(self.jobs)}"
        self.jobs.append(name)
        key = f"{BOARD}job:{name}"
        if model is not None:
            digest = hashlib.sha256(model).hexdigest()
            self.commands.append(["SET", "cairn2:model:{%s}" % digest, gzip.compress(model)])
        self.commands += [["HSET", key, "spec", spec, "state", "open"], ["ZADD", BOARD + "jobs", len(self.jobs), name],
                          ["ZADD", BOARD + "waiting", len(self.jobs), f"{name}/0"]]
        return name

    def good_spec(self, **changes):
        plan = {"name": "p", "engine": "ic3", "passes": [], "seed": 0, "settings": {}}
        return json.dumps({"v": 3, "model": self.maker.hash, "file": "f", "submitted": 1, "seconds": 1.0, "plans": [plan],
                           **changes})

    def case(self):
        kind = self.rng.choice([self.plan, self.plan, self.plan, self.bytes_of_spec, self.model, self.wrong_model, self.waiting,
                                self.leased, self.owner, self.result, self.result, self.status, self.state, self.worker, self.name,
                                self.lemmas, self.attempts, self.wrong_type])
        self.kinds[kind.__name__] += 1
        kind()

    def plan(self):
        self.add_job(self.maker.spec_text())

    def bytes_of_spec(self):
        self.add_job(self.maker.any_bytes())

    def model(self):
        model, language = self.maker.damaged_model()
        changes = {"model": hashlib.sha256(model).hexdigest()}
        if language:
            changes["language"] = language
        self.add_job(self.good_spec(**changes), model)

    def wrong_model(self):
        digest = hashlib.sha256(self.maker.bytes() + b"x").hexdigest()
        self.add_job(self.good_spec(model=digest))
        if self.rng.random() < 0.7:
            key = "cairn2:model:{%s}" % digest
            self.commands.append(self.rng.choice([["SET", key, self.maker.any_bytes()], ["LPUSH", key, "x"]]))

    def waiting(self):
        self.commands.append(["ZADD", BOARD + "waiting", self.rng.choice([-1, 0, 1e300, "inf", "-inf"]), self.maker.member()])

    def leased(self):
        self.commands.append(["ZADD", BOARD + "leased", self.rng.choice([-1, 0, 1e300, "inf", "-inf"]), self.maker.member()])

    def owner(self):
        self.commands.append(["HSET", BOARD + "owners", self.maker.member(), self.maker.text()])

    def result(self):
        name = self.rng.choice(self.jobs) if self.jobs else self.add_job(self.good_spec())
        info, evidence = self.maker.result()
        fields = self.rng.choice([["info", info, "evidence", evidence], ["given-up", self.maker.text()], ["info", info],
                                  [self.maker.text(), self.maker.any_bytes()]])
        self.commands.append(["XADD", f"{BOARD}job:{name}:results", "*", *fields])

    def status(self):
        name = self.rng.choice(self.jobs) if self.jobs else self.add_job(self.good_spec())
        self.commands.append(["SET", f"{BOARD}job:{name}:status:0", self.rng.choice([self.maker.status(), self.maker.any_bytes()])])

    def state(self):
        name = self.add_job(self.good_spec())
        self.commands.append(["HSET", f"{BOARD}job:{name}", "state", self.rng.choice([self.maker.text(), "done"]), "verdict",
                              self.maker.text()])

    def worker(self):
        name = self.maker.text()
        info = {"v": 3, "id": self.maker.text(), "host": self.maker.text(), "jobs": 1, "version": "x", "seen": 1, "begun": 1}
        info[self.rng.choice(sorted(info))] = self.maker.value()
        self.commands += [["ZADD", BOARD + "workers", 1e15, name],
                          ["SET", f"{BOARD}worker:{name}", self.rng.choice([json.dumps(info), self.maker.any_bytes()])]]

    def name(self):
        self.commands.append(["ZADD", BOARD + "jobs", self.rng.randrange(10**9), self.maker.text()])

    def lemmas(self):
        """In the stream that the good plan of this batch reads."""
        batch = b"L\x01" + bytes(self.rng.randrange(256) for _ in range(self.rng.randrange(60)))
        self.commands.append(["LEMMAS", self.rng.choice([batch, self.maker.any_bytes()])])

    def attempts(self):
        name = self.add_job(self.good_spec())
        self.commands.append(["HSET", f"{BOARD}job:{name}", "attempts:0", self.rng.choice([self.maker.text(), 2**62, -5, 11])])

    def wrong_type(self):
        key = self.rng.choice([BOARD + end for end in ("jobs", "waiting", "leased", "owners", "workers", "sequence", "job:x",
                                                      "job:job0", "job:job1:results", "job:job2:status:0")])
        self.commands += [["DEL", key], self.rng.choice([["SET", key, self.maker.any_bytes()], ["LPUSH", key, "x"],
                                                        ["SADD", key, "x"], ["HSET", key, "a", "b"], ["ZADD", key, 1, "x"]])]


class Fuzzer:
    def __init__(self, folder, seed, verbose):
        self.folder, self.verbose = folder, verbose
        self.rng = random.Random(seed)
        (folder / "target").mkdir()
        (folder / "secret").write_text(SECRET + "\n")
        program = folder / "program"
        program.write_text(f"#!/bin/sh\ntouch {folder}/target/ran\n")
        program.chmod(0o755)
        self.maker = Maker(self.rng, folder)
        self.server = RedisServer(folder / "redis", "--appendonly", "no")
        self.client = Client(self.server.socket)
        self.worker = Background(folder, "worker", "--redis", self.server.address, "--jobs", "4", "--lease", "2", "--memory", "2G")
        self.kinds = collections.Counter()
        self.stream = None

    def fault(self, text):
        raise AssertionError(text)

    def cairn(self, *arguments, limit=120):
        result = subprocess.run([CAIRN, *map(str, arguments), "--redis", self.server.address], capture_output=True, timeout=limit,
                                cwd=self.folder / "target")
        if result.returncode not in (0, INPUT_ERROR, SAFE, UNSAFE):
            self.fault(f"{arguments} ends with {result.returncode}: {result.stderr!r}")
        for name, text in (("output", result.stdout), ("messages", result.stderr)):
            self.look_at_text(f"{arguments}: {name}", text)
        return result

    def look_at_text(self, where, data):
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            return self.fault(f"{where} is no UTF-8: {data!r}")
        bad = [c for c in text if (c < " " and c != "\n") or "\x7f" <= c <= "\x9f" or c in "\u202e\u2028"]
        if bad:
            self.fault(f"{where} has control characters {bad!r}: {text!r}")
        if SECRET in text:
            self.fault(f"{where} has the secret")

    def look_at_machine(self):
        if self.worker.process.poll() is not None:
            self.fault(f"the worker ended with {self.worker.process.returncode}: {self.worker.text()[-2000:]}")
        if list((self.folder / "target").iterdir()):
            self.fault(f"written: {[p.name for p in (self.folder / 'target').iterdir()]}")
        if (self.folder / "secret").read_text() != SECRET + "\n":
            self.fault("the secret was overwritten")
        self.look_at_text("the worker's messages", self.worker.messages.read_bytes())

    def children(self):
        pid = self.worker.process.pid
        found = []
        for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
            found += (task / "children").read_text().split()
        return found

    def until(self, condition, what, seconds=300):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                self.fault(f"{what} takes too long; the worker says {self.worker.text()[-1500:]}")
            time.sleep(0.05)

    def waiting(self):
        reply = self.client.send([["ZCARD", BOARD + "waiting"], ["HLEN", BOARD + "owners"]])
        return [part for part in reply.split(b"\r\n") if part.startswith(b":")]

    def find_stream(self):
        """The stream of lemmas of the good plan: the worker makes it when it shares some."""
        keys = self.client.send([["KEYS", "cairn2:lemmas:*"]]).split(b"\r\n")
        self.stream = next((key for key in keys if key.startswith(b"cairn2:lemmas:")), None)

    def good_job(self):
        result = self.cairn("check", RING, "--engine", "ic3", "--timeout", "100")
        if result.returncode != SAFE:
            self.fault(f"the good job ends with {result.returncode}: {result.stderr.decode()}; worker: {self.worker.text()[-2000:]}")
        if self.stream is None:
            self.find_stream()

    def run(self, cases):
        batch = Batch(self.maker)
        model = [["SET", "cairn2:model:{%s}" % self.maker.hash, gzip.compress(self.maker.model)]]
        for _ in range(cases):
            batch.case()
        self.kinds += batch.kinds
        commands = []
        for words in batch.commands:
            if words[0] == "LEMMAS":
                words = ["XADD", self.stream or b"cairn2:lemmas:{%s}" % (b"0" * 64), "*", self.rng.choice(["l", self.maker.text()]),
                         words[1]]
            commands.append(words)
        self.client.send(model + commands)
        self.cairn("jobs")
        self.cairn("jobs", "--json", "-")
        for name in self.rng.sample(batch.jobs, min(2, len(batch.jobs))):
            self.cairn("jobs", "attach", name, "--timeout", "3")
            self.cairn("jobs", "cancel", name)
        self.look_at_machine()
        # Types that are wrong for good keep the worker from its work; it has to be there when they are right again.
        keys = [BOARD + end for end in ("jobs", "waiting", "leased", "owners", "workers", "sequence")]
        types = self.client.send([["TYPE", key] for key in keys]).split(b"\r\n")
        expected = (b"zset", b"zset", b"zset", b"hash", b"zset", b"string")
        repairs = [["DEL", key] for key, found, right in zip(keys, types, expected) if found[1:] not in (right, b"none")]
        lost = ["DEL", BOARD + "waiting"] in batch.commands
        self.client.send(repairs + [["ZADD", BOARD + "waiting", i, f"{name}/0"] for i, name in enumerate(batch.jobs) if lost])
        self.until(lambda: self.waiting()[:1] == [b":0"], "taking the jobs")
        self.client.send([["DEL", f"{BOARD}job:{name}"] for name in batch.jobs])
        self.until(lambda: not self.children(), "ending the plans")
        self.look_at_machine()
        self.client.send([["FLUSHALL"]])
        self.good_job()
        self.look_at_machine()

    def stop(self):
        self.worker.signal(signal.SIGTERM)
        try:
            self.worker.wait(20)
        except subprocess.TimeoutExpired:
            pass
        self.worker.kill()
        self.server.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=120)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--batch", type=int, default=40)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    if why_not():
        print(f"skipped: {why_not()}")
        sys.exit(77)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cairn-hostile-"))
    fuzzer = Fuzzer(folder, arguments.first, arguments.verbose)
    done, begin = 0, time.monotonic()
    try:
        while done < arguments.cases:
            count = min(arguments.batch, arguments.cases - done)
            fuzzer.run(count)
            done += count
            if arguments.verbose:
                print(f"{done} cases, {time.monotonic() - begin:.0f} s", flush=True)
    except AssertionError as fault:
        print(f"after {done} cases (--first {arguments.first} --batch {arguments.batch}): {fault}")
        fuzzer.stop()
        sys.exit(1)
    fuzzer.stop()
    fuzzer.look_at_text("the worker's messages", fuzzer.worker.messages.read_bytes())
    shutil.rmtree(folder, ignore_errors=True)
    print(f"{done} cases: nothing crashed, hung, was written, read or run; " +
          ", ".join(f"{count} {kind}" for kind, count in sorted(fuzzer.kinds.items())))


if __name__ == "__main__":
    main()
