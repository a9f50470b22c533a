// SPDX-License-Identifier: MIT
#include "cli/display/worker_display.h"

#include <fmt/format.h>

#include <algorithm>

namespace cairn {

std::string worker_row(const WorkerStatus& worker, std::size_t name_width) {
  std::string row = fmt::format("{:<{}}  {:<8.40}", worker.name, name_width, worker.state);
  if (worker.state == "waiting" || worker.state == "not started") return row;
  const bool has_frames = worker.phase == "ic3" || worker.phase == "itpseq";
  if (has_frames)
    row += fmt::format("  frame {}", worker.level);
  else if (worker.bound >= 0)
    row += fmt::format("  bound {}", worker.bound);
  if (worker.shares) row += fmt::format("  out {}  in {}", worker.published, worker.taken);
  return row + fmt::format("  {} MB", worker.memory >> 20);
}

void tell_of_workers(const PortfolioReport& report, const std::string& decided_by, const Log& log) {
  const std::vector<WorkerStatus>& workers = report.workers;
  std::uint64_t published = 0, taken = 0, useful = 0;
  bool shares = false;
  for (const WorkerStatus& worker : workers) {
    shares = shares || worker.shares;
    published += worker.published;
    taken += worker.taken;
    useful += worker.useful;
    std::string line = fmt::format("worker {}: {}; {:.1f} s, {} MB at most", worker.name,
                                   worker.state, worker.seconds, worker.peak_memory >> 20);
    if (worker.shares)
      line += fmt::format(", lemmas out {}, in {}, taken {}, useful {}", worker.published,
                          worker.received, worker.taken, worker.useful);
    log.detail("{}", line);
  }
  const std::string shared =
      published == 0 ? "; no lemmas were shared"
                     : fmt::format("; {} lemmas were shared, {} times taken up, {} times useful",
                                   published, taken, useful);
  const std::string who =
      decided_by.empty() ? fmt::format("workers: {}", workers.size())
                         : fmt::format("decided by worker {} of {}", decided_by, workers.size());
  log.info("{}{}", who, shares ? shared : "");
}

void WorkerDisplay::show(const PortfolioReport& report, Session& session) {
  {
    const std::lock_guard lock(mutex_);
    last_ = report;
  }
  std::size_t width = 0;
  for (const WorkerStatus& worker : report.workers) width = std::max(width, worker.name.size());
  std::vector<std::string> rows;
  for (const WorkerStatus& worker : report.workers) rows.push_back(worker_row(worker, width));
  if (session.live_line().is_enabled()) return session.live_line().set_rows(std::move(rows));
  if (Clock::now() - begin_ < next_lines_) return;
  for (const std::string& row : rows) session.log().info("{:>5} s  {}", next_lines_.count(), row);
  next_lines_ *= 2;
}

std::optional<PortfolioReport> WorkerDisplay::last() const {
  const std::lock_guard lock(mutex_);
  std::optional<PortfolioReport> report = last_;
  if (report) say_stopped(*report);
  return report;
}

}  // namespace cairn
