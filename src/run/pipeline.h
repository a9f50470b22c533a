// SPDX-License-Identifier: MIT
//
// One run: simplify the model, run an engine, carry the evidence back, check it against the model
// as it was read. No answer leaves this function unchecked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/context.h"
#include "engine/bmc.h"
#include "engine/ic3/config.h"
#include "format/aiger_reader.h"
#include "model/answer.h"
#include "transform/bit/induction.h"
#include "transform/bit/sweep.h"

namespace cairn {

struct CheckOptions {
  std::string model_name;                 ///< for the certificate's comment
  std::optional<std::uint32_t> property;  ///< position of the bad state; all of them without it
  /// Names of passes, in order; see known_passes().
  std::vector<std::string> passes = {"cone", "hashing", "constants", "cone", "sweep"};
  std::string engine = "ic3";
  BmcConfig bmc;
  Ic3Config ic3;
  SweepConfig sweep;
  CorrespondenceConfig correspondence;
};

std::vector<std::string> known_passes();
std::vector<std::string> known_engines();

struct CheckOutcome {
  Answer<BitSystem> answer;              ///< in the vocabulary of the model, checked
  std::optional<BitSystem> certificate;  ///< with Safe: the circuit that was checked
  std::vector<std::pair<std::string, std::uint64_t>> counters;
  std::vector<std::pair<std::string, double>> seconds;  ///< by phase
};

/// Requires that the model has properties and that options name known things. Evidence that does
/// not pass its check is kept in a file and is an internal error.
CheckOutcome run_check(const AigerModel& model, const CheckOptions& options,
                       const Context& context);

}  // namespace cairn
