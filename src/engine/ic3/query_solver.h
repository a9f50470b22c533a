// SPDX-License-Identifier: MIT
//
// Whom IC3 asks. The engine was written for sat/solver.h, whose layers, temporary clauses and
// domains are made for its queries; this interface is what of that the engine can't do without,
// so that a SAT library can take its place and the difference be measured [Pic16, section 5.2].
//
// A library has no layers. One solver for all frames has an activation literal for each layer,
// which the queries of that layer and those below assume (library_solver.h); or each frame has a
// solver of its own (per_frame.h). [EMB11, sections V and VI].
#pragma once

#include <memory>
#include <span>

#include "base/budget.h"
#include "engine/ic3/config.h"
#include "engine/ic3/stats.h"
#include "engine/ic3/transition.h"
#include "sat/solver.h"

namespace cairn::ic3 {

/// Functions that sat::Solver has too mean the same as there.
class QuerySolver {
 public:
  virtual ~QuerySolver() = default;

  virtual sat::LemmaId add_lemma(std::span<const Lit> clause, sat::Layer layer) = 0;
  virtual void raise_lemma(sat::LemmaId lemma, sat::Layer layer) = 0;
  virtual void remove_lemma(sat::LemmaId lemma) = 0;
  virtual void add_temporary(std::span<const Lit> clause) = 0;

  virtual sat::Result solve(std::span<const Lit> assumptions, sat::Layer layer) = 0;
  virtual Lbool value(Lit lit) const = 0;
  virtual bool in_core(Lit assumption) const = 0;
  virtual sat::Layer proof_layer() const = 0;

  /// Ours, if it is that which answered the last query; otherwise null, and the model has all
  /// of the assumptions' and constraints' cones.
  virtual sat::Solver* own() = 0;
  virtual sat::SolverStats stats() const = 0;
};

/// One that has variables of the caller's beside those of the transition relation, too.
class StepSolver : public QuerySolver {
 public:
  virtual Var new_var() = 0;
  virtual void add_clause(std::span<const Lit> clause) = 0;
};

/// What a solver knows beside lemmas.
enum class Content {
  Step,             ///< one step of the system
  ConstrainedStep,  ///< and that the constraints hold
};

/// One solver, ours or a library, as the configuration says. What is referred to must outlive it.
std::unique_ptr<StepSolver> make_step_solver(const Transition& transition, Content content,
                                             const Ic3Config& config, const Budget& budget,
                                             Ic3Stats& stats);

/// The parts of `content` for our solver, with the settings that the engine wants. Lemmas may come
/// between the two.
void load_step(sat::Solver& solver, const Transition& transition, const Ic3Config& config);
void load_constraints(sat::Solver& solver, const Transition& transition, const Ic3Config& config);

void add(sat::SolverStats& sum, const sat::SolverStats& of);

/// A model that a library found, for who looks at models (lift.h, justify.h). Where it has a value
/// for a variable, it has values for all that the variable depends on.
class WholeModel {
 public:
  WholeModel(const QuerySolver& solver, const Transition& transition)
      : solver_(solver), transition_(transition) {}

  Lbool value(Lit lit) const { return solver_.value(lit); }
  /// What is known for good is computed like everything else.
  Lbool fixed_value(Lit) const { return Lbool::Undef; }
  /// Only our solver can look at its clauses.
  bool drop_from_model(Var) const { return false; }
  template <class Visit>
  void for_each_obligation(Visit&& visit) const {
    for (const Lit& constraint : transition_.constraints())
      visit(std::span<const Lit>(&constraint, 1));
  }

 private:
  const QuerySolver& solver_;
  const Transition& transition_;
};

}  // namespace cairn::ic3
