// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/btor2/btor2_reader.h"
#include "format/vcd/vcd_writer.h"
#include "model/word_signals.h"

namespace cairn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// As Yosys writes it: the assertion is sampled in a register without a name (state 20), wires are
/// extensions by no bits, and the clock is read by none but them.
constexpr const char* kDesign = R"(1 sort bitvec 1
2 input 1 clk
3 sort bitvec 4
4 input 3 data
5 input 1 unrelated
6 const 3 0000
7 state 3 fifo.count
8 init 3 7 6
9 state 3 fifo.far
10 sort bitvec 2
11 sort array 10 3
12 state 11 fifo.mem
13 slice 10 7 1 0
14 write 11 12 13 4
15 next 11 12 14
16 uext 1 2 0 fifo.clk
17 read 3 12 13
18 uext 3 17 0 fifo.q ; fifo.sv:3.4
19 zero 1
20 state 1
21 init 1 20 19
22 add 3 7 9
23 next 3 7 22
24 next 3 9 4
25 redor 1 7
26 next 1 20 25
27 bad 20 fifo.a_zero ; fifo.sv:9.1
28 output 17 q
)";

WordModel design() {
  return read_btor2({"design.btor2", kDesign});
}

WordTrace three_steps(const WordModel& model) {
  WordTrace trace;
  trace.initial.emplace(model.system.states[1].term, Value(BitVector(4, 3)));
  for (std::uint64_t step = 0; step < 3; ++step)
    trace.inputs.push_back({{model.system.inputs[1], Value(BitVector(4, 5 + step))}});
  return trace;
}

TEST(WordVcdWriterTest, KeepsTheNamesOfWires) {
  const WordModel model = design();
  ASSERT_EQ(model.wires.size(), 2u);
  EXPECT_EQ(model.wires[0].name, "fifo.clk");
  EXPECT_EQ(model.wires[0].term, model.system.inputs[0]);
  EXPECT_EQ(model.wires[1].name, "fifo.q");
  EXPECT_EQ(model.wires[1].term, model.outputs[0].term);
}

TEST(WordVcdWriterTest, FindsTheClockThatNothingReads) {
  WordModel model = design();
  EXPECT_EQ(clock_of(model), model.system.inputs[0]);
  EXPECT_EQ(clock_of(model, "unrelated"), model.system.inputs[2]);
  EXPECT_EQ(clock_of(model, "data"), std::nullopt);
  model.system.constraints.push_back(model.system.inputs[0]);
  model.constraint_names.emplace_back();
  EXPECT_EQ(clock_of(model), std::nullopt);
}

TEST(WordVcdWriterTest, OrdersSignalsByTheirDistanceFromTheProperty) {
  const WordModel model = design();
  std::vector<std::string> near, far;
  for (const WordSignal& signal : signals_of(model, 0))
    (signal.distance == WordSignal::kFar ? far : near).push_back(signal.name);
  // The register that samples the assertion is no step: the count is as near as the property.
  EXPECT_THAT(near, ElementsAre("fifo.a_zero", "fifo.count", "fifo.far", "data"));
  EXPECT_THAT(far,
              ElementsAre("clk", "unrelated", "fifo.mem", "state20", "q", "fifo.clk", "fifo.q"));
}

TEST(WordVcdWriterTest, WritesScopesVectorsAndATogglingClock) {
  WordModel model = design();
  model.top = "main";
  const std::string vcd = write_waveform(model, three_steps(model), {0, "", ""}).vcd;
  EXPECT_THAT(vcd, HasSubstr("$scope module main $end\n"));
  EXPECT_THAT(vcd, HasSubstr("$scope module fifo $end\n$var wire 1 ! a_zero $end\n"
                             "$var reg 4 \" count [3:0] $end\n"));
  EXPECT_THAT(vcd, HasSubstr("\\mem[0] [3:0] $end"));
  EXPECT_THAT(vcd, HasSubstr("$var wire 1 % clk $end\n"));
  EXPECT_THAT(vcd, HasSubstr("\n#5\n0%\n"));
  EXPECT_THAT(vcd, HasSubstr("\n#10\n1%\n"));
  EXPECT_THAT(vcd, HasSubstr("\n#25\n0%\n"));
  EXPECT_THAT(vcd, testing::EndsWith("#30\n"));
  EXPECT_THAT(vcd, Not(HasSubstr("cairn_clock")));
}

TEST(WordVcdWriterTest, MakesAClockWhereTheDesignHasNone) {
  const WordModel model = read_btor2({"m", "1 sort bitvec 1\n2 input 1 clk\n3 bad 2\n"});
  WordTrace trace;
  trace.inputs.resize(1);
  EXPECT_THAT(write_vcd(model, trace), HasSubstr("cairn_clock $end"));
}

TEST(WordVcdWriterTest, SavesTheNearSignalsForTheViewer) {
  WordModel model = design();
  model.top = "main";
  const std::string gtkw = write_waveform(model, three_steps(model), {0, "", "/a/b.vcd"}).gtkw;
  EXPECT_THAT(gtkw, HasSubstr("[dumpfile] \"/a/b.vcd\"\n"));
  EXPECT_THAT(gtkw, HasSubstr("*-4.000000 20 -1"));  // the last step
  EXPECT_THAT(gtkw, HasSubstr("@28\nmain.clk\n@28\nmain.fifo.a_zero\n@22\nmain.fifo.count[3:0]\n"));
  EXPECT_THAT(gtkw, Not(HasSubstr("unrelated")));
}

}  // namespace
}  // namespace cairn
