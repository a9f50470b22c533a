// SPDX-License-Identifier: MIT
#include "support/oracle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/tiny_systems.h"

namespace cairn::support {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

constexpr auto kUnreachable = std::nullopt;

TEST(OracleTest, KnowsTheDistancesOfACounter) {
  for (std::uint32_t value = 0; value < 16; ++value) {
    const OracleResult result = explore(mod_counter(4, 11, value));
    EXPECT_EQ(result.diameter, 11u);
    EXPECT_EQ(result.states.size(), 11u);
    if (value < 11)
      EXPECT_THAT(result.distance[0], Optional(value));
    else
      EXPECT_EQ(result.distance[0], kUnreachable);
  }
}

TEST(OracleTest, FindsTheShortestOfManyRuns) {
  const OracleResult result = explore(enabled_counter(3, 6, 5));
  EXPECT_THAT(result.distance[0], Optional(5u));
  EXPECT_EQ(result.diameter, 6u);
  const BitTrace& trace = *result.trace[0];
  ASSERT_EQ(trace.length(), 6u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_THAT(trace.inputs[i], ElementsAre(Lbool::True));
  EXPECT_THAT(trace.bad, ElementsAre(0u));
}

TEST(OracleTest, ShiftsAnInputThroughARegister) {
  const OracleResult result = explore(shift_register(5));
  EXPECT_THAT(result.distance[0], Optional(5u));
  EXPECT_EQ(result.states.size(), 32u);
  EXPECT_EQ(result.diameter, 6u);
}

TEST(OracleTest, KeepsConstraints) {
  EXPECT_TRUE(explore(constrained_shift_register(3)).safe());
  EXPECT_FALSE(explore(constrained_shift_register(1)).safe());
  EXPECT_THAT(explore(constrained_counter(3, 4, 3)).distance[0], Optional(3u));
  const OracleResult at_it = explore(constrained_counter(3, 4, 4));
  EXPECT_EQ(at_it.distance[0], kUnreachable);
  EXPECT_THAT(at_it.states, ElementsAre(0u, 1u, 2u, 3u));
  EXPECT_EQ(at_it.diameter, 4u);
  EXPECT_TRUE(explore(constrained_counter(3, 4, 5)).safe());
}

TEST(OracleTest, TriesBothValuesOfAnUninitialisedLatch) {
  const OracleResult result = explore(uninitialised_latch());
  EXPECT_THAT(result.distance, ElementsAre(Optional(1u), kUnreachable));
  EXPECT_THAT(result.states, ElementsAre(0b00u, 0b01u, 0b11u));
}

TEST(OracleTest, ReadsResetFunctionsInTheFirstStep) {
  const OracleResult result = explore(reset_functions());
  EXPECT_THAT(result.distance, ElementsAre(kUnreachable, Optional(1u), Optional(0u)));
}

TEST(OracleTest, ExpandsAnInitialStateAgainOnceAllInputsAreAllowed) {
  // The latch starts as the input and keeps its value: "latch without input" needs the second step,
  // in which the state is the same as in the first.
  BitSystem system;
  const Lit input = system.add_input();
  const Lit latch = system.add_latch("", input);
  system.bad = {system.aig.and_gate(latch, ~input)};
  EXPECT_THAT(explore(system).distance[0], Optional(1u));
}

TEST(OracleTest, HandlesSystemsWithoutLatchesOrInputs) {
  EXPECT_THAT(explore(combinational()).distance, ElementsAre(Optional(0u), kUnreachable));
  EXPECT_THAT(explore(no_inputs()).distance, ElementsAre(kUnreachable, Optional(1u)));
  const OracleResult nothing = explore(empty_system());
  EXPECT_THAT(nothing.distance, IsEmpty());
  EXPECT_EQ(nothing.diameter, 1u);
}

TEST(OracleTest, HandlesConstantsAndContradictions) {
  EXPECT_THAT(explore(constant_bad(true)).distance[0], Optional(0u));
  EXPECT_EQ(explore(constant_bad(false)).distance[0], kUnreachable);
  const OracleResult result = explore(contradictory_constraints());
  EXPECT_TRUE(result.safe());
  EXPECT_EQ(result.diameter, 0u);
  EXPECT_THAT(result.states, IsEmpty());
}

TEST(OracleTest, KnowsTheShortestDistanceOfAll) {
  BitSystem system = mod_counter(3, 8, 6);
  system.bad.push_back(kFalse);
  system.bad.push_back(Lit(system.latches[1].var));
  EXPECT_THAT(explore(system).shortest(), Optional(2u));
}

}  // namespace
}  // namespace cairn::support
