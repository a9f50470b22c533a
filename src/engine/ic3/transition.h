// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "engine/ic3/signals.h"
#include "logic/bit/cube.h"
#include "logic/bit/definitions.h"
#include "model/bit_system.h"
#include "sat/solver.h"

namespace cairn::ic3 {

/// A system as IC3 sees it: one time frame as clauses, in which the next state of a latch is a
/// literal like any other; no primed variables. Variables are the solver's: inputs come first, then
/// latches, then gates.
///
/// State variables are the latches and, if so wished, internal signals (signals.h): cubes have
/// literals of these.
///
/// Requires that no latch has a reset function (pass `resets`): the initial states are then a cube,
/// and whether a cube contains one can be read off its literals.
class Transition {
 public:
  enum class InternalSignals { No, Yes };

  Transition(const BitSystem& system, const DefinitionsOptions& options,
             InternalSignals internal_signals = InternalSignals::No);

  std::uint32_t num_vars() const { return definitions_.num_vars(); }
  std::size_t num_clauses() const { return definitions_.num_clauses(); }
  std::uint32_t num_eliminated() const { return definitions_.num_eliminated(); }
  std::uint32_t num_inputs() const { return num_inputs_; }
  std::uint32_t num_latches() const { return num_latches_; }
  std::uint32_t num_signals() const { return static_cast<std::uint32_t>(signals_.size()); }

  Var input(std::uint32_t i) const { return Var{1 + i}; }
  Var latch(std::uint32_t i) const { return Var{1 + num_inputs_ + i}; }
  bool is_input(Var var) const { return var.index >= 1 && var.index <= num_inputs_; }
  bool is_latch(Var var) const {
    return var.index > num_inputs_ && var.index <= num_inputs_ + num_latches_;
  }
  bool is_signal(Var var) const {
    return !signal_position_.empty() && signal_position_[var.index] != kNoPosition;
  }
  bool is_state(Var var) const { return is_latch(var) || is_signal(var); }
  std::uint32_t latch_position(Var var) const { return var.index - 1 - num_inputs_; }
  /// Of a state variable: latches first.
  std::uint32_t position(Var var) const {
    return is_latch(var) ? latch_position(var) : signal_position_[var.index];
  }
  Var state_var(std::uint32_t position) const {
    return position < num_latches_ ? latch(position) : signal_vars_[position - num_latches_];
  }

  /// The value of a state variable's literal in the following step.
  Lit next(Lit lit) const { return next_[position(lit.var())] ^ lit.negated(); }
  /// The same in the graph.
  Lit next_node(Lit lit) const { return next_nodes_[position(lit.var())] ^ lit.negated(); }
  /// A state variable's literal in the graph, which begins with the system's.
  Lit node_of(Lit lit) const {
    const Lit node = is_latch(lit.var()) ? Lit(latch_nodes_[latch_position(lit.var())])
                                         : signals_[position(lit.var()) - num_latches_].node;
    return node ^ lit.negated();
  }
  /// Of the signals, by position among them, given those of the latches.
  std::vector<bool> signal_values(const std::vector<bool>& latches) const;
  Lit bad() const { return bad_; }
  /// Bad is that this latch is true, by position, from now on.
  void set_bad(std::uint32_t latch_position) { bad_ = Lit(latch(latch_position)); }
  const std::vector<Lit>& constraints() const { return constraints_; }
  /// What a state variable is in the first step; Undef if uninitialised.
  Lbool initial(Lit lit) const { return initial_[position(lit.var())] ^ lit.negated(); }
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
  static constexpr std::uint32_t kNoPosition = 0xFFFFFFFFu;
  static Aig with_one_bad(const BitSystem& system, Lit& bad);
  void add_signals();

  Lit aig_bad_;
  Aig aig_;
  std::uint32_t num_inputs_, num_latches_;
  std::vector<Signal> signals_;
  Definitions definitions_;
  std::vector<Var> latch_nodes_, signal_vars_;
  std::vector<std::uint32_t> signal_position_;  // by variable; empty without signals
  std::vector<Var> signal_cone_;                // gates that signals depend on, ascending
  std::vector<Lit> next_, next_nodes_;          // by state variable
  std::vector<Lbool> initial_;
  Lit bad_;
  std::vector<Lit> constraints_;
  std::vector<std::uint8_t> first_values_;
  std::vector<Var> nodes_;
};

}  // namespace cairn::ic3
