// SPDX-License-Identifier: MIT
//
// A layer that remembers answers [Lan18, section 5.1.3]. A query is the set of formulas in force
// and the set of assumptions. Sat and Unsat are remembered with a model or core; Unknown with the
// timeout, and is given again to a query whose timeout is no longer. Interpolants are remembered
// as well. What was not asked for longest is forgotten.
#pragma once

#include <unordered_map>
#include <vector>

#include "smt/layered_solver.h"
#include "smt/lru_cache.h"

namespace cairn {

struct CacheStats {
  std::uint64_t queries = 0;
  std::uint64_t hits = 0;
};

class CachedSolver : public LayeredSolver {
 public:
  CachedSolver(std::unique_ptr<SmtSolver> inner, const Terms& terms, const Context& context,
               std::size_t entries, SmtStats* total = nullptr);

  SmtResult check(std::span<const Term> assumptions) override;
  Value value(Term term) override;
  std::vector<Term> core() override;
  std::string reason() const override { return answer_.reason; }
  void set_timeout(double seconds) override;
  std::optional<Term> interpolant(std::span<const Term> a, std::span<const Term> b) override;

  const CacheStats& stats() const { return stats_; }

 private:
  /// Two sets of terms, sorted.
  struct Query {
    std::vector<Term> first, second;
    bool operator==(const Query&) const = default;
  };
  struct QueryHash {
    std::size_t operator()(const Query& query) const;
  };
  struct Answer {
    SmtResult result = SmtResult::Unknown;
    double timeout = 0;  ///< that was given; infinite if none
    Assignment model;
    std::vector<Term> core;
    std::string reason;
  };
  struct Interpolant {
    std::optional<Term> term;
    double timeout = 0;
  };

  static Query query(std::span<const Term> a, std::span<const Term> b);
  Answer asked(std::span<const Term> assumptions);
  void count_hit();

  const Terms& terms_;
  const Context context_;
  LruCache<Query, Answer, QueryHash> answers_;
  LruCache<Query, Interpolant, QueryHash> interpolants_;
  double timeout_;
  Answer answer_;                       // the last one
  std::optional<Evaluator> evaluator_;  // of its model
  std::vector<Term> assumptions_;       // as the last query gave them
  CacheStats stats_;
  SmtStats* total_;  // of several solvers; may be null
};

}  // namespace cairn
