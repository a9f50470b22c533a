// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "logic/bit/definitions.h"

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
  /// Relative to which level a state's clause is looked for.
  enum class Relative {
    Weakest,  ///< the highest one relative to which the state's negation is inductive (listing 1.4)
    Highest,  ///< the highest one relative to which any part of it is (the end of section 6)
  };
  using Encoding = DefinitionsOptions::Encoding;

  Generalize generalize = Generalize::Mic;
  Relative relative = Relative::Weakest;
  bool down = true;             ///< look below a clause that is not inductive for one that is
  bool up = true;               ///< before literals are left out: prime implicates, again and again
  std::uint32_t failures = 3;   ///< literals tried in vain that end the search; 0: all are tried
  bool failures_of_one = true;  ///< of one clause: each that is smaller may fail as often again
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
  Encoding encoding = Encoding::Gates;  ///< what of the circuit becomes a definition
  bool eliminate = false;               ///< gates from the clauses, as MiniSat's preprocessor does
  bool exchange = true;                 ///< lemmas with other processes (section 8)

  /// What is wrong with the settings, or an empty string.
  std::string validate() const { return ""; }
  static const OptionGroup& options();
};

}  // namespace cairn::bradley
