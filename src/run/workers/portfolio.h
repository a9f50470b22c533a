// SPDX-License-Identifier: MIT
//
// Several workers on one task, each a process with a plan of its own, which may share their lemmas.
// The first answer that passes its check is the answer. A worker that crashes, runs out of memory
// or sends wrong evidence is out, and said to be; the others go on.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "run/workers/report.h"
#include "run/workers/share_policy.h"
#include "run/workers/work.h"

namespace cairn {

struct PortfolioOptions {
  std::vector<WorkerPlan> plans;
  std::uint32_t slots = 1;  ///< workers that run at the same time
  SharePolicy share;
  std::optional<std::uint64_t> bytes;  ///< for all of them together
  /// Told a few times a second how they are, on the thread that runs the portfolio.
  std::function<void(const PortfolioReport&)> on_status;
  /// For tests: what becomes of a message, in the worker.
  std::function<void(std::size_t worker, std::string& bytes)> tamper;
};

WorkersOutcome run_portfolio(Work& work, const PortfolioOptions& options, const Context& context);

}  // namespace cairn
