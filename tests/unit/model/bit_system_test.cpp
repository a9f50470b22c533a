// SPDX-License-Identifier: MIT
#include "model/bit_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(BitSystemTest, KnowsItsLeavesByPosition) {
  BitSystem system;
  const Lit latch = system.add_latch("l");
  const Lit input = system.add_input("i");
  const Lit second = system.add_input();
  system.check_invariants();
  const auto positions = system.leaf_positions();
  EXPECT_EQ(positions[latch.var().index], 0u);
  EXPECT_EQ(positions[input.var().index], 0u);
  EXPECT_EQ(positions[second.var().index], 1u);
  EXPECT_EQ(system.names.latches.get(0), "l");
  EXPECT_EQ(system.names.inputs.get(0), "i");
  EXPECT_EQ(system.names.inputs.get(1), "");
}

TEST(BitSystemTest, ANewLatchIsFalseAndKeepsItsValue) {
  BitSystem system;
  const Lit latch = system.add_latch();
  EXPECT_EQ(system.latches[0].reset, kFalse);
  EXPECT_EQ(system.latches[0].next, latch);
  EXPECT_TRUE(system.latches[0].has_constant_reset());
  EXPECT_FALSE(system.latches[0].is_uninitialised());
}

TEST(BitSystemTest, AnUninitialisedLatchIsResetToItself) {
  BitSystem system;
  system.add_uninitialised_latch();
  EXPECT_TRUE(system.latches[0].is_uninitialised());
  EXPECT_FALSE(system.latches[0].has_constant_reset());
}

TEST(BitSystemTest, TheNextStateOfANegatedLatchIsNegated) {
  BitSystem system;
  const Lit input = system.add_input();
  const Lit latch = system.add_latch();
  system.set_next(~latch, input);
  EXPECT_EQ(system.latches[0].next, ~input);
}

TEST(BitSystemDeathTest, RefusesANextStateForWhatIsNoLatch) {
  BitSystem system;
  const Lit input = system.add_input();
  EXPECT_DEATH(system.set_next(input, kTrue), "internal error");
}

TEST(BitSystemDeathTest, RefusesLiteralsOfOtherGraphs) {
  BitSystem system;
  system.bad.push_back(Lit(Var{1}));
  EXPECT_DEATH(system.check_invariants(), "internal error");
}

TEST(BitSystemDeathTest, RefusesALeafThatNobodyDeclared) {
  BitSystem system;
  system.aig.add_leaf();
  EXPECT_DEATH(system.check_invariants(), "internal error");
}

TEST(BitSystemDeathTest, RefusesALatchDeclaredTwice) {
  BitSystem system;
  system.add_latch();
  system.latches.push_back(system.latches[0]);
  EXPECT_DEATH(system.check_invariants(), "internal error");
}

TEST(AdoptOutputs, MovesOutputsWithTheirNames) {
  BitSystem system;
  const Lit input = system.add_input();
  system.outputs = {input, ~input};
  system.names.outputs.set(1, "error");
  adopt_outputs_as_bad(system);
  EXPECT_THAT(system.bad, ElementsAre(input, ~input));
  EXPECT_THAT(system.outputs, IsEmpty());
  EXPECT_EQ(system.names.bad.get(1), "error");
  EXPECT_TRUE(system.names.outputs.empty());
}

TEST(AdoptOutputs, LeavesThemIfThereIsABadStateOrJustice) {
  BitSystem system;
  const Lit input = system.add_input();
  system.outputs = {input};
  BitSystem with_bad = system;
  with_bad.bad = {kFalse};
  adopt_outputs_as_bad(with_bad);
  EXPECT_THAT(with_bad.outputs, ElementsAre(input));
  BitSystem with_justice = system;
  with_justice.justice = {{input}};
  adopt_outputs_as_bad(with_justice);
  EXPECT_THAT(with_justice.outputs, ElementsAre(input));
  EXPECT_THAT(with_justice.bad, IsEmpty());
}

TEST(ResetOrder, OfASystemWithoutLatchesIsEmpty) {
  EXPECT_THAT(reset_order(support::combinational()), IsEmpty());
}

TEST(ResetOrder, WithoutFunctionsContainsEveryLatch) {
  EXPECT_THAT(reset_order(support::uninitialised_latch()), UnorderedElementsAre(0u, 1u));
}

TEST(ResetOrder, PutsALatchAfterThoseThatItsFunctionReads) {
  // Latch i is reset to a function of latch i + 1: the order is unique, last first.
  BitSystem system;
  const Lit input = system.add_input();
  std::vector<Lit> latches;
  for (int i = 0; i < 5; ++i) latches.push_back(system.add_latch());
  for (int i = 0; i < 4; ++i) system.latches[i].reset = system.aig.and_gate(~latches[i + 1], input);
  EXPECT_THAT(reset_order(system), ElementsAre(4u, 3u, 2u, 1u, 0u));
}

TEST(ResetOrder, IsNotFooledByASharedGate) {
  BitSystem system;
  system.add_latch();
  const Lit b = system.add_latch();
  const Lit c = system.add_uninitialised_latch();
  const Lit gate = system.aig.append_and(c, c);
  system.latches[0].reset = system.aig.append_and(gate, b);
  system.latches[1].reset = ~gate;
  const auto order = reset_order(system);
  ASSERT_EQ(order.size(), 3u);
  EXPECT_LT(std::find(order.begin(), order.end(), 1u), std::find(order.begin(), order.end(), 0u));
}

TEST(ResetOrder, OfACycleIsEmptyAndNamesIt) {
  BitSystem system;
  const Lit a = system.add_latch();
  const Lit b = system.add_latch();
  const Lit other = system.add_latch();
  system.latches[0].reset = system.aig.and_gate(b, other);
  system.latches[1].reset = ~a;
  std::vector<std::uint32_t> cycle;
  EXPECT_THAT(reset_order(system, &cycle), IsEmpty());
  EXPECT_THAT(cycle, UnorderedElementsAre(0u, 1u));
  EXPECT_THAT(reset_order(system), IsEmpty());
}

TEST(ResetOrder, TakesALatchResetToItsOwnNegationForACycle) {
  BitSystem system;
  const Lit latch = system.add_latch();
  system.latches[0].reset = ~latch;
  std::vector<std::uint32_t> cycle;
  EXPECT_THAT(reset_order(system, &cycle), IsEmpty());
  EXPECT_THAT(cycle, ElementsAre(0u));
}

TEST(ResetOrder, NeedsNoRecursionForDeepFunctions) {
  BitSystem system;
  const Lit input = system.add_input();
  system.add_latch();
  Lit deep = input;
  for (int i = 0; i < 1'000'000; ++i) deep = system.aig.append_and(~deep, input);
  system.latches[0].reset = deep;
  EXPECT_THAT(reset_order(system), ElementsAre(0u));
}

TEST(ResetOrder, OfRandomSystemsIsAPermutation) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const BitSystem system = support::random_system(seed);
    auto order = reset_order(system);
    std::sort(order.begin(), order.end());
    ASSERT_EQ(order.size(), system.latches.size()) << "seed " << seed;
    for (std::uint32_t i = 0; i < order.size(); ++i) ASSERT_EQ(order[i], i) << "seed " << seed;
  }
}

}  // namespace
}  // namespace cairn
