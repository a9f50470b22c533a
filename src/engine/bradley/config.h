// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace cairn {
struct OptionGroup;
}

namespace cairn::bradley {

/// The settings of Bradley's IC3. Sections are those of [Bra11]; the defaults are the paper's.
struct BradleyConfig {
  /// What becomes of the negation of a state.
  enum class Generalize {
    Mic,        ///< a minimal inductive subclause, or nearly so (section 3)
    Implicate,  ///< a prime implicate: faster to find and less good (section 7, at the end)
    Off,        ///< nothing: it is the clause
  };
  /// Which literal is left out first.
  enum class Order {
    States,  ///< those that are rare among the waiting states (section 7)
    Random,
    Fixed,  ///< in the order of the latches
  };
  /// How one solver has the clauses of all levels.
  enum class Levels {
    Literals,  ///< each clause has a literal of its level, queries assume those they use
    Layers,    ///< the solver knows levels (sat/solver.h)
  };

  Generalize generalize = Generalize::Mic;
  bool down = true;            ///< look below a clause that is not inductive for one that is
  bool up = true;              ///< before literals are left out: prime implicates, again and again
  std::uint32_t failures = 3;  ///< literals tried in vain that end the search; 0: all are tried
  Order order = Order::States;
  bool push = true;  ///< a new clause goes to the highest level where it holds (footnote 3)

  // Where clauses lose what an unsatisfiable core does not need, numbered as in section 7.
  bool core_query = true;      ///< (1) when a state's negation is found inductive
  bool core_down = true;       ///< (2)
  bool core_up = true;         ///< (3)
  bool core_propagate = true;  ///< (4)

  bool cone = true;          ///< states are cut down to the cone of influence of their distance
  bool equivalences = true;  ///< latches that simulation cannot tell apart become clauses
  bool subsume = true;       ///< clauses that others contain go, once in a major iteration
  Levels levels = Levels::Literals;

  /// What is wrong with the settings, or an empty string.
  std::string validate() const { return ""; }
  static const OptionGroup& options();
};

}  // namespace cairn::bradley
