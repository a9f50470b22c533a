// SPDX-License-Identifier: MIT
#pragma once

#include <unordered_set>
#include <vector>

#include "engine/word/config.h"
#include "engine/word/transition.h"

namespace cairn::word {

/// A domain of predicate abstraction: an abstract state says which predicates hold. Control states
/// are not abstracted from, they keep their values.
class PredicateDomain {
 public:
  PredicateDomain(const WordTransition& transition, FirstPredicates first);

  std::size_t size() const { return predicates_.size(); }
  /// The predicates of these literals that are new. Control states are none.
  std::size_t add(const TermCube& literals);
  /// The cube of the abstract state that this state is in.
  TermCube abstraction(const Assignment& state) const;

 private:
  const WordTransition& transition_;
  std::vector<Term> predicates_;
  std::unordered_set<Term> known_;
};

}  // namespace cairn::word
