// SPDX-License-Identifier: MIT
#include "run/watchdog.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <vector>

namespace cairn {
namespace {

/// Waits, without a limit of its own, until the budget says stop.
StopReason wait_for_stop(const Budget& budget) {
  while (!budget.exhausted()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return budget.reason();
}

TEST(WatchdogTest, StopsARunWhoseTimeIsUp) {
  Budget budget;
  Limits limits;
  limits.seconds = 0.01;
  const Watchdog watchdog(budget, limits, {});
  EXPECT_EQ(wait_for_stop(budget), StopReason::Time);
}

TEST(WatchdogTest, StopsARunThatUsesTooMuchMemory) {
  Budget budget;
  Limits limits;
  limits.bytes = resident_bytes() / 2;
  // Not the kernel's limit, which would stay with the test program: only the measurement.
  const Watchdog watchdog(budget, limits, {}, Watchdog::Backstop::None);
  EXPECT_EQ(wait_for_stop(budget), StopReason::Memory);
}

TEST(WatchdogTest, StopsARunThatIsInterrupted) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Budget budget;
    const Watchdog watchdog(budget, {}, {});
    ::kill(::getpid(), signal);
    EXPECT_EQ(wait_for_stop(budget), StopReason::Interrupt);
  }
}

TEST(WatchdogTest, AnswersForARunThatDoesNotStop) {
  Budget budget;
  budget.request_stop(StopReason::Interrupt);
  std::atomic<bool> overrun{false};
  Watchdog::Callbacks callbacks;
  callbacks.overrun = [&] { overrun = true; };
  const Watchdog watchdog(budget, {}, callbacks);
  while (!overrun) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  SUCCEED();
}

TEST(WatchdogTest, LeavesARunAloneThatKeepsItsLimits) {
  Budget budget;
  std::atomic<int> ticks{0};
  Watchdog::Callbacks callbacks;
  callbacks.tick = [&] { ++ticks; };
  const Watchdog watchdog(budget, {}, callbacks);
  while (ticks < 3) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_FALSE(budget.exhausted());
}

TEST(WatchdogTest, MeasuresMemory) {
  const std::uint64_t before = resident_bytes();
  std::vector<char> block(64 << 20, 1);
  EXPECT_GT(resident_bytes(), before + (32u << 20));
  EXPECT_GE(peak_resident_bytes(), resident_bytes() / 2);
  EXPECT_EQ(block[12345], 1);
}

}  // namespace
}  // namespace cairn
