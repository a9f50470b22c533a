// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "logic/bit/copy.h"
#include "model/bit_system.h"

namespace cairn::ic3 {

/// The system with latches that can be switched off: beside the inputs, one that stands for each
/// latch; beside the latches, one that never changes for each, and says which of the two is read.
/// A query that assumes all of the latter is about the system as it is, and its core tells which
/// latches matter.
BitSystem with_switchable_latches(const BitSystem& system);

/// The latch that says whether the one at `position` of `num_latches` matters.
inline Lit matters(const BitSystem& switchable, std::size_t num_latches, std::size_t position) {
  return Lit(switchable.latches[num_latches + position].var);
}

/// The part of a run that the system had before.
BitTrace without_switches(const BitSystem& system, BitTrace trace);

/// A latch that is reset like another one.
Lit add_latch_like(const Latch& latch, BitSystem& to);

/// Next states of latches, in order, from those of the latches at `positions`; bad states and
/// constraints.
void copy_logic(const BitSystem& from, const std::vector<std::uint32_t>& positions,
                GraphCopier& copier, BitSystem& to);

}  // namespace cairn::ic3
