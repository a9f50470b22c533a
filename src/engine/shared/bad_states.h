// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logic/bit/cube.h"
#include "model/bit_system.h"

namespace cairn {

/// States that lead to a bad one with these inputs: in one step to others such, or to a bad step.
struct BadState {
  Cube state;
  std::vector<Lbool> inputs;
  std::optional<std::size_t> successor;  ///< position among the others
  std::vector<Lbool> bad_inputs;         ///< without a successor: of the bad step
};

/// The run from a first state of `first`, along its successors in `all`.
BitTrace trace_from(const BitSystem& system, const BadState& first, std::span<const BadState> all);

/// Adds the conjunct that says: the state is not in the cube.
void require_outside(BitInvariant& invariant, const Cube& cube,
                     const std::vector<std::uint32_t>& leaf_positions);

}  // namespace cairn
