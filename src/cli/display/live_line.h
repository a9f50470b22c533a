// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "base/progress.h"

namespace cairn {

/// One line at the bottom of the terminal that says how a long run goes, with a row for each worker
/// if there are several. It shows only if standard
/// error is a terminal, only after the first second, and is gone before anything else is printed.
class LiveLine {
 public:
  enum class When { Terminal, Never };

  LiveLine(const Progress& progress, When when);

  bool is_enabled() const { return enabled_; }
  /// What is shown below the line from now on, a row each.
  void set_rows(std::vector<std::string> rows);
  /// Called often; draws now and then.
  void tick();
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string erased() const;

  const Progress& progress_;
  const bool enabled_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point drawn_at_ = begin_;
  std::mutex mutex_;
  std::vector<std::string> rows_;
  bool visible_ = false;
};

}  // namespace cairn
