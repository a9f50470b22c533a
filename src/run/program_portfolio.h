// SPDX-License-Identifier: MIT
//
// Several workers on one program, each a process with a plan of its own. They send their evidence
// (program_codec.h); the first answer that passes its check (program_judge.h) is the answer. A
// worker that crashes, runs out of memory or sends wrong evidence is out, and said to be; the
// others go on.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "run/program_check.h"
#include "run/worker_report.h"

namespace cairn {

struct ProgramPlan {
  std::string name;
  std::string words;  ///< as on a command line
  ProgramCheckOptions check;
  std::uint64_t seed = 0;
  double weight = 1;  ///< if there are more plans than slots
};

struct ProgramPortfolioOptions {
  std::vector<ProgramPlan> plans;      ///< none: no workers
  std::uint32_t slots = 1;             ///< workers that run at the same time
  std::optional<std::uint64_t> bytes;  ///< for all of them together
  CfaCheckOptions check;
  /// Told a few times a second how they are, on the thread that runs the portfolio.
  std::function<void(const PortfolioReport&)> on_status;
  /// For tests: what becomes of a message, in the worker.
  std::function<void(std::size_t worker, std::string& bytes)> tamper;
};

/// Requires plans. The program must be in order (check_program) and outlive the outcome.
ProgramOutcome run_program_portfolio(const Program& program, const ProgramPortfolioOptions& options,
                                     const Context& context);

}  // namespace cairn
