// SPDX-License-Identifier: MIT
#include "transform/bit/sweep.h"

#include <gtest/gtest.h>

#include "support/quiet_context.h"

namespace cairn {
namespace {

/// (a & b) & c and a & (b & c): equal, but no gate of one is a gate of the other.
BitSystem two_trees() {
  BitSystem system;
  const Lit a = system.add_input(), b = system.add_input(), c = system.add_input();
  const Lit one = system.aig.and_gate(system.aig.and_gate(a, b), c);
  const Lit other = system.aig.and_gate(a, system.aig.and_gate(b, c));
  system.bad.push_back(system.aig.and_gate(one, ~other));
  return system;
}

TEST(SweepTest, MergesGatesThatComputeTheSame) {
  support::QuietContext context;
  Sweep sweep({}, context.get());
  const BitSystem result = sweep.apply(two_trees());
  EXPECT_EQ(result.bad[0], kFalse);
  EXPECT_EQ(result.aig.num_ands(), 0u);
  EXPECT_EQ(result.inputs.size(), 3u);
}

TEST(SweepTest, MergesOppositeGates) {
  support::QuietContext context;
  BitSystem system;
  const Lit a = system.add_input(), b = system.add_input();
  // Exclusive or, and its opposite out of other gates.
  const Lit differ = system.aig.or_gate(system.aig.and_gate(a, ~b), system.aig.and_gate(~a, b));
  const Lit same = system.aig.or_gate(system.aig.and_gate(a, b), system.aig.and_gate(~a, ~b));
  system.bad.push_back(system.aig.and_gate(differ, same));
  EXPECT_EQ(Sweep({}, context.get()).apply(system).bad[0], kFalse);
}

// Random values hardly ever make 24 inputs equal 1: only the solver can tell.
TEST(SweepTest, LearnsFromCounterexamples) {
  support::QuietContext context;
  BitSystem system;
  std::vector<Lit> inputs;
  for (int i = 0; i < 24; ++i) inputs.push_back(system.add_input());
  const Lit all = system.aig.and_all(inputs);
  inputs.back() = ~inputs.back();
  const Lit almost = system.aig.and_all(inputs);
  system.bad = {all, almost};
  const BitSystem result = Sweep({}, context.get()).apply(system);
  EXPECT_FALSE(result.bad[0].is_constant());
  EXPECT_FALSE(result.bad[1].is_constant());
  EXPECT_NE(result.bad[0].var(), result.bad[1].var());
}

// The gate below the reset equals one that reads the latch itself.
TEST(SweepTest, LeavesResetFunctionsWithoutCycles) {
  support::QuietContext context;
  BitSystem system;
  const Lit x = system.add_input(), y = system.add_input();
  const Lit latch = system.add_latch();
  const Lit detour = system.aig.append_and(system.aig.append_and(x, ~latch), y);
  const Lit through = system.aig.append_and(system.aig.append_and(x, latch), y);
  const Lit sum = ~system.aig.append_and(~detour, ~through);
  const Lit direct = system.aig.append_and(y, x);
  system.latches[0].reset = direct;
  system.set_next(latch, system.aig.append_and(sum, latch));
  system.bad.push_back(system.aig.append_and(direct, ~sum));
  const BitSystem result = Sweep({}, context.get()).apply(system);
  EXPECT_EQ(result.bad[0], kFalse);
  result.check_invariants();
}

TEST(SweepTest, MergesNothingWithoutTime) {
  support::QuietContext context;
  SweepConfig config;
  config.seconds = 0;
  EXPECT_NE(Sweep(config, context.get()).apply(two_trees()).bad[0], kFalse);
}

TEST(SweepTest, CountsWhatItDid) {
  support::QuietContext context;
  Sweep sweep({}, context.get());
  sweep.apply(two_trees());
  std::uint64_t nodes = 0;
  sweep.visit_counters([&](std::string_view name, std::uint64_t value) {
    if (name == "sweep.nodes") nodes = value;
  });
  EXPECT_GE(nodes, 1u);
}

}  // namespace
}  // namespace cairn
