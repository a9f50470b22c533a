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

}  // namespace
}  // namespace cairn
