// SPDX-License-Identifier: MIT
//
// The simplifier behind Terms::make: constant folding and local rules, applied to one application
// whose operands are simplified already. Every rule keeps the value under every assignment; the
// tests hold them against evaluate() on random terms.
//
// Normal forms.
//  - Commutative operators have their operands sorted, constants last, then by handle.
//  - And, Or are flat: an operand of the same operator is merged unless it has more than kFlatten
//    operands (so that a conjunction that grows one by one stays linear in memory).
//  - BvUle, BvSle, Le become negated BvUlt, BvSlt, Lt with the operands swapped, and Xor a negated
//    Equal: a literal and its negation differ by Not alone. These four never occur in a pool, nor
//    do Not of Not, and Extract and extensions that change nothing.
//  - Constants of sums stand outside: (x + 1) + y is (x + y) + 1.
//  - Shifts by constants and products with powers of two are Concat, Extract and extensions.
//
// Rules call make() for what they build. Most build something smaller; a guard on the nesting of
// such calls (kMaxNesting) makes sure that long chains cost no stack, and one on their number
// (kMaxCalls) that no term costs more than a constant: x = 5, where x is a tree of concatenations,
// would become as many equations as it has leaves. Beyond them constants are folded, the third form
// above is kept, and nothing else is done: right, but not simplified. Rules that walk down a chain,
// of writes or concatenations, may take kFreeSteps each time, and more as long as all that take
// more stay within kStepsPerTerm for each term of the pool (may_step): long walks, but linear time.
#pragma once

#include <span>

#include "logic/word/term.h"

namespace cairn {

class TermRewriter {
 public:
  explicit TermRewriter(Terms& terms) : terms_(terms) {
    if (terms_.nesting_++ == 0) terms_.calls_ = 0;
    ++terms_.calls_;
  }
  ~TermRewriter() { --terms_.nesting_; }
  TermRewriter(const TermRewriter&) = delete;
  TermRewriter& operator=(const TermRewriter&) = delete;

  /// Requires fitting sorts; `sort` is that of the result.
  Term operator()(Op op, std::span<const Term> operands, std::span<const std::uint32_t> parameters,
                  const Sort& sort);

 private:
  using Operands = std::span<const Term>;
  using Parameters = std::span<const std::uint32_t>;
  static constexpr std::size_t kFlatten = 32;
  static constexpr std::uint32_t kMaxNesting = 64;
  static constexpr std::uint32_t kMaxCalls = 512;
  static constexpr std::uint32_t kFreeSteps = 1024;
  static constexpr std::uint64_t kStepsPerTerm = 64;

  // Each gives kNoTerm if no rule applies. term_rewrite.cpp:
  Term fold(Op op, Operands operands, Parameters parameters, const Sort& sort);
  Term fold_in_branches(Op op, Operands operands, Parameters parameters, const Sort& sort);
  Term rules(Op op, Operands operands, Parameters parameters, const Sort& sort);
  Term always(Op op, Operands operands, const Sort& sort);
  Term junction(Op op, Operands operands);
  bool contradicts(Op op, Operands sorted) const;
  Term ite(Term c, Term a, Term b, const Sort& sort);
  Term boolean_ite(Term c, Term a, Term b);
  Term ite_of_stores(Term c, Term a, Term b);
  Term equal(Term a, Term b);
  Term boolean_equal(Term a, Term b);
  Term equal_to_value(Term a, Term value);
  Term select(Term array, Term index);
  Term store(Term array, Term index, Term element);
  // term_rewrite_words.cpp:
  Term word_equal(Term a, Term b);
  Term word_equal_to_value(Term a, const BitVector& value);
  Term parts_equal_to_value(Term concatenation, const BitVector& value);
  Term word_unary(Op op, Term a);
  Term word_binary(Op op, Term a, Term b);
  Term bitwise(Op op, Term a, Term b);
  Term sum(Term a, Term b);
  Term product(Term a, Term b);
  Term quotient(Op op, Term a, Term b);
  Term shift(Op op, Term a, Term b);
  Term less_unsigned(Term a, Term b);
  Term less_signed(Term a, Term b);
  Term concat(Term high, Term low);
  Term extract(Term a, std::uint32_t high, std::uint32_t low);
  Term extract_of_arithmetic(Term a, std::uint32_t width);
  Term extend(Op op, Term a, std::uint32_t width);
  // term_rewrite_numbers.cpp:
  Term float_rules(Op op, Operands operands, const Sort& sort);
  Term float_equal_to_value(Term a, const Value& value);
  Term number_rules(Op op, Operands operands);

  Op op(Term a) const { return terms_.op(a); }
  Term arg(Term a, std::size_t i = 0) const { return terms_.operands(a)[i]; }
  bool is_value(Term a) const { return terms_.is_value(a); }
  const BitVector& bits(Term a) const { return terms_.value(a).bits(); }
  std::uint32_t width(Term a) const { return terms_.sort(a).width(); }
  Term constant(BitVector value) { return terms_.constant(Value(std::move(value))); }
  Term zero(std::uint32_t width) { return constant(BitVector(width, 0)); }
  /// An application of `which` to something and a constant.
  bool has_value(Term a, Op which) const { return op(a) == which && is_value(arg(a, 1)); }
  bool complementary(Term a, Term b) const;
  /// Constants last, then by handle.
  bool before(Term a, Term b) const;
  /// Whether a walk down a chain may go on after `taken` steps.
  bool may_step(std::uint32_t taken);
  /// Sure to differ under every assignment: different constants, or sums that differ by one.
  bool differ(Term a, Term b) const;

  Terms& terms_;
};

/// Whether the order of an operator's (first two) operands means nothing.
bool is_commutative(Op op);

}  // namespace cairn
