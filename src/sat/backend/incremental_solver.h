// SPDX-License-Identifier: MIT
//
// A SAT solver for the queries of unrolled systems, whoever answers them. Literals are DIMACS
// integers, as the encoder of logic/bit/cnf.h hands them out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/budget.h"

namespace cairn {

class IncrementalSolver {
 public:
  enum class Result { Satisfiable, Unsatisfiable, Unknown };

  virtual ~IncrementalSolver() = default;

  virtual void add_clause(std::span<const int> literals) = 0;
  /// One of the clauses that define the variable of the largest number in it as a function of the
  /// others. Before any other clause has that variable.
  virtual void add_definition(std::span<const int> literals) = 0;
  void add_unit(int literal) { add_clause(std::span(&literal, 1)); }

  /// The model of the next query shall tell the value of this literal, whether or not the
  /// query is about it.
  virtual void observe(int literal) = 0;

  /// Answers whether the solver can take a clause for the next query alone, without a variable
  /// that is used up by it [FB21]; if so, it has taken this one, and takes no other before that.
  virtual bool constrain(std::span<const int> /*literals*/) { return false; }

  /// Unknown if the budget is exhausted or, with a positive limit, after that many conflicts.
  virtual Result solve(std::span<const int> assumptions, int conflict_limit = -1) = 0;

  /// After Satisfiable. Right for assumptions, what they are defined by, and what is observed;
  /// other variables may have any value.
  virtual bool value(int literal) const = 0;
  /// After Unsatisfiable: whether the assumption was needed. If none was, the clauses alone are
  /// unsatisfiable.
  virtual bool failed(int assumption) const = 0;

  virtual std::uint64_t num_clauses() const = 0;

  /// What its search did, as far as it tells.
  struct Effort {
    std::uint64_t conflicts = 0, decisions = 0, propagations = 0, restarts = 0;
  };
  virtual Effort effort() const { return {}; }
};

/// Who answers.
enum class SolverKind {
  Cadical,  ///< CaDiCaL: heavy queries, most of them unsatisfiable
  Stable,   ///< CaDiCaL that seldom restarts: heavy queries that may well be satisfiable
  Cairn,    ///< sat/solver.h: many light ones, each about its own cone
};

/// The budget must outlive the solver.
std::unique_ptr<IncrementalSolver> make_incremental_solver(SolverKind kind, const Budget& budget);

}  // namespace cairn
