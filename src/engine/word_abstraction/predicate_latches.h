// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <unordered_set>
#include <vector>

#include "engine/word/transition.h"
#include "engine/word_abstraction/config.h"
#include "model/word_system.h"

namespace cairn::word {

/// A system whose states are predicates on the words of another one [Ton09]. A word that is
/// abstracted from becomes an input, which must agree with the predicates on it (and, in the first
/// step, with its initial value); the next value of a predicate is what it says of the next words.
/// So each step is one of the system, while two steps in a row may meet in different words of which
/// the same predicates hold: every run of the system is one of the abstraction. Narrow words and
/// those that steer stay latches.
class PredicateLatches {
 public:
  PredicateLatches(WordTransition& transition, const IaConfig& config);

  std::size_t size() const { return predicates_.size(); }
  /// Adds the predicates of these literals; how many are new.
  std::size_t add(const TermCube& literals);

  WordSystem make() const;
  /// A proof about the abstraction as one about the system.
  WordInvariant concretize(WordInvariant invariant) const;

 private:
  struct Predicate {
    Term formula;  ///< over states
    Term latch;
  };

  bool is_kept(Term state) const { return kept_.contains(state); }
  bool is_over_kept(Term formula) const;
  Term in_first_step() const;
  bool holds_at_first(std::vector<Term>& conjuncts) const;

  WordTransition& transition_;
  std::unordered_set<Term> kept_;
  Term first_;  ///< a latch that is true in the first step alone
  std::vector<Predicate> predicates_;
  std::unordered_set<Term> known_;
};

}  // namespace cairn::word
