// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/bit/definitions.h"
#include "model/bit_system.h"

namespace cairn::ic3 {

/// Internal signals: gates that IC3 treats like latches [DGIV21]. A cube may have literals of them,
/// and one such literal says what it may take many of latches to say. They are functions of the
/// state alone, so that a cube is still a set of states; and they have the same value in all
/// initial states, so that whether a cube contains one can still be read off its literals.
struct Signal {
  Lit node;       ///< of the system's graph
  Lit next;       ///< its value in the following step
  Lbool initial;  ///< in the first step
};

/// All gates that `options` leave a variable, as far as they qualify. `graph` begins with the
/// system's; the next-state functions of the signals are added to it.
std::vector<Signal> find_signals(const BitSystem& system, Aig& graph, std::span<const Var> leaves,
                                 std::span<const Lit> roots, const DefinitionsOptions& options);

}  // namespace cairn::ic3
