// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "model/bit_system.h"

namespace cairn {

/// The trace with Undef for every input and initial value that plays no part: whatever they are,
/// the same bad state is true in the same step and every constraint holds up to it. `concrete` has
/// no Undef and passes its replay; the values of a trace with a loop are all left as they are,
/// because its states have to come back, and so are those of a run too long to be kept in memory.
///
/// From the bad state and the constraints back to what they are computed of: of a conjunction that
/// is false one false operand is enough, and one that is needed anyhow comes first.
BitTrace needed_values(const BitSystem& system, const BitTrace& concrete);

/// For each variable how many steps lie between it and what these literals read: 0 in the same
/// step. kFarAway: they do not depend on it.
inline constexpr std::uint32_t kFarAway = 0xFFFFFFFFu;
std::vector<std::uint32_t> distances_to(const BitSystem& system, const std::vector<Lit>& lits);

}  // namespace cairn
