// SPDX-License-Identifier: MIT
#include "cli/display/live_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <string>

#include "base/output.h"
#include "run/watchdog.h"

namespace cairn {
namespace {

/// The phase and how far it is.
std::string state_of(const Progress& progress) {
  const std::string phase = progress.phase.load();
  const std::int64_t bound = progress.bound;
  if (phase == "ic3" || phase == "itpseq")
    return fmt::format("{}  level {}  {} lemmas  {} obligations", phase, progress.level.load(),
                       progress.lemmas.load(), progress.obligations.load());
  std::string state = phase;
  if (bound >= 0) state += fmt::format("  bound {}", bound);
  if (const std::uint64_t clauses = progress.clauses; clauses > 0)
    state += fmt::format("  {} clauses", clauses);
  return state;
}

std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

LiveLine::LiveLine(const Progress& progress, When when)
    : progress_(progress), enabled_(when == When::Terminal && ::isatty(STDERR_FILENO) == 1) {}

void LiveLine::set_rows(std::vector<std::string> rows) {
  const std::lock_guard lock(mutex_);
  rows_ = std::move(rows);
}

void LiveLine::tick() {
  if (!enabled_) return;
  const auto now = Clock::now();
  if (now - begin_ < std::chrono::seconds(1) || now - drawn_at_ < std::chrono::milliseconds(200))
    return;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const std::lock_guard lock(mutex_);
  std::string line = erased() + fmt::format("cairn: {}  {:.1f} s  {} MB", state_of(progress_),
                                            seconds, resident_bytes() >> 20);
  // A row that is broken into two would not be cleared.
  const std::size_t width = terminal_width();
  for (const std::string& row : rows_) line += "\n  " + row.substr(0, width > 3 ? width - 3 : 0);
  if (!rows_.empty()) line += fmt::format("\x1b[{}A\r", rows_.size());
  drawn_at_ = now;
  visible_ = true;
  put(stderr, line);
  std::fflush(stderr);
}

/// What makes the line disappear, with the rows below it.
std::string LiveLine::erased() const {
  return rows_.empty() ? "\r\x1b[K" : "\r\x1b[J";
}

void LiveLine::clear() {
  const std::lock_guard lock(mutex_);
  if (!visible_) return;
  visible_ = false;
  put(stderr, erased());
  std::fflush(stderr);
}

}  // namespace cairn
