// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "model/bit_system.h"

namespace cairn {

/// An invariant for a system whose constraints end every run early: no run has constrained steps 0
/// to `last` (the caller knows that, from an unsatisfiable unrolling). Its size is that of the
/// unrolling.
///
/// Auxiliary latches count the steps, one-hot (now_0, ..., now_last), and record what a run chose:
/// the free latches of its first step and the inputs of each step. The conjuncts say that exactly
/// one now_i is true, and that in step i the state is the one that the recorded choices lead to and
/// the constraints held in all steps before. That is inductive: step `last` has no constrained
/// successor because, with its own constraints assumed, it would be the run that does not exist. No
/// bad state can be true in any constrained step 0 to last - 1 (the caller knows that too), and
/// step `last` is never constrained; the checker finds this for itself from the same conjuncts.
BitInvariant bounded_lifetime_invariant(const BitSystem& system, std::uint32_t last);

}  // namespace cairn
