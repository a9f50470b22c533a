# SPDX-License-Identifier: MIT
"""Word-level models in BTOR2: answers, evidence in BTOR2, and who judges it."""

import gzip
import json
import pathlib
import unittest

from support import *

# A counter of 4 bits that an input lets count; bad at 9 (b0), and above 12 (b1), which it never is.
COUNTER = """1 sort bitvec 4
2 sort bitvec 1
3 zero 1
4 constd 1 12
5 input 2 enable
6 state 1 count
7 init 1 6 3
8 inc 1 6
9 eq 2 6 4
10 ite 1 9 3 8
11 ite 1 5 10 6
12 next 1 6 11
13 constd 1 9
14 eq 2 6 13
15 bad 14 nine
16 ugt 2 6 4
17 bad 16 high
"""
# A memory of 4 words: what was written last is read.
MEMORY = """1 sort bitvec 2
2 sort bitvec 8
3 sort array 1 2
4 sort bitvec 1
5 input 1 address
6 input 2 data
7 state 3 memory
8 state 1 last
9 state 2 value
10 zero 4
11 state 4 written
12 init 4 11 10
13 write 3 7 5 6
14 next 3 7 13
15 next 1 8 5
16 next 2 9 6
17 one 4
18 next 4 11 17
19 read 2 7 8
20 neq 4 19 9
21 and 4 20 11
22 bad 21 lost
"""
# A memory of 2^32 words that begins with zeros and takes odd words only: bad, if one is neither.
ODD = """1 sort bitvec 1
2 sort bitvec 32
3 sort array 2 2
4 zero 2
5 one 2
6 state 3 memory
7 init 3 6 4
8 input 2 address
9 input 2 data
10 or 2 9 5
11 write 3 6 8 10
12 next 3 6 11
13 input 2 place
14 read 2 6 13
15 slice 1 14 0 0
16 neq 1 14 4
17 and 1 16 -15
18 bad 17
"""
# A state without next takes any value in every step.
FREE = """1 sort bitvec 1
2 sort bitvec 3
3 zero 2
4 state 2 free
5 init 2 4 3
6 state 2 sum
7 init 2 6 3
8 add 2 6 4
9 next 2 6 8
10 constd 2 5
11 eq 1 6 10
12 bad 11
"""
# True for one step at most, and two steps later: 2-inductive, not inductive.
DELAY = """1 sort bitvec 1
2 zero 1
3 state 1 first
4 state 1 second
5 init 1 3 2
6 init 1 4 2
7 next 1 3 2
8 next 1 4 3
9 bad 4
"""
ENGINES = ["auto", "ic3", "bmc", "kind", "itp", "itpseq"]


class Answers(CliTest):
    def test_counter(self):
        model = self.file("counter.btor2", COUNTER)
        self.assert_answer(run("check", model), UNSAFE, "unsafe\n")
        self.assertIn("'nine' is true after 9 steps", run("check", model).err)
        self.assert_answer(run("check", model, "--property", "high"), SAFE, "safe\n")
        self.assert_answer(run("check", model, "--property", "1"), SAFE, "safe\n")

    def test_every_engine_on_bits(self):
        model = self.file("counter.btor2", COUNTER)
        for engine in ENGINES:
            self.assert_answer(run("check", model, "--property", "0", "--engine", engine), UNSAFE, "unsafe\n")
            if engine != "bmc":
                self.assert_answer(run("check", model, "--property", "1", "--engine", engine), SAFE, "safe\n")

    def test_every_engine_on_words(self):
        model = self.file("counter.btor2", COUNTER)
        listed = json.loads(run("engines", "--json").out)
        engines = [engine["name"] for engine in listed if engine["rung"] == "words"]
        self.assertIn("ic3ia", engines)
        for engine in engines:
            result = run("check", model, "--property", "0", "--engine", engine)
            self.assert_answer(result, UNSAFE, "unsafe\n")

    def test_memory(self):
        model = self.file("memory.btor2", MEMORY)
        self.assert_answer(run("check", model), SAFE, "safe\n")
        broken = self.file("broken.btor2", MEMORY.replace("16 next 2 9 6", "16 next 2 9 9"))
        self.assert_answer(run("check", broken), UNSAFE, "unsafe\n")

    def test_state_without_next(self):
        model = self.file("free.btor2", FREE)
        result = run("check", model, "--witness", "-")
        self.assertEqual(result.code, UNSAFE)
        self.assertRegex(result.err, r"after \d+ steps")
        self.assertRegex(result.out, r"(?m)^#1$")

    def test_standard_input_and_gzip(self):
        self.assert_answer(run("check", "-", input_bytes=COUNTER.encode()), UNSAFE, "unsafe\n")
        packed = self.path("model.gz")
        with gzip.open(packed, "wt") as file:
            file.write(COUNTER)
        self.assert_answer(run("check", packed), UNSAFE, "unsafe\n")

    def test_workers(self):
        model = self.file("counter.btor2", COUNTER)
        self.assert_answer(run("check", model, "--workers", 2, "--property", "nine"), UNSAFE, "unsafe\n")
        self.assert_answer(run("check", model, "--workers", 2, "--property", "high"), SAFE, "safe\n")

    def test_report(self):
        model = self.file("counter.btor2", COUNTER)
        report = json.loads(run("check", model, "--json", "-").out)
        self.assertEqual(report["verdict"], "unsafe")
        self.assertEqual(report["failure"], {"index": 0, "name": "nine"})
        self.assertEqual(report["evidence"], {"kind": "witness", "checked": True, "steps": 9})
        self.assertEqual(report["model"]["states"], 1)

    def test_contradictory_constraints_are_said(self):
        model = self.file("empty.btor2", COUNTER + "18 zero 2\n19 constraint 18\n")
        result = run("check", model)
        self.assert_answer(result, SAFE, "safe (vacuous)\n")
        self.assertIn("the model has no runs", result.err)
        self.assert_answer(run("check", model, "--strict"), UNKNOWN, "unknown\n")


class Evidence(CliTest):
    def test_witness(self):
        model, witness = self.file("counter.btor2", COUNTER), self.path("bug.wit")
        run("check", model, "--witness", witness)
        text = pathlib.Path(witness).read_text()
        self.assertTrue(text.startswith("sat\nb0\n"))
        self.assertTrue(text.endswith("\n.\n"))
        self.assert_answer(run("certify", model, witness), UNSAFE, "unsafe\n")
        # Without the first step that counts, it is not at nine.
        changed = self.file("changed.wit", text.replace("0 1 enable@0", "0 0 enable@0"))
        self.assertNotEqual(pathlib.Path(changed).read_text(), text)
        self.assert_answer(run("certify", model, changed), REJECTED, "rejected\n")

    def test_certificate(self):
        model, proof = self.file("counter.btor2", COUNTER), self.path("proof.btor2")
        run("check", model, "--property", "high", "--certificate", proof)
        self.assert_answer(run("certify", model, proof, "--property", "high"), SAFE, "safe\n")
        # It says nothing of the other property.
        self.assert_answer(run("certify", model, proof), REJECTED, "rejected\n")
        # A proof about a counter that stops earlier is none about this one.
        text = pathlib.Path(proof).read_text()
        other = self.file("other.btor2", text.replace("4 constd 1 12", "4 constd 1 5"))
        self.assertNotEqual(pathlib.Path(other).read_text(), text)
        self.assert_answer(run("certify", model, other, "--property", "high"), REJECTED, "rejected\n")

    def test_certificates_of_every_engine(self):
        model, proof = self.file("counter.btor2", COUNTER), self.path("proof.btor2")
        for engine in ENGINES:
            if engine == "bmc":
                continue
            result = run("check", model, "--property", "1", "--engine", engine, "--certificate", proof)
            self.assertEqual(result.code, SAFE)
            self.assert_answer(run("certify", model, proof, "--property", "1"), SAFE, "safe\n")

    def test_certificate_of_k_induction(self):
        model, proof = self.file("delay.btor2", DELAY), self.path("proof.btor2")
        for engine in ("kind", "kind-words"):
            options = ["--engine", engine, "--word-passes", "none", "--passes", "none"]
            self.assertEqual(run("check", model, *options, "--certificate", proof).code, SAFE)
            self.assert_answer(run("certify", model, proof), SAFE, "safe\n")
        self.assertRegex(pathlib.Path(proof).read_text(), r"(?m)^\d+ state 1$")  # of the proof's own

    def test_certificate_with_arrays(self):
        model, proof = self.file("memory.btor2", MEMORY), self.path("proof.btor2")
        run("check", model, "--certificate", proof)
        self.assert_answer(run("certify", model, proof), SAFE, "safe\n")

    def test_certificate_with_prophecies(self):
        model, proof = self.file("model.btor2", ODD), self.path("proof.btor2")
        result = run("check", model, "--json", "-", "--certificate", proof)
        self.assertEqual(result.code, SAFE)
        report = json.loads(result.out)
        self.assertEqual(report["evidence"]["prophecies"], 1)
        self.assertEqual(report["statistics"]["prophecy.indices.prophecy"], 1)
        self.assertIn("Cerbtora rejects it", result.err)
        self.assert_answer(run("certify", model, proof), SAFE, "safe\n")
        # What it predicts is part of the proof.
        changed = self.file("changed.btor2", pathlib.Path(proof).read_text().replace("prophecy=", "x"))
        self.assert_answer(run("certify", model, changed), REJECTED, "rejected\n")

    def test_prophecies_can_be_left_out(self):
        short = ["check", self.file("model.btor2", ODD), "--kind-words-last", "2", "--bmc-words-last", "2"]
        self.assert_answer(run(*short), SAFE, "safe\n")
        self.assert_answer(run(*short, "--no-prophecy-auto"), UNKNOWN, "unknown\n")

    def test_model_itself_proves_nothing(self):
        model = self.file("counter.btor2", COUNTER)
        self.assert_answer(run("certify", model, model), REJECTED, "rejected\n")

    def test_hwmcc(self):
        model = self.file("counter.btor2", COUNTER)
        sat, unsat = self.path("sat"), self.path("unsat")
        result = run("hwmcc", model, sat, unsat)
        self.assertEqual(result.out, "sat\n")
        self.assert_answer(run("certify", model, sat), UNSAFE, "unsafe\n")
        memory = self.file("memory.btor2", MEMORY)
        self.assertEqual(run("hwmcc", memory, sat, unsat).out, "unsat\n")
        self.assert_answer(run("certify", memory, unsat), SAFE, "safe\n")


class Conversion(CliTest):
    def test_to_bits_and_back(self):
        model = self.file("counter.btor2", COUNTER)
        circuit, again = self.path("counter.aag"), self.path("again.btor2")
        self.assertEqual(run("convert", model, circuit).code, DONE)
        text = pathlib.Path(circuit).read_text()
        for name in ("i0 enable", "l3 count[3]", "b0 nine", "b1 high"):
            self.assertIn(f"\n{name}\n", text)
        self.assertEqual(run("convert", circuit, again).code, DONE)
        self.assertIn("count[3]", pathlib.Path(again).read_text())
        for file in (circuit, again):
            self.assert_answer(run("check", file, "--property", "nine"), UNSAFE, "unsafe\n")
            self.assert_answer(run("check", file, "--property", "high"), SAFE, "safe\n")

    def test_words_stay_words(self):
        model, copy = self.file("memory.btor2", MEMORY), self.path("copy.btor2")
        self.assertEqual(run("convert", model, copy).code, DONE)
        self.assertIn("sort array", pathlib.Path(copy).read_text())
        self.assert_answer(run("check", copy), SAFE, "safe\n")

    def test_large_arrays_have_no_circuit(self):
        model = self.file("large.btor2", MEMORY.replace("1 sort bitvec 2", "1 sort bitvec 40"))
        result = run("convert", model, self.path("large.aig"))
        self.assert_input_error(result, model, "there is no circuit")
        self.assertEqual(self.files(), ["large.btor2"])

    def test_info(self):
        model = self.file("memory.btor2", MEMORY)
        result = run("info", model)
        self.assertIn("4 states of 43 bits, 1 of them arrays", result.out)
        self.assertIn("b0 'lost'", result.out)
        facts = json.loads(run("info", model, "--json").out)
        self.assertEqual((facts["format"], facts["arrays"], facts["without_init"]), ("btor2", 1, 3))


class Refused(CliTest):
    def test_engines_of_programs(self):
        model = self.file("counter.btor2", COUNTER)
        result = run("check", model, "--engine", "ic3cfa")
        self.assertEqual(result.code, USAGE)
        self.assertIn("BTOR2", result.err)

    def test_bad_input_has_a_line(self):
        model = self.file("bad.btor2", COUNTER.replace("8 inc 1 6", "8 frobnicate 1 6"))
        result = run("check", model)
        self.assert_input_error(result, model)
        self.assertRegex(result.err, r":8(:\d+)?:")


class Techniques(CliTest):
    def statistics(self, *options):
        example = str(SOURCE / "examples" / "ring_buffer.btor2")
        result = run("check", example, "--json", "-", *options)
        self.assertEqual(result.code, SAFE)
        return json.loads(result.out)["statistics"]

    def test_words_are_dropped_as_a_whole(self):
        self.assertGreater(self.statistics("--engine", "ic3", "--ic3-drop-words")["ic3.drops.words_done"], 0)
        self.assertEqual(self.statistics("--engine", "ic3")["ic3.drops.words_tried"], 0)


class Simulation(CliTest):
    def test_random_run_finds_the_bad_state(self):
        model = self.file("free.btor2", FREE)
        witness, vcd = self.path("run.wit"), self.path("run.vcd")
        result = run("simulate", model, "--write-witness", witness, "--vcd", vcd)
        self.assertEqual(result.code, DONE)
        self.assertRegex(result.err, r"bad state b0 is true in step \d+: one of \d+ random runs shows it")
        self.assertIn("bad state b0 is true", result.out)
        self.assertEqual(run("certify", model, witness).code, UNSAFE)
        replayed = run("simulate", model, "--witness", witness)
        self.assertEqual(replayed.code, DONE)
        self.assertEqual(replayed.out, result.out)
        self.assertIn("$var reg 3", pathlib.Path(vcd).read_text())

    def test_witness_of_a_check_and_waveform(self):
        model = self.file("counter.btor2", COUNTER)
        witness, vcd = self.path("c.wit"), self.path("c.vcd")
        result = run("check", model, "--witness", witness, "--vcd", vcd)
        self.assertEqual(result.code, UNSAFE)
        waves = pathlib.Path(vcd).read_text()
        self.assertIn("count [3:0] $end", waves)
        self.assertRegex(waves, r"(?m)^b1001 ")
        self.assertTrue(waves.endswith("#100\n"))
        shown = run("simulate", model, "--witness", witness)
        self.assertEqual(shown.code, DONE)
        self.assertIn("state      count = 0x9", shown.out)
        self.assertIn("bad state b0 'nine' is true", shown.out)

    def test_witness_that_shows_nothing(self):
        model = self.file("counter.btor2", COUNTER)
        witness = self.file("short.wit", "sat\nb0\n#0\n@0\n0 1 enable@0\n.\n")
        result = run("simulate", model, "--witness", witness)
        self.assertEqual(result.code, REJECTED)
        self.assertIn("not valid: bad state b0 'nine' is not true in its last step", result.err)

    def test_memory_is_shown_by_elements(self):
        model = self.file("memory.btor2", MEMORY)
        vcd = self.path("m.vcd")
        result = run("simulate", model, "--steps", "5", "--vcd", vcd)
        self.assertEqual(result.code, DONE)
        self.assertIn("else 0x", result.out)
        self.assertRegex(pathlib.Path(vcd).read_text(), r"\\memory\[\d\] \[7:0\]")

    def test_bits_that_a_mask_hides(self):
        """What is compared as a number behind a mask that hides all of it."""
        model = self.file("hidden.btor2", "\n".join([
            "1 sort bitvec 1", "2 sort bitvec 4", "3 constd 2 1", "4 state 2", "5 state 2", "6 add 2 4 5",
            "7 and 2 6 3", "8 state 2", "9 state 1", "10 ite 2 9 7 8", "11 srl 2 10 3", "12 srl 2 11 3",
            "13 state 2", "14 eq 1 12 13", "15 bad 14", "16 next 2 4 4", "17 next 2 5 5", "18 next 2 8 8",
            "19 next 1 9 9", "20 next 2 13 13", ""]))
        result = run("check", model)
        self.assertEqual((result.out, result.code), ("unsafe\n", UNSAFE), result)


if __name__ == "__main__":
    unittest.main()
