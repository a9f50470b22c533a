// SPDX-License-Identifier: MIT
#include "transform/cfa/lemmas/templates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "automata.h"

namespace cairn {
namespace {

using test::CountingAutomaton;
using test::LoopAutomaton;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

class TemplatesTest : public testing::Test {
 protected:
  Term signed_at_most(Term a, Term b) { return automaton_.terms().make(Op::BvSle, {a, b}); }
  Term unsigned_at_most(Term a, Term b) { return automaton_.terms().make(Op::BvUle, {a, b}); }

  CountingAutomaton automaton_;
  Term x_ = automaton_.x, y_ = automaton_.y;
};

TEST_F(TemplatesTest, ConstantsAreThoseOfTheProgramAndTheirNeighboursSmallOnesFirst) {
  const auto effects = automaton_.effects();
  const Templates templates(automaton_.cfa, effects);
  std::vector<std::uint64_t> found;
  for (const BitVector& constant : templates.constants(4)) found.push_back(constant.low());
  // 15 is -1, as small as 0.
  EXPECT_THAT(found, ElementsAre(0, 15, 1, 2, 3, 5, 6, 7));
  EXPECT_THAT(templates.constants(8), IsEmpty());
}

TEST_F(TemplatesTest, UnitsAreBoundsOrdersAndWhatTheProgramCompares) {
  const auto effects = automaton_.effects();
  const Templates templates(automaton_.cfa, effects);
  const std::vector<Term> units = templates.units({x_, y_});
  EXPECT_THAT(units, Contains(signed_at_most(x_, automaton_.number(6))));
  EXPECT_THAT(units, Contains(signed_at_most(automaton_.number(0), y_)));
  EXPECT_THAT(units, Contains(signed_at_most(x_, y_)));
  EXPECT_THAT(units, Contains(automaton_.terms().equal(y_, automaton_.sum(x_, x_))));
  // Nothing in the program compares without sign.
  EXPECT_THAT(units, Not(Contains(unsigned_at_most(x_, automaton_.number(6)))));
  EXPECT_EQ(std::set<Term>(units.begin(), units.end()).size(), units.size());
}

TEST_F(TemplatesTest, UnitsReadOnlyTheVariablesAskedFor) {
  const auto effects = automaton_.effects();
  const Templates templates(automaton_.cfa, effects);
  const std::vector<Term> units = templates.units({x_});
  EXPECT_FALSE(units.empty());
  for (const Term unit : units)
    EXPECT_THAT(automaton_.terms().variables_of(std::span(&unit, 1)), ElementsAre(x_));
}

TEST_F(TemplatesTest, UnsignedBoundsNeedAnUnsignedComparison) {
  Terms& terms = automaton_.terms();
  automaton_.cfa.add_edge(automaton_.head, automaton_.cfa.error,
                          assume(terms.make(Op::BvUlt, {automaton_.number(9), y_})));
  const auto effects = automaton_.effects();
  const Templates templates(automaton_.cfa, effects);
  EXPECT_THAT(templates.units({x_, y_}), Contains(unsigned_at_most(x_, automaton_.number(6))));
  EXPECT_THAT(templates.units({x_, y_}), Contains(unsigned_at_most(x_, y_)));
}

TEST_F(TemplatesTest, BooleansAreTheirOwnUnits) {
  Terms& terms = automaton_.terms();
  const Term flag = terms.variable("flag", Sort::boolean());
  const auto effects = automaton_.effects();
  const Templates templates(automaton_.cfa, effects);
  EXPECT_THAT(templates.units({flag}), ElementsAre(flag, terms.not_(flag)));
  EXPECT_THAT(templates.literals({flag}), IsEmpty());
}

TEST_F(TemplatesTest, DifferencesAreBoundedByConstants) {
  const auto effects = automaton_.effects();
  const Templates templates(automaton_.cfa, effects);
  const std::vector<Term> found = templates.differences({x_, y_});
  EXPECT_THAT(found, Contains(signed_at_most(x_, automaton_.sum(y_, automaton_.number(2)))));
  EXPECT_THAT(found, Contains(signed_at_most(y_, automaton_.sum(x_, automaton_.number(6)))));
  EXPECT_THAT(templates.differences({x_}), IsEmpty());
}

TEST_F(TemplatesTest, LiteralsAreNotTooMany) {
  std::vector<Term> variables{x_, y_};
  for (int i = 0; i < 10; ++i) variables.push_back(automaton_.variable("z" + std::to_string(i)));
  const auto effects = automaton_.effects();
  const Templates templates(automaton_.cfa, effects);
  EXPECT_EQ(templates.literals(variables).size(), 90u);
  const std::vector<Term> few = templates.literals({x_});
  EXPECT_THAT(few, Contains(signed_at_most(automaton_.number(0), x_)));
  EXPECT_THAT(few, Contains(automaton_.terms().equal(x_, automaton_.number(7))));
}

TEST_F(TemplatesTest, FeaturesAreProductsAndRemaindersButNoMultiples) {
  Terms& terms = automaton_.terms();
  const Term product = terms.make(Op::BvMul, {x_, y_});
  const Term remainder = terms.make(Op::BvUrem, {x_, automaton_.number(3)});
  const Term multiple = terms.make(Op::BvMul, {x_, automaton_.number(3)});
  automaton_.cfa.add_edge(
      automaton_.head, automaton_.head,
      sequence({assume(terms.equal(product, remainder)), assign(y_, multiple)}));
  const auto effects = automaton_.effects();
  const Templates templates(automaton_.cfa, effects);
  const std::vector<Term> features = templates.features({x_, y_});
  EXPECT_THAT(features, Contains(product));
  EXPECT_THAT(features, Contains(remainder));
  EXPECT_THAT(features, Not(Contains(multiple)));
  EXPECT_THAT(templates.features({x_}), ElementsAre(remainder));
}

}  // namespace
}  // namespace cairn
