// SPDX-License-Identifier: MIT
//
// What the reports on circuits and on programs have in common.
#pragma once

#include <nlohmann/json.hpp>

#include "model/answer.h"
#include "run/worker_report.h"

namespace cairn {

/// Adds why there is no answer, and what is known all the same.
void add_unknown(nlohmann::ordered_json& report, const Unknown& unknown);
/// Adds the workers and what happened to them.
void add_portfolio(nlohmann::ordered_json& report, const PortfolioReport& portfolio);

}  // namespace cairn
