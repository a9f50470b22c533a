// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logic/bit/aig.h"

namespace cairn {

/// Why a BitSystem is safe: conjuncts that hold in every reachable state and, together with "no bad
/// state", are inductive. With C the system's constraints, and P that no bad state is true and all
/// conjuncts hold:
///
///   reset & C => P          C & P & T & C' => P'
///
/// Conjuncts are kept apart because each is one lemma that people can read, drop or recheck.
///
/// The graph is the invariant's own. Its leaves are, in this order, one for each input of the
/// system, one for each latch, and one for each auxiliary latch: state that the proof adds (the
/// history that k-induction needs, say). An auxiliary latch is reset to its `reset` and moves to
/// its `next`, both literals of this graph, as a Latch of a BitSystem does.
///
/// With a ranking it says why a justice property holds, that is, why no constrained run meets all
/// literals of a justice set and all fairness literals again and again [FYBBH26]. There is one
/// signal q for each of these literals, a formula over two states s and t, whatever leads from the
/// one to the other. With Q their disjunction, T the steps between states that satisfy constraints
/// and conjuncts:
///
///   T(s, t) & q(s, t)                         =>  the literal of q is false in s
///   T(s, t)                                   =>  Q(t, s)
///   T(s, t) & Q(s, u)                         =>  Q(t, u)
///   T(s, t) & T(t, u) & Q(s, t) & Q(t, u)     =>  each q(s, t) implies q(t, u)
///
/// Read Q(s, t) as "t has got no farther than s". By the second and third line Q(t, s) whenever s
/// reaches t; so in a loop all steps are in Q, by the last line some q holds for ever, and by the
/// first its literal is never true. Bad states play no part then. The graph has more leaves, for
/// the latches and auxiliary latches of t; the others are those of s.
struct BitInvariant {
  struct AuxiliaryLatch {
    Lit next;
    Lit reset;
  };
  struct Ranking {
    std::uint32_t justice = 0;  ///< position of the justice set
    std::vector<Lit> signals;   ///< one for each fairness literal, then for each of the set
  };
  /// Whether there are leaves for a second state.
  enum class States { One, Two };

  BitInvariant() = default;
  BitInvariant(std::size_t inputs, std::size_t latches, std::size_t auxiliary_latches = 0,
               States states = States::One)
      : num_inputs(static_cast<std::uint32_t>(inputs)),
        num_latches(static_cast<std::uint32_t>(latches)),
        has_later(states == States::Two),
        auxiliary(auxiliary_latches) {
    for (std::size_t i = 0; i < num_leaves(); ++i) aig.add_leaf();
  }

  Aig aig;
  std::uint32_t num_inputs = 0;
  std::uint32_t num_latches = 0;
  bool has_later = false;  ///< there are leaves for a second state
  std::vector<AuxiliaryLatch> auxiliary;
  std::vector<Lit> conjuncts;
  /// If the auxiliary latches are the history of a proof by k-induction: its k. On the rungs above
  /// the rule has a form of its own, without the history.
  std::uint32_t k = 1;
  std::optional<Ranking> ranking;

  States states() const { return has_later ? States::Two : States::One; }
  std::size_t num_leaves() const {
    return num_inputs + (num_latches + auxiliary.size()) * (has_later ? 2 : 1);
  }
  Lit input(std::size_t i) const { return Lit(Var{static_cast<std::uint32_t>(1 + i)}); }
  Lit latch(std::size_t i) const {
    return Lit(Var{static_cast<std::uint32_t>(1 + num_inputs + i)});
  }
  Lit auxiliary_latch(std::size_t i) const {
    return Lit(Var{static_cast<std::uint32_t>(1 + num_inputs + num_latches + i)});
  }
  /// In the second state, if there is one.
  Lit later_latch(std::size_t i) const { return auxiliary_latch(auxiliary.size() + i); }
  Lit later_auxiliary_latch(std::size_t i) const { return later_latch(num_latches + i); }
};

}  // namespace cairn
