// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "logic/cube.h"
#include "logic/definitions.h"
#include "model/bit_system.h"
#include "sat/solver.h"

namespace cairn {

/// A system as IC3 sees it: one time frame as clauses, in which the next state of a latch is a
/// literal like any other; no primed variables. Variables are the solver's: inputs come first, then
/// latches, then gates.
///
/// Requires that no latch has a reset function (pass `resets`): the initial states are then a cube,
/// and whether a cube contains one can be read off its literals.
class Transition {
 public:
  Transition(const BitSystem& system, const DefinitionsOptions& options);

  std::uint32_t num_vars() const { return definitions_.num_vars(); }
  std::size_t num_clauses() const { return definitions_.num_clauses(); }
  std::uint32_t num_eliminated() const { return definitions_.num_eliminated(); }
  std::uint32_t num_inputs() const { return num_inputs_; }
  std::uint32_t num_latches() const { return static_cast<std::uint32_t>(next_.size()); }

  Var input(std::uint32_t i) const { return Var{1 + i}; }
  Var latch(std::uint32_t i) const { return Var{1 + num_inputs_ + i}; }
  bool is_input(Var var) const { return var.index >= 1 && var.index <= num_inputs_; }
  bool is_latch(Var var) const {
    return var.index > num_inputs_ && var.index <= num_inputs_ + next_.size();
  }
  std::uint32_t latch_position(Var var) const { return var.index - 1 - num_inputs_; }

  /// The value of a latch's literal in the following step.
  Lit next(Lit latch) const { return next_[latch_position(latch.var())] ^ latch.negated(); }
  Lit bad() const { return bad_; }
  const std::vector<Lit>& constraints() const { return constraints_; }
  /// What a latch is in the first step; Undef if uninitialised.
  Lbool initial(Lit latch) const { return initial_[latch_position(latch.var())] ^ latch.negated(); }
  /// Whether some initial state is in the cube.
  bool intersects_initial(const Cube& cube) const {
    for (const Lit lit : cube)
      if (initial(lit) == Lbool::False) return false;
    return true;
  }

  const Definitions& definitions() const { return definitions_; }
  /// Makes the variables and definitions of a solver that has none yet.
  void load(sat::Solver& solver) const;
  /// The graph, and its node for a variable.
  const Aig& aig() const { return aig_; }
  Var node(Var var) const { return nodes_[var.index]; }
  /// The variable of a leaf of the graph.
  Var variable(Var leaf) const { return definitions_.literal(Lit(leaf)).var(); }

  /// For each variable its value in the first state when inputs and uninitialised latches are
  /// false.
  const std::vector<std::uint8_t>& first_values() const { return first_values_; }

 private:
  static Aig with_one_bad(const BitSystem& system, Lit& bad);

  Lit aig_bad_;
  Aig aig_;
  std::uint32_t num_inputs_;
  Definitions definitions_;
  std::vector<Lit> next_;
  std::vector<Lbool> initial_;
  Lit bad_;
  std::vector<Lit> constraints_;
  std::vector<std::uint8_t> first_values_;
  std::vector<Var> nodes_;
};

}  // namespace cairn
