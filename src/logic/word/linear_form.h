// SPDX-License-Identifier: MIT
//
// Terms over bit-vectors of one width as sums: constant + sum of coefficient times atom, modulo
// 2^w. Two sums that differ in the order of their operands are the same form, which circuits of
// adders do not show. What both branches of an if-then-else have in common is taken out of it.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "logic/word/term.h"

namespace cairn {

struct LinearForm {
  std::uint32_t width = 0;
  std::uint64_t constant = 0;
  std::map<Term, std::uint64_t> coefficients;  ///< of atoms; none is 0

  /// Adds a multiple of another form of the same width.
  void add(std::uint64_t factor, const LinearForm& other);
};

/// Brings terms into a form in which sums cancel: every sum is written in one way, equations of
/// sums have everything that cancels cancelled. Remembers what it has seen.
class LinearNormalizer {
 public:
  explicit LinearNormalizer(Terms& terms) : terms_(terms) {}

  /// An equal term.
  Term operator()(Term term);
  /// Requires a bit-vector of at most 64 bits.
  const LinearForm& form(Term term);

 private:
  bool is_sum(Term term) const;
  std::vector<Term> parts(Term term) const;
  void visit(Term root);
  void make(Term term);
  LinearForm make_sum(Term term);
  LinearForm branches(Term condition, LinearForm then, LinearForm otherwise);
  Term rebuild(Term term);
  Term term_of(Term term) const { return result_.at(term); }

  Terms& terms_;
  std::unordered_map<Term, LinearForm> forms_;  // of bit-vectors
  std::unordered_map<Term, Term> result_;
};

/// The sum; terms with negative coefficients come as `minus`, so that form = plus - minus.
struct LinearSides {
  Term plus, minus;
};
LinearSides sides_of(Terms& terms, const LinearForm& form);

}  // namespace cairn
