# SPDX-License-Identifier: MIT
"""Designs in Verilog: task files of SymbiYosys, and answers in the design's words. Needs Yosys."""

import pathlib
import re
import shutil
import subprocess
import unittest

from support import *

HAS_YOSYS = shutil.which("yosys") is not None
HAS_ICARUS = shutil.which("iverilog") is not None and shutil.which("vvp") is not None

# A queue of four words. The store is a module of its own; `last` has no initial value.
QUEUE = """module store (input clk, input wr, input [1:0] wa, input [3:0] wd, input [1:0] ra, output [3:0] rd);
  reg [3:0] mem [0:3];
  always @(posedge clk) if (wr) mem[wa] <= wd;
  assign rd = mem[ra];
endmodule
module queue (input clk, input rst, input push, input pop, input [3:0] data,
              output [3:0] q, output full, output empty);
  reg [2:0] count = 0;
  reg [1:0] rp = 0, wp = 0;
  reg [3:0] last;
  wire do_push = push && !full;
  wire do_pop = pop && !empty;
  assign full = count == 4;
  assign empty = count == 0;
  store st (.clk(clk), .wr(do_push), .wa(wp), .wd(data), .ra(rp), .rd(q));
  always @(posedge clk) begin
    if (rst) begin count <= 0; rp <= 0; wp <= 0; end
    else begin
      count <= count + do_push - do_pop;
      if (do_push) begin wp <= wp + 1; last <= data; end
      if (do_pop) rp <= rp + 1;
    end
  end
`ifdef FORMAL
`ifdef BUG
  always @(posedge clk) if (count == 2) no_nine: assert (last != 9);
`else
`ifdef SMALL
  always @* begin bounded: assert (count <= 4); end
`else
  always @(posedge clk) bounded: assert (count <= 4);
  always @(posedge clk) pointers: assert (count[1:0] == wp - rp);
`endif
`endif
  always @(posedge clk) begin is_full: cover (full); end
`ifdef NEVER
  always @(posedge clk) never: cover (count == 5);
`endif
`endif
`ifdef LEMMAS
`include "lemmas.svh"
`endif
endmodule
"""

TASKS = """[tasks]
prove   safe
bmc     bounded
bug     bad
bugbmc  bad bounded
shallow bad bounded
cover
never
live

[options]
safe: mode prove
bounded: mode bmc
bug: mode prove
cover: mode cover
never: mode cover
live: mode live
depth 12
shallow: depth 3
bug: expect fail

[engines]
smtbmc

[script]
--pycode-begin--
if "bad" in tags:
    output("read_verilog -sv -formal -DBUG queue.sv")
elif task == "never":
    output("read_verilog -sv -formal -DNEVER queue.sv")
else:
    output("read_verilog -sv -formal queue.sv")
--pycode-end--
prep -top queue

[files]
queue.sv
"""


def status_lines(result):
    return re.findall(r"^SBY \d\d:\d\d:\d\d \[(\S+)\] DONE \((\w+), rc=(\d+)\)$", result.out, re.MULTILINE)


@unittest.skipUnless(HAS_YOSYS, "there is no yosys")
class SbyTest(CliTest):
    def setUp(self):
        super().setUp()
        self.file("queue.sv", QUEUE)
        self.tasks = self.file("queue.sby", TASKS)

    def check(self, *arguments):
        return run("check", self.tasks, *arguments, limit=120)

    def expect(self, task, status, code):
        result = self.check(task)
        self.assertEqual(status_lines(result), [(f"queue_{task}", status, str(code))], str(result))
        self.assertEqual(result.code, code, str(result))
        return result

    def test_prove(self):
        result = self.expect("prove", "PASS", 0)
        self.assertIn("the certificate", result.out)
        self.assertIn("'smtbmc' is not run", result.out)

    def test_bmc(self):
        self.expect("bmc", "PASS", 0)
        self.assertIn("in the first 3 steps", self.expect("shallow", "PASS", 0).out)

    def test_expected_failure(self):
        result = self.expect("bug", "FAIL", 0)
        self.assertRegex(result.out, r"failed assert statement \S*no_nine at \S*queue\.sv:\d+ in step \d+")

    def test_failure(self):
        self.expect("bugbmc", "FAIL", 2)

    def test_cover(self):
        self.assertRegex(self.expect("cover", "PASS", 0).out, r"reached cover statement \S*is_full")
        self.assertRegex(self.expect("never", "FAIL", 2).out, r"unreached cover statement \S*never")

    def test_live_is_not_decided(self):
        self.expect("live", "UNKNOWN", 4)

    def test_codes_of_several_tasks_are_bits(self):
        result = self.check("prove", "bugbmc", "live")
        self.assertEqual([line[1] for line in status_lines(result)], ["PASS", "FAIL", "UNKNOWN"])
        self.assertEqual(result.code, 6, str(result))

    def test_expected_status_that_does_not_come(self):
        tasks = self.file("other.sby", TASKS.replace("bug: expect fail", "expect fail"))
        result = run("check", tasks, "prove", limit=120)
        self.assertEqual(status_lines(result), [("other_prove", "PASS", "1")], str(result))
        self.assertEqual(result.code, 1)

    def test_errors(self):
        result = self.check("nothing")
        self.assertEqual(result.code, 16, str(result))
        self.assertIn("there is no task 'nothing'", result.out)
        broken = self.file("broken.sby", "[options]\nmode prove\n[script]\nread_verilog none.v\n")
        result = run("check", broken)
        self.assertEqual(status_lines(result), [("broken", "ERROR", "16")], str(result))
        missing = self.file("missing.sby", "[options]\nmode prove\n[script]\nx\n[files]\nno/such.v\n")
        self.assertIn("no/such.v: no such file", run("check", missing).out)

    def test_files_are_of_one_task(self):
        result = self.check("--vcd", self.path("all.vcd"))
        self.assertEqual(result.code, INPUT_ERROR, str(result))
        self.assertEqual(self.check("bug", "--json", "-").code, USAGE)

    def test_design_without_assertions(self):
        bare = self.file("bare.sby", "[options]\nmode prove\n[script]\nread_verilog -formal t.v\n"
                         "prep -top t\n[file t.v]\nmodule t(input a, output b);\nassign b = a;\nendmodule\n")
        result = run("check", bare)
        self.assertEqual(status_lines(result), [("bare", "PASS", "0")], str(result))
        self.assertIn("no assert statement", result.out)
        self.assertEqual(run("check", bare, "--strict").code, 4)

    def small(self, body, options="mode prove"):
        tasks = self.file("small.sby", f"[options]\n{options}\n[script]\nread_verilog -formal t.v\nprep -top t\n"
                          f"[file t.v]\nmodule t(input clk, input d);\n{body}\nendmodule\n")
        return run("check", tasks, limit=120)

    def test_registers_without_initial_values_differ(self):
        body = "reg p, q;\nalways @(posedge clk) begin p <= d; q <= d; end\nalways @* assert (p == q);"
        result = self.small(body)
        self.assertEqual(status_lines(result), [("small", "FAIL", "2")], str(result))

    def test_what_is_undefined_has_any_value(self):
        result = self.small("wire w;\nalways @* assert (!w);")
        self.assertEqual(status_lines(result), [("small", "FAIL", "2")], str(result))
        result = self.small("wire w = 1'bx;\nalways @* assert (w);")
        self.assertEqual(status_lines(result), [("small", "FAIL", "2")], str(result))

    def test_contradictory_assumptions(self):
        body = "reg [3:0] n = 0;\nalways @(posedge clk) n <= n + 1;\nalways @* assume (n < 3);\nalways @* assert (0 == d);"
        result = self.small("always @* assume (d != d);\nalways @* assert (d);")
        self.assertEqual(status_lines(result), [("small", "ERROR", "16")], str(result))
        result = self.small(body.replace("0 == d", "n < 3"), "mode bmc\ndepth 3")
        self.assertEqual(status_lines(result), [("small", "PASS", "0")], str(result))
        self.assertIn("warning", result.out)

    def test_waveform(self):
        vcd, gtkw = self.path("bug.vcd"), self.path("bug.gtkw")
        self.check("bug", "--vcd", vcd, "--gtkw", gtkw)
        waves = pathlib.Path(vcd).read_text()
        self.assertIn("$scope module queue $end", waves)
        self.assertIn("$scope module st $end", waves)
        self.assertRegex(waves, r"\$var wire 1 \S+ do_push \$end")
        self.assertRegex(waves, r"\$var reg 3 \S+ count \[2:0\] \$end")
        self.assertRegex(waves, r"\\mem\[\d\] \[3:0\]")
        clock = re.search(r"\$var wire 1 (\S+) clk \$end", waves)[1]
        self.assertIn(f"\n#5\n0{clock}\n", waves)
        saved = pathlib.Path(gtkw).read_text()
        self.assertIn("queue.last[3:0]", saved)
        self.assertIn("queue.clk", saved)

    @unittest.skipUnless(HAS_ICARUS, "there is no iverilog")
    def test_replay(self):
        bench = self.path("bench.v")
        result = self.check("bug", "--replay", "--testbench", bench)
        self.assertIn("every value agrees", result.out, str(result))
        text = pathlib.Path(bench).read_text()
        self.assertRegex(text, r"dut\.last = 4'b[01]{4};")
        # The same by hand, without the assertions, whose labels Icarus does not know.
        program = self.path("bench.vvp")
        subprocess.run(["iverilog", "-g2012", "-s", "cairn_testbench", "-o", program, bench, self.path("queue.sv")],
                       check=True)
        out = subprocess.run(["vvp", "-n", program], check=True, capture_output=True, text=True).stdout
        self.assertIn("cairn: end of trace, 0 differences", out)

    def test_lemmas_are_inductive(self):
        lemmas = self.path("lemmas.svh")
        tasks = self.file("small.sby", TASKS.replace("-formal queue.sv", "-formal -DSMALL queue.sv"))
        result = run("check", tasks, "prove", "--lemmas", lemmas, limit=120)
        self.assertEqual(result.code, 0, str(result))
        text = pathlib.Path(lemmas).read_text()
        self.assertNotIn("Lemma left out", text)
        again = self.file("again.sby", TASKS.replace("-formal queue.sv", "-formal -DSMALL -DLEMMAS queue.sv")
                          + "lemmas.svh\n")
        result = run("check", again, "prove", "--engine", "kind-words", "--kind-words-last", "2", limit=120)
        self.assertEqual(status_lines(result), [("again_prove", "PASS", "0")], text + str(result))

    def test_own_invariants(self):
        invariants = self.file("inv.txt", "count <= 4\ncount[1:0] == wp - rp\ncount < 4\ncount != 0\n")
        result = self.check("prove", "--invariant", invariants)
        self.assertEqual(result.code, 0, str(result))
        self.assertIn("inv.txt:1: 'count <= 4' is an invariant, and used", result.err)
        self.assertIn("inv.txt:2: 'count[1:0] == wp - rp' is an invariant, and used", result.err)
        self.assertRegex(result.err, r"inv\.txt:3: 'count < 4' is not used: not inductive; a step leads from .*"
                         r"count = 0x3.* to count = 0x4")
        self.assertRegex(result.err, r"inv\.txt:4: 'count != 0' is not used: false in a first state, count = 0x0")

    def test_bad_invariants(self):
        invariants = self.file("inv.txt", "count <= 4\nfulll == 1\n")
        result = self.check("prove", "--invariant", invariants)
        self.assertEqual(result.code, 16, str(result))
        self.assertIn("inv.txt:2:1: error: the model has no signal 'fulll'; did you mean 'full'?", result.out)


@unittest.skipUnless(HAS_YOSYS and shutil.which("sby"), "there is no sby")
class InsideSby(CliTest):
    """SymbiYosys itself runs Cairn, in the place of suprove."""

    def test_prove(self):
        self.file("queue.sv", QUEUE)
        options = "depth 12\naigsmt none"
        tasks = self.file("queue.sby", TASKS.replace("depth 12", options).replace("smtbmc", "aiger suprove"))
        for task, status in ("prove", "PASS"), ("bug", "FAIL"):
            result = subprocess.run(
                ["sby", "--suprove", f"{CAIRN} check --answer aiger --exit-zero --quiet", "-f", tasks, task],
                cwd=self.path("."), capture_output=True, text=True)
            self.assertIn(f"DONE ({status}, rc=0)", result.stdout)


if __name__ == "__main__":
    unittest.main()
