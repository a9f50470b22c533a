// SPDX-License-Identifier: MIT
//
// Workers as people see them while they run: rows below the live line on a terminal; elsewhere
// plain lines, less and less often.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cli/session.h"
#include "run/workers/report.h"

namespace cairn {

/// One row for a worker: its plan, how far it is, lemmas out and in, memory.
std::string worker_row(const WorkerStatus& worker, std::size_t name_width);

/// At the end: what decided, and what the exchange of lemmas contributed, if there was one.
void tell_of_workers(const PortfolioReport& report, const std::string& decided_by, const Log& log);

class WorkerDisplay {
 public:
  void show(const PortfolioReport& report, Session& session);

  /// What was shown last, as of a run that is over: for who has to answer while the workers are
  /// still being ended. Any thread may ask.
  std::optional<PortfolioReport> last() const;

 private:
  using Clock = std::chrono::steady_clock;

  mutable std::mutex mutex_;
  std::optional<PortfolioReport> last_;
  const Clock::time_point begin_ = Clock::now();
  std::chrono::seconds next_lines_{10};  // after the beginning
};

}  // namespace cairn
