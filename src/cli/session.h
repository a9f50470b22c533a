// SPDX-License-Identifier: MIT
//
// What a command that may run long lives in: the context for everything below, the live line, and
// the watch over its limits. The answer is given once: by the command, or, if it does not come back
// in time, by the watchdog's thread. Whoever calls claim_answer() first gives it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "base/context.h"
#include "cli/display/live_line.h"
#include "cli/display/progress_lines.h"
#include "run/progress_record.h"
#include "run/watchdog.h"

namespace cairn {

/// Options that every such command has.
struct SessionOptions {
  LogLevel level = LogLevel::Normal;
  Limits limits;
  std::uint64_t seed = 0;
  int progress_descriptor = -1;            ///< where lines about the progress go, for programs
  std::shared_ptr<ProgressRecord> record;  ///< of the run, for its report; may be null
};

/// Flushes standard output; false, with a message, if anything that went there was lost.
bool standard_output_is_written();

class Session {
 public:
  /// How long giving an answer may take once the run is stopped: a reader of standard output
  /// or of a pipe may have gone to sleep.
  static constexpr std::chrono::milliseconds kAnswerGrace{1000};

  /// `answer_instead` prints what is known and returns the exit code; it is called at most once, on
  /// another thread, while the command is still busy. `on_tick` is called often on that thread.
  Session(const SessionOptions& options, std::function<int(Session&)> answer_instead,
          std::function<void(Session&)> on_tick = {});

  Context context() { return {log_, budget_, progress_, seed_}; }
  const Log& log() const { return log_; }
  Budget& budget() { return budget_; }
  Progress& progress() { return progress_; }
  LiveLine& live_line() { return live_line_; }

  /// Returns for whoever calls it first, with the live line gone; for another it never returns,
  /// because the process is about to end.
  void claim_answer();

 private:
  void overrun(const std::function<int(Session&)>& answer_instead);

  Log log_;
  Budget budget_;
  Progress progress_;
  std::uint64_t seed_;
  LiveLine live_line_;
  ProgressLines progress_lines_;
  std::atomic<bool> claimed_{false};
  std::atomic<std::int64_t> claimed_at_{0};  // steady clock, nanoseconds
  std::mutex tick_mutex_;                    // no tick prints once the answer is claimed
  std::optional<Watchdog> watchdog_;
};

}  // namespace cairn
