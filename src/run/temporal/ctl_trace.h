// SPDX-License-Identifier: MIT
//
// Why a formula of CTL fails or holds, as runs: those that its bounds (model/ctl.h) lead along.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/ctl.h"
#include "run/temporal/task.h"

namespace cairn {

struct CtlTrace {
  std::string text;         ///< for people; empty if there is no run to show
  std::uint64_t steps = 0;  ///< of all runs together
};

/// A run for each of EX, E[U] and EG that the verdict needs to be true, and at its end, indented,
/// one for what has to be true there. Steps are made again on the circuit. Of what has to be false
/// in all runs it says where the bounds show that. Requires a proof that check_ctl accepts. Of a
/// formula that holds, this is about the initial state, if there is one alone.
CtlTrace ctl_trace(const TemporalTask& task, std::size_t specification, const CtlSystem& system,
                   const CtlProof& proof);

}  // namespace cairn
