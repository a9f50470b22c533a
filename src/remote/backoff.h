// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>

namespace cairn {

/// When to try again: at once, then after pauses that double up to a limit.
class Backoff {
 public:
  using Clock = std::chrono::steady_clock;

  bool may_try() const { return Clock::now() >= next_; }
  void failed() {
    next_ = Clock::now() + pause_;
    pause_ = std::min(2 * pause_, kLongest);
  }
  void succeeded() {
    pause_ = kShortest;
    next_ = {};
  }

 private:
  static constexpr std::chrono::milliseconds kShortest{100}, kLongest{3000};

  std::chrono::milliseconds pause_ = kShortest;
  Clock::time_point next_{};
};

}  // namespace cairn
