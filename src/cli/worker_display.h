// SPDX-License-Identifier: MIT
//
// Workers as people see them while they run: rows below the live line on a terminal; elsewhere
// plain lines, less and less often.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "cli/session.h"
#include "run/portfolio.h"

namespace cairn {

/// One row for a worker: its plan, how far it is, lemmas out and in, memory.
std::string worker_row(const WorkerStatus& worker, std::size_t name_width);

class WorkerDisplay {
 public:
  /// The session must outlive it.
  explicit WorkerDisplay(Session& session) : session_(session) {}

  void show(const std::vector<WorkerStatus>& workers);

 private:
  using Clock = std::chrono::steady_clock;

  Session& session_;
  const Clock::time_point begin_ = Clock::now();
  std::chrono::seconds next_lines_{10};  // after the beginning
};

}  // namespace cairn
