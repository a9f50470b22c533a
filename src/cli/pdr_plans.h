// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "run/plan.h"

namespace cairn {

/// The variants that [EMB11] and [Pic16] compare, as plans of ic3.
std::vector<Plan> pdr_plans();

}  // namespace cairn
