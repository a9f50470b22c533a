// SPDX-License-Identifier: MIT
#include "support/random_system.h"

#include <gtest/gtest.h>

#include "support/oracle.h"

namespace cairn::support {
namespace {

TEST(RandomSystemTest, TheSameSeedGivesTheSameSystem) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const BitSystem a = random_system(seed);
    const BitSystem b = random_system(seed);
    ASSERT_EQ(a.aig.size(), b.aig.size());
    EXPECT_EQ(a.bad, b.bad);
    EXPECT_EQ(a.constraints, b.constraints);
    EXPECT_EQ(a.inputs, b.inputs);
  }
}

TEST(RandomSystemTest, GivesAnInterestingMix) {
  int unreachable = 0;
  int at_once = 0;
  int shallow = 0;
  int deep = 0;
  int safe = 0;
  constexpr int kSystems = 1000;
  for (std::uint64_t seed = 0; seed < kSystems; ++seed) {
    const OracleResult result = explore(random_system(seed));
    safe += result.safe() ? 1 : 0;
    for (const auto& distance : result.distance)
      ++(!distance ? unreachable : *distance == 0 ? at_once : *distance < 6 ? shallow : deep);
  }
  const int bads = unreachable + at_once + shallow + deep;
  EXPECT_GT(safe, kSystems / 4);
  EXPECT_LT(safe, kSystems / 2);
  EXPECT_GT(unreachable, bads / 3);
  EXPECT_GT(at_once, bads / 10);
  EXPECT_GT(shallow, bads / 8);
  EXPECT_GT(deep, bads / 40);
}

TEST(RandomSystemTest, ContainsEveryKindOfReset) {
  int constant = 0;
  int uninitialised = 0;
  int function = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed)
    for (const Latch& latch : random_system(seed).latches)
      ++(latch.has_constant_reset() ? constant
         : latch.is_uninitialised() ? uninitialised
                                    : function);
  EXPECT_GT(constant, 300);
  EXPECT_GT(uninitialised, 50);
  EXPECT_GT(function, 50);
}

TEST(RandomSystemTest, KeepsToItsOptions) {
  RandomSystemOptions options;
  options.max_inputs = 0;
  options.max_latches = 2;
  options.max_bads = 1;
  options.constrained = 0;
  options.contradictory = 0;
  options.uninitialised = 0;
  options.reset_function = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const BitSystem system = random_system(seed, options);
    EXPECT_TRUE(system.inputs.empty());
    EXPECT_LE(system.latches.size(), 2u);
    EXPECT_EQ(system.bad.size(), 1u);
    EXPECT_TRUE(system.constraints.empty());
    for (const Latch& latch : system.latches) EXPECT_TRUE(latch.has_constant_reset());
  }
}

TEST(RandomSystemTest, ContradictoryConstraintsLeaveNoRun) {
  RandomSystemOptions options;
  options.contradictory = 100;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const OracleResult result = explore(random_system(seed, options));
    EXPECT_TRUE(result.safe());
    EXPECT_EQ(result.diameter, 0u);
  }
}

}  // namespace
}  // namespace cairn::support
