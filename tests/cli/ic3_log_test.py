# SPDX-License-Identifier: MIT
"""What IC3 tells of its steps (--log-ic3, -vv), judged by an account of its frames that knows nothing of Cairn's."""

import json
import unittest

from support import *

RING, ARBITER = EXAMPLES / "token_ring.aag", EXAMPLES / "bus_arbiter.aag"


def level(value):
    return float("inf") if value == "inf" else value


class Ic3Log(CliTest):
    def events(self, *arguments, code=None):
        result = run("check", *arguments, "--log-ic3", self.path("log.jsonl"), limit=60)
        if code is not None:
            self.assertEqual(result.code, code, result)
        return [json.loads(line) for line in self.path("log.jsonl").read_text().splitlines()]

    def replay(self, events):
        """Frames, lemmas and obligations as the events say; each must make sense where it stands."""
        self.assertEqual(events[0]["event"], "start")
        names = set(events[0]["latches"]) | {"!" + name for name in events[0]["latches"]}
        top, lemmas, obligations, current = 0, {}, {}, None
        for event in events[1:]:
            kind = event["event"]
            for cube in ("cube", "core", "left", "literal"):
                self.assertTrue(set(event.get(cube, [])) <= names, event)
            if kind == "frame":
                self.assertEqual(event["top"], top + 1)
                top = event["top"]
            elif kind == "bad":
                self.assertNotIn(event["name"], obligations)
                self.assertEqual(event["level"], top)
                obligations[event["name"]] = event["cube"]
            elif kind == "predecessor":
                self.assertEqual(event["of"], current)
                obligations[event["name"]] = event["cube"]
            elif kind == "take":
                self.assertIn(event["name"], obligations)
                current = event["name"]
            elif kind == "blocked":
                self.assertEqual(event["name"], current)
                self.assertTrue(set(event["core"]) <= set(obligations[current]), event)
            elif kind == "lemma":
                self.assertNotIn(event["serial"], lemmas)
                self.assertLessEqual(1, level(event["level"]))
                if event["reason"] == "obligation":
                    self.assertTrue(set(event["cube"]) <= set(obligations[current]), event)
                lemmas[event["serial"]] = level(event["level"])
            elif kind == "push":
                self.assertEqual(lemmas[event["serial"]], level(event["from"]))
                self.assertGreater(level(event["to"]), level(event["from"]))
                lemmas[event["serial"]] = level(event["to"])
            elif kind == "stay":
                self.assertEqual(lemmas[event["serial"]], level(event["level"]))
        return top, lemmas, obligations

    def test_a_proof(self):
        for options in ([], ["--passes", "none"], ["--no-ic3-infinity"], ["--ic3-generalize", "drop"]):
            events = self.events(RING, "--engine", "ic3", *options, code=SAFE)
            _, lemmas, _ = self.replay(events)
            self.assertEqual(events[-1]["event"], "invariant")
            self.assertGreaterEqual(len(lemmas), events[-1]["lemmas"])
            self.assertGreater(events[-1]["lemmas"], 0)

    def test_a_counterexample(self):
        events = self.events(ARBITER, "--engine", "ic3", code=UNSAFE)
        self.replay(events)
        self.assertEqual((events[-1]["event"], events[-1]["steps"]), ("counterexample", 13))

    def test_names_are_those_of_the_circuit(self):
        events = self.events(ARBITER, "--engine", "ic3", "--passes", "none", code=UNSAFE)
        named = [line.split(maxsplit=1)[1] for line in ARBITER.read_text().splitlines() if line.startswith("l") and " " in line]
        self.assertEqual(events[0]["latches"], named)

    def test_hostile_names_are_json(self):
        name = 'a"\\\\\x07</script>\u00e4'
        model = self.file("m.aag", f"aag 1 0 1 0 0 1\n2 2\n2\nl0 {name}\n")
        self.assertEqual(self.events(model, "--engine", "ic3", "--passes", "none")[0]["latches"], [name])

    def test_random_circuits_agree_with_runs_without_a_log(self):
        for name in sorted(REGRESS.glob("*.a?g"))[:25]:
            with_log = run("check", name, "--engine", "ic3", "--log-ic3", self.path("log.jsonl"), "--timeout", 20, limit=60)
            without = run("check", name, "--engine", "ic3", "--timeout", 20, limit=60)
            self.assertEqual((with_log.code, with_log.out, with_log.err), (without.code, without.out, without.err), name)

    def test_text(self):
        result = run("check", RING, "--engine", "ic3", "-vv")
        for part in ("ic3: F_1 has no bad state: F_2 begins", "ic3: lemma 0 up to F_", "ic3:   without ", "an invariant"):
            self.assertIn(part, result.err)
        self.assertNotIn("without", run("check", RING, "--engine", "ic3", "-v").err)

    def test_auto_logs_its_first_ic3(self):
        events = self.events(RING, code=SAFE)
        self.assertEqual(sum(event["event"] == "start" for event in events) <= 1, True)

    def test_a_page_of_it(self):
        self.events(RING, "--engine", "ic3", code=SAFE)
        result = run("report", self.path("log.jsonl"), "-o", self.path("ic3.html"))
        self.assertEqual((result.code, result.err), (DONE, ""), result)
        self.assertIn('data-kind="ic3"', self.path("ic3.html").read_text())

    def test_errors(self):
        self.assertEqual(run("check", RING, "--log-ic3", "-").code, USAGE)
        self.assertEqual(run("check", RING, "--log-ic3", self.path("l"), "--workers", 2).code, USAGE)
        self.assertEqual(run("check", RING, "--log-ic3", RING).code, INPUT_ERROR)
        self.assertEqual(run("check", RING, "--engine", "ic3", "--log-ic3", self.path("no/such")).code, INPUT_ERROR)
        bad = self.file("bad.jsonl", '{"event":"start","version":1}\nnonsense\n')
        result = run("report", bad, "-o", self.path("x.html"))
        self.assertEqual(result.code, INPUT_ERROR)
        self.assertIn("bad.jsonl:2:", result.err)
        other = self.file("other.jsonl", '{"event":"start","version":99}\n')
        self.assertIn("another version", run("report", other, "-o", self.path("x.html")).err)
        other = self.file("other.jsonl", '{"event":"start","version":"x"}\n')
        self.assertIn("another version", run("report", other, "-o", self.path("x.html")).err)


if __name__ == "__main__":
    unittest.main()
