// SPDX-License-Identifier: MIT
#include "transform/cfa/lemmas/fixpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "automata.h"
#include "support/cfa_oracle.h"
#include "support/quiet_context.h"
#include "support/random_cfa.h"
#include "transform/cfa/lemmas/sampler.h"

namespace cairn {
namespace {

using test::CountingAutomaton;
using testing::Contains;
using testing::Not;

constexpr double kSeconds = 10;

std::vector<Term> variables_of(const Cfa& cfa) {
  std::vector<Term> variables;
  for (const ProgramVariable& variable : cfa.variables) variables.push_back(variable.term);
  return variables;
}

/// With the same candidates everywhere.
std::vector<std::unique_ptr<Facts>> first_facts(const Cfa& cfa,
                                                const std::vector<Term>& candidates) {
  std::vector<std::unique_ptr<Facts>> facts(cfa.locations.size());
  for (std::uint32_t l = 0; l < facts.size(); ++l)
    if (LocationId{l} != cfa.initial && LocationId{l} != cfa.error)
      facts[l] =
          std::make_unique<Facts>(*cfa.terms, Facts::Columns{variables_of(cfa), {}}, candidates);
  return facts;
}

CfaInvariant invariant_of(const Cfa& cfa, const std::vector<std::unique_ptr<Facts>>& facts) {
  CfaInvariant invariant;
  for (std::uint32_t l = 0; l < facts.size(); ++l)
    if (facts[l])
      invariant.at[{l}] =
          facts[l]->reached() ? cfa.terms->and_all(facts[l]->all()) : cfa.terms->false_term();
  return invariant;
}

class FixpointTest : public testing::Test {
 protected:
  Term at_most(Term a, std::uint64_t b) {
    return automaton_.terms().make(Op::BvSle, {a, automaton_.number(b)});
  }

  CountingAutomaton automaton_;
  support::QuietContext context_;
  std::vector<Effect> effects_ = automaton_.effects();
  Term too_strong_ = at_most(automaton_.x, 5), just_right_ = at_most(automaton_.x, 6);
  std::vector<std::unique_ptr<Facts>> facts_ =
      first_facts(automaton_.cfa, {too_strong_, just_right_});
};

TEST_F(FixpointTest, KeepsTheStrongestFactsThatAreInductive) {
  Fixpoint fixpoint(automaton_.cfa, effects_, facts_, kSeconds, context_.get());
  ASSERT_TRUE(fixpoint.run());
  const Facts& head = *facts_[automaton_.head.index];
  EXPECT_THAT(head.believed(), Contains(just_right_));
  EXPECT_THAT(head.believed(), Not(Contains(too_strong_)));
  EXPECT_EQ(head.believed().size(), 2u);  // and y = 2x
  EXPECT_FALSE(fixpoint.is_feasible(2));
  EXPECT_TRUE(fixpoint.is_feasible(1));
  EXPECT_GT(fixpoint.queries(), 0u);
  const support::CfaOracle oracle(automaton_.cfa);
  EXPECT_EQ(oracle.check(invariant_of(automaton_.cfa, facts_)), "");
}

TEST_F(FixpointTest, KeepsWhatExcludesTheErrorAndNoMore) {
  Fixpoint fixpoint(automaton_.cfa, effects_, facts_, kSeconds, context_.get());
  ASSERT_TRUE(fixpoint.run());
  ASSERT_TRUE(fixpoint.keep_needed());
  EXPECT_EQ(facts_[automaton_.head.index]->all().size(), 1u);
  EXPECT_THAT(facts_[automaton_.head.index]->all(), Not(Contains(just_right_)));
  const support::CfaOracle oracle(automaton_.cfa);
  EXPECT_EQ(oracle.check(invariant_of(automaton_.cfa, facts_)), "");
}

TEST_F(FixpointTest, WithoutTimeItSaysSo) {
  context_.budget.request_stop(StopReason::Time);
  Fixpoint fixpoint(automaton_.cfa, effects_, facts_, kSeconds, context_.get());
  EXPECT_FALSE(fixpoint.run());
}

TEST_F(FixpointTest, WhereNoEdgeLeadsNothingComes) {
  const LocationId apart = automaton_.cfa.add_location();
  automaton_.cfa.add_edge(automaton_.head, apart,
                          assume(automaton_.terms().equal(automaton_.y, automaton_.number(1))));
  automaton_.cfa.add_edge(apart, automaton_.cfa.error, skip_command());
  effects_ = automaton_.effects();
  facts_ = first_facts(automaton_.cfa, {just_right_});
  Fixpoint fixpoint(automaton_.cfa, effects_, facts_, kSeconds, context_.get());
  ASSERT_TRUE(fixpoint.run());
  EXPECT_FALSE(facts_[apart.index]->reached());
  EXPECT_TRUE(facts_[automaton_.head.index]->reached());
  EXPECT_FALSE(fixpoint.is_feasible(4));
}

// Whatever the automaton, no run comes by in a state that contradicts a fact.
TEST(FixpointOnRandomAutomataTest, FactsHoldInAllRuns) {
  std::uint64_t visits = 0, facts_seen = 0, proofs = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    const Cfa cfa = support::random_cfa(seed);
    std::vector<Effect> effects;
    for (const CfaEdge& edge : cfa.edges) effects.push_back(effect_of(*cfa.terms, *edge.command));
    const Templates templates(cfa, effects);
    auto facts = first_facts(cfa, templates.units(variables_of(cfa)));
    support::QuietContext context;
    Fixpoint fixpoint(cfa, effects, facts, kSeconds, context.get());
    ASSERT_TRUE(fixpoint.run());
    Sampler sampler(cfa, effects, templates, seed);
    const auto visit = [&](LocationId at, const Assignment& state) {
      if (!facts[at.index]) return;
      ++visits;
      ASSERT_TRUE(facts[at.index]->reached());
      for (const Term fact : facts[at.index]->all()) {
        ++facts_seen;
        ASSERT_TRUE(evaluate(*cfa.terms, fact, state).as_bool());
      }
    };
    for (int i = 0; i < 20; ++i)
      sampler.run(
          30, [] { return true; }, visit);
    bool excluded = true;
    for (std::uint32_t edge = 0; edge < cfa.edges.size(); ++edge)
      if (cfa.edges[edge].target == cfa.error) excluded = excluded && !fixpoint.is_feasible(edge);
    if (!excluded) continue;
    ++proofs;
    const support::CfaOracle oracle(cfa);
    ASSERT_EQ(oracle.check(invariant_of(cfa, facts)), "");
    ASSERT_TRUE(fixpoint.keep_needed());
    ASSERT_EQ(oracle.check(invariant_of(cfa, facts)), "");
  }
  EXPECT_GT(visits, 1000u);
  EXPECT_GT(facts_seen, 1000u);
  EXPECT_GT(proofs, 20u);
}

}  // namespace
}  // namespace cairn
