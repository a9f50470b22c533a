// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/report.h"
#include "run/words/judge.h"

namespace cairn {

/// A run on a word-level model as JSON; `model` is null if the run ended before it was read.
std::string report_json(const WordOutcome& outcome, const WordModel* model, const RunFacts& facts);

void add_model(nlohmann::ordered_json& report, const WordModel& model);

}  // namespace cairn
