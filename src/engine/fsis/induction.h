// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/bmc/unrolled_solver.h"
#include "logic/bit/cube.h"
#include "model/bit_system.h"

namespace cairn::fsis {

/// Is there a first step that is bad? Then `trace` is it.
IncrementalSolver::Result ask_first_step(const BitSystem& system, const Budget& budget,
                                         BitTrace& trace);

/// Whether the cube contains a first state. `positions` are those of latches, by variable.
bool intersects_initial(const BitSystem& system, const std::vector<std::uint32_t>& positions,
                        std::span<const Lit> cube);

/// One step of the system and what FSIS knows: the property P, strengthened by states that are
/// excluded, and the lemmas F. A clause is the negation of a cube over latches, and kept as that.
class Induction {
 public:
  using Result = IncrementalSolver::Result;

  Induction(const BitSystem& system, const Budget& budget);

  Result ask_first(BitTrace& trace) {
    ++queries_;
    return ask_first_step(system_, budget_, trace);
  }
  /// P & F & T & ~P': is there a counterexample to induction?
  Result ask_cti();
  /// P & F & ~antecedent & T & consequent': does a state outside the one cube step into the other?
  Result ask_consecution(std::span<const Lit> antecedent, std::span<const Lit> consequent);

  /// After Satisfiable: the state and the inputs of the step, the state it leads to, and inputs
  /// with which that one may be bad.
  Cube state() const { return cube_of(now_); }
  Cube successor() const { return cube_of(next_); }
  std::vector<Lbool> inputs(std::uint32_t step) const;

  /// P := P & ~cube, F := F & ~cube.
  void exclude(const Cube& cube);
  void add_lemma(const Cube& cube);

  bool intersects_initial(std::span<const Lit> cube) const {
    return fsis::intersects_initial(system_, positions_, cube);
  }

  std::uint64_t num_queries() const { return queries_; }

 private:
  Cube cube_of(const std::vector<int>& literals) const;
  int now(Lit latch) const;
  int next(Lit latch) const;
  Result solve(std::span<const int> assumptions) {
    ++queries_;
    return step_.solver().solve(assumptions);
  }

  const BitSystem& system_;
  const Budget& budget_;
  const std::vector<std::uint32_t> positions_;  // of latches, by variable
  UnrolledSolver step_;
  std::vector<int> now_, next_;  // by latch
  Lit violated_;                 // ~P'
  int guard_ = 0;                // of the last antecedent
  std::uint64_t queries_ = 0;
};

}  // namespace cairn::fsis
