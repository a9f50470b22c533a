# SPDX-License-Identifier: MIT
"""Pages of runs in a real browser: what they show and what clicks and keys do. Needs Chromium (Debian's chromium), node and
its module playwright-core (npm install playwright-core, NODE_PATH=.../node_modules); without them these tests are skipped.
CAIRN_SCREENSHOTS names a folder for pictures."""

import os
import shutil
import unittest

from support import *

CHROMIUM = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
NODE = shutil.which("node")
HAS_BROWSER = bool(CHROMIUM and NODE) and subprocess.run([NODE, "-e", "require('playwright-core')"], capture_output=True).returncode == 0
DRIVER = pathlib.Path(__file__).with_name("report_browser.js")

NAME = "</script><img src=x onerror=alert(1)>"


@unittest.skipUnless(HAS_BROWSER, "no browser: chromium, node or playwright-core (see NODE_PATH) is missing")
class Browser(CliTest):
    def look(self, page, steps, width=1200, height=900, scheme="light", clean=True):
        """What the steps gave, and how long the page took to open."""
        self.file("steps.json", json.dumps({"steps": steps, "width": width, "height": height, "scheme": scheme}))
        folder = os.environ.get("CAIRN_SCREENSHOTS")
        picture = [os.path.join(folder, self._testMethodName + ".png")] if folder else []
        done = subprocess.run([NODE, DRIVER, CHROMIUM, page, self.path("steps.json"), *picture], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)
        if clean:
            self.assertEqual(found["problems"], [])
        return found["results"], found["opened"]

    def page(self, *arguments):
        result = run("check", *arguments, "--report", self.path("run.html"), limit=60)
        self.assertIn(result.code, (SAFE, UNSAFE, UNKNOWN), result)
        return self.path("run.html")

    def test_a_waveform(self):
        page = self.page(EXAMPLES / "bus_arbiter.aag")
        foot, body = ".wave-foot", ".wave-body"
        results, _ = self.look(page, [
            ["text", "#verdict"], ["text", "#headline"], ["text", foot],
            ["press", body, "ArrowLeft"], ["text", foot],
            ["press", body, "Home"], ["text", foot], ["press", body, "c"], ["press", body, "End"], ["text", foot],
            ["evaluate", "cairn_wave.per_step"], ["press", body, "+"], ["evaluate", "cairn_wave.per_step"], ["press", body, "f"],
            ["fill", "input[type=search]", "grant"], ["evaluate", "cairn_wave.rows.length"],
            ["evaluate", "cairn_wave.rows.every(row => row.name.includes('grant'))"],
            ["fill", "input[type=search]", ""], ["evaluate", "cairn_wave.draw_now(), Number(cairn_wave.canvas.dataset.milliseconds)"],
        ])
        self.assertEqual(results[0], "unsafe")
        self.assertIn("both_granted", results[1])
        self.assertIn("A: step 13 of 0 to 13", results[2])
        self.assertIn("A: step 12", results[3])
        self.assertIn("A: step 0", results[4])
        self.assertIn("B: step 0, distance 13", results[5])
        self.assertGreater(results[7], results[6])
        self.assertGreater(results[8], 0)
        self.assertTrue(results[9])
        self.assertLess(results[10], 50)

    def test_a_click_moves_the_cursor_and_chooses_a_signal(self):
        page = self.page(EXAMPLES / "bus_arbiter.aag")
        results, _ = self.look(page, [
            ["click", ".wave canvas", [5, 60]], ["text", ".wave-foot"], ["evaluate", "cairn_wave.chosen"],
            ["click", ".wave canvas", [300, 60], ["Shift"]], ["text", ".wave-foot"]])
        self.assertIn("A: step 0", results[0])
        self.assertEqual(results[1], 1)
        self.assertIn("B: step", results[2])

    def test_what_fails_without_a_run_and_what_says_nothing(self):
        row = {"index": 0, "kind": "cover", "claim": "cover 'c'", "name": "c", "verdict": "unreachable", "evidence": {"kind": "certificate", "checked": True, "lemmas": 1}}
        report = {"schema": 2, "cairn_version": "x", "command": ["cairn"], "verdict": "unsafe", "files": ["f"], "property": "", "engine": "bmc",
                  "options": {}, "seed": 0, "failure": {"index": 0}, "evidence": row["evidence"], "assertions": [row], "model": {},
                  "written": {}, "seconds": 1, "phases": {}, "peak_memory_bytes": 1, "statistics": {}}
        for change, text in (({}, "does not hold"), ({"verdict": "safe", "assertions": [{**row, "kind": "assert", "verdict": "safe", "vacuous": True}]}, "A proof")):
            self.file("r.json", json.dumps({**report, **change}))
            self.assertEqual(run("report", self.path("r.json"), "-o", self.path("r.html")).code, DONE)
            results, _ = self.look(self.path("r.html"), [["text", "#meaning"], ["text", "#verdict"]])
            self.assertIn(text, results[0])
            self.assertNotIn("There is a run", results[0])
        self.assertEqual(results[1], "safe (vacuous)")

    def test_radix_hierarchy_and_changes(self):
        wave = {"steps": 4, "left_out": 0, "signals": [
            {"name": "cpu.pc", "kind": "state", "width": 8, "range": "[7:0]", "distance": 0, "at": [0, 2], "values": "0f f0"},
            {"name": "cpu.alu.busy", "kind": "state", "width": 1, "distance": 1, "bits": "0010", "free": [0]},
            {"name": "uart.tx", "kind": "state", "width": 1, "bits": "1111"}]}
        report = {"schema": 2, "cairn_version": "x", "command": ["cairn"], "verdict": "unsafe", "files": ["f"], "property": "", "engine": "bmc",
                  "options": {}, "seed": 0, "failure": {"index": 0}, "evidence": {"kind": "witness", "checked": True, "steps": 3, "loop_start": 2},
                  "model": {}, "waveform": {**wave, "loop_start": 2}, "written": {}, "seconds": 1, "phases": {}, "peak_memory_bytes": 1, "statistics": {}}
        self.file("r.json", json.dumps(report))
        self.assertEqual(run("report", self.path("r.json"), "-o", self.path("r.html")).code, DONE)
        value, names = ".wave-values", ".wave-names"
        results, _ = self.look(self.path("r.html"), [
            ["text", value], ["press", ".wave-body", "r"], ["text", value], ["press", ".wave-body", "r"], ["press", ".wave-body", "r"], ["text", value],
            ["press", ".wave-body", "p"], ["text", ".wave-foot"], ["press", ".wave-body", "Home"], ["text", value],
            ["text", names], ["select", "select[aria-label='which signals']", "tree"], ["text", names], ["text", "section.waveform p"]])
        self.assertIn("f0", results[0])
        self.assertIn("11110000", results[1])
        self.assertIn("-16", results[2])
        self.assertIn("A: step 2", results[3])
        self.assertIn("(0)", results[4])  # any other value would do
        self.assertNotIn("uart", results[5])
        self.assertIn("▾ alu", results[6])
        self.assertIn("▾ uart", results[6])
        self.assertIn("from 2 on repeat for ever", results[7])

    def test_a_proof(self):
        results, _ = self.look(self.page(EXAMPLES / "token_ring.aag"), [
            ["text", "#verdict"], ["count", ".lemmas div"], ["fill", ".proof input", "no such lemma"], ["count", ".lemmas div"], ["text", "#evidence"]])
        self.assertEqual(results[0], "safe")
        self.assertGreater(results[1], 0)
        self.assertEqual(results[2], 0)
        self.assertIn("SHA-256", results[3])

    def test_a_program_step_by_step(self):
        page = self.page(EXAMPLES / "position_encoder.c")
        results, _ = self.look(page, [
            ["text", ".program-run .mono"], ["text", ".source .here"], ["press", ".source", "Home"], ["text", ".program-run .mono"],
            ["press", ".source", "ArrowRight"], ["text", ".program-run .mono"], ["count", ".source .path"], ["count", ".side tr.new"],
            ["evaluate", "cairn_program.state_at(cairn_program.trace.length - 1).size > 0"], ["text", ".side"]])
        self.assertIn("reach_error", results[1])
        self.assertTrue(results[2].startswith("step 1 of"))
        self.assertTrue(results[3].startswith("step 2 of"))
        self.assertGreater(results[4], 3)
        self.assertTrue(results[6])
        self.assertIn("main()", results[7])

    def test_a_proof_in_the_source(self):
        results, _ = self.look(self.page(EXAMPLES / "gcd.c"), [["count", ".source .fact"], ["text", ".source .fact"]])
        self.assertGreater(results[0], 0)
        self.assertIn("b", results[1])

    def test_structured_text(self):
        results, _ = self.look(self.page(EXAMPLES / "position_encoder.st"), [
            ["count", "#properties tbody tr"], ["text", ".wave-values"], ["count", ".source .path"]])
        self.assertGreater(results[0], 1)
        self.assertIn("scan", results[1])
        self.assertGreater(results[2], 0)

    def test_ic3_step_by_step(self):
        log, page = self.path("ring.jsonl"), self.path("ring.html")
        self.assertEqual(run("check", EXAMPLES / "token_ring.aag", "--engine", "ic3", "--log-ic3", log).code, SAFE)
        self.assertEqual(run("report", log, "-o", page).code, DONE)
        node = ".ic3-frames"
        results, _ = self.look(page, [
            ["text", "#verdict"], ["text", ".ic3-sentence"], ["press", node, "n"], ["text", ".ic3-sentence"], ["press", node, "l"],
            ["count", ".lemma.fresh"], ["press", node, "ArrowLeft"], ["count", ".lemma.fresh"], ["press", node, "End"], ["text", ".ic3-sentence"],
            ["count", ".fixpoint"], ["text", ".ic3-code .here"],
            # The player's account of the frames is the engine's: above the closed level are the lemmas of the invariant.
            ["evaluate", "(() => { const e = cairn_ic3.events[cairn_ic3.events.length - 1], s = cairn_ic3.state_at(cairn_ic3.events.length - 1);"
             " return [e.lemmas, [...s.lemmas.values()].filter(one => number_of(one.level) > number_of(e.level)).length]; })()"]])
        self.assertEqual(results[0], "safe")
        self.assertIn("F0 is the initial states: token0", results[1])
        self.assertIn("a new frame begins: F1", results[2])
        self.assertEqual(results[3:5], [1, 0])
        self.assertIn("are an invariant", results[5])
        self.assertEqual(results[6], 1)
        self.assertIn("invariant", results[7])
        self.assertEqual(results[8][0], results[8][1])

    def test_hostile_names(self):
        model = self.file("m.aag", f"aag 1 1 0 0 0 1\n2\n2\ni0 {NAME}\nb0 {NAME}\n")
        results, _ = self.look(self.page(model), [["text", "#headline"], ["count", "img"], ["text", ".wave-names"]])
        self.assertIn(NAME, results[0])
        self.assertEqual(results[1], 0)
        self.assertIn(NAME, results[2])

    def test_a_phone_in_the_dark(self):
        results, _ = self.look(self.page(EXAMPLES / "bus_arbiter.aag"), [
            ["evaluate", "document.documentElement.scrollWidth <= innerWidth"], ["evaluate", "getComputedStyle(document.body).backgroundColor"],
            ["click", "header button"], ["evaluate", "getComputedStyle(document.body).backgroundColor"]], 390, 800, "dark")
        self.assertTrue(results[0])
        self.assertEqual(results[1:], ["rgb(20, 24, 31)", "rgb(255, 255, 255)"])

    def test_ten_thousand_steps_of_two_thousand_signals(self):
        """A counter of 2000 latches that shift: the page opens in time, and drawing a frame takes little."""
        steps, count = 10_000, 2_000
        random = __import__("random").Random(1)
        signals = []
        for i in range(count):
            if i % 2:
                bits = f"{random.getrandbits(steps):0{steps}b}"
                signals.append({"name": f"top.b{i}", "kind": "latch", "width": 1, "distance": i, "bits": bits})
            else:
                at = sorted(random.sample(range(1, steps), 1000))
                signals.append({"name": f"top.w{i}", "kind": "latch", "width": 32, "range": "[31:0]", "distance": i, "at": [0, *at],
                                "values": " ".join(f"{random.getrandbits(32):08x}" for _ in range(1001))})
        report = {"schema": 2, "cairn_version": "x", "command": ["cairn"], "verdict": "unsafe", "files": ["f"], "property": "", "engine": "bmc",
                  "options": {}, "seed": 0, "failure": {"index": 0}, "evidence": {"kind": "witness", "checked": True, "steps": steps - 1},
                  "model": {}, "waveform": {"steps": steps, "left_out": 0, "signals": signals}, "written": {}, "seconds": 1, "phases": {},
                  "peak_memory_bytes": 1, "statistics": {}}
        self.file("big.json", json.dumps(report))
        self.assertEqual(run("report", self.path("big.json"), "-o", self.path("big.html")).code, DONE)
        pan = """(() => { const v = cairn_wave, times = [];
          for (const scale of [v.view_width() / v.steps, 0.5, 4, 40]) { v.per_step = scale;
            for (let i = 0; i < 40; ++i) { v.left = i * v.steps / 45; v.body.scrollTop = i * 100; const begin = performance.now(); v.draw_now(); times.push(performance.now() - begin); } }
          times.sort((a, b) => a - b); return [times[Math.floor(times.length / 2)], times[Math.floor(times.length * 0.95)]]; })()"""
        results, opened = self.look(self.path("big.html"), [["evaluate", pan]])
        print(f"opened in {opened} ms; a frame took {results[0][0]:.1f} ms (median), {results[0][1]:.1f} ms (95%)")
        self.assertLess(opened, 2000 * (3 if os.getloadavg()[0] > 2 else 1))
        self.assertLess(results[0][1], 50)


if __name__ == "__main__":
    unittest.main()
