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
