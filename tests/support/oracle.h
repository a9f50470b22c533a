// SPDX-License-Identifier: MIT
//
// The truth about small systems, by looking at every state and every input. It shares no code with
// model/simulate.h, and is kept so simple that it can be checked by reading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/bit_system.h"

namespace cairn::support {

struct OracleResult {
  /// By bad state: steps after the first in a shortest counterexample; nothing if there is none.
  std::vector<std::optional<std::uint32_t>> distance;
  /// By bad state: a shortest counterexample (without Undef) if there is one.
  std::vector<std::optional<BitTrace>> trace;
  /// Layers of the breadth-first search: how many values of k there are such that some state is
  /// reached constrainedly after k steps and not earlier. Every distance is smaller. (If resets
  /// read inputs, a state that is initial with some inputs only counts anew when it is reached
  /// again.)
  std::uint32_t diameter = 0;
  /// Latch values (bit i is latch i), ascending, of the states that some constrained step has.
  std::vector<std::uint32_t> states;
  /// By position in `states`: the fewest steps after the first in which it is reached so.
  std::vector<std::uint32_t> depths;

  bool safe() const;
  /// The smallest of the distances.
  std::optional<std::uint32_t> shortest() const;
};

/// Searches all reachable states. For systems of at most 20 latches and inputs in all, and best
/// with a few hundred gates at most: it costs up to 2^(latches + inputs) evaluations.
OracleResult explore(const BitSystem& system);

}  // namespace cairn::support
