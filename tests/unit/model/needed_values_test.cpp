// SPDX-License-Identifier: MIT
#include "model/needed_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "model/simulate.h"
#include "support/oracle.h"
#include "support/random_system.h"

namespace cairn {
namespace {

using testing::ElementsAre;

Lbool any(Lbool value, Rng& rng) {
  return value == Lbool::Undef ? to_lbool(rng.next() % 2 == 0) : value;
}

/// Random values for what is not needed.
BitTrace filled(BitTrace trace, Rng& rng) {
  for (Lbool& value : trace.initial) value = any(value, rng);
  for (auto& inputs : trace.inputs)
    for (Lbool& value : inputs) value = any(value, rng);
  return trace;
}

std::size_t count_open(const BitTrace& trace) {
  std::size_t count = 0;
  for (const auto& inputs : trace.inputs)
    for (const Lbool value : inputs) count += value == Lbool::Undef;
  return count;
}

TEST(NeededValuesTest, WhateverTheOthersAreTheBadStateIsTrueInTheSameStep) {
  Rng rng(7);
  std::size_t traces = 0, open = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const BitSystem system = support::random_system(seed);
    for (const auto& trace : support::explore(system).trace) {
      if (!trace) continue;
      const Replay run = replay(system, *trace);
      ASSERT_TRUE(run.accepted) << run.reason;
      const BitTrace needed = needed_values(system, run.concrete);
      ++traces;
      open += count_open(needed);
      for (int i = 0; i < 4; ++i) {
        BitTrace other = filled(needed, rng);
        // A latch with a reset has the value that this says, which may read inputs.
        for (std::size_t l = 0; l < system.latches.size(); ++l)
          if (!system.latches[l].is_uninitialised()) other.initial[l] = Lbool::Undef;
        const Replay again = replay(system, other);
        ASSERT_TRUE(again.accepted) << seed << ": " << again.reason;
        EXPECT_EQ(again.bad_step, run.bad_step) << seed;
      }
    }
  }
  EXPECT_GT(traces, 500u);
  EXPECT_GT(open, 500u);
}

TEST(NeededValuesTest, OneFalseOperandIsEnough) {
  BitSystem system;
  const Lit a = system.add_input("a"), b = system.add_input("b"), c = system.add_input("c");
  system.bad = {system.aig.and_gate(~system.aig.append_and(a, b), c)};
  BitTrace trace;
  trace.inputs = {{Lbool::False, Lbool::False, Lbool::True}};
  trace.bad = {0};
  EXPECT_EQ(count_open(needed_values(system, trace)), 1u);
  trace.inputs = {{Lbool::True, Lbool::False, Lbool::True}};
  EXPECT_THAT(needed_values(system, trace).inputs[0],
              ElementsAre(Lbool::Undef, Lbool::False, Lbool::True));
}

TEST(NeededValuesTest, ALassoKeepsAllOfItsValues) {
  BitSystem system;
  system.add_input("a");
  system.justice = {{kTrue}};
  BitTrace trace;
  trace.inputs = {{Lbool::False}};
  trace.justice = {0};
  trace.loop_start = 0;
  EXPECT_EQ(count_open(needed_values(system, trace)), 0u);
}

TEST(NeededValuesTest, DistancesAreStepsBetweenASignalAndTheProperty) {
  BitSystem system;
  const Lit near = system.add_latch("near"), far = system.add_latch("far");
  const Lit input = system.add_input("input"), other = system.add_input("other");
  system.set_next(near, far);
  system.set_next(far, ~input);
  const auto distances = distances_to(system, {~near});
  EXPECT_EQ(distances[near.var().index], 0u);
  EXPECT_EQ(distances[far.var().index], 1u);
  EXPECT_EQ(distances[input.var().index], 2u);
  EXPECT_EQ(distances[other.var().index], kFarAway);
}

}  // namespace
}  // namespace cairn
