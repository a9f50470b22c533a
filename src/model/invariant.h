// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
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
struct BitInvariant {
  struct AuxiliaryLatch {
    Lit next;
    Lit reset;
  };

  BitInvariant() = default;
  BitInvariant(std::size_t inputs, std::size_t latches, std::size_t auxiliary_latches = 0)
      : num_inputs(static_cast<std::uint32_t>(inputs)),
        num_latches(static_cast<std::uint32_t>(latches)),
        auxiliary(auxiliary_latches) {
    for (std::size_t i = 0; i < inputs + latches + auxiliary_latches; ++i) aig.add_leaf();
  }

  Aig aig;
  std::uint32_t num_inputs = 0;
  std::uint32_t num_latches = 0;
  std::vector<AuxiliaryLatch> auxiliary;
  std::vector<Lit> conjuncts;
  /// If the auxiliary latches are the history of a proof by k-induction: its k. On the rungs above
  /// the rule has a form of its own, without the history.
  std::uint32_t k = 1;

  Lit input(std::size_t i) const { return Lit(Var{static_cast<std::uint32_t>(1 + i)}); }
  Lit latch(std::size_t i) const {
    return Lit(Var{static_cast<std::uint32_t>(1 + num_inputs + i)});
  }
  Lit auxiliary_latch(std::size_t i) const {
    return Lit(Var{static_cast<std::uint32_t>(1 + num_inputs + num_latches + i)});
  }
};

}  // namespace cairn
