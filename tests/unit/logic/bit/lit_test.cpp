// SPDX-License-Identifier: MIT
#include "logic/bit/lit.h"

#include <gtest/gtest.h>

#include <array>

namespace cairn {
namespace {

constexpr std::array kValues = {Lbool::False, Lbool::True, Lbool::Undef};

TEST(LitTest, IsNumberedAsAigerDoes) {
  EXPECT_EQ(Lit(Var{3}).code(), 6u);
  EXPECT_EQ(Lit(Var{3}, true).code(), 7u);
  EXPECT_EQ(Lit::from_code(7).var(), Var{3});
  EXPECT_TRUE(Lit::from_code(7).negated());
  EXPECT_EQ(kFalse.code(), 0u);
  EXPECT_EQ(kTrue.code(), 1u);
}

TEST(LitTest, NegationIsItsOwnInverse) {
  const Lit lit(Var{5});
  EXPECT_NE(~lit, lit);
  EXPECT_EQ(~~lit, lit);
  EXPECT_EQ(~kFalse, kTrue);
  EXPECT_EQ((~lit).var(), lit.var());
}

TEST(LitTest, FlipsOnlyIfAsked) {
  const Lit lit(Var{5});
  EXPECT_EQ(lit ^ false, lit);
  EXPECT_EQ(lit ^ true, ~lit);
  EXPECT_EQ(~lit ^ true, lit);
}

TEST(LitTest, OnlyTheTwoConstantsAreConstant) {
  EXPECT_TRUE(kFalse.is_constant());
  EXPECT_TRUE(kTrue.is_constant());
  EXPECT_FALSE(Lit(Var{1}).is_constant());
  EXPECT_FALSE(kNoLit.is_constant());
}

TEST(LboolTest, NegationKeepsUndef) {
  for (const Lbool value : kValues) {
    EXPECT_EQ(value ^ false, value);
    EXPECT_EQ((value ^ true) ^ true, value);
  }
  EXPECT_EQ(Lbool::True ^ true, Lbool::False);
  EXPECT_EQ(Lbool::Undef ^ true, Lbool::Undef);
}

TEST(LboolTest, ConjunctionKnowsExactlyWhatFollows) {
  // Over every way to fill in Undef: one outcome gives that value, two give Undef.
  for (const Lbool a : kValues)
    for (const Lbool b : kValues) {
      bool may_be_false = false;
      bool may_be_true = false;
      for (const bool x : {false, true})
        for (const bool y : {false, true}) {
          if (a != Lbool::Undef && a != to_lbool(x)) continue;
          if (b != Lbool::Undef && b != to_lbool(y)) continue;
          (x && y ? may_be_true : may_be_false) = true;
        }
      const Lbool expected = may_be_false && may_be_true ? Lbool::Undef : to_lbool(may_be_true);
      EXPECT_EQ(a & b, expected);
    }
}

}  // namespace
}  // namespace cairn
