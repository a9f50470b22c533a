#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Jobs in a cluster while its parts are killed and frozen at random.

Each run has a Redis of its own, two or three workers and a task whose verdict is known. While the task is being checked,
workers, the submitter and Redis are killed (SIGKILL), frozen for a while (SIGSTOP) or, the workers, told to end (SIGTERM);
what was killed is started again, and a submitter that was killed is replaced by `cairn jobs attach`. A run is good if
the right verdict comes out in time, with evidence that `cairn certify` accepts.

usage: cluster_faults.py [--runs N] [--first SEED] [--seconds LIMIT] [--verbose]
"""

import argparse
import collections
import json
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))

from redis_server import Background, RedisServer, why_not  # noqa: E402
from support import CAIRN, INPUT_ERROR, SAFE, UNSAFE, Circuit, counter  # noqa: E402

LEASE = 1.5


def ring(stations):
    """A token goes round; that no two stations have it takes a lemma for every pair."""
    circuit = Circuit(inputs=1, latches=stations)
    move = circuit.inputs[0]
    for i in range(stations):
        before, own = circuit.latches[i - 1], circuit.latches[i]
        circuit.next[i] = circuit.or_(circuit.and_(move, before), circuit.and_(move ^ 1, own))
    circuit.reset[0] = 1
    bad = 0
    for i in range(1, stations):
        bad = circuit.or_(bad, circuit.and_(circuit.latches[0], circuit.latches[i]))
    circuit.bad = [bad]
    return circuit


PLANS = {SAFE: "a = --engine ic3\nb = --engine ic3 --seed 5\nc = --engine ic3 --ic3-generalize extended\n",
         UNSAFE: "a = --engine bmc\nb = --engine bmc --bmc-step 2\nc = --engine bmc --bmc-solver cairn\n"}


def tasks(rng):
    """A circuit that takes these plans a second or some, and its verdict."""
    if rng.random() < 0.5:
        return ring(rng.randint(60, 85)), SAFE
    return counter(10, rng.randint(150, 250)), UNSAFE


class Run:
    def __init__(self, seed, folder, limit):
        self.rng = random.Random(seed)
        self.folder, self.limit = pathlib.Path(folder), limit
        self.log = []
        circuit, self.expected = tasks(self.rng)
        self.model = self.folder / "model.aag"
        self.model.write_bytes(circuit.ascii())
        self.evidence = self.folder / ("c.aag" if self.expected == SAFE else "w.aiw")
        self.plans = self.folder / "plans"
        self.plans.write_text(PLANS[self.expected])
        self.server = RedisServer(self.folder / "redis")
        self.workers = []
        self.submitter = None
        self.gone = []
        self.job = None
        self.frozen = []  # (when to thaw, how)

    def say(self, text):
        self.log.append(f"{time.monotonic() - self.begin:6.2f} {text}")

    def options(self):
        return ["--certificate" if self.expected == SAFE else "--witness", self.evidence]

    def add_worker(self):
        self.workers.append(Background(self.folder, "worker", "--redis", self.server.address, "--lease", LEASE,
                                       "--jobs", self.rng.randint(1, 2)))

    def start(self):
        self.begin = time.monotonic()
        # Few plans, so that each of them matters.
        self.submitter = Background(self.folder, "check", self.model, "--redis", self.server.address, "--portfolio",
                                    self.plans, *self.options())
        self.gone.append(self.submitter)
        for _ in range(self.rng.randint(2, 3)):
            self.add_worker()
        while self.job is None and time.monotonic() - self.begin < self.limit:
            self.job = self.find_job()

    def find_job(self):
        """The job's name, as a person would find it; None while it was not submitted."""
        shown = subprocess.run([CAIRN, "jobs", "--json", "-", "--redis", self.server.address], capture_output=True,
                               timeout=self.limit)
        jobs = json.loads(shown.stdout)["jobs"] if shown.returncode == 0 else []
        return jobs[0]["id"] if jobs else None

    def freeze(self, what, name):
        what.signal(signal.SIGSTOP)
        pause = self.rng.uniform(0.2, 3.0)
        self.frozen.append((time.monotonic() + pause, what))
        self.say(f"{name} freezes for {pause:.1f} s")

    def replace_ended(self):
        """As a supervisor would: who comes while Redis is gone says so and ends."""
        for worker in list(self.workers):
            if worker.process.poll() is not None:
                self.workers.remove(worker)
                self.gone.append(worker)
                time.sleep(0.2)
                self.add_worker()

    def thaw(self, everything=False):
        for when, what in list(self.frozen):
            if everything or time.monotonic() >= when:
                try:
                    what.signal(signal.SIGCONT)
                except (OSError, AttributeError):
                    pass
                self.frozen.remove((when, what))

    def forget(self, what):
        self.frozen = [entry for entry in self.frozen if entry[1] is not what]

    def harm_worker(self):
        worker = self.rng.choice(self.workers)
        kind = self.rng.choice(["kill", "freeze", "end"])
        if kind == "freeze":
            return self.freeze(worker, "a worker")
        self.workers.remove(worker)
        self.forget(worker)
        if kind == "end":
            worker.signal(signal.SIGCONT)
            worker.signal(signal.SIGTERM)
            self.say("a worker is told to end")
        else:
            worker.kill()
            self.say("a worker is killed")
        self.gone.append(worker)  # to be waited for at the end
        self.add_worker()

    def harm_redis(self):
        if self.rng.random() < 0.5:
            return self.freeze(self.server, "Redis")
        self.forget(self.server)
        self.server.kill()
        pause = self.rng.uniform(0, 1.2)
        self.say(f"Redis is killed and back after {pause:.1f} s")
        time.sleep(pause)
        self.server.start()

    def harm_submitter(self):
        if self.rng.random() < 0.4:
            return self.freeze(self.submitter, "the submitter")
        self.forget(self.submitter)
        self.thaw(everything=True)  # who attaches wants to see the job
        self.submitter.kill()
        self.say("the submitter is killed; another attaches")
        return self.attach()

    def attach(self):
        self.submitter = Background(self.folder, "jobs", "attach", self.job, "--redis", self.server.address,
                                    *self.options())
        self.gone.append(self.submitter)

    def is_over(self):
        """The submitter has ended. Who could not even reach Redis tries again, as a person would."""
        if self.submitter.process.poll() is None:
            return False
        if self.submitter.process.returncode == INPUT_ERROR and "error: Redis at" in self.submitter.text():
            self.say("Redis was not there; another attaches")
            time.sleep(0.5)
            self.thaw()
            self.attach()
            return False
        return True

    def harm(self):
        self.rng.choice([self.harm_worker, self.harm_worker, self.harm_redis, self.harm_submitter])()

    def run(self):
        """None, or what went wrong."""
        self.start()
        faults = self.rng.randint(1, 5)
        next_fault = time.monotonic() + self.rng.uniform(0, 1.2)
        while not self.is_over():
            if time.monotonic() - self.begin > self.limit:
                return "hangs"
            self.thaw()
            self.replace_ended()
            if faults > 0 and time.monotonic() >= next_fault:
                faults -= 1
                self.harm()
                next_fault = time.monotonic() + self.rng.uniform(0, 1.2)
            time.sleep(0.02)
        self.thaw(everything=True)
        code, out = self.submitter.wait()
        verdict = {SAFE: "safe\n", UNSAFE: "unsafe\n"}[self.expected]
        self.say(f"exit code {code}, {out!r}")
        if (code, out) != (self.expected, verdict):
            return "wrong answer" if code in (SAFE, UNSAFE) else f"lost task (exit code {code})"
        judged = subprocess.run([CAIRN, "certify", "-q", self.model, self.evidence], capture_output=True)
        if judged.returncode != self.expected:
            return "evidence is not accepted"
        return None

    def stop(self):
        for process in [*self.workers, *self.gone]:
            process.kill()
        self.server.kill()

    def messages(self):
        return "\n".join(f"--- {file.name}\n{file.read_text(errors='replace')}"
                         for file in sorted(self.folder.glob("messages-*")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=120, help="that a run may take")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    if why_not():
        print(f"skipped: {why_not()}")
        sys.exit(77)
    ends, seconds = collections.Counter(), []
    for seed in range(arguments.first, arguments.first + arguments.runs):
        folder = tempfile.mkdtemp(prefix="cairn-faults-")
        run = Run(seed, folder, arguments.seconds)
        try:
            fault = run.run()
        finally:
            run.stop()
        seconds.append(time.monotonic() - run.begin)
        ends[fault or "good"] += 1
        if fault or arguments.verbose:
            print(f"run {seed}: {fault or 'good'}, {seconds[-1]:.1f} s\n  " + "\n  ".join(run.log), flush=True)
        if fault:
            print(run.messages(), flush=True)
        shutil.rmtree(folder, ignore_errors=True)
    seconds.sort()
    print(f"{arguments.runs} runs: " + ", ".join(f"{count} {end}" for end, count in ends.items()) +
          f"; median {seconds[len(seconds) // 2]:.1f} s, longest {seconds[-1]:.1f} s")
    sys.exit(0 if set(ends) <= {"good"} else 1)


if __name__ == "__main__":
    main()
