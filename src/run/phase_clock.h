// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "base/progress.h"
#include "base/statistics.h"

namespace cairn {

/// Seconds by phase: enter() ends one phase and begins the next, end() ends the last.
class PhaseClock {
 public:
  PhaseClock(Statistics& statistics, Progress& progress)
      : statistics_(statistics), progress_(progress) {}

  /// `shown` is a string literal, for people.
  void enter(std::string phase, const char* shown) {
    end();
    phase_ = std::move(phase);
    begin_ = Clock::now();
    progress_.phase = shown;
  }
  void end() {
    if (phase_.empty()) return;
    statistics_.seconds.emplace_back(phase_,
                                     std::chrono::duration<double>(Clock::now() - begin_).count());
    phase_.clear();
  }

 private:
  using Clock = std::chrono::steady_clock;

  Statistics& statistics_;
  Progress& progress_;
  std::string phase_;  // empty between two
  Clock::time_point begin_;
};

}  // namespace cairn
