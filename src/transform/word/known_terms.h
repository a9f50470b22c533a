// SPDX-License-Identifier: MIT
//
// Bits of terms that have the same value in every step of every run, by an optimistic fixed point:
// at first every state has what is known of its initial value; a bit of a state that its next-state
// term does not keep is forgotten, and so are the bits above that depended on it, until nothing
// changes. What is then known of the states is inductive, constraints or not.
//
// Bits are only ever forgotten, so a term is looked at as often as its operands have bits at most:
// the time is linear in the circuit that the system would be.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "logic/word/known_bits.h"
#include "model/word_system.h"

namespace cairn {

class KnownTerms {
 public:
  explicit KnownTerms(const WordSystem& system);

  /// The terms of the system, operands first, and its variables.
  std::span<const Term> terms() const { return terms_; }
  /// Of one of terms().
  const KnownBits& of(Term term) const { return known_[position_[term.id]]; }
  /// The value of a term that has just one.
  std::optional<Value> constant(Term term) const;

 private:
  void set_initial(const WordSystem& system);
  KnownBits evaluate(Term term, const std::vector<KnownBits>& known);
  void propagate(const WordSystem& system);
  /// Whether something was forgotten.
  bool forget(Term state, const KnownBits& next);

  const Terms& pool_;
  std::vector<Term> terms_;
  std::vector<std::uint32_t> position_;       // by handle: in terms_
  std::vector<KnownBits> known_;              // by position
  std::vector<std::uint32_t> changes_;        // by position, of states
  std::vector<std::optional<Value>> arrays_;  // by position: value of an array that never changes
  std::vector<const KnownBits*> operands_;    // of the term that is evaluated
  std::vector<Sort> sorts_;                   // theirs
};

}  // namespace cairn
