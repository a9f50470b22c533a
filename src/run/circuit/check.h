// SPDX-License-Identifier: MIT
//
// One run: simplify the model, run an engine, carry the evidence back, check it against the model
// as it was read. No answer leaves this function unchecked.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/context.h"
#include "format/aiger/aiger_reader.h"
#include "model/exchange.h"
#include "run/configuration.h"
#include "run/outcome.h"
#include "run/workers/portfolio.h"

namespace cairn {

struct CheckOptions : Configuration {
  std::string model_name;                 ///< for the certificate's comment
  std::optional<std::uint32_t> property;  ///< position of the bad state; all of them without it
  std::optional<std::uint32_t> justice;   ///< position of a justice set, to decide in their place
  PortfolioOptions portfolio;             ///< of the engine kPortfolio
  /// Lemmas to exchange with other processes that work on this very system; may return null. Not
  /// for kPortfolio, whose workers have an exchange of their own.
  std::function<std::unique_ptr<LemmaExchange>(const BitSystem& simplified)> connect;
  bool core = false;  ///< with Unknown: find the latches that its bound depends on
};

/// With these latches as they are and the others free, no counterexample has at most `bound` steps.
struct LatchCore {
  std::uint32_t bound;
  std::vector<std::uint32_t> latches;  ///< positions in the model
};

struct CheckOutcome : RunOutcome<BitSystem> {
  std::optional<BitSystem> certificate;          ///< with Safe: the circuit that was checked
  std::optional<LatchCore> core;                 ///< if it was asked for and there was time
  std::optional<std::uint32_t> impossible_step;  ///< with a proof: no run has this step
};

/// Requires that the model has properties and that options name known things. Evidence that does
/// not pass its check is kept in a file and is an internal error.
CheckOutcome run_check(const AigerModel& model, const CheckOptions& options,
                       const Context& context);

}  // namespace cairn
