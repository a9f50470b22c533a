// SPDX-License-Identifier: MIT
//
// Workers as those who wait for them see them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cairn {

/// A worker, seen from outside.
struct WorkerStatus {
  std::string name, words;
  std::string state;  ///< "waiting", "running", "paused", or how it ended
  std::string phase;  ///< of its engine
  std::int64_t bound = -1, level = 0;
  double seconds = 0;                         ///< that it was running
  std::uint64_t memory = 0, peak_memory = 0;  ///< resident bytes
  bool shares = false;                        ///< lemmas
  std::uint64_t published = 0, held_back = 0, received = 0, lost = 0, taken = 0, useful = 0;
};

struct PortfolioEvent {
  double seconds;      ///< since the workers began
  std::string worker;  ///< its name
  std::string what;  ///< "started", "safe", "unsafe", "gave up: ...", "lost: ...", "won", "stopped"
};

struct PortfolioReport {
  std::uint32_t slots = 0;
  std::vector<WorkerStatus> workers;
  std::vector<PortfolioEvent> timeline;
};

/// The same for a run that is over, whatever its workers were doing.
void say_stopped(PortfolioReport& report);

}  // namespace cairn
