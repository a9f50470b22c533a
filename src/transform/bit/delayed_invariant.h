// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "model/bit_system.h"

namespace cairn {

/// Whether a lawful step from where the invariant holds, and no bad state is true, leads to such a
/// state. False also if that is too hard to say.
bool is_preserved(const BitSystem& system, const BitInvariant& invariant);

/// An invariant of a system whose bad states were enlarged by some steps (target_enlargement.h),
/// from one of the enlarged system, P.
///
/// P may be inductive only together with "no enlarged bad state is true", which reads the inputs of
/// the steps to come. So it is said of the past: auxiliary latches hold the inputs and latches of 1
/// to `steps` steps ago, and for each of these ages a bit that says whether the run is that old.
/// The conjuncts say that who is old was younger; that what is remembered was lawful and led to
/// what came after; that a run which is not older began then; and of the oldest age, with the
/// inputs that did come, P and that no enlarged bad state is true. P is preserved as it is in the
/// enlarged system, and it says of the present that it is not bad, because that is `steps` steps
/// later. For a run that is not that old, P of its first step says so.
BitInvariant delayed_invariant(const BitSystem& original, const BitSystem& enlarged,
                               std::uint32_t steps, const BitInvariant& invariant);

}  // namespace cairn
