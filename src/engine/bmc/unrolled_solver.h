// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/budget.h"
#include "logic/bit/cnf.h"
#include "model/bit_system.h"
#include "model/exchange.h"
#include "model/unroll.h"
#include "sat/backend/incremental_solver.h"

namespace cairn {

/// An unrolling and the solver that knows it.
class UnrolledSolver {
 public:
  UnrolledSolver(const BitSystem& system, Unroller::Start start, const Budget& budget,
                 SolverKind kind = SolverKind::Cadical,
                 CnfEncoder::Polarities polarities = CnfEncoder::Polarities::Both)
      : system_(system),
        unroller_(system, start),
        encoder_(unroller_.aig(), CnfEncoder::Majorities::AsConjunctions, polarities),
        polarities_(polarities),
        solver_(make_incremental_solver(kind, budget)) {}

  Unroller& unroller() { return unroller_; }
  const Unroller& unroller() const { return unroller_; }
  IncrementalSolver& solver() { return *solver_; }
  const IncrementalSolver& solver() const { return *solver_; }
  int num_variables() const { return encoder_.num_variables(); }

  /// The solver's literal for one of the unrolled graph.
  int literal(Lit lit) {
    return encoder_.literal(lit, [this](std::span<const int> clause) { define(clause); });
  }
  /// One that implies it; there are fewer clauses then, if the encoding is by polarity.
  int implied(Lit lit) {
    return encoder_.implied(lit, [this](std::span<const int> clause) { define(clause); });
  }
  CnfEncoder::Polarities polarities() const { return polarities_; }

  /// Some bad state is true in `step`.
  Lit bad_at(std::uint32_t step) { return ~conjunction(system_.bad, step, /*negated=*/true); }
  /// All constraints are true in `step`.
  Lit constrained_at(std::uint32_t step) { return conjunction(system_.constraints, step, false); }

  /// No run of the solver is in the cube in `step`. Only if the solver knows all of it already:
  /// what is true anyway is not worth variables of its own. Says whether it was.
  bool exclude(const SharedLemma& lemma, std::uint32_t step) {
    std::vector<int> clause;
    for (const std::uint32_t code : lemma.cube) {
      if (code / 2 >= system_.latches.size()) return false;
      const Lit latch = unroller_.known_latch(code / 2, step);
      if (latch == kNoLit) return false;
      const Lit inside = latch ^ (code % 2 == 0);
      if (inside == kFalse) return false;
      if (inside == kTrue) continue;
      const int known = encoder_.known_literal(inside);
      if (known == 0) return false;
      clause.push_back(-known);
    }
    if (clause.empty()) return false;  // then it was not true
    solver_->add_clause(clause);
    return true;
  }

  /// The value of a literal of the unrolled graph in the solver's model; Undef if the solver does
  /// not know it.
  Lbool value(Lit lit) const {
    if (lit == kNoLit) return Lbool::Undef;
    if (lit.is_constant()) return to_lbool(lit == kTrue);
    const int known = encoder_.known_literal(lit);
    return known == 0 ? Lbool::Undef : to_lbool(solver_->value(known));
  }

  /// The run of the solver's model up to `step`.
  BitTrace trace(std::uint32_t step) const {
    BitTrace trace;
    for (std::uint32_t i = 0; i < system_.latches.size(); ++i)
      trace.initial.push_back(initial_value(unroller_.initial(i)));
    for (std::uint32_t t = 0; t <= step; ++t) {
      auto& inputs = trace.inputs.emplace_back();
      for (std::uint32_t i = 0; i < system_.inputs.size(); ++i)
        inputs.push_back(value(unroller_.input_leaf(i, t)));
    }
    return trace;
  }

 private:
  /// Half of a gate may come after clauses that have its variable: then it is no definition for the
  /// solver.
  void define(std::span<const int> clause) {
    if (polarities_ == CnfEncoder::Polarities::Both)
      solver_->add_definition(clause);
    else
      solver_->add_clause(clause);
  }

  /// A reset function follows from inputs; half a gate need not have its value.
  Lbool initial_value(Lit lit) const {
    const bool is_half = polarities_ == CnfEncoder::Polarities::AsAsked && lit != kNoLit &&
                         unroller_.aig().is_and(lit.var());
    return is_half ? Lbool::Undef : value(lit);
  }

  Lit conjunction(const std::vector<Lit>& lits, std::uint32_t step, bool negated) {
    Lit all = kTrue;
    for (const Lit lit : lits)
      all = unroller_.aig().and_gate(all, unroller_.at(lit ^ negated, step));
    return all;
  }

  const BitSystem& system_;
  Unroller unroller_;
  CnfEncoder encoder_;
  const CnfEncoder::Polarities polarities_;
  std::unique_ptr<IncrementalSolver> solver_;
};

}  // namespace cairn
