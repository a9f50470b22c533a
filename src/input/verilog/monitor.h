// SPDX-License-Identifier: MIT
//
// A property as an automaton that watches the design. Each attempt to check the property puts a
// token on state 0; at each tick of the clock every token moves to all states that its move names
// (none: this part of the property holds), and a move may fail: the property is violated. Tokens
// that meet are one: what they wait for is the same.
#pragma once

#include <cstdint>
#include <vector>

#include "input/verilog/sequence.h"
#include "input/verilog/sva.h"

namespace cairn::verilog {

struct Monitor {
  /// Of one state, the guards of moves exclude each other and leave nothing out.
  struct Move {
    Guard guard;
    bool fails = false;
    std::vector<std::uint32_t> to;
  };
  std::vector<std::vector<Move>> moves;
  /// A token that stays among these states forever is a violation: something that must happen
  /// never does.
  std::vector<bool> rejecting;

  bool has_liveness() const;
};

enum class Goal {
  Hold,   ///< fails where the property is violated
  Cover,  ///< "fails" where the property is met, vacuously or not at all excepted
};

/// What has to happen before the property demands anything, as something to cover: of "a |-> b" and
/// "a |=> b" that a is matched. `true_expression` is the number of one that always holds. Null if
/// there is no such condition, or none that can be told apart.
SvaPointer antecedent_of(const Sva& property, std::uint32_t true_expression);

/// Throws TooLarge, also for liveness that no such automaton can express.
Monitor monitor_of(const Sva& property, Goal goal);

}  // namespace cairn::verilog
