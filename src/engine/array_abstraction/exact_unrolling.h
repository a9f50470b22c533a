// SPDX-License-Identifier: MIT
//
// Whether the system has a counterexample of some length, and if not, which reads have to be exact
// for that: few of them, from few steps before the bad one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/context.h"
#include "engine/array_abstraction/array_reduction.h"
#include "model/word_unroll.h"
#include "smt/lazy_array_solver.h"

namespace cairn::word {

/// That arrays are followed at an index would exclude a counterexample.
struct IndexNeed {
  Term array, index;
  std::uint32_t depth;  ///< steps before the bad one
};

class ExactUnrolling {
 public:
  enum class Verdict { Reachable, Refuted, Undecided };

  /// The reduction must outlive this.
  ExactUnrolling(const ArrayReduction& reduction, const Context& context);

  /// Whether the step can be bad.
  Verdict ask(std::uint32_t step);
  /// After Refuted: none of them is followed.
  const std::vector<IndexNeed>& needs() const { return needs_; }
  /// After Reachable.
  WordTrace counterexample(std::uint32_t step);
  std::string reason() const { return solver_.reason(); }

  std::uint64_t queries() const { return queries_; }
  LazyArrayStats solver_stats() const { return solver_.stats(); }

 private:
  /// That a read, or an equality, is what it stands for in a step.
  struct Fact {
    Term formula;
    IndexNeed need;
    ArrayReduction::Kind kind;
  };

  SmtResult check(std::vector<Term> assumptions, int conflict_limit = -1);
  void collect_facts(std::uint32_t step);
  Verdict refute(std::vector<Fact> facts);
  static std::vector<Term> formulas(const std::vector<Fact>& facts);
  std::vector<Fact> in_core(const std::vector<Fact>& facts);
  std::vector<Fact> fewer(std::vector<Fact> facts);

  const ArrayReduction& reduction_;
  Terms& terms_;
  const Context context_;
  WordUnroller unroller_;
  LazyArraySolver solver_;
  std::vector<Term> assumed_;  // of the query: constraints, the bad state, what is followed
  std::vector<Fact> facts_;    // the others
  std::vector<IndexNeed> needs_;
  std::uint64_t queries_ = 0;
};

}  // namespace cairn::word
