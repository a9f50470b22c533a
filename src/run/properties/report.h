// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "run/properties/run.h"
#include "run/report.h"

namespace cairn {

/// What is to be added to the row of a property, by its index.
using AddToRow = std::function<void(std::uint32_t index, nlohmann::ordered_json& row)>;

/// A run over many properties as JSON; `add_model` adds what the model is.
std::string report_json(const std::vector<PropertyRow>& rows, const PropertiesOutcome& outcome,
                        const RunFacts& facts,
                        const std::function<void(nlohmann::ordered_json&)>& add_model,
                        const AddToRow& add_to_row = {});

/// JSON on one line, whatever its form.
std::string on_one_line(const std::string& json);
/// A decided row as a line of its own.
std::string row_line(const PropertyRow& row);

}  // namespace cairn
