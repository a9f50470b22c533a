// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "base/budget.h"
#include "engine/bmc/unrolled_solver.h"
#include "logic/bit/cube.h"
#include "model/bit_system.h"
#include "model/exchange.h"

namespace cairn {

/// The cube of another worker's lemma in literals of the system; nothing if it is not one of its
/// latches, or contains an initial state.
std::optional<Cube> latch_cube(const BitSystem& system, const SharedLemma& lemma);

/// Cubes of latches that no constrained step enters, one after the other: each from states that are
/// outside of all before it, outside of itself, and not bad.
///
/// Requires a system without reset functions (pass `resets`).
class InductiveLemmas {
 public:
  InductiveLemmas(const BitSystem& system, const Budget& budget);

  /// It is one of them for another reason.
  void assume(const Cube& cube);
  /// Says whether it is one of them; then it counts for those that follow. False if that is hard to
  /// tell.
  bool add(const Cube& cube);

 private:
  std::vector<int> outside(const Cube& cube);

  UnrolledSolver two_steps_;
};

}  // namespace cairn
