// SPDX-License-Identifier: MIT
#include "format/vcd/vcd_writer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "support/oracle.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// What a viewer would make of a VCD file.
struct Waves {
  std::vector<std::string> names;                          // with range and scopes, in order
  std::map<std::string, std::vector<std::string>> values;  // by name: one value for each time
  unsigned end = 0;                                        // the last time
};

Waves read_waves(const std::string& vcd) {
  Waves waves;
  std::map<std::string, std::string> name_of;
  std::map<std::string, std::string> now;
  std::istringstream in(vcd);
  std::string line;
  std::vector<std::string> scopes;
  const auto finish_time = [&](unsigned until) {
    for (; waves.end < until; ++waves.end)
      for (const std::string& name : waves.names) waves.values[name].push_back(now[name]);
  };
  while (std::getline(in, line)) {
    std::istringstream words(line);
    const std::vector<std::string> word{std::istream_iterator<std::string>(words), {}};
    if (word.empty()) continue;
    if (word[0] == "$var") {
      EXPECT_TRUE(word.size() == 6 || word.size() == 7) << line;
      EXPECT_EQ(word.back(), "$end");
      std::string name;
      for (std::size_t i = 1; i < scopes.size(); ++i) name += scopes[i] + ".";
      name += word[4] + (word.size() == 7 ? word[5] : "");
      EXPECT_TRUE(name_of.emplace(word[3], name).second) << "identifier twice: " << line;
      waves.names.push_back(name);
    } else if (word[0] == "$scope") {
      scopes.push_back(word[2]);
    } else if (word[0] == "$upscope") {
      scopes.pop_back();
    } else if (line[0] == '#') {
      finish_time(static_cast<unsigned>(std::stoul(line.substr(1))));
    } else if (line[0] == 'b') {
      now[name_of.at(word[1])] = word[0].substr(1);
    } else if (line[0] != '$') {
      now[name_of.at(line.substr(1))] = line.substr(0, 1);
    }
  }
  return waves;
}

BitTrace steps(const BitSystem& system, std::size_t count) {
  BitTrace trace;
  trace.initial.assign(system.latches.size(), Lbool::Undef);
  trace.inputs.assign(count, std::vector<Lbool>(system.inputs.size(), Lbool::Undef));
  return trace;
}

/// A system of inputs with these names.
BitSystem named_inputs(const std::vector<std::string>& names) {
  BitSystem system;
  for (const std::string& name : names) system.add_input(name);
  return system;
}

std::vector<std::string> vcd_names(const std::vector<std::string>& names) {
  const BitSystem system = named_inputs(names);
  return read_waves(write_vcd(system, steps(system, 1))).names;
}

TEST(VcdWriterTest, ShowsACounterAsOneBus) {
  const BitSystem system = support::mod_counter(3, 5, 4);
  const std::string vcd = write_vcd(system, steps(system, 3));
  EXPECT_EQ(vcd,
            "$version Cairn $end\n"
            "$timescale 1 ns $end\n"
            "$scope module top $end\n"
            "$var reg 3 ! count [2:0] $end\n"
            "$var wire 1 \" count_is_bad $end\n"
            "$upscope $end\n"
            "$enddefinitions $end\n"
            "#0\n"
            "$dumpvars\n"
            "b000 !\n"
            "0\"\n"
            "$end\n"
            "#1\n"
            "b001 !\n"
            "#2\n"
            "b010 !\n"
            "#3\n");
}

TEST(VcdWriterTest, ShowsWhatTheTraceDoes) {
  const BitSystem system = support::enabled_counter(2, 4, 2);
  BitTrace trace = steps(system, 4);
  trace.inputs = {{Lbool::True}, {Lbool::False}, {Lbool::True}, {Lbool::True}};
  const Waves waves = read_waves(write_vcd(system, trace));
  EXPECT_THAT(waves.names, ElementsAre("enable", "count[1:0]", "count_is_bad"));
  EXPECT_THAT(waves.values.at("enable"), ElementsAre("1", "0", "1", "1"));
  EXPECT_THAT(waves.values.at("count[1:0]"), ElementsAre("00", "01", "01", "10"));
  EXPECT_THAT(waves.values.at("count_is_bad"), ElementsAre("0", "0", "0", "1"));
}

TEST(VcdWriterTest, ShowsUndefAsX) {
  const BitSystem system = support::enabled_counter(2, 4, 0);
  const Waves waves = read_waves(write_vcd(system, steps(system, 2)));
  EXPECT_THAT(waves.values.at("enable"), ElementsAre("x", "x"));
  EXPECT_THAT(waves.values.at("count[1:0]"), ElementsAre("00", "0x"));
  EXPECT_THAT(waves.values.at("count_is_bad"), ElementsAre("1", "x"));
}

TEST(VcdWriterTest, NamesWhatHasNoName) {
  BitSystem system;
  const Lit input = system.add_input();
  const Lit latch = system.add_latch();
  system.outputs = {input};
  system.bad = {latch};
  system.constraints = {kTrue, ~input};
  EXPECT_THAT(
      read_waves(write_vcd(system, steps(system, 1))).names,
      ElementsAre("input_0", "latch_0", "output_0", "bad_0", "constraint_0", "constraint_1"));
}

TEST(VcdWriterTest, MakesNamesDistinct) {
  EXPECT_THAT(vcd_names({"a", "a", "a_2", "a", "", "input_4"}),
              ElementsAre("a", "a_2", "a_2_2", "a_3", "input_4", "input_4_2"));
}

TEST(VcdWriterTest, EscapesWhatWouldBreakTheFile) {
  EXPECT_THAT(vcd_names({"a b", "$end", "x\n$end", "\\esc", "\xff", "caf\xc3\xa9", "a$b"}),
              ElementsAre("a_x20_b", "_x24_end", "x_x0a_$end", "_x5c_esc", "_xff_", "caf_xc3__xa9_",
                          "a$b"));
}

TEST(VcdWriterTest, LeavesNoEmptyLevelOfHierarchy) {
  EXPECT_THAT(vcd_names({"top.cpu.pc", ".", "a..b", "end."}),
              ElementsAre("_x2e_", "end_x2e_", "top.cpu.pc", "a._x2e_b"));
}

TEST(VcdWriterTest, MakesScopesOfDots) {
  const BitSystem system = named_inputs({"a.b.c", "d", "a.e", "f.g", "a.b.h", "a.b.c"});
  const std::string vcd = write_vcd(system, steps(system, 1));
  EXPECT_THAT(read_waves(vcd).names, ElementsAre("d", "a.e", "a.b.c", "a.b.h", "a.b.c_2", "f.g"));
  EXPECT_THAT(vcd, HasSubstr("$scope module top $end\n$var wire 1 \" d $end\n"
                             "$scope module a $end\n$var wire 1 # e $end\n"
                             "$scope module b $end\n"));
}

TEST(VcdWriterTest, TakesNoKeywordAndNoFileNameForALevel) {
  EXPECT_THAT(
      vcd_names({"a.$end", "u.$flatten.x", "$assert$f.sv$1", "dir/f.sv:12.3-14.5"}),
      ElementsAre("_x24_assert$f.sv$1", "dir/f.sv:12.3-14.5", "a._x24_end", "u._x24_flatten.x"));
}

TEST(VcdWriterTest, TakesOnlyANumberForAnIndex) {
  EXPECT_THAT(
      vcd_names({"a[7:0]", "b[]", "]", "c[x]", "d[5]", "[3]", "e[1][2]"}),
      ElementsAre("a[7:0_x5d_", "b[_x5d_", "_x5d_", "c[x_x5d_", "d[5]", "[3_x5d_", "e[1][2]"));
}

TEST(VcdWriterTest, CutsNamesOfAbsurdLength) {
  const std::string name(100'000, 'n');
  const auto names = vcd_names({name, name});
  EXPECT_LT(names[0].size(), 600u);
  EXPECT_NE(names[0], names[1]);
}

TEST(VcdWriterTest, GroupsBitsInAnyOrderWithTheLastIndexFirst) {
  const BitSystem system = named_inputs({"d[2]", "other", "d[1]", "d[3]"});
  BitTrace trace = steps(system, 1);
  trace.inputs[0] = {Lbool::True, Lbool::Undef, Lbool::False, Lbool::Undef};
  const Waves waves = read_waves(write_vcd(system, trace));
  EXPECT_THAT(waves.names, ElementsAre("d[3:1]", "other"));
  EXPECT_THAT(waves.values.at("d[3:1]"), ElementsAre("x10"));
}

TEST(VcdWriterTest, DoesNotGroupWithGapsOrDuplicates) {
  EXPECT_THAT(vcd_names({"a[0]", "a[2]"}), ElementsAre("a[0]", "a[2]"));
  EXPECT_THAT(vcd_names({"a[0]", "a[1]", "a[1]"}), ElementsAre("a[0]", "a[1]", "a[1]_2"));
  EXPECT_THAT(vcd_names({"a[0]", "a[01]"}), ElementsAre("a[0]", "a[01_x5d_"));
  EXPECT_THAT(vcd_names({"a[0]"}), ElementsAre("a[0]"));
}

TEST(VcdWriterTest, DoesNotGroupAcrossKinds) {
  BitSystem system;
  system.add_input("a[0]");
  system.add_latch("a[1]");
  EXPECT_THAT(read_waves(write_vcd(system, steps(system, 1))).names, ElementsAre("a[0]", "a[1]"));
}

TEST(VcdWriterTest, GivesEachOfManySignalsItsOwnIdentifier) {
  std::vector<std::string> names(10'000);
  EXPECT_EQ(vcd_names(names).size(), 10'000u);  // read_waves() checks the identifiers
}

TEST(VcdWriterTest, ShowsValuesOfManySignalsUnderTheirOwnNames) {
  BitSystem system;
  for (int i = 0; i < 300; ++i) system.add_input(fmt::format("i{}", i));
  BitTrace trace = steps(system, 1);
  for (std::size_t i = 0; i < 300; ++i) trace.inputs[0][i] = to_lbool(i % 7 == 0);
  const Waves waves = read_waves(write_vcd(system, trace));
  for (int i = 0; i < 300; ++i)
    EXPECT_THAT(waves.values.at(fmt::format("i{}", i)), ElementsAre(i % 7 == 0 ? "1" : "0"));
}

TEST(VcdWriterTest, EndsOneStepAfterTheLast) {
  const BitSystem system = support::shift_register(2);
  const auto truth = support::explore(system);
  const std::string vcd = write_vcd(system, *truth.trace[0]);
  const Waves waves = read_waves(vcd);
  EXPECT_EQ(waves.end, 3u);
  EXPECT_THAT(waves.values.at("bad_0"), ElementsAre("0", "0", "1"));
  EXPECT_THAT(vcd, HasSubstr("\n#3\n"));
  EXPECT_THAT(vcd, Not(HasSubstr("#4")));
}

TEST(VcdWriterTest, WritesALegalFileForAnEmptySystem) {
  EXPECT_EQ(write_vcd(support::empty_system(), steps(support::empty_system(), 1)),
            "$version Cairn $end\n$timescale 1 ns $end\n$scope module top $end\n"
            "$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n$end\n#1\n");
}

}  // namespace
}  // namespace cairn
