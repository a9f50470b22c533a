// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/context.h"
#include "model/word_unroll.h"
#include "smt/lazy_array_solver.h"

namespace cairn::word {

/// What searches on words did.
struct WordSearchStats {
  std::uint64_t queries = 0;  ///< queries to the solver
  std::uint64_t folded = 0;   ///< queries answered by the rules of terms alone
};

/// One unrolling from the initial states, one solver, and the queries of bounded model checking
/// about it.
class WordSearch {
 public:
  enum class Verdict {
    Reachable,
    Cleared,
    RunsEnd,  ///< no run has constrained steps 0 to first - 1
    Undecided,
  };

  /// What is referred to must outlive the search.
  WordSearch(const WordSystem& system, const LazyArrayConfig& config, const Context& context,
             WordSearchStats& stats);

  /// Is there a counterexample of `first` to `last` steps after the first? All bounds before must
  /// have been cleared by this search; if these are, they are from now on. Undecided: the budget,
  /// or a term that the solver has no circuit for (reason()).
  Verdict ask(std::uint32_t first, std::uint32_t last);
  /// After Reachable.
  WordTrace counterexample();
  std::string reason() const { return solver_.reason(); }
  LazyArrayStats solver_stats() const { return solver_.stats(); }

 private:
  Terms& terms_;
  const Context context_;
  WordSearchStats& stats_;
  WordUnroller unroller_;
  LazyArraySolver solver_;
  std::uint32_t first_ = 0;
  std::vector<Term> constrained_, bad_;  // of the steps from first_ on; bad after constrained ones
};

}  // namespace cairn::word
