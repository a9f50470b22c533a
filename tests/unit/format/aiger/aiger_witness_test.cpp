// SPDX-License-Identifier: MIT
#include "format/aiger/aiger_witness.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace cairn {
namespace {

using Status = AigerWitness::Status;
constexpr Lbool kZero = Lbool::False, kOne = Lbool::True, kAny = Lbool::Undef;

/// Two inputs, three latches, two bad states and a justice set.
BitSystem system() {
  BitSystem result;
  for (int i = 0; i < 2; ++i) result.bad.push_back(result.add_input());
  for (int i = 0; i < 3; ++i) result.add_latch();
  result.justice.push_back({kTrue});
  return result;
}

AigerWitness read(const std::string& bytes) {
  return read_aiger_witness({"w", bytes}, system());
}

std::string error_of(const std::string& bytes) {
  try {
    read(bytes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(AigerWitnessTest, ReadsATrace) {
  const AigerWitness witness = read("1\nb1\n01x\n10\nx0\n.\n");
  EXPECT_EQ(witness.status, Status::Unsafe);
  EXPECT_EQ(witness.trace.bad, (std::vector<std::uint32_t>{1}));
  EXPECT_TRUE(witness.trace.justice.empty());
  EXPECT_EQ(witness.trace.initial, (std::vector{kZero, kOne, kAny}));
  EXPECT_EQ(witness.trace.inputs, (std::vector{std::vector{kOne, kZero}, {kAny, kZero}}));
}

TEST(AigerWitnessTest, ReadsSeveralPropertiesCommentsAndBounds) {
  const AigerWitness witness =
      read("c made by hand\nu0\nu1\n1\nc\nb0j0b1\nc\n000\nc\n11\nc\n.\nc the end");
  EXPECT_EQ(witness.trace.bad, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(witness.trace.justice, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(witness.trace.length(), 1u);
}

TEST(AigerWitnessTest, ReadsStatusesWithoutTrace) {
  for (const char* text : {"0\nb0\n.\n", "0\n", "0", "0\n.\n", "0\nb0\n", "c x\n0\nc y\nb0\n."})
    EXPECT_EQ(read(text).status, Status::Safe) << text;
  EXPECT_EQ(read("2\nb1\n.\n").status, Status::Unknown);
  EXPECT_EQ(read("2\nb1\n.\n").trace.bad, (std::vector<std::uint32_t>{1}));
}

TEST(AigerWitnessTest, ReadsEmptyLinesOfAModelWithoutInputs) {
  BitSystem empty;
  empty.bad.push_back(kTrue);
  const AigerWitness witness = read_aiger_witness({"w", "1\nb0\n\n\n\n.\n"}, empty);
  EXPECT_TRUE(witness.trace.initial.empty());
  EXPECT_EQ(witness.trace.length(), 2u);
  EXPECT_EQ(write_aiger_witness(witness), "1\nb0\n\n\n\n.\n");
}

TEST(AigerWitnessTest, AcceptsCarriageReturnsAndAMissingLineEnd) {
  EXPECT_EQ(read("1\r\nb0\r\n000\r\n00\r\n.").trace.length(), 1u);
}

TEST(AigerWitnessTest, WritesWhatItReads) {
  for (const std::string text : {"1\nb0b1j0\n01x\n10\nx0\n.\n", "0\nb0\n.\n", "2\nj0\n.\n"})
    EXPECT_EQ(write_aiger_witness(read(text)), text);
  EXPECT_EQ(write_aiger_witness({Status::Safe, {}}), "0\n.\n");
}

TEST(AigerWitnessTest, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "1:1: error: expected a witness that starts with '0', '1' or '2', got end of file"},
      {"sat\n", "1:1: error: expected a witness that starts with '0', '1' or '2', got 'sat'"},
      {"10\n", "1:2: error: expected end of line after the status, got '0'"},
      {"1\n", "2:1: error: expected a property ('b' or 'j' and a number), got end of file"},
      {"1\n000\n", "2:1: error: expected a property ('b' or 'j' and a number), got '000'"},
      {"1\nb\n", "2:2: error: expected number of property, got end of line"},
      {"1\nb2\n", "2:1: error: property b2 does not exist, the model has 2 bad states"},
      {"1\nb0j1\n", "2:3: error: property j1 does not exist, the model has 1 justice sets"},
      {"0\nb2\n.\n", "2:1: error: property b2 does not exist, the model has 2 bad states"},
      {"1\nb0 b1\n", "2:3: error: expected a property ('b' or 'j' and a number), got a space"},
      {"1\nb99999999999\n",
       "2:2: error: number of property = 99999999999 exceeds the limit 4294967295"},
      {"1\nb0\n00\n11\n.\n", "3:3: error: expected 3 latch values, got 2"},
      {"1\nb0\n00011\n11\n.\n", "3:4: error: expected 3 latch values, got 5"},
      {"1\nb0\n0a0\n11\n.\n", "3:2: error: expected '0', '1' or 'x' as latch value, got 'a'"},
      {"1\nb0\n", "3:1: error: expected 3 latch values, got 0"},
      {"1\nb0\n000\n1\n.\n", "4:2: error: expected 2 input values, got 1"},
      {"1\nb0\n000\n11\n111\n.\n", "5:3: error: expected 2 input values, got 3"},
      {"1\nb0\n000\n1 1\n.\n", "4:2: error: expected '0', '1' or 'x' as input value, got ' '"},
      {"1\nb0\n000\n1\xff\n.\n",
       "4:2: error: expected '0', '1' or 'x' as input value, got '\\xff'"},
      {"1\nb0\n000\n.\n", "4:1: error: expected '0', '1' or 'x' as input value, got '.'"},
      {"1\nb0\n000\n", "4:1: error: expected input values of step 0, got end of file"},
      {"1\nb0\n000\n11\n", "5:1: error: expected input values of step 1 or '.', got end of file"},
      {"1\nb0\n000\n11\n.x\n", "5:2: error: expected end of line after '.', got 'x'"},
      {"1\nb0\n000\n11\n.\n0\n", "6:1: error: expected end of file after the witness, got '0'"},
      {"0\nb0\n000\n", "3:1: error: expected '.', got '000'"},
      {"0\nx\n", "2:1: error: expected '.', got 'x'"},
  };
  for (const auto& [text, message] : cases)
    EXPECT_EQ(error_of(text), std::string("w:") + message) << text;
}

}  // namespace
}  // namespace cairn
