// SPDX-License-Identifier: MIT
//
// The reference semantics of terms: what every simplification, every encoding and every solver is
// held against, written for obviousness. Floats by exact rational arithmetic and one rounding.
#pragma once

#include <unordered_map>

#include "logic/word/term.h"

namespace cairn {

/// Values of variables; those that are missing are zero (Value::zero).
using Assignment = std::unordered_map<Term, Value>;

/// One evaluation; keeps the values of subterms, so that further terms under the same assignment
/// are cheap. The assignment must not change meanwhile.
class Evaluator {
 public:
  Evaluator(const Terms& terms, const Assignment& assignment)
      : terms_(terms), assignment_(assignment) {}
  const Value& operator()(Term term);

 private:
  const Terms& terms_;
  const Assignment& assignment_;
  std::unordered_map<Term, Value> values_;
};

Value evaluate(const Terms& terms, Term term, const Assignment& assignment);

/// One operation on values; `sort` is that of the result.
Value apply(Op op, std::span<const Value> operands, std::span<const std::uint32_t> parameters,
            Sort sort);

}  // namespace cairn
