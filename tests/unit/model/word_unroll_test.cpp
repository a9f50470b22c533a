// SPDX-License-Identifier: MIT
#include "model/word_unroll.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

class WordUnroll : public testing::Test {
 protected:
  WordUnroll() {
    system.terms = std::make_shared<Terms>();
    x = terms().variable("x", Sort::bit_vector(8));
    y = terms().variable("y", Sort::bit_vector(8));
    in = terms().variable("in", Sort::bit_vector(8));
    system.inputs = {in};
    system.states = {{x, terms().bv(8, 5), terms().make(Op::BvAdd, {x, terms().bv(8, 1)})},
                     {y, kNoTerm, terms().ite(terms().equal(x, in), y, in)}};
    system.bad = {terms().equal(y, x)};
  }
  Terms& terms() { return *system.terms; }

  WordSystem system;
  Term x, y, in;
};

TEST_F(WordUnroll, PropagatesConstants) {
  WordUnroller unroller(system, WordUnroller::Start::Initial);
  EXPECT_EQ(unroller.at(x, 7), terms().bv(8, 12));
  EXPECT_FALSE(unroller.known(in, 0).valid());
}

TEST_F(WordUnroll, MakesWhatIsNeededAlone) {
  WordUnroller unroller(system, WordUnroller::Start::Initial);
  unroller.bad_at(1);
  EXPECT_TRUE(unroller.known(in, 0).valid());
  EXPECT_TRUE(unroller.known(y, 0).valid());
  EXPECT_FALSE(unroller.known(in, 1).valid());
}

TEST_F(WordUnroll, StartsAnywhere) {
  WordUnroller unroller(system, WordUnroller::Start::Anywhere);
  const Term first = unroller.at(x, 0);
  EXPECT_TRUE(terms().is_variable(first));
  EXPECT_EQ(unroller.at(x, 2), terms().make(Op::BvAdd, {first, terms().bv(8, 2)}));
}

TEST_F(WordUnroll, ReadsARunOffAModel) {
  WordUnroller unroller(system, WordUnroller::Start::Initial);
  unroller.bad_at(1);
  Assignment model{{unroller.known(in, 0), Value(BitVector(8, 9))},
                   {unroller.known(y, 0), Value(BitVector(8, 3))}};
  const WordTrace trace =
      unroller.trace(1, [&](Term term) { return evaluate(terms(), term, model); });
  ASSERT_EQ(trace.length(), 2u);
  EXPECT_EQ(trace.initial.at(x).bits().low(), 5u);
  EXPECT_EQ(trace.initial.at(y).bits().low(), 3u);
  EXPECT_EQ(trace.inputs[0].at(in).bits().low(), 9u);
}

// What has no next value is a variable of its own in every step, told beside the inputs.
TEST_F(WordUnroll, TakesStatesWithoutNextValue) {
  system.states[0].next = kNoTerm;
  WordUnroller unroller(system, WordUnroller::Start::Initial);
  EXPECT_EQ(unroller.at(x, 0), terms().bv(8, 5));
  const Term later = unroller.at(x, 1);
  EXPECT_TRUE(terms().is_variable(later));
  Assignment model{{later, Value(BitVector(8, 77))}};
  const WordTrace trace =
      unroller.trace(1, [&](Term term) { return evaluate(terms(), term, model); });
  EXPECT_EQ(trace.inputs[1].at(x).bits().low(), 77u);
  EXPECT_FALSE(trace.inputs[0].contains(x));
}

}  // namespace
}  // namespace cairn
