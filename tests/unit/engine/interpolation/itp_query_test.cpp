// SPDX-License-Identifier: MIT
#include "engine/interpolation/itp_query.h"

#include <gtest/gtest.h>

#include "support/tiny_systems.h"

namespace cairn {
namespace {

class ItpReachedTest : public testing::Test {
 protected:
  ItpReachedTest() {
    graph_.add_leaf();
    graph_.add_leaf();
    graph_.add_leaf();
  }
  /// Whether a set over the three latches of the counter has a new state; if so it joins.
  bool is_new(ItpReached& reached, Lit set) {
    reached.propose(graph_, set);
    const bool found = reached.find_new_state() == sat::Result::Satisfiable;
    if (found) reached.accept();
    return found;
  }

  const Budget budget_;
  Aig graph_;
  const Lit a_{Var{1}}, b_{Var{2}};
};

TEST_F(ItpReachedTest, BeginsWithTheInitialStates) {
  const BitSystem system = support::mod_counter(3, 8, 7);
  ItpReached reached(system, ItpPrefix(system, Unroller::Start::Anywhere), budget_);
  EXPECT_TRUE(reached.only_initial());
  EXPECT_FALSE(is_new(reached, graph_.and_gate(graph_.and_gate(~a_, ~b_), ~Lit(Var{3}))));
  EXPECT_TRUE(is_new(reached, graph_.and_gate(~a_, ~b_)));
  EXPECT_FALSE(reached.only_initial());
}

TEST_F(ItpReachedTest, OnlyConstrainedStatesAreNew) {
  BitSystem system = support::mod_counter(3, 8, 7);
  system.constraints.push_back(~Lit(system.latches[1].var));
  ItpReached reached(system, ItpPrefix(system, Unroller::Start::Anywhere), budget_);
  EXPECT_FALSE(is_new(reached, b_));
  EXPECT_TRUE(is_new(reached, a_));
}

TEST_F(ItpReachedTest, KnowsWhetherTheSetsAreClosed) {
  constexpr int kConflicts = 1000;
  // 0, 1, 2, 3 and back to 0: the third bit is never set.
  const BitSystem system = support::mod_counter(3, 4, 7);
  ItpReached reached(system, ItpPrefix(system, Unroller::Start::Anywhere), budget_);
  EXPECT_EQ(reached.find_way_out(kConflicts), sat::Result::Satisfiable);  // from 0 to 1
  const Lit third = Lit(Var{3});
  ASSERT_TRUE(is_new(reached, graph_.and_gate(~third, a_)));              // 1 and 3
  EXPECT_EQ(reached.find_way_out(kConflicts), sat::Result::Satisfiable);  // from 1 to 2
  ASSERT_TRUE(is_new(reached, graph_.and_gate(~third, ~a_)));             // 0 and 2
  EXPECT_EQ(reached.find_way_out(kConflicts), sat::Result::Unsatisfiable);
}

TEST_F(ItpReachedTest, AWayIntoAnUnconstrainedStateIsNone) {
  BitSystem system = support::mod_counter(3, 8, 7);
  system.constraints.push_back(~Lit(system.latches[0].var));  // 0 has no constrained successor
  ItpReached reached(system, ItpPrefix(system, Unroller::Start::Anywhere), budget_);
  EXPECT_EQ(reached.find_way_out(1000), sat::Result::Unsatisfiable);
}

TEST_F(ItpReachedTest, DropsSetsThatOthersCover) {
  const BitSystem system = support::mod_counter(3, 8, 7);
  ItpReached reached(system, ItpPrefix(system, Unroller::Start::Anywhere), budget_);
  EXPECT_TRUE(is_new(reached, graph_.and_gate(a_, b_)));
  EXPECT_TRUE(is_new(reached, a_));
  EXPECT_TRUE(is_new(reached, graph_.and_gate(~a_, b_)));
  EXPECT_EQ(reached.num_sets(), 4u);
  reached.drop_covered_sets(1000);
  EXPECT_EQ(reached.num_sets(), 3u);  // the first state, a, and b without a
}

TEST(ItpQueryTest, AnInterpolantSeparatesSuccessorsFromBadStates) {
  // From 0 the counter goes to 1; it is bad at 5, four steps further.
  const BitSystem system = support::mod_counter(3, 8, 5);
  const Budget budget;
  const ItpPrefix prefix(system, Unroller::Start::Reset);
  ItpSuffix suffix(system);
  for (const std::uint32_t bound : {1u, 2u, 4u}) {
    ASSERT_TRUE(suffix.extend(bound, budget));
    ItpQuery query(system, prefix, kTrue, suffix, budget);
    ASSERT_EQ(query.ask(), sat::Result::Unsatisfiable);
    for (const auto kind : {sat::InterpolationSystem::McMillan, sat::InterpolationSystem::Pudlak,
                            sat::InterpolationSystem::InverseMcMillan}) {
      Aig graph;
      for (int i = 0; i < 3; ++i) graph.add_leaf();
      const Lit interpolant = query.interpolator().interpolant(
          0, kind, graph, [&](Var var) { return Lit(Var{1 + query.latch_of(var)}); });
      for (std::uint32_t state = 0; state < 8; ++state) {
        std::vector<std::uint64_t> values(graph.size(), 0);
        for (std::uint32_t i = 0; i < 3; ++i)
          values[1 + i] = flip_value(std::uint64_t{0}, (state >> i & 1) != 0);
        evaluate_gates(graph, values);
        const bool is_in = value_of(values, interpolant) != 0;
        if (state == 1) {
          EXPECT_TRUE(is_in);
        }
        if (state <= 5 && state + bound > 5) {
          EXPECT_FALSE(is_in) << state;
        }
      }
    }
  }
  ASSERT_TRUE(suffix.extend(5, budget));
  ItpQuery query(system, prefix, kTrue, suffix, budget);
  ASSERT_EQ(query.ask(), sat::Result::Satisfiable);
  EXPECT_EQ(query.trace().length(), 6u);
}

}  // namespace
}  // namespace cairn
