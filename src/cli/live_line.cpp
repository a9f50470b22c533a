// SPDX-License-Identifier: MIT
#include "cli/live_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include "base/output.h"
#include "run/watchdog.h"

namespace cairn {

LiveLine::LiveLine(const Progress& progress, When when)
    : progress_(progress), enabled_(when == When::Terminal && ::isatty(STDERR_FILENO) == 1) {}

void LiveLine::tick() {
  if (!enabled_) return;
  const auto now = Clock::now();
  if (now - begin_ < std::chrono::seconds(1) || now - drawn_at_ < std::chrono::milliseconds(200))
    return;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  std::string line = fmt::format("\r\x1b[Kcairn: {}", progress_.phase.load());
  if (const auto bound = progress_.bound.load(); bound >= 0)
    line += fmt::format("  bound {}", bound);
  if (const auto clauses = progress_.clauses.load(); clauses > 0)
    line += fmt::format("  {} clauses", clauses);
  line += fmt::format("  {:.1f} s  {} MB", seconds, resident_bytes() >> 20);
  const std::lock_guard lock(mutex_);
  drawn_at_ = now;
  visible_ = true;
  put(stderr, line);
  std::fflush(stderr);
}

void LiveLine::clear() {
  const std::lock_guard lock(mutex_);
  if (!visible_) return;
  visible_ = false;
  put(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

}  // namespace cairn
