// SPDX-License-Identifier: MIT
//
// What workers work on, be they processes of this machine (run/workers/portfolio.h) or elsewhere
// (remote/cluster.h): a circuit or a program, together with how an answer about it becomes bytes,
// and how bytes that claim to be one are judged. Neither portfolio nor cluster knows which it is.
#pragma once

#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/context.h"
#include "model/answer.h"
#include "run/configuration.h"
#include "run/outcome.h"
#include "run/watchdog.h"
#include "run/workers/report.h"

namespace cairn {

/// What one worker does.
struct WorkerPlan {
  std::string name;
  std::string words;                ///< as on a command line
  Configuration configuration;      ///< passes: those that all workers have
  std::vector<std::string> passes;  ///< beyond these
  std::uint64_t seed = 0;
  double weight = 1;  ///< if there are more plans than slots
  /// Leaves constraints out and is like another plan otherwise: where there are none, it may be
  /// left out.
  bool needs_constraints = false;
  /// Of the schedule for so many workers, which nobody has chosen.
  bool is_usual = false;
};

/// What came of an answer of a worker.
struct WorkerVerdict {
  /// Accepted: checked, and kept by the work. GaveUp: the worker says so. Unchecked: there was no
  /// time. Rejected: it is no message, or its evidence failed.
  enum class Kind { Accepted, GaveUp, Unchecked, Rejected };

  Kind kind = Kind::Rejected;
  Unknown unknown;    ///< of GaveUp and Unchecked
  std::string fault;  ///< of Rejected
  std::string word;   ///< of Accepted and Unchecked: safe, unsafe
};

class Work {
 public:
  virtual ~Work() = default;

  /// In a worker's process: what the plan finds, as bytes.
  virtual std::string run(const WorkerPlan& plan, const Context& context) = 0;
  /// Judges such bytes, wherever they come from; nothing that they say of themselves counts.
  virtual WorkerVerdict judge(std::string_view bytes, const Context& context) = 0;

  /// Workers with the same passes can share lemmas.
  virtual bool has_lemmas() const { return false; }
  /// Without this plan the others lose nothing; `with_lemmas`: workers share them.
  virtual bool is_superfluous(const WorkerPlan&, bool /*with_lemmas*/) const { return false; }
  virtual std::uint64_t seed_of(const WorkerPlan& plan) const { return plan.seed; }
  /// What one worker has cleared, all have; otherwise only the first worker's bound counts.
  virtual bool has_common_bounds() const { return false; }
};

/// What came of workers.
struct WorkersOutcome {
  std::optional<Unknown> unknown;  ///< if the work has accepted no answer
  std::string decided_by;          ///< the plan
  PortfolioReport report;
  Statistics statistics;
};

/// Work of one kind, whose answers are such outcomes.
template <class Outcome>
class WorkOfKind : public Work {
 public:
  std::string run(const WorkerPlan& plan, const Context& context) final {
    Outcome outcome;
    try {
      outcome = search(plan, context);
    } catch (const std::bad_alloc&) {
      outcome.answer = unknown_for(StopReason::Memory, context.progress.bound);
    }
    lift_memory_limit();
    return message(std::move(outcome));
  }

  WorkerVerdict judge(std::string_view bytes, const Context& context) final {
    using Kind = WorkerVerdict::Kind;
    Judged<Outcome> judged = judge_message(bytes, context);
    if (!judged.fault.empty()) return {Kind::Rejected, {}, judged.fault, judged.claim};
    if (auto* unknown = std::get_if<Unknown>(&judged.outcome.answer))
      return {judged.claim.empty() ? Kind::GaveUp : Kind::Unchecked, std::move(*unknown), "",
              judged.claim};
    accepted_ = std::move(judged.outcome);
    return {Kind::Accepted, {}, "", judged.claim};
  }

  /// The answer that was accepted, if one was, with what is known of the workers.
  Outcome take(WorkersOutcome found) {
    Outcome outcome = std::move(accepted_);
    if (found.unknown) outcome.answer = std::move(*found.unknown);
    outcome.decided_by = std::move(found.decided_by);
    outcome.portfolio = std::move(found.report);
    outcome.statistics.add(found.statistics, "");
    return outcome;
  }

 private:
  /// What the plan finds. May throw bad_alloc.
  virtual Outcome search(const WorkerPlan& plan, const Context& context) = 0;
  /// That as bytes, in the vocabulary of the model as read.
  virtual std::string message(Outcome outcome) = 0;
  virtual Judged<Outcome> judge_message(std::string_view bytes, const Context& context) = 0;

  Outcome accepted_;
};

}  // namespace cairn
