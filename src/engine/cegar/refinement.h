// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/context.h"
#include "engine/cegar/config.h"
#include "engine/cegar/symbolic_path.h"
#include "model/cfa.h"
#include "smt/smt_solver.h"

namespace cairn::cegar {

/// What to make of an abstract path to the error: a run, or formulas at its locations that exclude
/// it. run() may be interrupted and called again.
class Refinement {
 public:
  enum class Result : std::uint8_t { Feasible, Excluded, Undecided };

  Refinement(const Cfa& cfa, std::vector<const CfaMove*> path, const CegarConfig& config,
             SmtSolver& solver, SmtSolver& interpolator, CegarStats& stats);

  Result run(const Budget& budget);

  /// If feasible.
  const CfaTrace& trace() const { return trace_; }
  /// If excluded: what holds after 0, 1 and so on steps; each leads to the next, the first is true
  /// and the last false.
  const std::vector<Term>& formulas() const { return formulas_; }

 private:
  enum class Phase : std::uint8_t { Feasibility, Formulas, Done };

  Result decide();
  void make_trace();
  bool interpolate();
  bool go_back();
  std::optional<Term> excluding_cube(std::size_t position, Term region);
  std::optional<Term> excluding_interpolant(std::size_t position, Term region);
  std::vector<Term> without_some(std::size_t position, std::vector<Term> cube);
  SmtResult ask(std::size_t position, const std::vector<Term>& conjuncts);

  const Cfa& cfa_;
  Terms& terms_;
  SymbolicPath path_;
  const CegarConfig config_;
  SmtSolver& solver_;
  SmtSolver& interpolator_;
  CegarStats& stats_;
  Phase phase_ = Phase::Feasibility;
  std::size_t end_ = 0;  // so many steps are infeasible
  CfaTrace trace_;
  std::vector<Term> formulas_;  // those that are not yet known are invalid
};

/// The conjuncts of a formula.
std::vector<Term> conjuncts_of(const Terms& terms, Term formula);

}  // namespace cairn::cegar
