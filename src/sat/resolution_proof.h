// SPDX-License-Identifier: MIT
//
// A proof kept in memory, for what looks at it as a whole: unsatisfiable cores, interpolants. It is
// trimmed by going backwards from the clause that was to be proved [MS08, section 3].
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sat/proof.h"

namespace cairn::sat {

/// Clauses must be numbered 1, 2, 3, and so on, as Solver does. Deleted clauses stay: someone may
/// look at them later.
class ResolutionProof : public ProofTracer {
 public:
  void add_original(ClauseId id, std::span<const Lit> clause) override;
  void add_derived(ClauseId id, std::span<const Lit> clause,
                   std::span<const ClauseId> antecedents) override;
  void delete_clause(ClauseId) override {}

  /// The number of the last clause, and how many there are.
  ClauseId last() const { return steps_.size() - 1; }
  std::span<const Lit> clause(ClauseId id) const;
  /// In the order of proof.h; none for originals, and for tautologies.
  std::span<const ClauseId> antecedents(ClauseId id) const;
  bool is_original(ClauseId id) const { return steps_[id].is_original; }

  /// The clauses that `final` was derived from, itself included, in ascending order.
  std::vector<ClauseId> needed(ClauseId final) const;
  /// The originals among them.
  std::vector<ClauseId> core(ClauseId final) const;

  std::size_t memory() const;

 private:
  struct Step {
    std::size_t literals_end = 0, antecedents_end = 0;
    bool is_original = false;
  };
  void add(ClauseId id, std::span<const Lit> clause, std::span<const ClauseId> antecedents,
           bool is_original);

  std::vector<Step> steps_{Step{}};  // by number
  std::vector<Lit> literals_;
  std::vector<ClauseId> antecedents_;
};

}  // namespace cairn::sat
