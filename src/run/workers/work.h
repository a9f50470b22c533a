// SPDX-License-Identifier: MIT
//
// What workers work on, be they processes of this machine (run/workers/portfolio.h) or elsewhere
// (remote/cluster.h): a circuit or a program, together with how an answer about it becomes bytes,
// and how bytes that claim to be one are judged. Neither portfolio nor cluster knows which it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/context.h"
#include "model/answer.h"
#include "run/configuration.h"

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

}  // namespace cairn
