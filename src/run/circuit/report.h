// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/circuit/check.h"
#include "run/report.h"

namespace cairn {

/// A run on a circuit as JSON; `model` is null if the run ended before it was read.
std::string report_json(const CheckOutcome& outcome, const BitSystem* model, const RunFacts& facts);

/// The run of a counterexample as a waveform, or the lemmas of a proof.
void add_details(nlohmann::ordered_json& report, const CheckOutcome& outcome,
                 const BitSystem& model);
void add_model(nlohmann::ordered_json& report, const BitSystem& model);

}  // namespace cairn
