// SPDX-License-Identifier: MIT
//
// The loops of an automaton, one inside another: a weak topological order [Bou93]. Who follows it,
// and goes around a loop until nothing in it is left to do before going on, meets every location
// after all that leads there in the same round of the same loops. Here it is made by removing the
// head of each strongly connected component and looking for components in the rest; no recursion.
#pragma once

#include <cstdint>
#include <vector>

#include "model/cfa.h"

namespace cairn {

struct LoopNest {
  static constexpr std::uint32_t kOutside = 0xFFFFFFFFu;

  struct Element {
    LocationId location;
    bool is_head = false;   ///< of a loop
    std::uint32_t end = 0;  ///< of a head: the position after its loop
  };
  std::vector<Element> order;
  std::vector<std::uint32_t> position;  ///< by location, in `order`; kOutside for others
};

/// Of the locations that lie on a path from the initial to the error location, both of them
/// included. A loop that is entered at one place has its head there.
LoopNest loop_nest(const Cfa& cfa);

/// By location: whether a path leads there from `from`, itself included.
std::vector<bool> locations_behind(const Cfa& cfa, LocationId from);
/// By location: whether a path leads from there to `to`, itself included.
std::vector<bool> locations_before(const Cfa& cfa, LocationId to);

}  // namespace cairn
