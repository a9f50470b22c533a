// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "run/workers/process.h"

namespace cairn {

/// Processes that look for the same answer, a number of them at a time. If there are more than
/// that, they take turns (SIGSTOP, SIGCONT), each as long, in sum, as its weight says; those ahead
/// in the list begin.
class WorkerRace {
 public:
  struct Runner {
    double weight = 1;
    WorkerProcess::Body body;
  };
  enum class State { Waiting, Running, Paused, Ended };
  enum class Verdict { Won, Out };
  /// What a worker that ended has found; the others go on meanwhile.
  using Judge = std::function<Verdict(std::size_t worker, const WorkerProcess& process)>;

  struct Callbacks {
    Judge judge;
    std::function<void(std::size_t worker)> started;
    /// The system allowed no process for it; the others go on.
    std::function<void(std::size_t worker, const std::string& why)> not_started;
    std::function<void()> tick;  ///< now and then
  };

  /// Requires runners and at least one slot.
  WorkerRace(std::vector<Runner> runners, std::uint32_t slots, const Budget& budget);
  /// Once. The winner, if there is one; all processes are gone when it returns, or soon after the
  /// budget is exhausted.
  std::optional<std::size_t> run(const Callbacks& callbacks);

  State state(std::size_t worker) const { return entries_[worker].state; }
  /// How long it has been running, without pauses.
  double seconds(std::size_t worker) const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    Runner runner;
    State state = State::Waiting;
    std::unique_ptr<WorkerProcess> process;
    double before = 0;  // seconds, up to the last time that it was resumed
    Clock::time_point resumed_at;
  };

  void schedule(const Callbacks& callbacks);
  std::optional<std::size_t> next_in_turn() const;
  void let_run(std::size_t worker, const Callbacks& callbacks);
  void pause(std::size_t worker);
  double part(std::size_t worker) const { return seconds(worker) / entries_[worker].runner.weight; }
  double turn() const;
  std::optional<std::size_t> look_who_ended(const Callbacks& callbacks);
  void wait_for_news() const;
  void end_all();

  std::vector<Entry> entries_;
  const std::uint32_t slots_;
  const Budget& budget_;
  const Clock::time_point begin_ = Clock::now();
};

}  // namespace cairn
