// SPDX-License-Identifier: MIT
#include "logic/bit/candidates.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

std::vector<Var> first_vars(std::uint32_t count) {
  std::vector<Var> vars;
  for (std::uint32_t v = 0; v < count; ++v) vars.push_back(Var{v});
  return vars;
}

TEST(CandidatesTest, GroupsEqualAndOppositeNodes) {
  Candidates candidates(5, first_vars(5));
  // 1 and 2 are equal, 3 is their opposite, 4 is constant.
  EXPECT_TRUE(candidates.refine({0, 6, 6, ~std::uint64_t{6}, kAll}, kAll));
  EXPECT_EQ(candidates.head(Var{2}), Lit(Var{1}));
  EXPECT_EQ(candidates.head(Var{3}), ~Lit(Var{1}));
  EXPECT_EQ(candidates.head(Var{4}), kTrue);
  EXPECT_EQ(candidates.head(Var{1}), Lit(Var{1}));
  EXPECT_EQ(candidates.num_members(), 3u);
}

TEST(CandidatesTest, LooksAtTheGivenLanesOnly) {
  Candidates candidates(3, first_vars(3));
  EXPECT_FALSE(candidates.refine({0, 0, 4}, 3));
  EXPECT_EQ(candidates.head(Var{2}), kFalse);
  EXPECT_TRUE(candidates.refine({0, 0, 4}, 4));
  EXPECT_FALSE(candidates.is_member(Var{2}));
}

TEST(CandidatesTest, SplitsIntoAsManyClassesAsThereAreValues) {
  Candidates candidates(7, first_vars(7));
  candidates.refine({0, 0, 2, 4, 2, 4, 8}, kAll);
  EXPECT_EQ(candidates.head(Var{1}), kFalse);
  EXPECT_EQ(candidates.head(Var{4}), Lit(Var{2}));
  EXPECT_EQ(candidates.head(Var{5}), Lit(Var{3}));
  EXPECT_FALSE(candidates.is_member(Var{6}));
  EXPECT_EQ(candidates.num_members(), 3u);
}

TEST(CandidatesTest, TakesMembersOut) {
  Candidates candidates(4, first_vars(4));
  candidates.refine({0, 0, 0, 0}, kAll);
  candidates.remove(Var{2});
  EXPECT_FALSE(candidates.is_member(Var{2}));
  EXPECT_EQ(candidates.head(Var{3}), kFalse);
  EXPECT_FALSE(candidates.refine({0, 0, kAll, 0}, kAll));
  candidates.remove(Var{1});
  candidates.remove(Var{3});
  EXPECT_EQ(candidates.num_members(), 0u);
}

TEST(CandidatesTest, TellsTheLanesInWhichAMemberDiffers) {
  Candidates candidates(3, first_vars(3));
  candidates.refine({0, 0, kAll}, kAll);
  EXPECT_EQ(candidates.broken({0, 1, kAll}), 1u);
  EXPECT_EQ(candidates.broken({0, 1, ~std::uint64_t{8}}), 9u);
}

TEST(CandidatesTest, FixedPhasesAreNotChosenAgain) {
  Candidates candidates(2, first_vars(2));
  candidates.fix_phases();
  EXPECT_TRUE(candidates.refine({0, kAll}, kAll));
  EXPECT_FALSE(candidates.is_member(Var{1}));
}

}  // namespace
}  // namespace cairn
