// SPDX-License-Identifier: MIT
#include "cli/cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.h"
#include "base/sha256.h"
#include "cli/worker_display.h"
#include "remote/link.h"
#include "remote/random_id.h"
#include "run/evidence_codec.h"
#include "run/judge.h"
#include "run/program_codec.h"
#include "run/program_judge.h"
#include "run/program_report.h"
#include "run/report.h"

namespace cairn {
namespace {

const std::string& bytes_of(const ClusterTask& task) {
  return task.source.bytes;
}
const std::string& bytes_of(const ClusterProgram& task) {
  return task.text;
}
JobSpec::Language language_of(const ClusterTask&) {
  return JobSpec::Language::Aiger;
}
JobSpec::Language language_of(const ClusterProgram&) {
  return JobSpec::Language::Ivl;
}
std::optional<std::uint32_t> property_of(const ClusterTask& task) {
  return task.property;
}
std::optional<std::uint32_t> property_of(const ClusterProgram&) {
  return std::nullopt;
}

template <class Task>
JobSpec spec_of(const Task& task, const ClusterArguments& arguments, const SessionOptions& limits) {
  JobSpec spec;
  spec.language = language_of(task);
  spec.model = sha256(bytes_of(task));
  spec.file = task.name;
  spec.property = property_of(task);
  spec.seconds = limits.limits.seconds;
  spec.submitted = std::chrono::duration_cast<std::chrono::seconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  spec.plans = arguments.plans;
  return spec;
}

/// The job as the display and the report have workers: one for each plan. What it knows, workers
/// have said, and nobody has checked.
class ClusterWatch {
 public:
  ClusterWatch(const JobSpec& spec, WorkerDisplay& display, Session& session)
      : display_(display), session_(session), shares_(spec.language == JobSpec::Language::Aiger) {
    for (const JobPlan& plan : spec.plans) {
      WorkerStatus& worker = report_.workers.emplace_back();
      worker.name = printable(plan.name);
      worker.words = printable(describe(plan), 4096);
      worker.state = "waiting";
    }
    has_ended_.resize(spec.plans.size(), false);
  }

  Submission::Observer observer() {
    return {[this](const board::JobView& job) { see(job); },
            [this](std::uint32_t plan, const std::string& what) {
              has_ended_[plan] = true;
              report_.workers[plan].state = what;
              tell(plan, what);
            }};
  }

  /// When the job is over.
  PortfolioReport report() && {
    for (std::size_t i = 0; i < has_ended_.size(); ++i) {
      if (has_ended_[i]) continue;
      std::string& state = report_.workers[i].state;
      state = state == "waiting" ? "not started" : "stopped";
      if (state == "stopped") tell(i, state);
    }
    return std::move(report_);
  }

 private:
  void see(const board::JobView& job) {
    std::uint32_t running = 0;
    for (std::size_t i = 0; i < has_ended_.size() && i < job.plans.size(); ++i) {
      WorkerStatus& worker = report_.workers[i];
      if (job.plans[i].status) take_over(*job.plans[i].status, worker);
      if (has_ended_[i] || job.plans[i].ended || job.plans[i].owner.empty()) continue;
      ++running;
      if (worker.state == "waiting") tell(i, "started");
      worker.state = "running";
    }
    report_.slots = std::max(report_.slots, running);
    // Bounds are claims; the report says so, and a row has no room to.
    PortfolioReport shown = report_;
    for (WorkerStatus& worker : shown.workers) worker.bound = -1;
    display_.show(shown, session_);
  }

  void take_over(const PlanStatus& status, WorkerStatus& worker) const {
    worker.phase = printable(status.phase);
    worker.bound = status.bound;
    worker.level = static_cast<std::int64_t>(status.level);
    worker.seconds = status.seconds;
    worker.memory = status.bytes;
    worker.peak_memory = std::max(worker.peak_memory, status.bytes);
    worker.shares = shares_;
    worker.published = status.lemmas_out;
    worker.received = status.lemmas_in;
    worker.taken = status.lemmas_taken;
    worker.useful = status.lemmas_useful;
  }

  void tell(std::size_t plan, const std::string& what) {
    const auto since = std::chrono::steady_clock::now() - begin_;
    report_.timeline.push_back(
        {std::chrono::duration<double>(since).count(), report_.workers[plan].name, what});
  }

  WorkerDisplay& display_;
  Session& session_;
  const bool shares_;  ///< lemmas
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  PortfolioReport report_;
  std::vector<bool> has_ended_;
};

Unknown unknown_after(Submission::End end, const Submission& submission, Session& session) {
  if (end == Submission::End::Stopped) return unknown_for(session.budget().reason(), -1);
  if (end == Submission::End::Cancelled)
    return {Unknown::Reason::Interrupt, "the job was cancelled or ended by another process", -1};
  return {Unknown::Reason::Bound,
          fmt::format("all {} plans of the job ended without an answer",
                      submission.spec().plans.size()),
          -1};
}

/// What circuits and programs have in common.
struct ClusterEnd {
  std::optional<Unknown> unknown;  ///< if no answer was accepted
  std::string decided_by;          ///< the plan
  PortfolioReport report;
};

ClusterEnd wait_for_end(Submission& submission, const Submission::Judge& judge,
                        WorkerDisplay& display, Session& session, Figures& figures) {
  session.progress().phase = "cluster";
  ClusterWatch watch(submission.spec(), display, session);
  const Submission::End end = submission.wait(session.budget(), judge, watch.observer());
  ClusterEnd ended;
  ended.report = std::move(watch).report();
  const Submission::Counts& counts = submission.counts();
  figures.count("cluster.results", counts.results);
  figures.count("cluster.rejected", counts.rejected);
  figures.count("cluster.failed", counts.failed);
  figures.count("cluster.damaged", counts.damaged);
  if (end != Submission::End::Accepted) {
    ended.unknown = unknown_after(end, submission, session);
    return ended;
  }
  const PlanResult& winner = submission.accepted();
  if (winner.plan < submission.spec().plans.size())
    ended.decided_by = submission.spec().plans[winner.plan].name;
  session.log().info("plan {} of worker {} found the answer in {:.1f} s",
                     printable(ended.decided_by), printable(winner.worker), winner.seconds);
  return ended;
}

template <class Task>
auto submit_and_wait(const Task& task, const ClusterArguments& arguments,
                     const SessionOptions& limits, WorkerDisplay& display, Session& session) {
  Link link(redis_address(arguments.redis, session.log()), session.log(),
            "waiting for it to come back");
  Submission submission(link, random_id(), spec_of(task, arguments, limits), bytes_of(task),
                        Submission::WhenStopped::Cancel, session.log());
  submission.limit_evidence(most_evidence(limits));
  submission.submit();
  session.log().info("job {}: {} plans are waiting for workers", submission.id(),
                     submission.spec().plans.size());
  return wait_for_answer(submission, task, display, session);
}

template <class Task>
std::string submit_and_leave(const Task& task, const ClusterArguments& arguments,
                             const SessionOptions& limits, const Log& log) {
  Link link(redis_address(arguments.redis, log), log, "");
  Submission submission(link, random_id(), spec_of(task, arguments, limits), bytes_of(task),
                        Submission::WhenStopped::Leave, log);
  submission.submit();
  return submission.id();
}

}  // namespace

std::uint64_t most_evidence(const SessionOptions& limits) {
  return std::min(board::kMostBytes, limits.limits.bytes.value_or(4 * board::kMostBytes) / 4);
}

void add_cluster_options(CLI::App& command, ClusterArguments& arguments) {
  CLI::App& group = *command.add_option_group("cluster", "Workers on other machines");
  add_redis_options(
      group, arguments.redis,
      "Submit the circuit or program to the workers ('cairn worker') of this Redis and "
      "wait for the answer, which is checked here");
  group.add_flag(
      "--detach", arguments.detach,
      "With --redis: submit, print the job's name, and do not wait ('cairn jobs attach')");
}

CheckOutcome wait_for_answer(Submission& submission, const ClusterTask& task,
                             WorkerDisplay& display, Session& session) {
  CheckOutcome outcome;
  const JudgedModel about{task.model, task.name, task.property};
  const auto judge = [&](const PlanResult& result, std::uint32_t, std::string& verdict) {
    auto message = decode_message(result.evidence, task.model.system);
    if (!message) {
      session.log().warning("an answer arrived damaged, or from another version of Cairn");
      return Submission::Judgement::Rejected;
    }
    JudgedAnswer judged = judge_answer(std::move(message->answer), about, session.context());
    if (!judged.fault.empty()) {
      session.log().warning("{}", judged.fault);
      return Submission::Judgement::Rejected;
    }
    if (std::holds_alternative<Unknown>(judged.answer)) return Submission::Judgement::Undecided;
    outcome.answer = std::move(judged.answer);
    outcome.certificate = std::move(judged.certificate);
    outcome.figures = std::move(message->figures);
    verdict = verdict_word(outcome.answer);
    return Submission::Judgement::Accepted;
  };
  ClusterEnd end = wait_for_end(submission, judge, display, session, outcome.figures);
  if (end.unknown) outcome.answer = std::move(*end.unknown);
  outcome.decided_by = std::move(end.decided_by);
  outcome.portfolio = std::move(end.report);
  return outcome;
}

ProgramOutcome wait_for_answer(Submission& submission, const ClusterProgram& task,
                               WorkerDisplay& display, Session& session) {
  ProgramOutcome outcome;
  ProgramJudge program_judge(task.program, task.check);
  const auto judge = [&](const PlanResult& result, std::uint32_t attempt, std::string& verdict) {
    // One proof that is hard to check, or made to be, must not keep the others waiting.
    constexpr double kFirst = 10;  // processor seconds
    Budget share(&session.budget());
    share.renew(std::ldexp(kFirst, static_cast<int>(std::min(attempt, 20u))));
    const Context whole = session.context();
    JudgedProgram judged = program_judge.judge(
        result.evidence, {whole.log, share, whole.progress, whole.seed, whole.exchange});
    if (!judged.fault.empty()) {
      session.log().warning("an answer does not count: {}", printable(judged.fault));
      return Submission::Judgement::Rejected;
    }
    if (std::holds_alternative<Unknown>(judged.outcome.answer))
      return share.exhausted() && !session.budget().exhausted() ? Submission::Judgement::Later
                                                                : Submission::Judgement::Undecided;
    outcome = std::move(judged.outcome);
    verdict = verdict_word(outcome.answer);
    return Submission::Judgement::Accepted;
  };
  ClusterEnd end = wait_for_end(submission, judge, display, session, outcome.figures);
  if (end.unknown) outcome.answer = std::move(*end.unknown);
  outcome.decided_by = std::move(end.decided_by);
  outcome.portfolio = std::move(end.report);
  return outcome;
}

CheckOutcome check_on_cluster(const ClusterTask& task, const ClusterArguments& arguments,
                              const SessionOptions& limits, WorkerDisplay& display,
                              Session& session) {
  return submit_and_wait(task, arguments, limits, display, session);
}

ProgramOutcome check_on_cluster(const ClusterProgram& task, const ClusterArguments& arguments,
                                const SessionOptions& limits, WorkerDisplay& display,
                                Session& session) {
  return submit_and_wait(task, arguments, limits, display, session);
}

std::string submit_to_cluster(const ClusterTask& task, const ClusterArguments& arguments,
                              const SessionOptions& limits, const Log& log) {
  return submit_and_leave(task, arguments, limits, log);
}

std::string submit_to_cluster(const ClusterProgram& task, const ClusterArguments& arguments,
                              const SessionOptions& limits, const Log& log) {
  return submit_and_leave(task, arguments, limits, log);
}

}  // namespace cairn
