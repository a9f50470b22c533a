// SPDX-License-Identifier: MIT
//
// A task given to the workers of a Redis: submitted as a job of several plans, waited for, and what
// comes back judged here. It does not matter what the task is about (run/workers/work.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "remote/address.h"
#include "remote/job.h"
#include "remote/submission.h"
#include "run/watchdog.h"
#include "run/workers/report.h"
#include "run/workers/work.h"

namespace cairn {

/// What a job is about. Whoever works on it has only the bytes.
struct ClusterTask {
  Work& work;  ///< judges
  JobSpec::Language language;
  std::string bytes;
  std::string name;                       ///< of its first file
  std::optional<std::uint32_t> property;  ///< of a circuit
};

struct ClusterOptions {
  RedisAddress address;
  std::vector<JobPlan> plans;
  Limits limits;
  /// Told now and then how the workers are. What they say, nobody has checked.
  std::function<void(const PortfolioReport&)> on_status;
};

/// Submits and waits. Throws RemoteError.
WorkersOutcome check_on_cluster(const ClusterTask& task, const ClusterOptions& options,
                                const Context& context);
/// Submits and does not wait; the job's name.
std::string submit_to_cluster(const ClusterTask& task, const ClusterOptions& options,
                              const Log& log);
/// Bytes of evidence that are judged, at most: that takes a few times as much memory.
std::uint64_t most_evidence(const Limits& limits);
/// Waits for the submission's end and judges what comes.
WorkersOutcome wait_for_answer(Submission& submission, Work& work,
                               const std::function<void(const PortfolioReport&)>& on_status,
                               const Context& context);

}  // namespace cairn
