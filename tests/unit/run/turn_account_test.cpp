// SPDX-License-Identifier: MIT
#include "run/turn_account.h"

#include <gtest/gtest.h>

#include <limits>

namespace cairn {
namespace {

TEST(TurnAccountTest, WhoKeepsToTheLengthOwesNothing) {
  TurnAccount account;
  EXPECT_EQ(account.length_of(4), 4);
  account.charge(4, 4);
  EXPECT_EQ(account.length_of(4), 4);
  account.charge(4, 1);  // what is not used is not saved up
  EXPECT_EQ(account.length_of(4), 4);
}

TEST(TurnAccountTest, ALongTurnMakesTheNextOneShorter) {
  TurnAccount account;
  account.charge(4, 6);
  EXPECT_EQ(account.length_of(5), 3);
  account.charge(5, 3);
  EXPECT_EQ(account.length_of(5), 5);
}

TEST(TurnAccountTest, WhatIsOwedAddsUpAndATurnIsNeverNothing) {
  TurnAccount account;
  for (int i = 0; i < 3; ++i) account.charge(1, 3);
  EXPECT_EQ(account.length_of(1), 0.25);
  EXPECT_EQ(account.length_of(10), 4);
  account.charge(10, 4);
  EXPECT_EQ(account.length_of(1), 1);
}

TEST(TurnAccountTest, TurnsMayBeUnlimited) {
  constexpr double kUnlimited = std::numeric_limits<double>::infinity();
  TurnAccount account;
  account.charge(kUnlimited, 100);
  EXPECT_EQ(account.length_of(kUnlimited), kUnlimited);
}

}  // namespace
}  // namespace cairn
