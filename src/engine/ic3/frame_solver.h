// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "engine/ic3/query_solver.h"
#include "engine/shared/stop_watch.h"

namespace cairn::ic3 {

/// The solver of the frames: one step, the constraints, and all lemmas. By default it is one of
/// ours, called directly; others are behind a branch that is never taken then.
class FrameSolver {
 public:
  /// What is referred to must outlive it.
  FrameSolver(const Transition& transition, const Ic3Config& config, const Budget& budget,
              Ic3Stats& stats)
      : transition_(transition), config_(config), budget_(budget), stats_(stats) {}

  /// Makes a solver that knows one step; lemmas, if there are any yet, are added between the two.
  /// Before the first one, a recorder may have been given to own().
  void begin();
  void finish();
  /// Instead of begin(): in the place of the solver that there is.
  void renew();

  sat::LemmaId add_lemma(std::span<const Lit> clause, sat::Layer layer) {
    return other_ ? other_->add_lemma(clause, layer) : own_.add_lemma(clause, layer);
  }
  void raise_lemma(sat::LemmaId lemma, sat::Layer layer) {
    other_ ? other_->raise_lemma(lemma, layer) : own_.raise_lemma(lemma, layer);
  }
  void remove_lemma(sat::LemmaId lemma) {
    other_ ? other_->remove_lemma(lemma) : own_.remove_lemma(lemma);
  }
  void add_temporary(std::span<const Lit> clause) {
    other_ ? other_->add_temporary(clause) : own_.add_temporary(clause);
  }
  sat::Result solve(std::span<const Lit> assumptions, sat::Layer layer) {
    double seconds = 0;
    const sat::Result answer = [&] {
      StopWatch watch(seconds);
      return other_ ? other_->solve(assumptions, layer) : own_.solve(assumptions, layer);
    }();
    if (answer == sat::Result::Satisfiable) stats_.satisfiable_seconds += seconds;
    if (answer == sat::Result::Unsatisfiable) stats_.unsatisfiable_seconds += seconds;
    return answer;
  }
  Lbool value(Lit lit) const { return other_ ? other_->value(lit) : own_.value(lit); }
  bool in_core(Lit assumption) const {
    return other_ ? other_->in_core(assumption) : own_.in_core(assumption);
  }
  sat::Layer proof_layer() const { return other_ ? other_->proof_layer() : own_.proof_layer(); }

  /// Ours, if it is that which answered the last query; otherwise null, and it is
  /// whole_model() that tells values.
  sat::Solver* own() { return other_ ? other_->own() : &own_; }
  /// Ours, if there is no other: it answers the next query, too.
  sat::Solver* only() { return other_ ? nullptr : &own_; }
  WholeModel whole_model() const { return {*other_, transition_}; }

  /// Of all solvers that there were.
  sat::SolverStats stats() const;
  /// Queries since the solver was made.
  std::uint64_t num_queries() const {
    return other_ ? other_->stats().solves : own_.stats().solves;
  }

 private:
  const Transition& transition_;
  const Ic3Config& config_;
  const Budget& budget_;
  Ic3Stats& stats_;
  sat::Solver own_;
  std::unique_ptr<QuerySolver> other_;  // null: own_ answers
  sat::SolverStats replaced_;
};

}  // namespace cairn::ic3
