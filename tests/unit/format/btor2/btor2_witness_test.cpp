// SPDX-License-Identifier: MIT
#include "format/btor2/btor2_witness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "format/btor2/btor2_reader.h"
#include "support/random_btor2.h"
#include "support/word_run.h"

namespace cairn {
namespace {

using testing::ElementsAre;

Btor2Model model_of(const std::string& text) {
  return read_btor2({"test.btor2", text});
}

/// States: 0 count (8 bits, init and next), 1 flag (1 bit, neither), 2 start (4 bits, next), 3 map
/// (2 to 8 bits, neither). Inputs: 0 i (1 bit), 1 w (4 bits), 2 m (2 to 8 bits).
Btor2Model small() {
  return model_of(
      "1 sort bitvec 1\n2 sort bitvec 8\n3 sort bitvec 4\n4 sort bitvec 2\n5 sort array 4 2\n"
      "10 zero 2\n11 state 2 count\n12 init 2 11 10\n13 inc 2 11\n14 next 2 11 13\n"
      "15 state 1 flag\n16 state 3\n17 next 3 16 16\n18 state 5 map\n"
      "19 input 1 i\n20 input 3\n21 input 5 m\n22 bad 19\n23 bad 15\n24 justice 1 19\n");
}

Value word(std::uint32_t width, std::uint64_t value) {
  return Value(BitVector(width, value));
}

struct SmallTest : testing::Test {
  Btor2Model model = small();
  const WordSystem& system = model.system;
  const Term count = system.states[0].term, flag = system.states[1].term,
             start = system.states[2].term, map = system.states[3].term;
  const Term i = system.inputs[0], w = system.inputs[1], m = system.inputs[2];
  const Sort array = system.terms->sort(map);

  Btor2Witness read(const std::string& text) { return read_btor2_witness({"w", text}, model); }
  std::string error_of(const std::string& text) {
    try {
      read(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }
};

TEST_F(SmallTest, WritesWhatIsFree) {
  Btor2Witness witness;
  witness.bad = {1};
  witness.trace.initial = {
      {flag, Value(true)},
      {start, word(4, 6)},
      {count, word(8, 0)},
      {map, Value::constant_array(array, word(8, 1)).store(word(2, 2), word(8, 7))}};
  witness.trace.inputs = {
      {{i, Value(true)},
       {m, Value::constant_array(array, word(8, 0)).store(word(2, 3), word(8, 5))}},
      {{w, word(4, 9)}, {m, Value::constant_array(array, word(8, 2))}, {flag, Value(true)}}};
  EXPECT_EQ(write_btor2_witness(model, witness),
            "sat\n"
            "b1\n"
            "#0\n"
            "1 1 flag#0\n"
            "2 0110 state16#0\n"
            "3 [*] 00000001 map#0\n"
            "3 [10] 00000111 map#0\n"
            "@0\n"
            "0 1 i@0\n"
            "1 0000 input20@0\n"
            "2 [11] 00000101 m@0\n"
            "#1\n"
            "1 1 flag#1\n"
            "@1\n"
            "0 0 i@1\n"
            "1 1001 input20@1\n"
            "2 [00] 00000010 m@1\n"
            "2 [01] 00000010 m@1\n"
            "2 [10] 00000010 m@1\n"
            "2 [11] 00000010 m@1\n"
            ".\n");
}

TEST_F(SmallTest, ReadsValuesOfAnyStep) {
  const Btor2Witness witness = read(
      "sat\nb0 j0 b1\n"
      "#0\n0 00000000 count#0\n3 [01] 00000011\n3 [*] 11111111\n1 1\n"
      "@0\n1 0101\n0 1 i@0 and more\n"
      "@1\n"
      "#2\n0 00000010\n1 1\n@2\n2 [00] 10000000\n.\n");
  EXPECT_THAT(witness.bad, ElementsAre(0, 1));
  EXPECT_THAT(witness.justice, ElementsAre(0));
  ASSERT_EQ(witness.trace.length(), 3u);
  const Value bits = Value::constant_array(array, word(8, 255)).store(word(2, 1), word(8, 3));
  EXPECT_EQ(witness.trace.initial,
            (Assignment{{count, word(8, 0)}, {map, bits}, {flag, Value(true)}}));
  EXPECT_EQ(witness.trace.inputs[0], (Assignment{{w, word(4, 5)}, {i, Value(true)}}));
  EXPECT_TRUE(witness.trace.inputs[1].empty());
  // What the count is in step 2 follows from the model.
  EXPECT_EQ(
      witness.trace.inputs[2],
      (Assignment{{flag, Value(true)},
                  {m, Value::constant_array(array, word(8, 0)).store(word(2, 0), word(8, 128))}}));
}

TEST(Btor2WitnessTest, LaterValuesOfStatesWithNextAreNotUsed) {
  const Btor2Model model = model_of(
      "1 sort bitvec 1\n2 sort array 1 1\n3 state 2\n4 next 2 3 3\n5 state 1\n6 next 1 5 5\n"
      "7 bad 5\n");
  const std::string text = "sat\nb0\n#0\n0 [1] 1\n1 1\n@0\n#1\n0 [1] 1\n1 1\n@1\n.\n";
  const WordTrace trace = read_btor2_witness({"w", text}, model).trace;
  EXPECT_EQ(trace.initial.size(), 2u);
  ASSERT_EQ(trace.length(), 2u);
  EXPECT_TRUE(trace.inputs[1].empty());
}

TEST_F(SmallTest, RefusesWhatIsWrong) {
  const std::pair<const char*, const char*> rows[] = {
      {"", "w:1:1: error: expected 'sat', got end of line"},
      {"unsat\nb0\n@0\n.\n", "w:1:1: error: expected 'sat', got 'unsat'"},
      {"sat b0\n", "w:1:5: error: expected end of line after 'sat', got 'b0'"},
      {"sat\n", "w:1:4: error: expected properties such as 'b0', got end of file"},
      {"sat\nx0\n", "w:2:1: error: expected a property such as 'b0' or 'j0', got 'x0'"},
      {"sat\nb\n", "w:2:1: error: expected a property such as 'b0' or 'j0', got 'b'"},
      {"sat\nb-1\n", "w:2:1: error: expected a property such as 'b0' or 'j0', got 'b-1'"},
      {"sat\nb0 b2\n", "w:2:4: error: 'b2' is claimed, but the model has 2 bad states"},
      {"sat\nj1\n", "w:2:1: error: 'j1' is claimed, but the model has 1 justice properties"},
      {"sat\nb0\n.\n", "w:3:1: error: expected '@0' before '.'"},
      {"sat\nb0\n#0\n.\n", "w:4:1: error: expected '@0' before '.'"},
      {"sat\nb0\n0 1\n", "w:3:1: error: expected '#0' or '@0', got '0'"},
      {"sat\nb0\n@1\n", "w:3:1: error: expected '#0' or '@0', got '@1'"},
      {"sat\nb0\n@0\n@0\n", "w:4:1: error: expected '#1' or '@1', got '@0'"},
      {"sat\nb0\n@0\n#2\n", "w:4:1: error: expected '#1' or '@1', got '#2'"},
      {"sat\nb0\n#0\n#1\n", "w:4:1: error: expected '@0', got '#1'"},
      {"sat\nb0\n#0\n#0\n", "w:4:1: error: expected '@0', got '#0'"},
      {"sat\nb0\n#\n", "w:3:1: error: expected the number of a step, got '#'"},
      {"sat\nb0\n#0 x\n", "w:3:4: error: expected end of line after '#0', got 'x'"},
      {"sat\nb0\n@0\n3 1\n", "w:4:1: error: input 3, but the model has 3"},
      {"sat\nb0\n#0\n4 1\n", "w:4:1: error: state 4, but the model has 4"},
      {"sat\nb0\n@0\n-1 1\n", "w:4:1: error: expected the position of an input, got '-1'"},
      {"sat\nb0\n@0\n99999999999999999999 1\n",
       "w:4:1: error: expected the position of an input, got '99999999999999999999'"},
      {"sat\nb0\n@0\n0 11\n", "w:4:3: error: 2 digits for a value of 1 bits"},
      {"sat\nb0\n@0\n0 x\n", "w:4:3: error: expected digits 0 and 1, got 'x'"},
      {"sat\nb0\n@0\n0\n", "w:4:2: error: expected digits 0 and 1, got end of line"},
      {"sat\nb0\n@0\n0 1\n0 1\n", "w:5:1: error: input 0 is assigned twice in step 0"},
      {"sat\nb0\n#0\n1 1\n1 0\n", "w:5:1: error: state 1 is assigned twice in step 0"},
      {"sat\nb0\n@0\n2 00000000\n", "w:4:3: error: expected an index in brackets, got '00000000'"},
      {"sat\nb0\n@0\n2 [000] 00000000\n",
       "w:4:3: error: expected an index of 2 digits 0 and 1, got '[000]'"},
      {"sat\nb0\n@0\n2 [0x] 00000000\n",
       "w:4:3: error: expected an index of 2 digits 0 and 1, got '[0x]'"},
      {"sat\nb0\n@0\n2 [] 00000000\n",
       "w:4:3: error: expected an index of 2 digits 0 and 1, got '[]'"},
      {"sat\nb0\n@0\n2 [\n", "w:4:3: error: expected an index in brackets, got '['"},
      {"sat\nb0\n@0\n2 [01] 0\n", "w:4:8: error: 1 digits for a value of 8 bits"},
      {"sat\nb0\n@0\n2 [01] 00000000\n2 [01] 00000000\n",
       "w:5:3: error: element '[01]' is assigned twice"},
      {"sat\nb0\n@0\n2 [*] 00000000\n2 [*] 00000000\n",
       "w:5:3: error: the other elements are assigned twice"},
      {"sat\nb0\n@0\n", "w:3:3: error: expected '.' at the end, got end of file"},
      {"sat\nb0\n@0\n. x\n", "w:4:3: error: expected end of line after '.', got 'x'"},
      {"sat\nb0\n@0\n.\nmore\n", "w:5:1: error: expected end of file after '.', got 'more'"},
  };
  for (const auto& [text, message] : rows) EXPECT_EQ(error_of(text), message) << text;
}

TEST(Btor2WitnessTest, RandomTracesSurvive) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    const Btor2Model model = model_of(test::random_btor2(rng));
    Btor2Witness witness;
    witness.bad = {static_cast<std::uint32_t>(rng.below(model.system.bad.size()))};
    witness.trace = test::random_word_trace(rng, model.system, 1 + rng.below(4));
    const std::string text = write_btor2_witness(model, witness);
    const Btor2Witness again = read_btor2_witness({"w", text}, model);
    EXPECT_EQ(again.bad, witness.bad);
    EXPECT_EQ(test::run_words(model.system, again.trace),
              test::run_words(model.system, witness.trace));
    EXPECT_EQ(write_btor2_witness(model, again), text);
  }
}

}  // namespace
}  // namespace cairn
