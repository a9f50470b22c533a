// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/bradley/config.h"
#include "logic/bit/cube.h"
#include "logic/bit/definitions.h"
#include "model/bit_system.h"
#include "model/unroll.h"
#include "sat/solver.h"

namespace cairn::bradley {

/// One step of the system from a state of a frame, in one solver for all frames ("one SAT manager",
/// [Bra11, section 7]). Literals of latches are the system's; a clause is kept as the cube that it
/// excludes. F_i is that no bad state is true, and the clauses of level i and above; the clauses of
/// level 0 are the reset values.
///
/// Bad states and constraints may read inputs: the step is constrained and not bad, and the
/// constraints hold in the step after it, if that one is asked to be bad.
class Stepwise {
 public:
  using Level = sat::Layer;
  using Result = sat::Result;

  Stepwise(const BitSystem& system, const BradleyConfig& config, const Budget& budget);

  /// F_level & T & ~P'
  Result ask_bad(Level level);
  /// F_level & T & into'
  Result ask_into(Level level, std::span<const Lit> into);
  /// F_level & ~outside & T & into'
  Result ask_relative(Level level, std::span<const Lit> outside, std::span<const Lit> into);

  /// After Unsatisfiable: whether the query needed this literal of `into`.
  bool needed(Lit latch) const { return solver_.in_core(next(latch)); }
  /// After Satisfiable: the state and its inputs (step 0), and inputs with which the state after
  /// may be bad (step 1).
  Cube state() const;
  std::vector<Lbool> inputs(std::uint32_t step) const;

  /// Where a clause is in the solver.
  struct Clause {
    sat::LemmaId id;  // Layers
  };
  Clause add(const Cube& cube, Level level);
  void raise(const Clause& clause, const Cube& cube, Level level);
  /// Requires that the clause follows from another one of its level or above. With literals it
  /// stays, and does no harm.
  void remove(const Clause& clause);

  bool intersects_initial(std::span<const Lit> cube) const;
  bool excludes_initial(Lit lit) const { return !intersects_initial(std::span(&lit, 1)); }

  std::uint64_t num_definition_vars() const { return definitions_.num_vars(); }
  std::uint64_t num_definition_clauses() const { return definitions_.num_clauses(); }
  std::uint64_t num_queries() const { return solver_.stats().solves; }

 private:
  /// What queries are about, in the graph of two steps.
  struct Roots {
    std::vector<Lit> now, next;
    Lit constrained, not_bad, violated;
  };
  Roots unroll();
  Definitions define(const BradleyConfig& config) const;
  Lit all_at(const std::vector<Lit>& lits, std::uint32_t step, bool negated);
  void keep_state_in_models();
  Lit now(Lit latch) const { return now_[positions_[latch.var().index]] ^ latch.negated(); }
  Lit next(Lit latch) const { return next_[positions_[latch.var().index]] ^ latch.negated(); }
  Lit level_literal(Level level);
  std::vector<Lit> clause_of(const Cube& cube) const;
  Result solve(Level level, std::span<const Lit> assumptions);

  const BitSystem& system_;
  const BradleyConfig::Levels levels_;
  const std::vector<std::uint32_t> positions_;  // of latches, by variable
  Unroller unroller_;
  const Roots roots_;
  const Definitions definitions_;
  sat::Solver solver_;
  std::vector<Lit> now_, next_;  // by latch
  Lit violated_;                 // ~P'
  std::vector<Lit> level_literals_;
};

}  // namespace cairn::bradley
