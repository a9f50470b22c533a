// SPDX-License-Identifier: MIT
#include "format/btor2/btor2_writer.h"

#include <gtest/gtest.h>

#include "format/btor2/btor2_reader.h"
#include "support/random_btor2.h"
#include "support/word_run.h"

namespace cairn {
namespace {

Btor2Model read(const std::string& text) {
  return read_btor2({"test.btor2", text});
}

TEST(Btor2WriterTest, WritesEveryKindOfLine) {
  const std::string text =
      "1 sort bitvec 1\n"
      "2 input 1 enable\n"
      "3 sort bitvec 8\n"
      "4 input 3 input13\n"
      "5 zero 3\n"
      "6 state 3 count\n"
      "7 init 3 6 5\n"
      "8 zero 1\n"
      "9 sort array 3 1\n"
      "10 state 9 seen\n"
      "11 init 9 10 8\n"
      "12 state 3 free\n"
      "13 one 3\n"
      "14 add 3 6 13\n"
      "15 ite 3 2 14 6\n"
      "16 next 3 6 15\n"
      "17 write 9 10 6 2\n"
      "18 next 9 10 17\n"
      "19 not 3 12\n"
      "20 output 19 inverse\n"
      "21 ult 1 4 12\n"
      "22 not 1 21\n"
      "23 constraint 22 order\n"
      "24 read 1 10 6\n"
      "25 bad 24 repeats\n"
      "26 not 1 24\n"
      "27 bad 26\n"
      "28 fair 2\n"
      "29 justice 2 24 22\n";
  EXPECT_EQ(write_btor2(read(text)), text);
}

TEST(Btor2WriterTest, WritesNothingAsALine) {
  EXPECT_EQ(write_btor2(read("7 sort bitvec 8\n")), "1 sort bitvec 1\n");
}

TEST(Btor2WriterTest, NamesBecomeSymbols) {
  WordModel model;
  model.system.terms = std::make_shared<Terms>();
  Terms& terms = *model.system.terms;
  model.system.inputs = {terms.variable("two words\t", Sort::boolean()),
                         terms.variable(";x;", Sort::bit_vector(1)),
                         terms.variable("", Sort::bit_vector(2))};
  model.system.bad = {model.system.inputs[0]};
  EXPECT_EQ(write_btor2(model),
            "1 sort bitvec 1\n2 input 1 two_words_\n3 input 1 _x;\n4 sort bitvec 2\n5 input 4\n"
            "6 bad 2\n");
}

// Initial values that read later states move those forward; array constants become states.
TEST(Btor2WriterTest, OrdersInitialValues) {
  WordModel model;
  model.system.terms = std::make_shared<Terms>();
  Terms& terms = *model.system.terms;
  const Sort array = Sort::array_of(Sort::bit_vector(2), Sort::bit_vector(8));
  const Term x = terms.variable("x", Sort::bit_vector(8)),
             y = terms.variable("y", Sort::bit_vector(8));
  const Term a = terms.variable("a", array), b = terms.variable("b", array);
  const Value entry = Value::constant_array(array, Value(BitVector(8, 3)))
                          .store(Value(BitVector(2, 1)), Value(BitVector(8, 4)));
  model.system.states = {{x, terms.make(Op::BvMul, {y, y}), x},
                         {y, terms.bv(8, 5), kNoTerm},
                         {a, terms.constant_array(array, y), a},
                         {b, terms.constant(entry), b}};
  const Btor2Model again = read(write_btor2(model));
  std::vector<std::string> names;
  for (const WordState& state : again.system.states)
    names.push_back(again.system.terms->name(state.term));
  EXPECT_EQ(names, (std::vector<std::string>{"y", "x", "a", "state13", "b"}));
  const Assignment start = test::run_words(again.system, WordTrace{{}, {{}}})[0];
  EXPECT_EQ(start.at(again.system.states[1].term), Value(BitVector(8, 25)));
  EXPECT_EQ(start.at(again.system.states[2].term),
            Value::constant_array(array, Value(BitVector(8, 5))));
  EXPECT_EQ(start.at(again.system.states[4].term), entry);
}

// What was written behaves as what was read.
TEST(Btor2WriterTest, RandomModelsKeepTheirMeaning) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    const Btor2Model model = read(test::random_btor2(rng));
    const Btor2Model again = read(write_btor2(model));
    const WordSystem &a = model.system, &b = again.system;
    ASSERT_EQ(a.inputs.size(), b.inputs.size());
    ASSERT_EQ(a.states.size(), b.states.size());
    ASSERT_EQ(a.bad.size(), b.bad.size());
    ASSERT_EQ(a.constraints.size(), b.constraints.size());
    const WordTrace trace = test::random_word_trace(rng, a, 6);
    const auto renamed = [&](const Assignment& values) {
      Assignment result;
      for (std::size_t i = 0; i < a.inputs.size(); ++i)
        if (values.count(a.inputs[i]) != 0) result.emplace(b.inputs[i], values.at(a.inputs[i]));
      for (std::size_t i = 0; i < a.states.size(); ++i)
        if (values.count(a.states[i].term) != 0)
          result.emplace(b.states[i].term, values.at(a.states[i].term));
      return result;
    };
    WordTrace other{renamed(trace.initial), {}};
    for (const Assignment& inputs : trace.inputs) other.inputs.push_back(renamed(inputs));
    const auto mine = test::run_words(a, trace), theirs = test::run_words(b, other);
    for (std::size_t k = 0; k < mine.size(); ++k) {
      ASSERT_EQ(renamed(mine[k]), theirs[k]) << "seed " << seed << ", step " << k;
      for (std::size_t i = 0; i < a.bad.size(); ++i)
        EXPECT_EQ(evaluate(*a.terms, a.bad[i], mine[k]), evaluate(*b.terms, b.bad[i], theirs[k]));
      for (std::size_t i = 0; i < a.constraints.size(); ++i)
        EXPECT_EQ(evaluate(*a.terms, a.constraints[i], mine[k]),
                  evaluate(*b.terms, b.constraints[i], theirs[k]));
    }
  }
}

TEST(Btor2WriterTest, DeepTermsNeedNoStack) {
  WordModel model;
  model.system.terms = std::make_shared<Terms>();
  Terms& terms = *model.system.terms;
  const Term x = terms.variable("x", Sort::bit_vector(8)),
             y = terms.variable("y", Sort::bit_vector(8));
  Term deep = x;
  for (int i = 0; i < 200'000; ++i)
    deep = terms.make(i % 2 == 0 ? Op::BvMul : Op::BvXor, {deep, y});
  model.system.inputs = {x, y};
  model.system.bad = {terms.equal(deep, y)};
  EXPECT_EQ(read(write_btor2(model)).system.bad.size(), 1u);
}

}  // namespace
}  // namespace cairn
