// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "model/bit_system.h"

namespace cairn::live {

/// A loop in a run of a system with one justice set: the shortest part of the run, from its first
/// step on, that ends where an earlier state comes again, with all literals true between. Values
/// that the run leaves open are false. The last step of `run` has no successor to look at.
std::optional<BitTrace> find_loop(const BitSystem& system, const BitTrace& run);

/// The values of the latches in the last step of a run from the state that `run` begins with, be it
/// a first state or not.
std::vector<bool> last_state(const BitSystem& system, const BitTrace& run);

}  // namespace cairn::live
