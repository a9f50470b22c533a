// SPDX-License-Identifier: MIT
//
// `cairn check` and a cluster of workers (remote/): the side that submits a circuit or a program
// and judges what comes back. run_plan.cpp is the other one.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/portfolio_plans.h"
#include "cli/redis_options.h"
#include "cli/session.h"
#include "cli/worker_display.h"
#include "format/source.h"
#include "remote/job.h"
#include "remote/submission.h"
#include "run/pipeline.h"
#include "run/program_check.h"

namespace cairn {

struct ClusterArguments {
  RedisArguments redis;
  bool detach = false;  ///< submit and leave
  std::vector<JobPlan> plans;

  bool submits() const { return !redis.address.empty(); }
};

/// --redis and so on.
void add_cluster_options(CLI::App& command, ClusterArguments& arguments);

/// What a job is about, as this process has read it: a circuit,
struct ClusterTask {
  const AigerModel& model;
  const Source& source;
  std::string name;                       ///< of the model's file
  std::optional<std::uint32_t> property;  ///< as in CheckOptions
};

/// or a program. Whoever works on it has only the text.
struct ClusterProgram {
  const Program& program;
  std::string text;  ///< in IVL
  std::string name;  ///< of its first file
  CfaCheckOptions check;
};

/// Submits and waits. Throws RemoteError.
CheckOutcome check_on_cluster(const ClusterTask& task, const ClusterArguments& arguments,
                              const SessionOptions& limits, WorkerDisplay& display,
                              Session& session);
ProgramOutcome check_on_cluster(const ClusterProgram& task, const ClusterArguments& arguments,
                                const SessionOptions& limits, WorkerDisplay& display,
                                Session& session);
/// Submits and does not wait; the job's name.
std::string submit_to_cluster(const ClusterTask& task, const ClusterArguments& arguments,
                              const SessionOptions& limits, const Log& log);
std::string submit_to_cluster(const ClusterProgram& task, const ClusterArguments& arguments,
                              const SessionOptions& limits, const Log& log);
/// Bytes of evidence that are judged, at most: that takes a few times as much memory.
std::uint64_t most_evidence(const SessionOptions& limits);
/// Waits for the submission's end and judges what comes.
CheckOutcome wait_for_answer(Submission& submission, const ClusterTask& task,
                             WorkerDisplay& display, Session& session);
ProgramOutcome wait_for_answer(Submission& submission, const ClusterProgram& task,
                               WorkerDisplay& display, Session& session);

}  // namespace cairn
