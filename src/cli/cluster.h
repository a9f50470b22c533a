// SPDX-License-Identifier: MIT
//
// `cairn check` and a cluster of workers (remote/): the side that submits a circuit or a program
// and judges what comes back, and the side that a worker starts to run one plan.
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
#include "remote/lease_file.h"
#include "remote/redis_exchange.h"
#include "remote/submission.h"
#include "run/pipeline.h"
#include "run/program_check.h"

namespace cairn {

struct ClusterArguments {
  RedisArguments redis;
  bool detach = false;     ///< submit and leave
  std::string lease_file;  ///< this process runs a plan for a worker
  std::vector<JobPlan> plans;

  bool submits() const { return !redis.address.empty(); }
};

/// --redis and so on; and, for nobody to see, --lease.
void add_cluster_options(CLI::App& command, ClusterArguments& arguments);

/// Plans as a worker's command line has them: whole, and with the settings of engines and passes
/// that `command` was given besides. Throws InputError.
std::vector<JobPlan> job_plans(const CLI::App& command, const std::vector<WrittenPlan>& written,
                               const PlanSettings& given, EnginesFor models);

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

/// A plan that is run for a worker.
class LeasedRun {
 public:
  /// Throws InputError if there is no such file.
  explicit LeasedRun(const std::string& lease_file);

  /// Lemmas are exchanged with others that work on the same system.
  std::unique_ptr<LemmaExchange> connect(const BitSystem& system, const SharePolicy& policy,
                                         Session& session) const;
  /// Tells how far the session is, as long as what is returned lives.
  std::unique_ptr<LemmaExchange> report(Session& session) const;
  /// The answer goes to the worker. Throws InputError.
  void deliver(const CheckOutcome& outcome) const;
  void deliver(const Program& program, const ProgramOutcome& outcome) const;

 private:
  StatusReport status_of(Session& session) const;

  LeaseFile lease_;
};

}  // namespace cairn
