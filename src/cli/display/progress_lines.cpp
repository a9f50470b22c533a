// SPDX-License-Identifier: MIT
#include "cli/display/progress_lines.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <nlohmann/json.hpp>

#include "run/watchdog.h"

namespace cairn {

ProgressLines::ProgressLines(const Progress& progress, int descriptor)
    : progress_(progress), descriptor_(descriptor) {
  if (descriptor >= 0) std::signal(SIGPIPE, SIG_IGN);
}

bool ProgressLines::tick() {
  if (descriptor_ < 0 || is_gone_) return !is_gone_;
  constexpr std::chrono::milliseconds kInterval{100};
  const auto now = Clock::now();
  if (now - written_at_ < kInterval) return true;
  written_at_ = now;
  // A reader that has gone to sleep must not stop the watch over the limits: it misses lines.
  pollfd end{descriptor_, POLLOUT, 0};
  if (::poll(&end, 1, 0) < 0 || (end.revents & (POLLOUT | POLLERR)) == 0) return true;
  nlohmann::ordered_json line = {{"phase", progress_.phase.load()},
                                 {"bound", nullptr},
                                 {"level", progress_.level.load()},
                                 {"lemmas", progress_.lemmas.load()},
                                 {"obligations", progress_.obligations.load()},
                                 {"seconds", std::chrono::duration<double>(now - begin_).count()},
                                 {"memory_bytes", resident_bytes()}};
  if (const std::int64_t bound = progress_.bound; bound >= 0) line["bound"] = bound;
  const std::string text = line.dump() + "\n";
  const ssize_t written = ::write(descriptor_, text.data(), text.size());
  is_gone_ = written < 0 && errno != EAGAIN && errno != EINTR;
  return !is_gone_;
}

}  // namespace cairn
