// SPDX-License-Identifier: MIT
#include "engine/umc_qe/umc_qe.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "support/by_turns.h"
#include "support/judged.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"
#include "transform/bit/resets.h"

namespace cairn {
namespace {

using Enlarge = umc::UmcQeConfig::Enlarge;
constexpr Enlarge kAll[] = {Enlarge::None, Enlarge::Justify, Enlarge::Cores};

/// The answer, certified, and the statistics.
struct UmcRun {
  explicit UmcRun(const BitSystem& system, Enlarge enlarge = Enlarge::Cores) {
    support::QuietContext context;
    umc::UmcQe engine(system, {enlarge}, context.get());
    answer = engine.run();
    stats = engine.stats();
    bound = context.progress.bound;
    support::expect_evidence(system, answer);
  }
  bool is_safe() const { return std::holds_alternative<Safe<BitSystem>>(answer); }
  bool is_unsafe() const { return std::holds_alternative<Unsafe<BitSystem>>(answer); }
  const BitTrace& trace() const { return std::get<Unsafe<BitSystem>>(answer).trace; }

  Answer<BitSystem> answer;
  umc::UmcQeStats stats;
  std::int64_t bound = -1;
};

TEST(UmcQeTest, FindsShortestCounterexamples) {
  for (const Enlarge enlarge : kAll)
    for (const std::uint32_t distance : {0u, 1u, 2u, 11u}) {
      const UmcRun run(support::mod_counter(4, 13, distance), enlarge);
      ASSERT_TRUE(run.is_unsafe()) << distance;
      EXPECT_EQ(run.trace().length(), distance + 1);
      EXPECT_EQ(run.stats.depth, distance);
    }
}

// Of a counter that never gets from 8 to 9, the states 9 to 13 lead to 13: their complement is the
// weakest invariant.
TEST(UmcQeTest, ProvesByAllStatesThatLeadToABadOne) {
  for (const Enlarge enlarge : kAll) {
    const UmcRun run(support::mod_counter(4, 9, 13), enlarge);
    ASSERT_TRUE(run.is_safe());
    EXPECT_EQ(std::get<Safe<BitSystem>>(run.answer).invariant.conjuncts.size(), run.stats.cubes);
  }
}

TEST(UmcQeTest, EnlargementMakesFewerCubes) {
  std::uint64_t cubes[3] = {};
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    support::RandomSystemOptions shape;
    shape.max_latches = 8;
    shape.reset_function = 0;
    const BitSystem system = support::random_system(seed, shape);
    for (std::size_t i = 0; i < 3; ++i) cubes[i] += UmcRun(system, kAll[i]).stats.cubes;
  }
  EXPECT_GT(cubes[0], cubes[1]);
  EXPECT_GE(cubes[1], cubes[2]);
}

TEST(UmcQeTest, ConstraintsAreAssumed) {
  for (const unsigned length : {2u, 3u, 5u}) {
    EXPECT_TRUE(UmcRun(support::shift_register(length)).is_unsafe());
    EXPECT_TRUE(UmcRun(support::constrained_shift_register(length)).is_safe());
  }
  EXPECT_TRUE(UmcRun(support::contradictory_constraints()).is_safe());
  EXPECT_TRUE(UmcRun(support::constrained_counter(3, 4, 3)).is_unsafe());
  EXPECT_TRUE(UmcRun(support::constrained_counter(3, 4, 4)).is_safe());
}

TEST(UmcQeTest, SystemsWithoutLatches) {
  EXPECT_TRUE(UmcRun(support::combinational()).is_unsafe());
  EXPECT_TRUE(UmcRun(support::constant_bad(true)).is_unsafe());
  EXPECT_TRUE(UmcRun(support::constant_bad(false)).is_safe());
}

TEST(UmcQeTest, ReturnsUnknownAtOnceWhenTheBudgetIsExhausted) {
  const BitSystem system = support::mod_counter(4, 13, 11);
  support::QuietContext context;
  context.budget.request_stop(StopReason::Interrupt);
  umc::UmcQe engine(system, {}, context.get());
  const auto answer = engine.run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Interrupt);
}

TEST(UmcQeTest, AgreesOnRandomSystems) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    support::QuietContext context;
    support::RandomSystemOptions shape;
    shape.max_latches = 7;
    Resets pass(context.get());
    const BitSystem original = support::random_system(seed, shape);
    const UmcRun run(pass.apply(original), kAll[seed % 3]);
    const auto oracle = support::explore(original);
    ASSERT_EQ(run.is_safe(), oracle.safe());
    ASSERT_EQ(run.is_unsafe(), !run.is_safe());
    if (const auto shortest = oracle.shortest()) {
      ASSERT_EQ(run.bound, std::int64_t{*shortest} - 1);
    }
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace cairn
