// SPDX-License-Identifier: MIT
#pragma once

#include "model/word_system.h"

namespace cairn {

/// A k-inductive invariant of the system as an inductive one: auxiliary states keep the k - 1 steps
/// before this one, as far as there were any. The invariant says that they are steps of the system,
/// in which it held, and that the first of a run begins as the system does. Then it holds in the
/// next step by k-induction or, if the run is shorter, by its base case.
WordInvariant with_history(const WordSystem& system, WordInvariant invariant);

}  // namespace cairn
