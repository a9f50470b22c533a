// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "model/word_system.h"

namespace cairn {

/// The terms that a system is made of, those of its variables aside: initial values, next-state
/// terms, bad states, constraints; none is kNoTerm.
std::vector<Term> functions_of(const WordSystem& system);

/// All subterms, each once, operands before the terms over them.
std::vector<Term> subterms(const Terms& terms, std::span<const Term> roots);

/// Replaces each of functions_of() by what `map` makes of it.
template <class Map>
void map_functions(WordSystem& system, Map&& map) {
  const auto replace = [&](Term& term) {
    if (term.valid()) term = map(term);
  };
  for (WordState& state : system.states) {
    replace(state.init);
    replace(state.next);
  }
  std::for_each(system.bad.begin(), system.bad.end(), replace);
  std::for_each(system.constraints.begin(), system.constraints.end(), replace);
}

/// What stands for terms in other terms: Terms::substitute() for a whole system. Faster than
/// Substitution where most of the pool is visited: a table by handle instead of a map.
class TermTable {
 public:
  explicit TermTable(Terms& terms) : terms_(terms), images_(terms.size(), kNoTerm) {}

  /// Sorts must agree.
  void set(Term term, Term image) { images_[term.id] = image; }
  bool has(Term term) const { return images_[term.id].valid(); }
  /// Terms from here on are newer than the table. Images that are older have no image other than
  /// themselves in them.
  std::uint32_t size() const { return static_cast<std::uint32_t>(images_.size()); }
  /// The term with the images in it. Not recursive.
  Term operator()(Term term);

 private:
  Term rebuild(Term term);

  Terms& terms_;
  std::vector<Term> images_;  // by handle, of the terms that the pool had
  std::vector<Term> stack_;
};

/// The application of the same operator to other operands.
Term with_operands(Terms& terms, Term term, std::span<const Term> operands);

}  // namespace cairn
