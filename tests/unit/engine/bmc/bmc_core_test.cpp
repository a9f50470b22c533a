// SPDX-License-Identifier: MIT
#include "engine/bmc/bmc_core.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

std::optional<std::vector<std::uint32_t>> core_of(const BitSystem& system, std::uint32_t bound) {
  support::QuietContext context;
  return latches_that_matter(system, system.bad, bound, context.budget);
}

/// The system with the other latches free in every step.
BitSystem abstraction(const BitSystem& system, const std::vector<std::uint32_t>& kept) {
  BitSystem result = system;
  result.latches.clear();
  for (std::uint32_t i = 0; i < system.latches.size(); ++i) {
    if (std::binary_search(kept.begin(), kept.end(), i))
      result.latches.push_back(system.latches[i]);
    else
      result.inputs.push_back(system.latches[i].var);
  }
  return result;
}

TEST(BmcCoreTest, LeavesOutLatchesThatThePropertyDoesNotReach) {
  BitSystem system = support::shift_register(6);
  const Lit apart = system.add_latch("apart");
  system.set_next(apart, ~apart);
  const auto core = core_of(system, 2);
  ASSERT_TRUE(core);
  EXPECT_FALSE(core->empty());
  EXPECT_LT(core->size(), 6u);  // after two steps a part of the chain is still 0
  EXPECT_TRUE(std::find(core->begin(), core->end(), 6u) == core->end());
}

TEST(BmcCoreTest, ThereIsNoneForACounterexample) {
  EXPECT_FALSE(core_of(support::shift_register(3), 3));
  EXPECT_TRUE(core_of(support::shift_register(3), 2));
}

TEST(BmcCoreTest, ThereIsNoneWithoutTime) {
  support::QuietContext context;
  context.budget.request_stop(StopReason::Interrupt);
  const BitSystem system = support::shift_register(6);
  EXPECT_FALSE(latches_that_matter(system, system.bad, 2, context.budget));
}

// The definition: with the other latches free, there is no counterexample up to the bound either.
TEST(BmcCoreTest, TheRestMayBeFree) {
  std::size_t smaller = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    support::RandomSystemOptions shape;
    shape.max_latches = 6;
    const BitSystem system = support::random_system(seed, shape);
    if (system.bad.empty()) continue;
    const support::OracleResult oracle = support::explore(system);
    const auto shortest = oracle.shortest();
    if (shortest && *shortest == 0) continue;
    const auto bound = static_cast<std::uint32_t>(shortest ? *shortest - 1 : oracle.diameter);
    const auto core = core_of(system, bound);
    ASSERT_TRUE(core);
    if (core->size() < system.latches.size()) ++smaller;
    // A reset function of a latch that is kept may read one that is not: an input then.
    const auto free = support::explore(abstraction(system, *core)).shortest();
    if (free) {
      ASSERT_GT(*free, bound);
    }
  }
  EXPECT_GT(smaller, 50u);
}

}  // namespace
}  // namespace cairn
