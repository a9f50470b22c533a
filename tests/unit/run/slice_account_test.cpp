// SPDX-License-Identifier: MIT
#include "run/slice_account.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace cairn {
namespace {

TEST(SliceAccountTest, TurnsGrowAfterThoseThatAreAlike) {
  const auto lengths = [](std::uint32_t steady) {
    SliceAccount account(2, 1.5, steady);
    std::vector<double> result;
    for (int i = 0; i < 6; ++i) result.push_back(account.next_slice());
    return result;
  };
  EXPECT_EQ(lengths(0), (std::vector<double>{2, 3, 4.5, 6.75, 10.125, 15.1875}));
  EXPECT_EQ(lengths(4), (std::vector<double>{2, 2, 2, 2, 3, 4.5}));
}

TEST(SliceAccountTest, WhoKeepsToTheLengthOwesNothing) {
  SliceAccount account(4, 1.5, 0);
  EXPECT_EQ(account.length_of(4), 4);
  account.charge(4, 4);
  EXPECT_EQ(account.length_of(4), 4);
  account.charge(4, 1);  // what is not used is not saved up
  EXPECT_EQ(account.length_of(4), 4);
}

TEST(SliceAccountTest, ALongTurnMakesTheNextOneShorter) {
  SliceAccount account(4, 1.5, 0);
  account.charge(4, 6);
  EXPECT_EQ(account.length_of(5), 3);
  account.charge(5, 3);
  EXPECT_EQ(account.length_of(5), 5);
}

TEST(SliceAccountTest, WhatIsOwedAddsUpAndATurnIsNeverNothing) {
  SliceAccount account(4, 1.5, 0);
  for (int i = 0; i < 3; ++i) account.charge(1, 3);
  EXPECT_EQ(account.length_of(1), 0.25);
  EXPECT_EQ(account.length_of(10), 4);
  account.charge(10, 4);
  EXPECT_EQ(account.length_of(1), 1);
}

TEST(SliceAccountTest, TurnsMayBeUnlimited) {
  constexpr double kUnlimited = std::numeric_limits<double>::infinity();
  SliceAccount account(4, 1.5, 0);
  account.charge(kUnlimited, 100);
  EXPECT_EQ(account.length_of(kUnlimited), kUnlimited);
}

}  // namespace
}  // namespace cairn
