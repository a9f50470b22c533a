// SPDX-License-Identifier: MIT
#include "engine/shared/implicate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"

namespace cairn {
namespace {

// A clause is implied if it contains one of some sets.
TEST(ImplicateTest, BothSearchesFindAMinimalPart) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Rng rng(seed);
    std::vector<Lit> cube;
    for (std::uint32_t i = 1; i <= 1 + rng.below(9); ++i) cube.push_back(Lit(Var{i}));
    std::vector<std::vector<Lit>> sufficient;
    for (std::uint64_t i = 0; i < 1 + rng.below(3); ++i) {
      auto& set = sufficient.emplace_back();
      for (const Lit lit : cube)
        if (rng.chance(40)) set.push_back(lit);
      if (set.empty()) set.push_back(cube.front());
    }
    const auto implies = [&](const std::vector<Lit>& part) {
      return std::any_of(sufficient.begin(), sufficient.end(), [&](const std::vector<Lit>& set) {
        return std::all_of(set.begin(), set.end(), [&](Lit lit) {
          return std::find(part.begin(), part.end(), lit) != part.end();
        });
      });
    };
    for (const std::vector<Lit>& part :
         {implicate_linear(cube, implies), implicate_binary(cube, {}, implies)}) {
      EXPECT_TRUE(implies(part));
      for (const Lit lit : part) {
        std::vector<Lit> less(part);
        std::erase(less, lit);
        EXPECT_FALSE(implies(less)) << seed;
      }
    }
  }
}

TEST(ImplicateTest, KeepsWhatCannotBeDecided) {
  const std::vector<Lit> cube{Lit(Var{1}), Lit(Var{2}), Lit(Var{3})};
  const auto no = [](const std::vector<Lit>&) { return false; };
  EXPECT_EQ(implicate_linear(cube, no), cube);
  EXPECT_EQ(implicate_binary(cube, {}, no), cube);
}

}  // namespace
}  // namespace cairn
