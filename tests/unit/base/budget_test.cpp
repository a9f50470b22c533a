// SPDX-License-Identifier: MIT
#include "base/budget.h"

#include <gtest/gtest.h>

#include <thread>

namespace cairn {
namespace {

TEST(BudgetTest, IsNotExhaustedAtFirst) {
  const Budget budget;
  EXPECT_FALSE(budget.exhausted());
  EXPECT_EQ(budget.reason(), StopReason::None);
}

TEST(BudgetTest, TheFirstRequestWins) {
  Budget budget;
  budget.request_stop(StopReason::Memory);
  budget.request_stop(StopReason::Time);
  EXPECT_TRUE(budget.exhausted());
  EXPECT_EQ(budget.reason(), StopReason::Memory);
}

TEST(BudgetTest, ARequestReachesOtherThreads) {
  Budget budget;
  std::thread worker([&] {
    while (!budget.exhausted()) std::this_thread::yield();
  });
  budget.request_stop(StopReason::Interrupt);
  worker.join();
  EXPECT_EQ(budget.reason(), StopReason::Interrupt);
}

/// Asks until the share says stop, or says nothing for long.
bool ends(const Budget& share) {
  for (int i = 0; i < 1000; ++i)
    if (share.exhausted()) return true;
  return false;
}

TEST(BudgetTest, AShareEndsWithItsTurnAndCanBeRenewed) {
  const Budget whole;
  Budget share(&whole);
  EXPECT_FALSE(ends(share));
  share.renew(0);
  EXPECT_TRUE(ends(share));
  EXPECT_EQ(share.reason(), StopReason::Time);
  EXPECT_FALSE(whole.exhausted());
  share.renew(1e9);
  EXPECT_FALSE(ends(share));
}

// The one that watches has used none of the turn's time itself.
TEST(BudgetTest, AnotherThreadSeesTheEndOfTheOwnersTurn) {
  const Budget whole;
  Budget share(&whole);
  share.renew(1e9);
  const auto seen_by_another = [&] {
    bool seen = false;
    std::thread([&] { seen = share.exhausted_by_now(); }).join();
    return seen;
  };
  EXPECT_FALSE(seen_by_another());
  const double begin = thread_cpu_seconds();
  share.renew(0.01);
  while (thread_cpu_seconds() < begin + 0.02) {
  }
  EXPECT_TRUE(seen_by_another());
  EXPECT_TRUE(share.exhausted());
  EXPECT_FALSE(whole.exhausted_by_now());
}

TEST(BudgetTest, WhatIsBegunMayGoOnAfterASoftEnd) {
  const Budget whole;
  Budget longest(&whole);
  Budget share(&longest, Budget::Kind::Soft);
  longest.renew(1e9);
  share.renew(0);
  EXPECT_TRUE(ends(share));
  EXPECT_FALSE(ends(share.hard()));
  longest.renew(0);
  EXPECT_TRUE(ends(share.hard()));
  EXPECT_FALSE(ends(whole.hard()));
}

TEST(BudgetTest, AShareWhoseOwnerIsGoneGoesOn) {
  const Budget whole;
  Budget share(&whole);
  std::thread([&] { share.renew(0.5); }).join();
  EXPECT_FALSE(ends(share));
  share.renew(0);
  EXPECT_TRUE(ends(share));
}

TEST(BudgetTest, AShareEndsWithTheWhole) {
  Budget whole;
  Budget share(&whole);
  share.renew(1e9);
  whole.request_stop(StopReason::Interrupt);
  EXPECT_EQ(share.reason(), StopReason::Interrupt);
  share.renew(1e9);
  EXPECT_EQ(share.reason(), StopReason::Interrupt);
}

}  // namespace
}  // namespace cairn
