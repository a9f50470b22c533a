// SPDX-License-Identifier: MIT
//
// All literals of a justice set and of fairness as one: a round ends in a step in which each of
// them was true since the last round ended. A run meets all of them again and again if and only if
// it has rounds without end.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/bit/copy.h"
#include "model/bit_system.h"

namespace cairn::live {

struct Rounds {
  /// Requires a system with one justice set, and at least one literal in it and in fairness
  /// together.
  explicit Rounds(const BitSystem& system);

  /// Rounds end only in steps in which this is true, too. Before anything else is made of the
  /// system.
  void end_only_if(Lit condition);

  /// The system, with a latch for each literal after its latches (none if there is one literal
  /// alone). It has no properties.
  BitSystem system;
  std::vector<Lit> literals;  ///< fairness first
  std::vector<Lit> seen;      ///< the latches: true since the last round ended
  Lit end = kFalse;           ///< a round ends in this step
};

/// The system that an engine works on (latches of the original, then its own) as auxiliary latches
/// of an invariant about the original, with a ranking. What the engine says about its states in
/// literals of its system, formulas of the invariant are made of.
class RankingBuilder {
 public:
  /// `own` has the inputs and latches of `rounds.system`, and perhaps latches after them. It must
  /// outlive the builder.
  RankingBuilder(const BitSystem& original, const Rounds& rounds, const BitSystem& own);

  BitInvariant& invariant() { return invariant_; }
  Aig& aig() { return invariant_.aig; }
  /// A literal of `own` in the first state; in the second, where it must read latches alone.
  Lit now(Lit lit) { return now_.copy(lit); }
  Lit later(Lit lit) { return later_.copy(lit); }
  /// Leaves of an invariant about another system with the latches of `own` become those of the
  /// first or second state.
  GraphCopier leaves_now(const BitInvariant& from);
  GraphCopier leaves_later(const BitInvariant& from);

  /// A ranking by levels that are never left: a run enters the next level at the latest when a
  /// round ends. Literals of the invariant, each level in both states; each contains the next.
  struct Level {
    Lit now, later;
  };
  /// `steady`: the first of these that changes in a step becomes true; levels may be left then.
  BitInvariant by_levels(const std::vector<Level>& levels, const std::vector<Level>& steady);
  /// A ranking by what leads from the second state to the first.
  BitInvariant by_relation(Lit leads);

 private:
  Lit some_unseen_of(std::size_t literal);
  void set_leaves(const BitInvariant& from, GraphCopier& copier, bool is_later) const;

  const Rounds& rounds_;
  BitInvariant invariant_;
  GraphCopier now_, later_;
};

}  // namespace cairn::live
