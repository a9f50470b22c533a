// SPDX-License-Identifier: MIT
#include "transform/cfa/lemmas/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

class FactsTest : public testing::Test {
 protected:
  Assignment state(std::uint64_t x, std::uint64_t y) {
    return {{x_, Value(BitVector(8, x))}, {y_, Value(BitVector(8, y))}};
  }
  Facts facts(std::vector<Term> features = {}) {
    return Facts(terms_, {{x_, y_}, std::move(features)}, {small_, equal_});
  }
  /// Whether all that is believed holds.
  bool allows(const Facts& facts, std::uint64_t x, std::uint64_t y) {
    const Assignment values = state(x, y);
    for (const Term fact : facts.all())
      if (!evaluate(terms_, fact, values).as_bool()) return false;
    return true;
  }

  Terms terms_;
  Term x_ = terms_.variable("x", Sort::bit_vector(8));
  Term y_ = terms_.variable("y", Sort::bit_vector(8));
  Term small_ = terms_.make(Op::BvUle, {x_, terms_.bv(8, 10)});
  Term equal_ = terms_.equal(x_, y_);
};

TEST_F(FactsTest, AFirstStateIsDescribedExactly) {
  Facts facts = this->facts();
  EXPECT_FALSE(facts.reached());
  EXPECT_TRUE(facts.weaken(state(3, 5)));
  EXPECT_TRUE(facts.reached());
  EXPECT_TRUE(allows(facts, 3, 5));
  EXPECT_FALSE(allows(facts, 3, 6));
  EXPECT_FALSE(allows(facts, 4, 5));
  EXPECT_THAT(facts.believed(), Contains(small_));
  EXPECT_THAT(facts.believed(), Not(Contains(equal_)));
  EXPECT_FALSE(facts.weaken(state(3, 5)));
}

TEST_F(FactsTest, EachStateTakesAwayWhatItContradicts) {
  Facts facts = this->facts();
  facts.weaken(state(0, 1));
  facts.weaken(state(1, 3));
  // y = 2x + 1 and x <= 10 are left.
  EXPECT_TRUE(allows(facts, 9, 19));
  EXPECT_FALSE(allows(facts, 9, 18));
  EXPECT_FALSE(allows(facts, 11, 23));
  EXPECT_FALSE(facts.weaken(state(5, 11)));
  EXPECT_TRUE(facts.weaken(state(20, 41)));
  EXPECT_TRUE(allows(facts, 11, 23));
  EXPECT_TRUE(facts.weaken(state(5, 10)));
  EXPECT_TRUE(allows(facts, 200, 33));
  EXPECT_FALSE(facts.weaken(state(7, 100)));
}

TEST_F(FactsTest, EquationsAreSolvedForVariables) {
  Facts facts = this->facts();
  facts.weaken(state(0, 1));
  facts.weaken(state(1, 3));
  ASSERT_EQ(facts.solved().size(), 1u);
  ASSERT_EQ(facts.solving().size(), 1u);
  EXPECT_THAT(facts.believed(), Contains(facts.solving()[0]));
  const auto& [variable, value] = *facts.solved().begin();
  EXPECT_EQ(variable, y_.id);
  EXPECT_EQ(evaluate(terms_, value, state(7, 0)).bits().low(), 15u);
  const std::uint32_t version = facts.version();
  facts.weaken(state(20, 41));  // no equation changes
  EXPECT_EQ(facts.version(), version);
  facts.weaken(state(20, 40));
  EXPECT_NE(facts.version(), version);
}

TEST_F(FactsTest, FeaturesTakePartInEquations) {
  const Term square = terms_.make(Op::BvMul, {x_, x_});
  Facts facts = this->facts({square});
  for (std::uint64_t x = 0; x < 6; ++x) facts.weaken(state(x, x * x + 1));
  EXPECT_TRUE(allows(facts, 7, 50));
  EXPECT_FALSE(allows(facts, 7, 51));
  facts.drop_equations();
  EXPECT_TRUE(allows(facts, 7, 51));
}

TEST_F(FactsTest, WhatIsSettledStaysWhateverComes) {
  Facts facts = this->facts();
  facts.weaken(state(3, 3));
  facts.settle();
  EXPECT_THAT(facts.believed(), IsEmpty());
  EXPECT_THAT(facts.known(), Contains(equal_));
  EXPECT_FALSE(facts.weaken(state(4, 5)));
  EXPECT_THAT(facts.known(), Contains(equal_));
  const Term other = terms_.make(Op::BvUle, {y_, terms_.bv(8, 4)});
  facts.believe({other});
  EXPECT_THAT(facts.believed(), ElementsAre(other));
  EXPECT_TRUE(facts.weaken(state(4, 5)));
  EXPECT_THAT(facts.believed(), IsEmpty());
}

TEST_F(FactsTest, ADroppedEquationTakesThoseItWasFoundWithAlong) {
  Facts facts = this->facts();
  facts.weaken(state(3, 5));
  ASSERT_EQ(facts.believed().size(), 3u);  // x = 3, y = 5, x <= 10
  facts.drop(facts.believed()[0]);
  EXPECT_THAT(facts.believed(), ElementsAre(small_));
  EXPECT_TRUE(facts.solved().empty());
  facts.drop(small_);
  EXPECT_THAT(facts.believed(), IsEmpty());
}

TEST_F(FactsTest, WhoGivesUpAllowsEverything) {
  Facts facts = this->facts();
  facts.give_up();
  EXPECT_TRUE(facts.reached());
  EXPECT_TRUE(allows(facts, 77, 1));
  EXPECT_FALSE(facts.weaken(state(1, 2)));
}

TEST_F(FactsTest, KeepsOnlyWhatItIsTold) {
  Facts facts = this->facts();
  facts.weaken(state(3, 3));
  facts.keep({equal_});
  EXPECT_THAT(facts.all(), ElementsAre(equal_));
  EXPECT_FALSE(facts.weaken(state(1, 2)));
}

}  // namespace
}  // namespace cairn
