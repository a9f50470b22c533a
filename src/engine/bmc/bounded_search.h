// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "base/context.h"
#include "engine/bmc/unrolled_solver.h"
#include "model/bit_system.h"
#include "sat/backend/incremental_solver.h"

namespace cairn {

/// What searches for counterexamples did.
struct BoundedSearchStats {
  std::uint64_t queries = 0;      ///< queries to the solver
  std::uint64_t shortenings = 0;  ///< counterexamples that a shorter one replaced
  std::uint64_t lemmas = 0;       ///< clauses that say what other workers found
  std::uint64_t folded = 0;       ///< queries answered by constant propagation alone
  std::uint64_t nodes = 0;        ///< of the unrolled graph
  std::uint64_t variables = 0;    ///< of the solver
  std::uint64_t clauses = 0;      ///< in the solver at the end, learnt ones included
};

/// One unrolling from the initial states, one solver, and the queries of bounded model checking
/// about it. bounded_search.cpp says what a query is.
class BoundedSearch {
 public:
  enum class Verdict { Reachable, Cleared, Undecided };
  static constexpr int kNoLimit = -1;

  /// The bounds of one query.
  struct Window {
    std::uint32_t first, last;
    std::vector<Lit> constrained_at;  ///< by bound: the constraints of that step
    std::vector<Lit> bad_at;          ///< by bound: bad, after constrained steps of this window
    Lit constrained = kTrue;          ///< all steps of the window are
    Lit query = kFalse;               ///< some step is bad
    bool runs_end_before = false;     ///< no run has constrained steps 0 to first - 1
    std::size_t lemmas = 0;           ///< that were looked at, of those given
  };

  /// What the context and the stats refer to must outlive the search.
  BoundedSearch(const BitSystem& system, SolverKind solver, CnfEncoder::Polarities polarities,
                const Context& context, BoundedSearchStats& stats);

  /// All bounds before `first` must have been closed before the window is asked about.
  Window unroll(std::uint32_t first, std::uint32_t last);
  /// Unrolls what is missing of the window; false if the budget ended before.
  bool complete(Window& window);
  Verdict ask(Window& window, int conflict_limit = kNoLimit);
  /// Of a list that only grows, those that the window was not asked about with are assumed in its
  /// first step, where the query is about their latches. Counts those that were of use so.
  void set_lemmas(const std::vector<SharedLemma>* lemmas) { lemmas_ = lemmas; }
  /// After Reachable: the counterexample of the solver's model.
  BitTrace counterexample(const Window& window);
  /// After Reachable: the shortest counterexample of the window.
  BitTrace shortest_counterexample(const Window& window);
  /// The window is cleared: from now on only longer counterexamples count.
  void close(const Window& window);

  IncrementalSolver& solver() { return unrolled_.solver(); }

 private:
  void observe(const std::vector<Lit>& literals);
  void assume_lemmas(Window& window);
  std::uint32_t first_bad(const Window& window) const;

  const Context context_;
  BoundedSearchStats& stats_;
  UnrolledSolver unrolled_;
  const std::vector<SharedLemma>* lemmas_ = nullptr;
};

}  // namespace cairn
