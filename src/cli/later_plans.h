// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "run/plan.h"

namespace cairn {

/// Cairn's default of ic3 with techniques of later papers, one each.
std::vector<Plan> later_plans();

}  // namespace cairn
