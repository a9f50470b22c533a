// SPDX-License-Identifier: MIT
#include "engine/tree_ic3/implicant.h"

#include <algorithm>
#include <unordered_set>

#include "base/error.h"

namespace cairn::tree_ic3 {
namespace {

bool combines(const Terms& terms, Term part) {
  const Op op = terms.op(part);
  if (op == Op::And || op == Op::Or) return true;
  return (op == Op::Equal || op == Op::Ite) && terms.sort(terms.operands(part).back()).is_bool();
}

}  // namespace

std::vector<Term> implicant(Terms& terms, Term formula, const Assignment& assignment) {
  Evaluator value(terms, assignment);
  CAIRN_CHECK(value(formula).as_bool());
  std::vector<Term> result, stack{formula};
  std::unordered_set<Term> seen;
  // What stands on the stack is true.
  while (!stack.empty()) {
    const Term part = stack.back();
    stack.pop_back();
    if (!seen.insert(part).second || terms.is_true(part)) continue;
    const bool negated = terms.op(part) == Op::Not;
    const Term inner = negated ? terms.operands(part)[0] : part;
    const auto as_it_is = [&](Term operand) {
      stack.push_back(value(operand).as_bool() ? operand : terms.not_(operand));
    };
    if (!combines(terms, inner)) {
      result.push_back(part);
      continue;
    }
    const std::vector<Term> operands(terms.operands(inner).begin(), terms.operands(inner).end());
    const Op op = terms.op(inner);
    if (op == Op::Ite) {
      as_it_is(operands[0]);
      as_it_is(value(operands[0]).as_bool() ? operands[1] : operands[2]);
    } else if (op == Op::Equal || (op == Op::And) != negated) {
      for (const Term operand : operands) as_it_is(operand);
    } else {
      const bool wanted = !negated;
      as_it_is(*std::find_if(operands.begin(), operands.end(),
                             [&](Term operand) { return value(operand).as_bool() == wanted; }));
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace cairn::tree_ic3
