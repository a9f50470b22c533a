// SPDX-License-Identifier: MIT
//
// A circuit whose constraints contradict each other, or its resets, has no runs, and every bad
// state of it is unreachable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/context.h"
#include "model/bit_system.h"

namespace cairn {

/// The first step in which the constraints cannot hold, whatever the inputs are: no run has it. By
/// a SAT query for each step, as far as the limits allow; nothing if they found none.
std::optional<std::uint32_t> first_impossible_step(const BitSystem& system, const Context& context);

/// "the constraints contradict each other in the first step: there are no runs", or that no run
/// has more than so many steps.
std::string describe_impossible_step(std::uint32_t step);

}  // namespace cairn
