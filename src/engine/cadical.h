// SPDX-License-Identifier: MIT
//
// CaDiCaL with Cairn's budget: the solver for heavy queries. Literals are DIMACS integers, as the
// encoder of logic/cnf.h hands them out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/budget.h"

namespace CaDiCaL {
class Solver;
}

namespace cairn {

class Cadical {
 public:
  enum class Result { Satisfiable, Unsatisfiable, Unknown };

  explicit Cadical(const Budget& budget);
  ~Cadical();
  Cadical(const Cadical&) = delete;
  Cadical& operator=(const Cadical&) = delete;

  void set_option(const char* name, int value);

  void add_clause(std::span<const int> literals);
  void add_unit(int literal) { add_clause(std::span(&literal, 1)); }

  /// Unknown if the budget is exhausted or, with a positive limit, after that many conflicts.
  Result solve(std::span<const int> assumptions, int conflict_limit = -1);

  /// After Satisfiable.
  bool value(int literal) const;
  /// After Unsatisfiable: whether the assumption was needed. If none was, the clauses alone are
  /// unsatisfiable.
  bool failed(int assumption) const;

  std::uint64_t num_clauses() const;

 private:
  class StopWhenExhausted;
  std::unique_ptr<StopWhenExhausted> terminator_;
  std::unique_ptr<CaDiCaL::Solver> solver_;
};

}  // namespace cairn
