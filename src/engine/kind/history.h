// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "logic/bit/cube.h"
#include "model/bit_system.h"

namespace cairn::kind {

/// An inductive invariant of a system that is k-inductive (the caller knows that): no run of at
/// most k - 1 steps after the first is bad, and no k + 1 constrained steps in a row, of which the
/// first k are not bad, end in a bad one. `lemmas` as KindConfig has them.
///
/// Auxiliary latches hold the values of inputs and latches 1 to k - 1 steps ago, and for each of
/// these ages a bit that says whether the run is that old. The conjuncts say that
///  - who is old was younger: valid_(a+1) => valid_a;
///  - what is remembered happened: valid_a => the step of age a was constrained, not bad, and led
///  to the
///    state of age a - 1;
///  - a run that is not older than a, a < k - 1, began then: valid_a & ~valid_(a+1) => the state of
///    age a is a first one (age 0 is the present and valid_0 is true).
/// Is that inductive? What is remembered moves on by one age, and the present, of which
/// constraints and "not bad" are known, becomes age 1. The new present is not bad by the step case
/// if valid_(k-1) held, for then it is the end of k + 1 such steps; otherwise by the base case, for
/// then it is the end of a run of fewer than k steps from a first state.
///
/// Remembered is only what can matter within k steps. It must be the same at every age, for an age
/// is filled from the one before. Requires constant or uninitialised resets.
BitInvariant history_invariant(const BitSystem& system, std::uint32_t k,
                               std::span<const Cube> lemmas);

}  // namespace cairn::kind
