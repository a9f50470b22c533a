// SPDX-License-Identifier: MIT
//
// `cairn worker`: takes leases from the board, runs each plan in a process of its own, and posts
// how it ended. Leases are renewed while their processes run. A lost connection stops nothing:
// processes go on, results wait, and when the server is back the board says which leases are still
// ours. One thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/log.h"
#include "remote/board.h"
#include "remote/child.h"
#include "remote/link.h"
#include "remote/work_folder.h"

namespace cairn {

/// The command by which a worker starts itself to run a plan, and the exit code with which that
/// refuses one (cli/command/run_plan.cpp).
inline constexpr std::string_view kRunPlan = "run-plan";
inline constexpr int kRefusedPlan = 2;

struct WorkerOptions {
  RedisAddress address;
  std::uint32_t jobs = 1;                  ///< processes at a time
  std::chrono::milliseconds lease{10000};  ///< without a sign of life
  std::uint64_t bytes = 0;                 ///< of memory for each process; 0: no limit
  bool exchange = true;                    ///< share lemmas
  std::string version;                     ///< of Cairn, for people
};

class Worker {
 public:
  /// Connects, and makes a folder for temporary files. Throws RemoteError or InputError.
  Worker(const WorkerOptions& options, const Log& log);

  /// Until the budget ends. Then gives leases back.
  void run(const Budget& budget);

 private:
  struct Task {
    board::Lease lease;
    std::string files;  ///< what the names of its files begin with
    std::chrono::steady_clock::time_point begin;
    bool exchange = true;
    std::optional<Child> child;
    std::optional<PlanResult> result;  ///< once the process has ended
  };

  bool take_leases();
  void renew_leases();
  void announce();
  void collect();
  void post_results();
  void give_back();

  void begin(Task& task);
  void start(Task& task);
  PlanResult result_of(const Task& task, const Child::End& end) const;
  enum class Provision { Done, Refused, NoRoom };
  Provision provide_model(RedisConnection& redis, const board::Lease& lease);
  std::string path_of_model(const JobSpec& spec) const;
  void forget(std::list<Task>::iterator task);

  const WorkerOptions options_;
  const Log& log_;
  Link link_;
  WorkerInfo info_;
  const WorkFolder folder_;
  std::list<Task> tasks_;
  std::uint64_t started_ = 0;
  std::chrono::steady_clock::time_point next_renewal_{}, next_announcement_{}, next_take_{};
};

}  // namespace cairn
