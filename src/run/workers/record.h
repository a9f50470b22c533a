// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "model/exchange.h"
#include "run/watchdog.h"
#include "run/workers/race.h"
#include "run/workers/report.h"
#include "run/workers/shared_array.h"

namespace cairn {

/// What a worker shows to the process that started it.
struct WorkerBoard {
  Progress progress;
  ExchangeCounts counts;
  std::atomic<std::uint64_t> memory{0}, peak_memory{0};
  std::atomic<bool> shares{false};

  /// For the watchdog of the worker, which nobody waits for.
  Watchdog::Callbacks callbacks();
};

/// What is known of the workers of a race, by their positions: the boards, how each ended, and what
/// happened when.
class WorkerRecord {
 public:
  using Listener = std::function<void(const PortfolioReport&)>;

  /// `listener` may be empty; it is told at the beginning, by show(), and then a few times a
  /// second.
  WorkerRecord(std::uint32_t slots, Listener listener)
      : listener_(std::move(listener)), report_{slots, {}, {}} {}

  /// Before the first is forked.
  void add(std::string name, std::string words);
  void begin();

  std::size_t size() const { return report_.workers.size(); }
  WorkerBoard& board(std::size_t worker) { return (*boards_)[worker]; }

  /// Something happened to a worker.
  void note(std::size_t worker, std::string what);
  /// It is over.
  void end(std::size_t worker, const std::string& how);

  void show(const WorkerRace& race);
  /// When the race is over.
  PortfolioReport finish(const WorkerRace& race);

 private:
  using Clock = std::chrono::steady_clock;

  void look(const WorkerRace& race);

  const Listener listener_;
  PortfolioReport report_;
  std::optional<SharedArray<WorkerBoard>> boards_;
  std::vector<bool> has_ended_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_at_{};
};

/// What the process has now, all workers share; the rest of `bytes` is divided.
Limits limits_of_worker(const std::optional<std::uint64_t>& bytes, std::size_t workers);

}  // namespace cairn
