// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace cairn {

/// Adds the time of a scope to a counter.
class StopWatch {
 public:
  explicit StopWatch(double& seconds) : seconds_(seconds), begin_(Clock::now()) {}
  ~StopWatch() { seconds_ += std::chrono::duration<double>(Clock::now() - begin_).count(); }
  StopWatch(const StopWatch&) = delete;
  StopWatch& operator=(const StopWatch&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double& seconds_;
  Clock::time_point begin_;
};

}  // namespace cairn
