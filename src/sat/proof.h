// SPDX-License-Identifier: MIT
//
// What a solver tells about how it came to its answer [MS08, section 3]. Every clause has a number.
// A derived clause comes with its antecedents in the order of LRAT: under the negation of the
// clause, each of them but the last becomes unit, one after the other, and the last one false.
// Read from the end, they are a chain of resolution steps: the last clause is resolved with the one
// before it, the result with the one before that, and so on; each step has one pivot. (The result
// may have fewer literals than the derived clause, never others.)
//
// Constants, repeated and opposite literals occur in originals only. Such an original, if it is of
// use, is the single antecedent of a derived clause without them (besides clauses of one literal,
// for what is known to be false), and is used nowhere else; in it the constant false counts as
// absent. The exception are tautologies, derived from nothing: a query with opposite assumptions
// (or the constant false among them) ends with one of these two literals (or the constant true).
#pragma once

#include <cstdint>
#include <span>

#include "logic/bit/lit.h"

namespace cairn::sat {

/// Numbers ascend in the order in which clauses come; 0 is none.
using ClauseId = std::uint64_t;
inline constexpr ClauseId kNoClauseId = 0;

class ProofTracer {
 public:
  virtual ~ProofTracer() = default;

  /// As it was given to the solver, repeated and opposite literals and constants included.
  virtual void add_original(ClauseId id, std::span<const Lit> clause) = 0;
  /// Follows from clauses that were not deleted; the empty clause ends a refutation.
  virtual void add_derived(ClauseId id, std::span<const Lit> clause,
                           std::span<const ClauseId> antecedents) = 0;
  /// Will not be an antecedent any more.
  virtual void delete_clause(ClauseId id) = 0;
};

}  // namespace cairn::sat
