// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>

#include "base/budget.h"

namespace cairn {

/// What a pass may spend: processor time of its own, and no more than the run has left.
class Allowance {
 public:
  Allowance(double seconds, const Budget& budget)
      : budget_(budget), begin_(now()), seconds_(seconds) {}

  bool exhausted() const { return budget_.exhausted() || spent() >= seconds_; }
  double spent() const { return now() - begin_; }
  double seconds() const { return seconds_; }

 private:
  static double now() {
    std::timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  const Budget& budget_;
  const double begin_;
  const double seconds_;
};

}  // namespace cairn
