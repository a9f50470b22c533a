// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/report.h"
#include "run/words/judge.h"

namespace cairn {

/// A run on a word-level model as JSON; `model` is null if the run ended before it was read.
std::string report_json(const WordOutcome& outcome, const WordModel* model, const RunFacts& facts);

/// The run of a counterexample as a waveform, or the lemmas of a proof. `clock`: the name of the
/// design's clock, if it is known.
void add_details(nlohmann::ordered_json& report, const WordOutcome& outcome, const WordModel& model,
                 const std::string& clock);
void add_model(nlohmann::ordered_json& report, const WordModel& model);

}  // namespace cairn
