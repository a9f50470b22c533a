// SPDX-License-Identifier: MIT
#include "sat/backend/incremental_solver.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "sat/backend/cadical.h"
#include "sat/solver.h"

namespace cairn {
namespace {

/// sat/solver.h in DIMACS.
class OwnSolver : public IncrementalSolver {
 public:
  explicit OwnSolver(const Budget& budget) { solver_.set_budget(&budget); }

  void add_clause(std::span<const int> literals) override {
    ++num_clauses_;
    solver_.add_clause(inside(literals));
  }
  void add_definition(std::span<const int> literals) override {
    int owner = 0;
    for (const int literal : literals) owner = std::max(owner, std::abs(literal));
    ++num_clauses_;
    const auto clause = inside(literals);
    solver_.add_definition(Var{static_cast<std::uint32_t>(owner)}, clause);
  }

  void observe(int literal) override {
    // A clause that says nothing, but has the variable.
    solver_.add_temporary(inside(std::array{literal, -literal}));
  }

  Result solve(std::span<const int> assumptions, int conflict_limit) override {
    if (conflict_limit > 0) solver_.set_conflict_limit(static_cast<std::uint64_t>(conflict_limit));
    switch (solver_.solve(inside(assumptions))) {
      case sat::Result::Satisfiable:
        return Result::Satisfiable;
      case sat::Result::Unsatisfiable:
        return Result::Unsatisfiable;
      case sat::Result::Unknown:
        break;
    }
    return Result::Unknown;
  }

  bool value(int literal) const override {
    // Outside the query's cone: false, as a variable without definition may be.
    return (solver_.value(lit(std::abs(literal))) == Lbool::True) == (literal > 0);
  }
  bool failed(int assumption) const override { return solver_.in_core(lit(assumption)); }
  std::uint64_t num_clauses() const override { return num_clauses_ + solver_.num_learnt(); }

 private:
  static Lit lit(int literal) {
    return Lit(Var{static_cast<std::uint32_t>(std::abs(literal))}, literal < 0);
  }
  const std::vector<Lit>& inside(std::span<const int> literals) {
    clause_.clear();
    for (const int literal : literals) {
      while (solver_.num_vars() <= static_cast<std::uint32_t>(std::abs(literal))) solver_.new_var();
      clause_.push_back(lit(literal));
    }
    return clause_;
  }

  sat::Solver solver_;
  std::vector<Lit> clause_;
  std::uint64_t num_clauses_ = 0;
};

}  // namespace

std::unique_ptr<IncrementalSolver> make_incremental_solver(SolverKind kind, const Budget& budget) {
  if (kind == SolverKind::Cairn) return std::make_unique<OwnSolver>(budget);
  auto solver = std::make_unique<Cadical>(budget);
  // CaDiCaL has two modes and changes between them; either alone is better where one knows what to
  // expect (docs/decisions/0004-bmc-solver-settings.md).
  if (kind == SolverKind::Stable)
    solver->set_option("stabilizeonly", 1);
  else
    solver->set_option("stabilize", 0);
  return solver;
}

}  // namespace cairn
