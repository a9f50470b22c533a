// SPDX-License-Identifier: MIT
//
// Weaker literals of bit-vectors: what a cube may have instead of a literal to cover more states.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "engine/ic3cfa/moves.h"
#include "logic/word/term.h"

namespace cairn::ic3cfa {

class WeakerLiterals {
 public:
  /// Bounds come from the constants of the automaton.
  explicit WeakerLiterals(Moves& moves);

  /// Of an equality the lowest bit alone and the inequalities, of a bound against a constant wider
  /// ones: those to try, most promising first; none implies that another is worth no try.
  std::vector<Term> of(Term literal);
  /// An equality with a constant, bit by bit; nothing for other literals.
  std::vector<Term> bits_of(Term literal);

 private:
  struct Bound {
    Term term;
    BitVector limit;
    bool is_signed = false;
    bool from_above = false;  // term <= limit; else term >= limit
  };
  std::optional<Bound> bound_of(Term literal) const;
  void add_wider(const Bound& bound, std::vector<Term>& result);
  void collect(Term term);

  Terms& terms_;
  std::map<std::uint32_t, std::vector<BitVector>> constants_;  // by width
  std::unordered_map<Term, bool> collected_;
};

}  // namespace cairn::ic3cfa
