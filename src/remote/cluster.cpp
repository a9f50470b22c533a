// SPDX-License-Identifier: MIT
#include "remote/cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/sha256.h"
#include "remote/link.h"
#include "remote/random_id.h"

namespace cairn {
namespace {

JobSpec spec_of(const ClusterTask& task, const ClusterOptions& options) {
  JobSpec spec;
  spec.language = task.language;
  spec.model = sha256(task.bytes);
  spec.file = task.name;
  spec.property = task.property;
  spec.seconds = options.limits.seconds;
  spec.submitted = std::chrono::duration_cast<std::chrono::seconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  spec.plans = options.plans;
  return spec;
}

/// The job as the display and the report have workers: one for each plan. What it knows, workers
/// have said, and nobody has checked.
class ClusterWatch {
 public:
  ClusterWatch(const JobSpec& spec, std::function<void(const PortfolioReport&)> on_status)
      : on_status_(std::move(on_status)), shares_(spec.has_lemmas()) {
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
              note(plan, what);
            }};
  }

  /// When the job is over.
  PortfolioReport report() && {
    for (std::size_t i = 0; i < has_ended_.size(); ++i) {
      if (has_ended_[i]) continue;
      std::string& state = report_.workers[i].state;
      state = state == "waiting" ? "not started" : "stopped";
      if (state == "stopped") note(i, state);
    }
    return std::move(report_);
  }

 private:
  void see(const board::JobView& job) {
    std::uint32_t running = 0;
    for (std::size_t i = 0; i < has_ended_.size() && i < job.plans.size(); ++i) {
      WorkerStatus& worker = report_.workers[i];
      if (job.plans[i].status) copy(*job.plans[i].status, worker);
      if (has_ended_[i] || job.plans[i].ended || job.plans[i].owner.empty()) continue;
      ++running;
      if (worker.state == "waiting") note(i, "started");
      worker.state = "running";
    }
    report_.slots = std::max(report_.slots, running);
    // Bounds are claims; the report says so, and a row has no room to.
    PortfolioReport shown = report_;
    for (WorkerStatus& worker : shown.workers) worker.bound = -1;
    if (on_status_) on_status_(shown);
  }

  void copy(const PlanStatus& status, WorkerStatus& worker) const {
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

  void note(std::size_t plan, const std::string& what) {
    const auto since = std::chrono::steady_clock::now() - begin_;
    report_.timeline.push_back(
        {std::chrono::duration<double>(since).count(), report_.workers[plan].name, what});
  }

  const std::function<void(const PortfolioReport&)> on_status_;
  const bool shares_;  ///< lemmas
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  PortfolioReport report_;
  std::vector<bool> has_ended_;
};

Unknown unknown_after(Submission::End end, const Submission& submission, const Context& context) {
  if (end == Submission::End::Stopped) return unknown_for(context.budget.reason(), -1);
  if (end == Submission::End::Cancelled)
    return {Unknown::Reason::Interrupt, "the job was cancelled or ended by another process", -1};
  return {Unknown::Reason::Bound,
          fmt::format("all {} plans of the job ended without an answer",
                      submission.spec().plans.size()),
          -1};
}

}  // namespace

std::uint64_t most_evidence(const Limits& limits) {
  return std::min(board::kMostBytes, limits.bytes.value_or(4 * board::kMostBytes) / 4);
}

WorkersOutcome wait_for_answer(Submission& submission, Work& work,
                               const std::function<void(const PortfolioReport&)>& on_status,
                               const Context& context) {
  const auto judge = [&](const PlanResult& result, std::uint32_t attempt, std::string& verdict) {
    // One proof that is hard to check, or made to be, must not keep the others waiting.
    constexpr double kFirst = 10;  // processor seconds
    Budget share(&context.budget);
    share.renew(std::ldexp(kFirst, static_cast<int>(std::min(attempt, 20u))));
    const WorkerVerdict judged = work.judge(
        result.evidence, {context.log, share, context.progress, context.seed, context.exchange});
    switch (judged.kind) {
      case WorkerVerdict::Kind::Rejected:
        context.log.warning("an answer does not count: {}", printable(judged.fault));
        return Submission::Judgement::Rejected;
      case WorkerVerdict::Kind::GaveUp:
        return Submission::Judgement::Undecided;
      case WorkerVerdict::Kind::Unchecked:
        return share.exhausted() && !context.budget.exhausted() ? Submission::Judgement::Later
                                                                : Submission::Judgement::Undecided;
      case WorkerVerdict::Kind::Accepted:
        break;
    }
    verdict = judged.word;
    return Submission::Judgement::Accepted;
  };
  context.progress.phase = "cluster";
  ClusterWatch watch(submission.spec(), on_status);
  const Submission::End end = submission.wait(context.budget, judge, watch.observer());
  WorkersOutcome outcome;
  outcome.report = std::move(watch).report();
  const Submission::Counts& counts = submission.counts();
  outcome.statistics.count("cluster.results", counts.results);
  outcome.statistics.count("cluster.rejected", counts.rejected);
  outcome.statistics.count("cluster.failed", counts.failed);
  outcome.statistics.count("cluster.damaged", counts.damaged);
  if (end != Submission::End::Accepted) {
    outcome.unknown = unknown_after(end, submission, context);
    return outcome;
  }
  const PlanResult& winner = submission.accepted();
  if (winner.plan < submission.spec().plans.size())
    outcome.decided_by = submission.spec().plans[winner.plan].name;
  context.log.info("plan {} of worker {} found the answer in {:.1f} s",
                   printable(outcome.decided_by), printable(winner.worker), winner.seconds);
  return outcome;
}

WorkersOutcome check_on_cluster(const ClusterTask& task, const ClusterOptions& options,
                                const Context& context) {
  Link link(options.address, context.log, "waiting for it to come back");
  Submission submission(link, random_id(), spec_of(task, options), task.bytes,
                        Submission::WhenStopped::Cancel, context.log);
  submission.limit_evidence(most_evidence(options.limits));
  submission.submit();
  context.log.info("job {}: {} plans are waiting for workers", submission.id(),
                   submission.spec().plans.size());
  return wait_for_answer(submission, task.work, options.on_status, context);
}

std::string submit_to_cluster(const ClusterTask& task, const ClusterOptions& options,
                              const Log& log) {
  Link link(options.address, log, "");
  Submission submission(link, random_id(), spec_of(task, options), task.bytes,
                        Submission::WhenStopped::Leave, log);
  submission.submit();
  return submission.id();
}

}  // namespace cairn
