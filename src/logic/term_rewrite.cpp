// SPDX-License-Identifier: MIT
#include "logic/term_rewrite.h"

#include <algorithm>

#include "logic/term_eval.h"

namespace cairn {

namespace {

bool commutative(Op op) {
  switch (op) {
    case Op::Equal:
    case Op::Xor:
    case Op::BvAnd:
    case Op::BvOr:
    case Op::BvXor:
    case Op::BvAdd:
    case Op::BvMul:
    case Op::FpAdd:
    case Op::FpMul:
    case Op::FpEq:
    case Op::Add:
    case Op::Mul:
      return true;
    default:
      return false;
  }
}

/// Maps with more entries than this stay terms: folding a chain of stores would copy them all.
constexpr std::size_t kMaxFoldedEntries = 32;

}  // namespace

bool TermRewriter::before(Term a, Term b) const {
  const bool value_a = terms_.is_value(a), value_b = terms_.is_value(b);
  return value_a != value_b ? value_b : a < b;
}

bool TermRewriter::complementary(Term a, Term b) const {
  return (terms_.op(a) == Op::Not && terms_.operands(a)[0] == b) ||
         (terms_.op(b) == Op::Not && terms_.operands(b)[0] == a);
}

Term TermRewriter::fold(Op op, std::span<const Term> operands,
                        std::span<const std::uint32_t> parameters, const Sort& sort) {
  for (const Term operand : operands)
    if (!terms_.is_value(operand)) return kNoTerm;
  if (op == Op::Store && terms_.value(operands[0]).array().entries.size() >= kMaxFoldedEntries)
    return kNoTerm;
  std::vector<Value> values;
  for (const Term operand : operands) values.push_back(terms_.value(operand));
  return terms_.constant(apply(op, values, parameters, sort));
}

Term TermRewriter::negation(Term a) {
  if (terms_.op(a) == Op::Not) return terms_.operands(a)[0];
  return terms_.intern(Op::Not, std::span(&a, 1), {}, Sort::boolean());
}

Term TermRewriter::junction(Op op, std::span<const Term> operands) {
  const Term neutral = terms_.boolean(op == Op::And);
  const Term absorbing = terms_.boolean(op == Op::Or);
  std::vector<Term> flat;
  for (const Term operand : operands) {
    const auto inner = terms_.operands(operand);
    if (terms_.op(operand) == op && inner.size() <= kFlatten)
      flat.insert(flat.end(), inner.begin(), inner.end());
    else if (operand != neutral)
      flat.push_back(operand);
  }
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  for (const Term term : flat) {
    if (term == absorbing) return absorbing;
    if (terms_.op(term) == Op::Not &&
        std::binary_search(flat.begin(), flat.end(), terms_.operands(term)[0]))
      return absorbing;
  }
  if (flat.empty()) return neutral;
  if (flat.size() == 1) return flat[0];
  return terms_.intern(op, flat, {}, Sort::boolean());
}

Term TermRewriter::binary(Op op, Term a, Term b, const Sort& sort) {
  if (commutative(op) && before(b, a)) std::swap(a, b);
  switch (op) {
    case Op::BvUle:
      return terms_.not_(terms_.make(Op::BvUlt, {b, a}));
    case Op::BvSle:
      return terms_.not_(terms_.make(Op::BvSlt, {b, a}));
    case Op::Le:
      return terms_.not_(terms_.make(Op::Lt, {b, a}));
    case Op::Xor:
      return terms_.not_(terms_.equal(a, b));
    case Op::Equal:
      if (a == b) return terms_.true_term();
      break;
    default:
      break;
  }
  const Term operands[] = {a, b};
  return terms_.intern(op, operands, {}, sort);
}

Term TermRewriter::operator()(Op op, std::span<const Term> operands,
                              std::span<const std::uint32_t> parameters, const Sort& sort) {
  if (const Term folded = fold(op, operands, parameters, sort); folded.valid()) return folded;
  switch (op) {
    case Op::Not:
      return negation(operands[0]);
    case Op::And:
    case Op::Or:
      return junction(op, operands);
    case Op::Ite:
      if (terms_.is_value(operands[0])) return operands[terms_.is_true(operands[0]) ? 1 : 2];
      if (operands[1] == operands[2]) return operands[1];
      break;
    default:
      if (operands.size() == 2 && parameters.empty())
        return binary(op, operands[0], operands[1], sort);
      break;
  }
  return terms_.intern(op, operands, parameters, sort);
}

}  // namespace cairn
