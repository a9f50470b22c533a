// SPDX-License-Identifier: MIT
#include "cli/worker_display.h"

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

void WorkerDisplay::show(const std::vector<WorkerStatus>& workers) {
  std::size_t width = 0;
  for (const WorkerStatus& worker : workers) width = std::max(width, worker.name.size());
  std::vector<std::string> rows;
  for (const WorkerStatus& worker : workers) rows.push_back(worker_row(worker, width));
  if (session_.live_line().is_enabled()) return session_.live_line().set_rows(std::move(rows));
  if (Clock::now() - begin_ < next_lines_) return;
  for (const std::string& row : rows) session_.log().info("{:>5} s  {}", next_lines_.count(), row);
  next_lines_ *= 2;
}

}  // namespace cairn
