// SPDX-License-Identifier: MIT
//
// Whether the system has a counterexample of some length, and if not, at which indices arrays have
// to be followed so that the reduction has none: few of them, from few steps before the bad one.
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
  std::uint32_t depth;  ///< steps before the bad one, if the index changes
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
  using Kind = ArrayReduction::Kind;
  /// An assumption about arrays, and what has to be followed for it.
  struct Fact {
    Term formula;
    IndexNeed need;
    Kind kind;

    /// What it costs to follow it.
    std::uint64_t price() const {
      return kind == Kind::Prophecy ? std::uint64_t{1} + need.depth : 0;
    }
  };

  SmtResult check(const std::vector<Fact>& facts, int conflict_limit = -1);
  void collect_facts(std::uint32_t last);
  void add_fact(Term formula, const IndexNeed& need, std::uint32_t last);
  Term followed_at(std::uint32_t group, Term index, std::uint32_t index_step, std::uint32_t last);
  std::vector<Fact> in_core(const std::vector<Fact>& facts);
  std::vector<Fact> as_followed(const std::vector<Fact>& facts, std::uint32_t last);
  std::vector<Fact> fewer(std::vector<Fact> facts);
  Verdict refute(std::vector<Fact> facts, std::uint32_t last);

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
