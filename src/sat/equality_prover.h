// SPDX-License-Identifier: MIT
//
// Are two literals of a graph equal for all values of its leaves? One solver for many such
// queries about a graph that grows. Gates become definitions, so that a query costs no more
// than the cones of what it mentions (sat/solver.h, domains).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/bit/aig.h"
#include "sat/solver.h"

namespace cairn::sat {

class EqualityProver {
 public:
  enum class Verdict { Equal, Different, Unknown };

  /// Unknown when the budget is exhausted, or after that many conflicts.
  EqualityProver(const Aig& graph, const Budget& budget, std::uint64_t conflicts)
      : graph_(graph), conflicts_(conflicts) {
    solver_.set_budget(&budget);
  }

  /// Wherever all of `assumed` are true.
  Verdict ask(Lit a, Lit b, std::span<const Lit> assumed = {});

  /// After Equal: those of `assumed` that the proof used.
  const std::vector<Lit>& used() const { return used_; }
  /// After Different, until the next query: the value of a leaf in the counterexample; Undef if
  /// any will do.
  Lbool value(Lit leaf) const;

  std::uint64_t num_queries() const { return queries_; }

 private:
  Result solve(Lit a, Lit b, std::span<const Lit> assumed);
  Lit literal(Lit lit);
  void define_cone(Var root);
  void define(Var var);

  const Aig& graph_;
  const std::uint64_t conflicts_;
  Solver solver_;
  std::vector<Var> variables_;  // by node; 0 = not needed so far
  std::vector<Var> stack_;
  std::vector<Lit> assumptions_, used_;
  std::uint64_t queries_ = 0;
};

}  // namespace cairn::sat
