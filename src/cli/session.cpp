// SPDX-License-Identifier: MIT
#include "cli/session.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "base/atomic_file.h"
#include "base/error.h"
#include "cli/exit_code.h"

namespace cairn {

Session::Session(const SessionOptions& options, std::function<int(Session&)> answer_instead,
                 std::function<void(Session&)> on_tick)
    : log_(options.level),
      seed_(options.seed),
      live_line_(progress_,
                 options.level == LogLevel::Quiet ? LiveLine::When::Never : LiveLine::When::Shown,
                 options.limits.seconds, log_),
      progress_lines_(progress_, options.progress_descriptor) {
  log_.set_before_message([this] { live_line_.clear(); });
  Watchdog::Callbacks callbacks;
  callbacks.tick = [this, on_tick = std::move(on_tick), record = options.record] {
    const std::lock_guard lock(tick_mutex_);
    if (claimed_.load()) return;
    try {
      live_line_.tick();
      if (record) record->tick(progress_);
      // Who started us for its own ends is gone.
      if (!progress_lines_.tick()) budget_.request_stop(StopReason::Interrupt);
      if (on_tick) on_tick(*this);
    } catch (const std::bad_alloc&) {
      // The run is about to end for want of memory; a line less on the way does not matter.
    }
  };
  callbacks.overrun = [this, answer = std::move(answer_instead)] { overrun(answer); };
  watchdog_.emplace(budget_, options.limits, std::move(callbacks));
}

bool standard_output_is_written() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  std::fprintf(stderr, "cairn: error: cannot write to standard output\n");
  return false;
}

namespace {
std::int64_t now_in_nanoseconds() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}
}  // namespace

void Session::claim_answer() {
  claimed_at_.store(now_in_nanoseconds());
  if (claimed_.exchange(true))
    while (true) ::pause();
  lift_memory_limit();
  const std::lock_guard lock(tick_mutex_);
  live_line_.clear();
}

// Not std::exit(): the command is still running, and destructors must not pull away what it uses.
void Session::overrun(const std::function<int(Session&)>& answer_instead) {
  if (claimed_.exchange(true)) {
    // The command is giving its answer already, and gets a while for that.
    const auto since = std::chrono::nanoseconds(now_in_nanoseconds() - claimed_at_.load());
    if (since < kAnswerGrace) return;
    std::fprintf(stderr, "cairn: error: stopped while the answer was being written\n");
    remove_unfinished_files();
    std::_Exit(kExitInputError);
  }
  lift_memory_limit();
  live_line_.clear();
  int code = kExitInternal;
  try {
    code = answer_instead(*this);
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    code = kExitInputError;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "cairn: error: out of memory\n");
    code = kExitInputError;
  }
  if (!standard_output_is_written()) code = kExitInputError;
  std::fflush(stderr);
  remove_unfinished_files();
  std::_Exit(code);
}

}  // namespace cairn
