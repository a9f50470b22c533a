// SPDX-License-Identifier: MIT
#include "model/conjunction.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

/// "the auxiliary latch equals the latch", where it follows it.
BitInvariant follower(Lit reset) {
  BitInvariant invariant(1, 1, 1);
  invariant.auxiliary[0] = {invariant.latch(0), reset};
  invariant.conjuncts = {invariant.aig.equal(invariant.auxiliary_latch(0), invariant.latch(0))};
  return invariant;
}

/// The latch some steps ago, the latest first; none of them was set.
BitInvariant history(std::size_t length) {
  BitInvariant invariant(1, 1, length);
  for (std::size_t i = 0; i < length; ++i) {
    invariant.auxiliary[i] = {i == 0 ? invariant.latch(0) : invariant.auxiliary_latch(i - 1),
                              kFalse};
    invariant.conjuncts.push_back(~invariant.auxiliary_latch(i));
  }
  return invariant;
}

TEST(ConjunctionTest, OneHistoryIsEnough) {
  for (const auto& [left, right] : {std::pair(3, 5), std::pair(5, 3)}) {
    const BitInvariant both = conjunction(history(left), history(right));
    ASSERT_EQ(both.auxiliary.size(), 5u);
    EXPECT_EQ(both.conjuncts.size(), 5u);
    for (std::size_t i = 1; i < 5; ++i)
      EXPECT_EQ(both.auxiliary[i].next, both.auxiliary_latch(i - 1));
  }
}

TEST(ConjunctionTest, AuxiliaryLatchesThatDifferAreKeptApart) {
  const BitInvariant both = conjunction(follower(kFalse), follower(kTrue));
  ASSERT_EQ(both.auxiliary.size(), 2u);
  EXPECT_EQ(both.auxiliary[0].next, both.latch(0));
  EXPECT_EQ(both.auxiliary[1].next, both.latch(0));
  ASSERT_EQ(both.conjuncts.size(), 2u);
  EXPECT_NE(both.conjuncts[0], both.conjuncts[1]);
}

TEST(ConjunctionTest, WhatBothSayIsSaidOnce) {
  BitInvariant one(1, 2), other(1, 2);
  one.conjuncts = {one.latch(0), ~one.latch(1)};
  other.conjuncts = {~other.latch(1)};
  EXPECT_EQ(conjunction(one, other).conjuncts.size(), 2u);
}

}  // namespace
}  // namespace cairn
