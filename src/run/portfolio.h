// SPDX-License-Identifier: MIT
//
// Several workers on one circuit, each a process with a plan of its own, which tell each other
// their lemmas. The first answer that passes its check is the answer. A worker that crashes, runs
// out of memory or sends wrong evidence is out, and said to be; the others go on.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "run/evidence_codec.h"
#include "run/judge.h"
#include "run/share_policy.h"
#include "run/turns.h"
#include "run/worker_report.h"
#include "transform/chain.h"

namespace cairn {

/// What one worker does.
struct WorkerPlan {
  std::string name;
  std::string words;                ///< as on a command line
  std::vector<std::string> passes;  ///< beyond those that all workers share
  std::string engine = "auto";
  EngineOptions engines;
  std::uint64_t seed = 0;
  double weight = 1;  ///< if there are more plans than slots
  /// Leaves constraints out and is like another plan otherwise: where there are none, it may be
  /// left out.
  bool needs_constraints = false;
};

struct PortfolioOptions {
  std::vector<WorkerPlan> plans;
  std::uint32_t slots = 1;  ///< workers that run at the same time
  SharePolicy share;
  std::optional<std::uint64_t> bytes;  ///< for all of them together
  /// Told a few times a second how they are, on the thread that runs the portfolio.
  std::function<void(const PortfolioReport&)> on_status;
  /// For tests: what becomes of a message, in the worker.
  std::function<void(std::size_t worker, WorkerMessage&)> tamper;
};

/// The system is what `chain` made of the model. What comes back is checked; `decided_by` in it is
/// the name of the plan.
struct PortfolioOutcome {
  JudgedAnswer judged;
  std::string decided_by;
  Figures figures;  ///< of the winner
  PortfolioReport report;
};
PortfolioOutcome run_portfolio(const BitSystem& system, const Chain<BitSystem>& chain,
                               const JudgedModel& about, const PortfolioOptions& options,
                               const Context& context);

}  // namespace cairn
