// SPDX-License-Identifier: MIT
//
// The simplifier behind Terms::make: constant folding and local rules, applied to one application
// whose operands are simplified already. docs/terms.md is not needed to use terms: the rules keep
// the value under every assignment, and the tests hold each against evaluate().
//
// Normal forms. Commutative operators have their operands sorted, constants last, then by handle.
// And, Or are flat up to kFlatten operands of an operand (so that a conjunction that grows one by
// one stays linear in memory). BvUle, BvSle, Le become negated BvUlt, BvSlt, Lt with the operands
// swapped, and Xor a negated Equal: a literal and its negation differ by Not alone.
#pragma once

#include <span>

#include "logic/term.h"

namespace cairn {

class TermRewriter {
 public:
  explicit TermRewriter(Terms& terms) : terms_(terms) {}
  /// Requires fitting sorts; `sort` is that of the result.
  Term operator()(Op op, std::span<const Term> operands, std::span<const std::uint32_t> parameters,
                  const Sort& sort);

 private:
  static constexpr std::size_t kFlatten = 32;

  Term fold(Op op, std::span<const Term> operands, std::span<const std::uint32_t> parameters,
            const Sort& sort);
  Term negation(Term a);
  Term junction(Op op, std::span<const Term> operands);
  Term binary(Op op, Term a, Term b, const Sort& sort);
  bool complementary(Term a, Term b) const;
  /// Constants last, then by handle.
  bool before(Term a, Term b) const;

  Terms& terms_;
};

}  // namespace cairn
