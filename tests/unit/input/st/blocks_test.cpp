// SPDX-License-Identifier: MIT
//
// The standard function blocks, scan by scan, against values computed by hand from tables 43 to 46
// and figure 15 of the standard.
#include <gtest/gtest.h>

#include "unit/input/st/st_run.h"

namespace cairn::st::test {
namespace {

using Strings = std::vector<std::string>;

/// "0110" as values of a Boolean input.
std::vector<std::int64_t> bits(const std::string& text) {
  std::vector<std::int64_t> result;
  for (const char c : text) result.push_back(c == '1' ? 1 : 0);
  return result;
}

/// Booleans at the ends of scans as "0110".
std::string trace(const std::string& text, const std::string& variable, std::size_t scans,
                  const Inputs& inputs, const ReadOptions& options = {}) {
  std::string result;
  for (const std::string& value : values_of(text, variable, scans, inputs, options))
    result += value == "TRUE" ? '1' : '0';
  return result;
}

std::string with_block(const std::string& type, const std::string& call) {
  return "PROGRAM p VAR_INPUT a, b, c, d : BOOL; n : INT; END_VAR VAR t : " + type +
         "; END_VAR\n t(" + call + ");\nEND_PROGRAM";
}

TEST(StBlocks, ton) {
  // T#300ms at 100 ms: true from the third scan after the first one in which IN is true.
  const std::string text = with_block("TON", "IN := a, PT := T#300ms");
  const Inputs inputs{{"a", bits("0111110111")}};
  EXPECT_EQ(trace(text, "t.Q", 10, inputs), "0000110000");
  EXPECT_EQ(values_of(text, "t.ET", 10, inputs),
            (Strings{"T#0s", "T#0s", "T#100ms", "T#200ms", "T#300ms", "T#300ms", "T#0s", "T#0s",
                     "T#100ms", "T#200ms"}));
}

TEST(StBlocks, tonBetweenScansIsRoundedUp) {
  const std::string text = with_block("TON", "IN := a, PT := T#250ms");
  EXPECT_EQ(trace(text, "t.Q", 6, {{"a", bits("111111")}}), "000111");
  EXPECT_EQ(values_of(text, "t.ET", 5, {{"a", bits("11111")}}),
            (Strings{"T#0s", "T#100ms", "T#200ms", "T#250ms", "T#250ms"}));
}

TEST(StBlocks, tonWithADurationThatChanges) {
  const std::string text =
      "PROGRAM p VAR_INPUT a : BOOL; n : INT; END_VAR VAR t : TON; d : TIME; END_VAR\n"
      " d := T#100ms * n; t(IN := a, PT := d);\nEND_PROGRAM";
  EXPECT_EQ(trace(text, "t.Q", 5, {{"a", bits("11111")}, {"n", {2, 2, 2, 2, 2}}}), "00111");
  EXPECT_EQ(trace(text, "t.Q", 5, {{"a", bits("11111")}, {"n", {9, 9, 9, 3, 9}}}), "00010");
}

TEST(StBlocks, aTimerThatIsNotCalledSeesTheGap) {
  const std::string text =
      "PROGRAM p VAR_INPUT call : BOOL; END_VAR VAR t : TON; END_VAR\n"
      " IF call THEN t(IN := TRUE, PT := T#300ms); END_IF;\nEND_PROGRAM";
  EXPECT_EQ(trace(text, "t.Q", 6, {{"call", bits("100001")}}), "000001");
  EXPECT_EQ(values_of(text, "t.ET", 6, {{"call", bits("101001")}}),
            (Strings{"T#0s", "T#0s", "T#200ms", "T#200ms", "T#200ms", "T#300ms"}));
}

TEST(StBlocks, tof) {
  // Nothing before IN was true for the first time; then it falls 200 ms after IN.
  const std::string text = with_block("TOF", "IN := a, PT := T#200ms");
  const Inputs inputs{{"a", bits("0010001010000")}};
  EXPECT_EQ(trace(text, "t.Q", 13, inputs), "0011101111100");
  EXPECT_EQ(values_of(text, "t.ET", 7, inputs),
            (Strings{"T#0s", "T#0s", "T#0s", "T#0s", "T#100ms", "T#200ms", "T#0s"}));
}

TEST(StBlocks, tp) {
  // Not retriggerable; a new pulse needs a new edge after the old one; ET stays until IN falls.
  const std::string text = with_block("TP", "IN := a, PT := T#300ms");
  const Inputs inputs{{"a", bits("0101011110100")}};
  //                            pulse 1 in scans 2 to 4, pulse 2 in scans 6 to 8, 3 from scan 11 on
  EXPECT_EQ(trace(text, "t.Q", 13, inputs), "0111011100111");
  EXPECT_EQ(values_of(text, "t.ET", 13, inputs),
            (Strings{"T#0s", "T#0s", "T#100ms", "T#200ms", "T#0s", "T#0s", "T#100ms", "T#200ms",
                     "T#300ms", "T#0s", "T#0s", "T#100ms", "T#200ms"}));
}

TEST(StBlocks, arbitraryCycleTime) {
  ReadOptions options;
  options.cycle_time = ReadOptions::CycleTime{10, 200};
  const std::string text = with_block("TON", "IN := a, PT := T#300ms");
  EXPECT_EQ(trace(text, "t.Q", 5, {{"a", bits("11111")}, {"cycle time", {10, 150, 149, 10, 10}}},
                  options),
            "00011");
}

TEST(StBlocks, edges) {
  EXPECT_EQ(trace(with_block("R_TRIG", "CLK := a"), "t.Q", 6, {{"a", bits("110110")}}), "100100");
  // The first call with CLK false sees an edge, as the standard's note says.
  EXPECT_EQ(trace(with_block("F_TRIG", "CLK := a"), "t.Q", 6, {{"a", bits("011001")}}), "100100");
}

TEST(StBlocks, bistables) {
  const Inputs inputs{{"a", bits("01001100")}, {"b", bits("00010110")}};
  EXPECT_EQ(trace(with_block("SR", "S1 := a, R := b"), "t.Q1", 8, inputs), "01101100");
  EXPECT_EQ(trace(with_block("RS", "S := a, R1 := b"), "t.Q1", 8, inputs), "01101000");
}

TEST(StBlocks, countersCountEdges) {
  const std::string up = with_block("CTU", "CU := a, R := b, PV := 2");
  const Inputs inputs{{"a", bits("1101011010")}, {"b", bits("0000000010")}};
  EXPECT_EQ(values_of(up, "t.CV", 10, inputs),
            (Strings{"1", "1", "1", "2", "2", "3", "3", "3", "0", "0"}));
  EXPECT_EQ(trace(up, "t.Q", 10, inputs), "0001111100");
  const std::string down = with_block("CTD", "CD := a, LD := b, PV := 2");
  EXPECT_EQ(values_of(down, "t.CV", 7, {{"a", bits("0101010")}, {"b", bits("1000000")}}),
            (Strings{"2", "1", "1", "0", "0", "-1", "-1"}));
  EXPECT_EQ(trace(down, "t.Q", 7, {{"a", bits("0101010")}, {"b", bits("1000000")}}), "0001111");
}

TEST(StBlocks, ctud) {
  const std::string text = with_block("CTUD", "CU := a, CD := b, R := c, LD := d, PV := 3");
  const Inputs inputs{{"a", bits("01011000")},
                      {"b", bits("00010100")},
                      {"c", bits("00000010")},
                      {"d", bits("10000000")}};
  // Load 3, up, nothing, both edges at once do nothing, still up, down, reset.
  EXPECT_EQ(values_of(text, "t.CV", 8, inputs), (Strings{"3", "4", "4", "4", "4", "3", "0", "0"}));
  EXPECT_EQ(trace(text, "t.QU", 8, inputs), "11111100");
  EXPECT_EQ(trace(text, "t.QD", 8, inputs), "00000011");
}

TEST(StBlocks, aCounterStopsAtTheEndOfItsType) {
  const std::string text =
      "PROGRAM p VAR t : CTU; i : INT; END_VAR\n"
      "t.PV := 5; FOR i := 1 TO 3 DO t(CU := FALSE); t(CU := TRUE); END_FOR;\nEND_PROGRAM";
  EXPECT_EQ(values_of(text, "t.CV", 2), (Strings{"3", "6"}));
  const std::string ends =
      "PROGRAM p VAR t : CTD := (CV := -32767); END_VAR\n"
      "t(CD := FALSE); t(CD := TRUE);\nEND_PROGRAM";
  EXPECT_EQ(values_of(ends, "t.CV", 3), (Strings{"-32768", "-32768", "-32768"}));
}

}  // namespace
}  // namespace cairn::st::test
