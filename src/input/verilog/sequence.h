// SPDX-License-Identifier: MIT
//
// A sequence as a nondeterministic automaton that reads one letter at each tick of the clock. Edges
// are labelled with conjunctions of literals over numbered expressions.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "input/verilog/sva.h"

namespace cairn::verilog {

/// Expression e is the literal e + 1, its negation -(e + 1).
using Literal = std::int32_t;
/// Sorted; empty is true.
using Guard = std::vector<Literal>;

inline Literal literal_of(std::uint32_t expression) {
  return static_cast<Literal>(expression) + 1;
}

struct Sequence {
  struct Edge {
    Guard guard;
    std::uint32_t to = 0;
    friend auto operator<=>(const Edge&, const Edge&) = default;
  };
  /// State 0 is where a match starts; no edge leads to it.
  std::vector<std::vector<Edge>> edges;
  std::vector<bool> accepting;  ///< never state 0
  bool empty = false;           ///< the empty match is one, too
};

/// The property's automaton would be too large.
struct TooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Requires is_sequence(node). Throws TooLarge.
Sequence sequence_of(const Sva& node);

}  // namespace cairn::verilog
