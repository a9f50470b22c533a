// SPDX-License-Identifier: MIT
#include "run/watchdog.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

namespace cairn {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Far more than anything here takes, also on a busy machine.
constexpr milliseconds kPatience{20'000};

/// Waits until the condition holds; false if it does not in time.
template <class Condition>
[[nodiscard]] bool wait_for(const Condition& condition) {
  const auto end = Clock::now() + kPatience;
  while (!condition())
    if (Clock::now() < end)
      std::this_thread::sleep_for(milliseconds(1));
    else
      return false;
  return true;
}

/// Waits until the budget says stop; None if it does not in time.
StopReason wait_for_stop(const Budget& budget) {
  return wait_for([&] { return budget.exhausted(); }) ? budget.reason() : StopReason::None;
}

TEST(WatchdogTest, StopsARunWhoseTimeIsUp) {
  Budget budget;
  Limits limits;
  limits.seconds = 0.1;
  const auto begin = Clock::now();
  const Watchdog watchdog(budget, limits, {});
  EXPECT_EQ(wait_for_stop(budget), StopReason::Time);
  EXPECT_GE(Clock::now() - begin, milliseconds(100));  // and not before
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
  const auto begin = Clock::now();
  const Watchdog watchdog(budget, {}, callbacks);
  EXPECT_TRUE(wait_for([&] { return overrun.load(); }));
  EXPECT_GE(Clock::now() - begin, Watchdog::kGrace);  // it had its time to stop
  EXPECT_EQ(budget.reason(), StopReason::Interrupt);
}

TEST(WatchdogTest, LeavesARunAloneThatKeepsItsLimits) {
  Budget budget;
  Limits limits;
  limits.seconds = 3600;
  limits.bytes = std::uint64_t{1} << 40;
  std::atomic<int> ticks{0};
  std::atomic<bool> overruns{false};
  Watchdog::Callbacks callbacks;
  callbacks.tick = [&] { ++ticks; };
  callbacks.overrun = [&] { overruns = true; };
  const Watchdog watchdog(budget, limits, callbacks, Watchdog::Backstop::None);
  EXPECT_TRUE(wait_for([&] { return ticks >= 3; }));
  EXPECT_FALSE(budget.exhausted());
  EXPECT_FALSE(overruns);
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
