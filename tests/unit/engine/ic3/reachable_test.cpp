// SPDX-License-Identifier: MIT
#include "engine/ic3/reachable.h"

#include <gtest/gtest.h>

#include "support/tiny_systems.h"

namespace cairn {
namespace {

/// A counter of three bits that counts when its input says so, up to five.
class ReachableStatesTest : public testing::Test {
 protected:
  ReachableStatesTest() : system_(support::enabled_counter(3, 6, 7)), transition_(system_, {}) {}

  Cube number(std::uint32_t value) const {
    std::vector<Lit> lits;
    for (std::uint32_t i = 0; i < 3; ++i)
      lits.push_back(Lit(transition_.latch(i)) ^ ((value >> i & 1) == 0));
    return Cube(std::move(lits));
  }
  std::vector<Lit> enabled(bool is) const { return {Lit(transition_.input(0)) ^ !is}; }

  BitSystem system_;
  ic3::Transition transition_;
};

TEST_F(ReachableStatesTest, StepsLeadFromAnInitialStateToOthers) {
  ic3::ReachableStates states(system_, transition_, 10);
  auto at = states.add_initial(Cube());
  ASSERT_TRUE(at);
  for (std::uint32_t value = 1; value <= 3; ++value) {
    at = states.add_successor(*at, enabled(true));
    ASSERT_TRUE(at);
    std::uint32_t seen = 0;
    EXPECT_EQ(states.find(number(value), seen), at);
  }
  std::uint32_t seen = 0;
  EXPECT_FALSE(states.find(number(4), seen));
  EXPECT_EQ(seen, states.size());
}

TEST_F(ReachableStatesTest, AStateIsKeptOnce) {
  ic3::ReachableStates states(system_, transition_, 10);
  const auto zero = states.add_initial(Cube());
  EXPECT_EQ(states.add_successor(*zero, enabled(false)), zero);
  EXPECT_EQ(states.add_initial(Cube()), zero);
  EXPECT_EQ(states.size(), 1u);
}

TEST_F(ReachableStatesTest, ThereIsALimit) {
  ic3::ReachableStates states(system_, transition_, 2);
  const auto zero = states.add_initial(Cube());
  const auto one = states.add_successor(*zero, enabled(true));
  ASSERT_TRUE(one);
  EXPECT_FALSE(states.add_successor(*one, enabled(true)));
  EXPECT_EQ(states.size(), 2u);
}

TEST_F(ReachableStatesTest, AStepThatViolatesAConstraintLeadsNowhere) {
  system_.constraints.push_back(Lit(system_.inputs[0]));
  ic3::ReachableStates states(system_, transition_, 10);
  const auto zero = states.add_initial(Cube());
  EXPECT_FALSE(states.add_successor(*zero, enabled(false)));
  EXPECT_TRUE(states.add_successor(*zero, enabled(true)));
}

TEST_F(ReachableStatesTest, OfUninitialisedLatchesTheCubeDecides) {
  BitSystem system;
  const Lit free = system.add_uninitialised_latch();
  system.set_next(free, free);
  const ic3::Transition transition(system, {});
  ic3::ReachableStates states(system, transition, 10);
  const Lit latch(transition.latch(0));
  states.add_initial(Cube({latch}));
  std::uint32_t seen = 0;
  EXPECT_TRUE(states.find(Cube({latch}), seen));
  seen = 0;
  EXPECT_FALSE(states.find(Cube({~latch}), seen));
}

TEST_F(ReachableStatesTest, ARunGoesOnAlongThePath) {
  ic3::ReachableStates states(system_, transition_, 10);
  auto at = states.add_initial(Cube());
  for (int i = 0; i < 2; ++i) at = states.add_successor(*at, enabled(true));
  const auto last = std::make_shared<ic3::BadPath>(number(3), std::vector<Lit>(), nullptr);
  const auto path = std::make_shared<ic3::BadPath>(number(2), enabled(true), last);
  const auto run = states.run_to(*at, path);
  EXPECT_EQ(run->depth, 3u);
  EXPECT_EQ(run->cube, number(0));
  EXPECT_EQ(run->inputs, enabled(true));
  EXPECT_EQ(run->next->cube, number(1));
  EXPECT_EQ(run->next->next, path);
}

}  // namespace
}  // namespace cairn
