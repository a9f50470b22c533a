// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "logic/bit/lit.h"

namespace cairn {

/// A counterexample of a BitSystem: the first state and the inputs of every step; the rest follows
/// by simulation. Values by position in BitSystem::latches and BitSystem::inputs. Undef means that
/// any value will do (for a latch with a reset: its reset value).
struct BitTrace {
  std::vector<Lbool> initial;              ///< one value a latch
  std::vector<std::vector<Lbool>> inputs;  ///< one vector a step; the last step is the bad one
  std::vector<std::uint32_t> bad;          ///< positions of bad states claimed true in some step
  std::vector<std::uint32_t> justice;      ///< positions of justice sets claimed to recur (a lasso)
  std::int64_t loop_start = -1;            ///< of a lasso: the step after the last; -1: not said

  /// Steps; a trace that is bad at once has one.
  std::size_t length() const { return inputs.size(); }
};

}  // namespace cairn
