// SPDX-License-Identifier: MIT
//
// What the reports on circuits and on programs have in common.
#pragma once

#include <nlohmann/json.hpp>

#include "model/answer.h"

namespace cairn {

/// Adds why there is no answer, and what is known all the same.
void add_unknown(nlohmann::ordered_json& report, const Unknown& unknown);

}  // namespace cairn
