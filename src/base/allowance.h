// SPDX-License-Identifier: MIT
#pragma once

#include "base/budget.h"
#include "base/cpu_clock.h"

namespace cairn {

/// What a pass may spend: processor time of its own, and no more than the run has left.
class Allowance {
 public:
  Allowance(double seconds, const Budget& budget)
      : budget_(budget), begin_(thread_cpu_seconds()), seconds_(seconds) {}

  bool exhausted() const { return budget_.exhausted() || spent() >= seconds_; }
  double spent() const { return thread_cpu_seconds() - begin_; }
  double seconds() const { return seconds_; }

 private:
  const Budget& budget_;
  const double begin_;
  const double seconds_;
};

}  // namespace cairn
