// SPDX-License-Identifier: MIT
#include "logic/bit/cube.h"

#include <gtest/gtest.h>

#include <set>

#include "base/rng.h"

namespace cairn {
namespace {

Lit lit(std::uint32_t var, bool negated = false) {
  return Lit(Var{var}, negated);
}

TEST(CubeTest, SortsItsLiterals) {
  const Cube cube({lit(5), lit(1, true), lit(3)});
  EXPECT_EQ(cube.lits(), (std::vector<Lit>{lit(1, true), lit(3), lit(5)}));
  EXPECT_EQ(cube, Cube({lit(3), lit(5), lit(1, true)}));
  EXPECT_FALSE(cube == Cube({lit(3), lit(5), lit(1)}));
}

TEST(CubeTest, TellsTheTwoLiteralsOfAVariableApart) {
  const Cube cube({lit(1), lit(2, true)});
  EXPECT_TRUE(cube.contains(lit(1)));
  EXPECT_FALSE(cube.contains(lit(1, true)));
  EXPECT_TRUE(cube.contains(lit(2, true)));
  EXPECT_FALSE(cube.contains(lit(2)));
}

TEST(CubeTest, TheEmptyCubeIsEveryState) {
  EXPECT_TRUE(Cube().empty());
  EXPECT_TRUE(Cube().subsumes(Cube({lit(1)})));
  EXPECT_TRUE(Cube().subsumes(Cube()));
  EXPECT_FALSE(Cube({lit(1)}).subsumes(Cube()));
}

// Signatures are a shortcut only: many more variables than bits of a signature.
TEST(CubeTest, SubsumptionIsInclusionOfSets) {
  Rng rng(1);
  int subsumed = 0;
  for (int round = 0; round < 20000; ++round) {
    std::set<Lit> small, large;
    for (std::uint64_t i = rng.below(4); i > 0; --i)
      small.insert(lit(1 + static_cast<std::uint32_t>(rng.below(300)), rng.chance(50)));
    for (std::uint64_t i = rng.below(40); i > 0; --i)
      large.insert(lit(1 + static_cast<std::uint32_t>(rng.below(300)), rng.chance(50)));
    if (rng.chance(50)) large.insert(small.begin(), small.end());
    const bool expected = std::includes(large.begin(), large.end(), small.begin(), small.end());
    subsumed += expected ? 1 : 0;
    const Cube a(std::vector<Lit>(small.begin(), small.end()));
    const Cube b(std::vector<Lit>(large.begin(), large.end()));
    ASSERT_EQ(a.subsumes(b), expected) << "round " << round;
    for (std::uint32_t v = 1; v <= 300; ++v)
      ASSERT_EQ(b.contains(lit(v)), large.count(lit(v)) == 1) << "round " << round;
  }
  EXPECT_GT(subsumed, 1000);
  EXPECT_LT(subsumed, 19000);
}

}  // namespace
}  // namespace cairn
