// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "base/progress.h"

namespace cairn {

/// How a long run goes, for the program that started this one: a JSON object a line, a few times a
/// second, to a descriptor that it has opened.
class ProgressLines {
 public:
  /// A negative descriptor: nobody listens.
  ProgressLines(const Progress& progress, int descriptor);

  /// Called often; writes now and then. False once nobody listens any more.
  bool tick();

 private:
  using Clock = std::chrono::steady_clock;

  const Progress& progress_;
  const int descriptor_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point written_at_ = begin_;
  bool is_gone_ = false;
};

}  // namespace cairn
