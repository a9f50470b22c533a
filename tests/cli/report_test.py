# SPDX-License-Identifier: MIT
"""The page of a run (--report, cairn report): what is in it, without a browser; report_browser_test.py looks at it with one."""

import base64
import hashlib
import json
import re
import unittest

from support import *

RING, ARBITER = EXAMPLES / "token_ring.aag", EXAMPLES / "bus_arbiter.aag"
HOSTILE = "</script><img src=x onerror=alert(1)>\u2028\u202e'\"&<!--"


def parts(page):
    """The policy, the style, the data and the script of a page."""
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page).group(1)
    style = re.search(r"<style>(.*?)</style>", page, re.S).group(1)
    data = re.search(r'<script type="application/json" id="data" data-kind="(\w+)">(.*?)</script>', page, re.S)
    scripts = re.findall(r"<script>(.*?)</script>", page, re.S)
    return policy, style, data, scripts


def policy_hash(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


class ReportPage(CliTest):
    def page(self, *arguments):
        result = run("check", *arguments, "--report", self.path("run.html"), limit=60)
        self.assertIn(result.code, (SAFE, UNSAFE, UNKNOWN), result)
        return self.path("run.html").read_text()

    def data(self, page):
        return json.loads(parts(page)[2].group(2))

    def test_a_page_needs_nothing_else_and_runs_nothing_else(self):
        page = self.page(ARBITER)
        policy, style, _, scripts = parts(page)
        self.assertEqual(len(scripts), 1)
        self.assertEqual(policy, f"default-src 'none'; script-src {policy_hash(scripts[0])}; style-src {policy_hash(style)}; "
                         "base-uri 'none'; form-action 'none'")
        self.assertLess(len(scripts[0].encode()), 150_000)
        self.assertNotRegex(page, r"https?://|<link|<iframe| on\w+=\"|javascript:")

    def test_a_waveform_has_what_matters_first(self):
        report = self.data(self.page(ARBITER, "--engine", "bmc"))
        wave = report["waveform"]
        self.assertEqual(wave["steps"], report["evidence"]["steps"] + 1)
        self.assertEqual([signal["distance"] for signal in wave["signals"]], sorted(signal["distance"] for signal in wave["signals"]))
        bad = [signal for signal in wave["signals"] if signal["name"] == "both_granted"]
        self.assertEqual(bad[0]["bits"], "0" * (wave["steps"] - 1) + "1")
        self.assertTrue(any("free" in signal for signal in wave["signals"]), wave)

    def test_values_that_play_no_part_are_free(self):
        """The bad state reads `a` in the second step alone; `b` never matters."""
        model = self.file("m.aag", "aag 3 2 1 0 0 1\n2\n4\n6 2\n6\ni0 a\ni1 b\nl0 seen\n")
        wave = self.data(self.page(model))["waveform"]
        signals = {signal["name"]: signal for signal in wave["signals"]}
        self.assertEqual((wave["steps"], signals["a"]["bits"][0]), (2, "1"))
        self.assertEqual(signals["a"]["free"], [1])
        self.assertEqual(signals["b"]["free"], [0, 1])
        self.assertNotIn("distance", signals["b"])

    def test_a_proof_has_its_lemmas(self):
        report = self.data(self.page(RING, "--certificate", self.path("c.aag")))
        self.assertEqual(len(report["lemmas"]), report["evidence"]["lemmas"])
        self.assertTrue(any("|" in lemma for lemma in report["lemmas"]), report["lemmas"])
        for path in (str(RING), str(self.path("c.aag"))):
            self.assertEqual(report["hashes"][path], hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest())
        self.assertEqual(report["written"]["report"], str(self.path("run.html")))
        again = self.data(self.page(RING))  # over the page of before
        self.assertNotIn(str(self.path("run.html")), again["hashes"])

    def test_each_property_has_its_evidence(self):
        design = self.file("m.aag", "aag 2 1 1 0 0 2\n2\n4 4\n4\n2\nb0 never\nb1 at_once\n")
        report = self.data(self.page(design, "--property", "all"))
        never, at_once = report["assertions"]
        self.assertIn("lemmas", never)
        self.assertEqual(at_once["waveform"]["steps"], 1)

    def test_a_lasso_has_its_loop(self):
        model = self.file("j.aag", "aag 1 0 1 0 0 0 0 1\n2 3\n1\n2\n")
        report = self.data(self.page(model))
        self.assertEqual(report["waveform"]["loop_start"], report["evidence"]["loop_start"])
        self.assertNotIn("cairn_loop", [signal["name"] for signal in report["waveform"]["signals"]])

    def test_words_have_waveforms_too(self):
        wave = self.data(self.page(EXAMPLES / "ring_buffer.btor2"))
        self.assertIn("waveform" if wave["verdict"] == "unsafe" else "lemmas", wave)

    def test_programs_have_source_values_and_stack(self):
        report = self.data(self.page(EXAMPLES / "position_encoder.c"))
        self.assertEqual(report["sources"][0]["text"], (EXAMPLES / "position_encoder.c").read_text())
        stacks = [step["stack"] for step in report["trace"] if "stack" in step]
        self.assertEqual(stacks[0][0]["function"], "main")
        self.assertTrue(any("changes" in step for step in report["trace"]))
        proof = self.data(self.page(EXAMPLES / "gcd.c"))
        self.assertTrue(proof["invariants"][0]["facts"])

    def test_structured_text_has_scans(self):
        report = self.data(self.page(EXAMPLES / "position_encoder.st"))
        failing = [row for row in report["assertions"] if row["verdict"] == "unsafe"]
        self.assertEqual(failing[0]["waveform"]["unit"], "scan")
        self.assertTrue(failing[0]["trace"])

    def test_the_course_of_the_run(self):
        report = self.data(self.page(RING, "--engine", "bmc", "--bmc-last", 300))
        self.assertGreater(len(report["progress"]), 0)
        times = [sample["seconds"] for sample in report["progress"]]
        self.assertEqual(times, sorted(times))

    def test_hostile_names_stay_text(self):
        name = HOSTILE.replace("\n", "")
        model = self.file("m.aag", f"aag 1 1 0 0 0 1\n2\n2\ni0 {name}\nb0 {name}\n")
        page = self.page(model)
        self.assertEqual(page.count("</script>"), 2)
        self.assertNotIn("<img", page)
        self.assertNotIn("\u2028", page)
        self.assertEqual(self.data(page)["failure"]["name"], name)

    def test_the_same_json_gives_the_same_page(self):
        result = run("check", ARBITER, "--json", self.path("run.json"), "--json-details")
        self.assertEqual(result.code, UNSAFE, result)
        for _ in range(2):
            result = run("report", self.path("run.json"), "-o", self.path("a.html"))
            self.assertEqual((result.code, result.out, result.err), (DONE, "", ""), result)
        again = run("report", self.path("run.json"), "-o", "-")
        self.assertEqual(again.out, self.path("a.html").read_text())
        self.assertEqual(self.data(again.out), self.json_of(self.path("run.json")))

    def test_a_run_without_details_has_a_page(self):
        run("check", ARBITER, "--json", self.path("run.json"))
        result = run("report", self.path("run.json"), "-o", "-")
        self.assertEqual(result.code, DONE, result)
        self.assertNotIn("waveform", self.data(result.out))

    def test_a_limit_leaves_a_page(self):
        report = self.data(self.page(RING, "--engine", "bmc", "--bmc-last", 3))
        self.assertEqual((report["verdict"], report["bound"]), ("unknown", 3))

    def test_an_unknown_says_what_to_try(self):
        report = self.data(self.page(RING, "--engine", "bmc", "--bmc-last", 3))
        self.assertIn("--bmc-last 6", report["hints"][0])
        self.assertIn("without --engine", report["hints"][1])
        result = run("check", RING, "--engine", "bmc", "--bmc-last", 3)
        self.assertEqual([line for line in result.err.splitlines() if "try: " in line],
                         ["cairn:   try: " + hint for hint in report["hints"]])
        self.assertNotIn("hints", self.data(self.page(RING)))

    def test_a_shortest_counterexample(self):
        for name in sorted(REGRESS.glob("*.a?g"))[:40]:
            found = run("check", name, "--engine", "ic3", "--timeout", 10, "--shortest", "--json", self.path("a.json"))
            if found.code != UNSAFE:
                continue
            run("check", name, "--engine", "bmc", "--bmc-shortest", "--timeout", 10, "--json", self.path("b.json"))
            ours, best = self.json_of(self.path("a.json")), self.json_of(self.path("b.json"))
            if "loop_start" not in ours["evidence"] and best["verdict"] == "unsafe":
                self.assertEqual(ours["evidence"]["steps"], best["evidence"]["steps"], name)
        self.assertEqual(run("check", EXAMPLES / "gcd.c", "--shortest").code, USAGE)

    def test_errors(self):
        for content, message in (("", "no JSON"), ("[]", "no report"), ('{"schema": 2}', "no report"),
                                 ('{"schema": 1, "verdict": "safe"}', "another version"), ("[" * 100000, "no JSON")):
            bad = self.file("bad.json", content)
            result = run("report", bad, "-o", self.path("x.html"))
            self.assertEqual(result.code, INPUT_ERROR, result)
            self.assertIn(message, result.err)
            self.assertFalse(self.path("x.html").exists())
        self.assertEqual(run("report", bad, "-o", bad).code, INPUT_ERROR)
        self.assertEqual(run("report", bad).code, USAGE)
        self.assertEqual(run("check", ARBITER, "--report", "-").code, USAGE)
        self.assertEqual(run("check", ARBITER, "--report", self.path("no/such.html")).code, INPUT_ERROR)
        self.assertEqual(run("check", ARBITER, "--report", ARBITER).code, INPUT_ERROR)

    def test_an_input_error_is_a_page(self):
        bad = self.file("bad.aag", "aag 1 0\n")
        result = run("check", bad, "--report", self.path("run.html"))
        self.assertEqual(result.code, INPUT_ERROR, result)
        self.assertEqual(self.data(self.path("run.html").read_text())["verdict"], "error")


if __name__ == "__main__":
    unittest.main()
