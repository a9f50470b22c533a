// SPDX-License-Identifier: MIT
//
// The truth about justice properties of small systems, by looking at every state and every input.
// It shares no code with the replay of lassos.
#pragma once

#include <cstdint>
#include <vector>

#include "model/bit_system.h"

namespace cairn::support {

/// By justice set: whether some run that satisfies all constraints for ever meets all literals of
/// the set and of fairness again and again. For systems of at most 16 latches and inputs in all.
std::vector<bool> explore_justice(const BitSystem& system);

/// One to three justice sets of one to three literals, and up to two fairness literals, of nodes of
/// the system. The same for the same seed.
void add_random_justice(BitSystem& system, std::uint64_t seed);

}  // namespace cairn::support
