// SPDX-License-Identifier: MIT
//
// Every way in which replay() (model/simulate.h) accepts or rejects a trace.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "base/rng.h"
#include "model/simulate.h"
#include "support/oracle.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Lbool k0 = Lbool::False;
constexpr Lbool k1 = Lbool::True;
constexpr Lbool kX = Lbool::Undef;

BitTrace unknown_trace(const BitSystem& system, std::size_t steps) {
  BitTrace trace;
  trace.initial.assign(system.latches.size(), kX);
  trace.inputs.assign(steps, std::vector<Lbool>(system.inputs.size(), kX));
  return trace;
}

TEST(ReplayTest, AcceptsTheShortestCounterexamplesOfRandomSystems) {
  int accepted = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const BitSystem system = support::random_system(seed);
    const support::OracleResult truth = support::explore(system);
    for (std::uint32_t i = 0; i < system.bad.size(); ++i) {
      if (!truth.trace[i]) continue;
      const Replay result = replay(system, *truth.trace[i]);
      ASSERT_TRUE(result.accepted) << "seed " << seed << ": " << result.reason;
      ASSERT_EQ(result.bad_step, *truth.distance[i]) << "seed " << seed;
      ASSERT_THAT(result.bad_fired, testing::Contains(i)) << "seed " << seed;
      ++accepted;
    }
  }
  EXPECT_GT(accepted, 300);
}

TEST(ReplayTest, RejectsEveryTraceToAnUnreachableBadState) {
  int rejected = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const BitSystem system = support::random_system(seed);
    const support::OracleResult truth = support::explore(system);
    Rng rng(seed);
    BitTrace trace = unknown_trace(system, 8);
    for (auto& step : trace.inputs)
      for (Lbool& value : step) value = to_lbool(rng.chance(50));
    for (std::uint32_t i = 0; i < system.bad.size(); ++i) {
      if (truth.distance[i]) continue;
      trace.bad = {i};
      ASSERT_FALSE(replay(system, trace).accepted) << "seed " << seed;
      ++rejected;
    }
  }
  EXPECT_GT(rejected, 100);
}

TEST(ReplayTest, FillsInResetsAndFalse) {
  const BitSystem system = support::reset_functions();
  BitTrace trace = unknown_trace(system, 2);
  trace.inputs[0][0] = k1;
  trace.bad = {1};
  const Replay result = replay(system, trace);
  EXPECT_TRUE(result.accepted) << result.reason;
  EXPECT_THAT(result.concrete.initial, ElementsAre(k0, k1, k0));
  EXPECT_THAT(result.concrete.inputs, ElementsAre(ElementsAre(k1), ElementsAre(k0)));
  EXPECT_EQ(result.bad_step, 1);
}

TEST(ReplayTest, TheFilledInTraceIsAcceptedToo) {
  const BitSystem system = support::uninitialised_latch();
  BitTrace trace = unknown_trace(system, 2);
  trace.initial[0] = k1;
  trace.bad = {0};
  const Replay result = replay(system, trace);
  ASSERT_TRUE(result.accepted) << result.reason;
  EXPECT_THAT(result.concrete.initial, ElementsAre(k1, k0));
  EXPECT_TRUE(replay(system, result.concrete).accepted);
}

TEST(ReplayTest, RejectsTracesOfTheWrongShape) {
  const BitSystem system = support::enabled_counter(2, 4, 0);
  const BitTrace good = unknown_trace(system, 2);
  EXPECT_TRUE(replay(system, good).accepted);
  BitTrace trace = good;
  trace.initial.push_back(kX);
  EXPECT_EQ(replay(system, trace).reason,
            "the trace has 3 initial values, but the system has 2 latches");
  trace = good;
  trace.inputs[1].clear();
  EXPECT_EQ(replay(system, trace).reason, "step 1 has 0 input values, but the system has 1 input");
  trace = good;
  trace.inputs.clear();
  EXPECT_EQ(replay(system, trace).reason, "the trace has no steps");
  trace = good;
  trace.bad = {0, 1};
  EXPECT_EQ(replay(system, trace).reason,
            "the trace claims bad state 1, but the system has 1 bad state");
  trace = good;
  trace.justice = {0};
  EXPECT_EQ(replay(system, trace).reason,
            "the trace claims justice set 0, but the system has 0 justice sets");
}

TEST(ReplayTest, RejectsAFirstStateThatIsNotTheReset) {
  const BitSystem system = support::mod_counter(2, 4, 3);
  BitTrace trace = unknown_trace(system, 1);
  trace.initial = {k1, k1};
  trace.bad = {0};
  EXPECT_EQ(replay(system, trace).reason,
            "latch 0 (count[0]) is 1 in step 0, but its reset value is 0");
}

TEST(ReplayTest, RejectsAFirstStateThatIsNotTheResetFunction) {
  const BitSystem system = support::reset_functions();
  BitTrace trace = unknown_trace(system, 1);
  trace.initial = {k1, kX, k1};
  trace.inputs[0] = {k1};
  trace.bad = {2};
  EXPECT_EQ(replay(system, trace).reason,
            "latch 0 (a) is 1 in step 0, but its reset function is 0");
  trace.inputs[0] = {k0};
  EXPECT_TRUE(replay(system, trace).accepted);
}

TEST(ReplayTest, RejectsABadStateThatNeverHappens) {
  BitSystem system = support::mod_counter(2, 4, 3);
  BitTrace trace = unknown_trace(system, 3);
  trace.bad = {0};
  EXPECT_EQ(replay(system, trace).reason, "bad state 0 (count_is_bad) is false in every step");
  system.names.bad.set(0, "odd\nname");
  EXPECT_EQ(replay(system, trace).reason, "bad state 0 (odd\\x0aname) is false in every step");
  trace.inputs.emplace_back();
  EXPECT_TRUE(replay(system, trace).accepted);
}

TEST(ReplayTest, NeedsTheConstraintsUpToTheBadStep) {
  const BitSystem system = support::constrained_counter(3, 2, 5);
  BitTrace trace = unknown_trace(system, 6);
  trace.bad = {0};
  const Replay result = replay(system, trace);
  EXPECT_FALSE(result.accepted);
  EXPECT_EQ(result.reason,
            "bad state 0 (count_is_bad) is not true before constraint 0 (not_forbidden) is false "
            "in step 2");
  EXPECT_EQ(result.violated_step, 2);
  EXPECT_THAT(result.bad_fired, IsEmpty());
}

TEST(ReplayTest, NeedsTheConstraintsInTheBadStepItself) {
  const BitSystem system = support::constrained_counter(3, 2, 2);
  BitTrace trace = unknown_trace(system, 3);
  trace.bad = {0};
  EXPECT_FALSE(replay(system, trace).accepted);
}

TEST(ReplayTest, AllowsAViolationAfterTheBadStep) {
  const BitSystem system = support::constrained_counter(3, 2, 1);
  BitTrace trace = unknown_trace(system, 5);
  trace.bad = {0};
  const Replay result = replay(system, trace);
  EXPECT_TRUE(result.accepted) << result.reason;
  EXPECT_EQ(result.bad_step, 1);
  EXPECT_EQ(result.violated_step, 2);
}

TEST(ReplayTest, NeedsEveryClaimedBadState) {
  const BitSystem system = support::no_inputs();
  BitTrace trace = unknown_trace(system, 2);
  trace.bad = {1};
  EXPECT_TRUE(replay(system, trace).accepted);
  trace.bad = {1, 0};
  EXPECT_EQ(replay(system, trace).reason, "bad state 0 is false in every step");
}

TEST(ReplayTest, WithoutAClaimAnyBadStateWillDo) {
  const BitSystem system = support::no_inputs();
  const Replay result = replay(system, unknown_trace(system, 2));
  EXPECT_TRUE(result.accepted);
  EXPECT_THAT(result.bad_fired, ElementsAre(1u));
  EXPECT_EQ(result.bad_step, 1);
  EXPECT_EQ(replay(system, unknown_trace(system, 1)).reason, "no bad state is true in any step");
}

TEST(ReplayTest, AcceptsAConstantBadStateAtOnce) {
  EXPECT_TRUE(
      replay(support::constant_bad(true), unknown_trace(support::constant_bad(true), 1)).accepted);
  EXPECT_FALSE(replay(support::constant_bad(false), unknown_trace(support::constant_bad(false), 3))
                   .accepted);
}

TEST(ReplayTest, AcceptsNothingUnderContradictoryConstraints) {
  const BitSystem system = support::contradictory_constraints();
  for (const Lbool value : {k0, k1}) {
    BitTrace trace = unknown_trace(system, 2);
    trace.inputs[0][0] = value;
    EXPECT_FALSE(replay(system, trace).accepted);
  }
}

/// A counter modulo 4 with an enable; justice set 0 is {count is 1, count is 2}, fairness "count is
/// 3".
class LassoTest : public testing::Test {
 protected:
  LassoTest() : system_(support::enabled_counter(2, 4, 3)) {
    std::vector<Lit> count;
    for (const Latch& latch : system_.latches) count.push_back(Lit(latch.var));
    system_.justice = {{support::equals_number(system_.aig, count, 1),
                        support::equals_number(system_.aig, count, 2)}};
    system_.fairness = {support::equals_number(system_.aig, count, 3)};
    system_.names.justice.set(0, "live");
  }

  BitTrace counting(const std::vector<Lbool>& enables) const {
    BitTrace trace = unknown_trace(system_, enables.size());
    for (std::size_t i = 0; i < enables.size(); ++i) trace.inputs[i][0] = enables[i];
    trace.justice = {0};
    return trace;
  }

  BitSystem system_;
};

TEST_F(LassoTest, AcceptsALoopThatSeesEverything) {
  const Replay result = replay(system_, counting({k1, k1, k1, k1, k1}));
  EXPECT_TRUE(result.accepted) << result.reason;
  EXPECT_EQ(result.loop_start, 1);
}

TEST_F(LassoTest, RejectsATraceThatDoesNotClose) {
  EXPECT_EQ(replay(system_, counting({k1, k1, k1})).reason,
            "no loop: the state after step 2 is that of no earlier step");
}

TEST_F(LassoTest, RejectsALoopWithoutFairness) {
  EXPECT_EQ(replay(system_, counting({k1, k1, k0})).reason,
            "fairness 0 is false throughout the loop from step 2");
}

TEST_F(LassoTest, RejectsALoopThatMissesAJusticeLiteral) {
  const Replay result = replay(system_, counting({k1, k1, k1, k0}));
  EXPECT_EQ(result.reason,
            "literal 0 of justice set 0 (live) is false throughout the loop from "
            "step 3");
}

TEST_F(LassoTest, RejectsALoopInWhichAConstraintFails) {
  std::vector<Lit> count;
  for (const Latch& latch : system_.latches) count.push_back(Lit(latch.var));
  system_.constraints = {~support::equals_number(system_.aig, count, 3)};
  EXPECT_EQ(replay(system_, counting({k1, k1, k1, k1})).reason,
            "no loop: constraint 0 is false in step 3");
}

TEST_F(LassoTest, NeedsClaimedBadStatesAsWell) {
  BitTrace trace = counting({k1, k1, k1, k1});
  trace.bad = {0};
  EXPECT_TRUE(replay(system_, trace).accepted);
  system_.bad[0] = kFalse;
  EXPECT_FALSE(replay(system_, trace).accepted);
}

TEST(LassoWithoutLatches, LoopsAtOnce) {
  BitSystem system;
  const Lit input = system.add_input();
  system.justice = {{input, ~input}};
  BitTrace trace = unknown_trace(system, 2);
  trace.inputs = {{k1}, {k0}};
  trace.justice = {0};
  EXPECT_TRUE(replay(system, trace).accepted);
  trace.inputs.pop_back();
  EXPECT_FALSE(replay(system, trace).accepted);
}

}  // namespace
}  // namespace cairn
