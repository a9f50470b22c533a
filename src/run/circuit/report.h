// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/circuit/check.h"
#include "run/report.h"

namespace cairn {

/// A run on a circuit as JSON; `model` is null if the run ended before it was read.
std::string report_json(const CheckOutcome& outcome, const BitSystem* model, const RunFacts& facts);

void add_model(nlohmann::ordered_json& report, const BitSystem& model);

}  // namespace cairn
