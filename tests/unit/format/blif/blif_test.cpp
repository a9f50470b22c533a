// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "base/error.h"
#include "format/blif/blif_reader.h"
#include "format/blif/blif_writer.h"
#include "support/oracle.h"
#include "support/random_system.h"

namespace cairn {
namespace {

BitSystem read(const std::string& text) {
  BitSystem system = read_blif({"m.blif", text}).system;
  system.check_invariants();
  adopt_outputs_as_bad(system);
  return system;
}

/// "LINE:COLUMN: message", or nothing.
std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    return std::to_string(error.position().line) + ":" + std::to_string(error.position().column) +
           ": " + error.message();
  }
  return "";
}

/// The value of the only output for the values of the inputs, of a circuit without latches.
bool output_of(const BitSystem& system, std::uint32_t inputs) {
  std::vector<std::uint64_t> values(system.aig.size(), 0);
  for (std::size_t i = 0; i < system.inputs.size(); ++i)
    values[system.inputs[i].index] = (inputs >> i) & 1 ? ~std::uint64_t{0} : 0;
  evaluate_gates(system.aig, values);
  return value_of(values, system.bad.at(0)) != 0;
}

TEST(BlifTest, TablesAreTheirFunctions) {
  struct Case {
    const char* rows;
    std::function<bool(bool, bool, bool)> meaning;
  };
  for (const Case& test :
       {Case{"11- 1\n--1 1\n", [](bool a, bool b, bool c) { return (a && b) || c; }},
        Case{"0-1 0\n", [](bool a, bool, bool c) { return a || !c; }},
        Case{"", [](bool, bool, bool) { return false; }},
        Case{"--- 1\n", [](bool, bool, bool) { return true; }},
        Case{"--- 0\n", [](bool, bool, bool) { return false; }}}) {
    const BitSystem system =
        read(std::string(".model m\n.inputs a b c\n.outputs y\n.names a b c y\n") + test.rows +
             ".end\n");
    for (std::uint32_t i = 0; i < 8; ++i)
      EXPECT_EQ(output_of(system, i), test.meaning(i & 1, i & 2, i & 4)) << test.rows << i;
  }
}

TEST(BlifTest, ConstantsCopiesCommentsAndLongLines) {
  const BitSystem system = read(
      "# a comment\n.model m # another\n.inputs a \\\n b\n.outputs y\n.names one\n1\n.names zero\n"
      ".conn a c\n.names c b one zero y\n1010 1\n.area 3\n.end\n");
  EXPECT_EQ(system.inputs.size(), 2u);
  EXPECT_TRUE(output_of(system, 1));
  EXPECT_FALSE(output_of(system, 0));
  EXPECT_FALSE(output_of(system, 3));
  EXPECT_EQ(system.names.inputs.get(1), "b");
  EXPECT_EQ(system.names.bad.get(0), "y");
}

TEST(BlifTest, LatchesHaveTheirInitialValues) {
  const BitSystem system = read(
      ".model m\n.inputs clk d\n.outputs y\n.latch d q0 re clk 0\n.latch d q1 re clk 1\n.latch d "
      "q2 2\n"
      ".latch d q3 3\n.latch d q4\n.latch d q5 re NIL 0\n.names q0 q1 y\n11 1\n.end\n");
  ASSERT_EQ(system.latches.size(), 6u);
  EXPECT_EQ(system.latches[0].reset, kFalse);
  EXPECT_EQ(system.latches[1].reset, kTrue);
  for (const int i : {2, 3, 4})
    EXPECT_TRUE(system.latches[static_cast<std::size_t>(i)].is_uninitialised());
  EXPECT_EQ(system.latches[5].reset, kFalse);
  EXPECT_EQ(system.names.latches.get(1), "q1");
  EXPECT_EQ(support::explore(system).shortest(), 1u);
}

TEST(BlifTest, SubcircuitsAreFlattened) {
  const std::string text =
      ".model top\n.inputs a b\n.outputs y\n"
      ".subckt cell in=a out=m clk=ck\n.subckt cell in=m out=n clk=ck\n.clock ck\n"
      ".names m n b y\n111 1\n.end\n"
      ".model cell\n.inputs in\n.outputs out\n.clock clk\n.latch t out re clk 0\n.names in t\n1 "
      "1\n.end\n";
  const BitSystem system = read(text);
  EXPECT_EQ(system.latches.size(), 2u);
  EXPECT_EQ(support::explore(system).shortest(), 2u);
  EXPECT_EQ(system.names.latches.get(0), "m");
}

TEST(BlifTest, MistakesHaveTheirPlace) {
  const std::string head = ".model m\n.inputs a b\n.outputs y\n";
  EXPECT_EQ(error_of(""), "1:1: no model: expected .model");
  EXPECT_EQ(error_of(head + ".names a c y\n11 1\n.end\n"), "4:10: 'c' has no driver");
  EXPECT_EQ(error_of(head + ".end\n"), "3:10: 'y' has no driver");
  EXPECT_EQ(error_of(head + ".names a y\n1 1\n.names b y\n1 1\n"), "6:10: 'y' is driven twice");
  EXPECT_EQ(error_of(head + ".names a b\n1 1\n"), "4:10: the input 'b' is driven within its model");
  EXPECT_EQ(error_of(head + ".names a y y\n11 1\n"), "4:12: 'y' depends on itself without a latch");
  EXPECT_EQ(error_of(head + ".names a y\n1x 1\n"), "5:1: the table has 1 inputs, this line 2");
  EXPECT_EQ(error_of(head + ".names a b y\n1x 1\n"), "5:2: expected 0, 1 or -");
  EXPECT_EQ(error_of(head + ".names a y\n1 1\n0 0\n"),
            "6:3: all lines of a table have the same value of the output");
  EXPECT_EQ(error_of(head + ".names a y\n1 2\n"), "5:3: the value of the output is 0 or 1");
  EXPECT_EQ(error_of(head + "11 1\n"), "4:1: expected a line that begins with a dot, not '11'");
  EXPECT_EQ(error_of(head + ".latch a y 4\n"),
            "4:12: the initial value is 0, 1, 2 (don't care) or 3 (unknown)");
  EXPECT_EQ(error_of(head + ".latch a y ah b 0\n"),
            "4:12: a latch of the kind 'ah' is not a register of a clock");
  EXPECT_EQ(error_of(head + ".latch a y re c1 0\n.latch a z re c2 0\n"),
            "5:1: a second clock, 'c2' beside 'c1': only circuits with one are read");
  EXPECT_EQ(error_of(head + ".latch a y re c 0\n.latch a z fe c 0\n"),
            "5:1: latches of both edges of the clock are not read");
  EXPECT_EQ(error_of(head + ".latch a z re b 0\n.names b y\n1 1\n"),
            "5:10: the clock 'b' is read like a signal");
  EXPECT_EQ(error_of(head + ".subckt other p=a\n"), "4:9: there is no model 'other' in this file");
  EXPECT_EQ(error_of(head + ".subckt n q=a\n.names a y\n1 1\n.end\n.model n\n.inputs p\n.end\n"),
            "4:11: the model 'n' has no port 'q'");
  EXPECT_EQ(error_of(head + ".subckt m a=a\n.names a y\n1 1\n.end\n"),
            "1:8: the model 'm' contains itself");
  EXPECT_EQ(error_of(head + ".gate nand2 A=a\n"),
            "4:1: gates of a library are not known here: write them as .names");
  EXPECT_EQ(error_of(head + ".sorcery\n"), "4:1: '.sorcery' is not known");
  EXPECT_EQ(error_of(head + ".search other.blif\n"),
            "4:1: other files are not read; put their models into this one");
}

// A chain of models, each with two of the next, has more instances than any memory.
TEST(BlifTest, ManyInstancesEndInAMessage) {
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += ".model m" + std::to_string(i) + "\n.inputs a\n.outputs y\n.names a t\n1 1\n.subckt m" +
            std::to_string(i + 1) + " a=t y=y\n.subckt m" + std::to_string(i + 1) +
            " a=a y=z\n.end\n";
  text += ".model m60\n.inputs a\n.outputs y\n.names a y\n1 1\n.end\n";
  EXPECT_NE(error_of(text).find("more than 1048576 subcircuits in all"), std::string::npos);
}

TEST(BlifTest, IsKnownByItsFirstWord) {
  EXPECT_TRUE(is_blif("# made by hand\n\n.model m\n"));
  EXPECT_TRUE(is_blif(".inputs a\n"));
  EXPECT_FALSE(is_blif(".modelling\n"));
  EXPECT_FALSE(is_blif("aag 0 0 0 0 0\n"));
  EXPECT_FALSE(is_blif(""));
}

TEST(BlifTest, WhatIsWrittenIsReadAgain) {
  int written = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    support::RandomSystemOptions shape;
    shape.reset_function = 0;
    shape.max_latches = 6;
    BitSystem system = support::random_system(seed, shape);
    if (cannot_write_blif(system)) continue;
    ++written;
    const std::string text = write_blif(system);
    const BitSystem again = read(text);
    ASSERT_EQ(again.inputs.size(), system.inputs.size());
    ASSERT_EQ(again.latches.size(), system.latches.size());
    const auto before = support::explore(system), after = support::explore(again);
    for (std::size_t i = 0; i < system.bad.size(); ++i)
      ASSERT_EQ(after.distance.at(i), before.distance[i]) << text;
    ASSERT_EQ(after.states, before.states) << text;
  }
  EXPECT_GT(written, 100);
}

TEST(BlifTest, HostileNamesAreReplacedAndDoublesAreTold) {
  BitSystem system;
  const Lit a = system.add_input("x y"), b = system.add_input(".names"), c = system.add_input("ok"),
            d = system.add_input("ok");
  system.bad.push_back(system.aig.and_gate(system.aig.and_gate(a, b), system.aig.and_gate(c, ~d)));
  system.names.bad.set(0, "bad#1");
  const std::string text = write_blif(system);
  EXPECT_NE(text.find(".inputs i0 i1 ok ok_1\n"), std::string::npos) << text;
  EXPECT_NE(text.find(".outputs b0\n"), std::string::npos) << text;
  EXPECT_TRUE(output_of(read(text), 7));
  EXPECT_FALSE(output_of(read(text), 15));
}

TEST(BlifTest, SaysWhatItCannotSay) {
  BitSystem system;
  const Lit a = system.add_input();
  system.bad.push_back(a);
  EXPECT_FALSE(cannot_write_blif(system));
  system.constraints.push_back(a);
  EXPECT_NE(cannot_write_blif(system)->find("constraints"), std::string::npos);
  system.constraints.clear();
  system.add_latch("", a);
  EXPECT_NE(cannot_write_blif(system)->find("reset function"), std::string::npos);
}

}  // namespace
}  // namespace cairn
