// SPDX-License-Identifier: MIT
//
// Folding, and the rules on Booleans, Ite, Equal and arrays.
#include "logic/word/term_rewrite.h"

#include <algorithm>
#include <array>

#include "logic/word/term_eval.h"
#include "logic/word/term_store.h"

namespace cairn {

namespace {

/// Maps with more entries than this stay terms: folding a chain of stores would copy them all.
constexpr std::size_t kMaxFoldedEntries = 32;

}  // namespace

bool is_commutative(Op op) {
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
    case Op::FpFma:
    case Op::FpMin:
    case Op::FpMax:
    case Op::FpEq:
    case Op::Add:
    case Op::Mul:
      return true;
    default:
      return false;
  }
}

bool TermRewriter::may_step(std::uint32_t taken) {
  if (taken < kFreeSteps) return true;
  if (terms_.long_steps_ >= kStepsPerTerm * terms_.size()) {
    terms_.store_->is_cut_short = true;
    return false;
  }
  ++terms_.long_steps_;
  return true;
}

bool TermRewriter::before(Term a, Term b) const {
  const bool value_a = is_value(a), value_b = is_value(b);
  return value_a != value_b ? value_b : a < b;
}

bool TermRewriter::complementary(Term a, Term b) const {
  return (op(a) == Op::Not && arg(a) == b) || (op(b) == Op::Not && arg(b) == a);
}

bool TermRewriter::differ(Term a, Term b) const {
  if (is_value(a) && is_value(b)) return a != b;
  const Op plus = terms_.sort(a).is_bit_vector() ? Op::BvAdd : Op::Add;
  const bool offset_a = has_value(a, plus), offset_b = has_value(b, plus);
  if ((offset_a ? arg(a) : a) != (offset_b ? arg(b) : b)) return false;
  if (offset_a && offset_b) return arg(a, 1) != arg(b, 1);
  if (!offset_a && !offset_b) return false;
  const Value& offset = terms_.value(arg(offset_a ? a : b, 1));
  return !(offset == Value::zero(offset.sort()));
}

Term TermRewriter::fold(Op op, Operands operands, Parameters parameters, const Sort& sort) {
  for (const Term operand : operands)
    if (!is_value(operand)) return kNoTerm;
  if (op == Op::Store && terms_.value(operands[0]).array().entries.size() >= kMaxFoldedEntries)
    return kNoTerm;
  std::vector<Value> values;
  for (const Term operand : operands) values.push_back(terms_.value(operand));
  return terms_.constant(apply(op, values, parameters, sort));
}

// f(ite(c, 1, 0), 5) is ite(c, f(1, 5), f(0, 5)): what C makes of truth values and back.
Term TermRewriter::fold_in_branches(Op op, Operands operands, Parameters parameters,
                                    const Sort& sort) {
  if (op == Op::Ite || op == Op::And || op == Op::Or || op == Op::Not || sort.is_array())
    return kNoTerm;
  std::size_t choice = operands.size();
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (is_value(operands[i])) continue;
    const bool foldable = this->op(operands[i]) == Op::Ite && is_value(arg(operands[i], 1)) &&
                          is_value(arg(operands[i], 2));
    if (!foldable || choice != operands.size()) return kNoTerm;
    choice = i;
  }
  const Term chosen = operands[choice];
  std::vector<Term> changed(operands.begin(), operands.end());
  changed[choice] = arg(chosen, 1);
  const Term then = fold(op, changed, parameters, sort);
  changed[choice] = arg(chosen, 2);
  return terms_.ite(arg(chosen), then, fold(op, changed, parameters, sort));
}

/// True for x == 1 && x == 2 among the operands of an And, and for its dual in an Or.
bool TermRewriter::contradicts(Op op, Operands sorted) const {
  std::vector<std::pair<Term, Term>> fixed;
  for (Term term : sorted) {
    if (op == Op::Or) {
      if (this->op(term) != Op::Not) continue;
      term = arg(term);
    }
    if (has_value(term, Op::Equal)) fixed.emplace_back(arg(term), arg(term, 1));
  }
  std::sort(fixed.begin(), fixed.end());
  for (std::size_t i = 1; i < fixed.size(); ++i)
    if (fixed[i].first == fixed[i - 1].first && fixed[i].second != fixed[i - 1].second) return true;
  return false;
}

Term TermRewriter::junction(Op op, Operands operands) {
  const Term neutral = terms_.boolean(op == Op::And);
  const Term absorbing = terms_.boolean(op == Op::Or);
  std::vector<Term> flat;
  for (const Term operand : operands) {
    const auto inner = terms_.operands(operand);
    if (this->op(operand) == op && inner.size() <= kFlatten)
      flat.insert(flat.end(), inner.begin(), inner.end());
    else if (operand != neutral)
      flat.push_back(operand);
  }
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  for (const Term term : flat) {
    if (term == absorbing) return absorbing;
    if (this->op(term) == Op::Not && std::binary_search(flat.begin(), flat.end(), arg(term)))
      return absorbing;
  }
  if (flat.empty()) return neutral;
  if (flat.size() == 1) return flat[0];
  if (contradicts(op, flat)) return absorbing;
  return terms_.intern(op, flat, {}, Sort::boolean());
}

Term TermRewriter::boolean_ite(Term c, Term a, Term b) {
  if (terms_.is_true(a) || a == c) return terms_.or_(c, b);
  if (terms_.is_false(b) || b == c) return terms_.and_(c, a);
  if (terms_.is_false(a) || complementary(a, c)) return terms_.and_(terms_.not_(c), b);
  if (terms_.is_true(b) || complementary(b, c)) return terms_.or_(terms_.not_(c), a);
  if (complementary(a, b)) return terms_.equal(c, a);
  return kNoTerm;
}

// One write of a choice instead of a choice between two maps.
Term TermRewriter::ite_of_stores(Term c, Term a, Term b) {
  if (op(a) == Op::Store && arg(a) == b) {
    const Term index = arg(a, 1);
    return terms_.store(b, index, terms_.ite(c, arg(a, 2), terms_.select(b, index)));
  }
  if (op(b) == Op::Store && arg(b) == a) {
    const Term index = arg(b, 1);
    return terms_.store(a, index, terms_.ite(c, terms_.select(a, index), arg(b, 2)));
  }
  if (op(a) == Op::Store && op(b) == Op::Store && arg(a) == arg(b) && arg(a, 1) == arg(b, 1))
    return terms_.store(arg(a), arg(a, 1), terms_.ite(c, arg(a, 2), arg(b, 2)));
  return kNoTerm;
}

Term TermRewriter::ite(Term c, Term a, Term b, const Sort& sort) {
  if (is_value(c)) return terms_.is_true(c) ? a : b;
  if (a == b) return a;
  if (op(c) == Op::Not) return terms_.ite(arg(c), b, a);
  if (sort.is_bool())
    if (const Term result = boolean_ite(c, a, b); result.valid()) return result;
  if (op(a) == Op::Ite && arg(a) == c) return terms_.ite(c, arg(a, 1), b);
  if (op(b) == Op::Ite && arg(b) == c) return terms_.ite(c, a, arg(b, 2));
  if (op(b) == Op::Ite && arg(b, 1) == a) return terms_.ite(terms_.or_(c, arg(b)), a, arg(b, 2));
  if (op(b) == Op::Ite && arg(b, 2) == a)
    return terms_.ite(terms_.or_(c, terms_.not_(arg(b))), a, arg(b, 1));
  if (op(a) == Op::Ite && arg(a, 2) == b) return terms_.ite(terms_.and_(c, arg(a)), arg(a, 1), b);
  if (op(a) == Op::Ite && arg(a, 1) == b)
    return terms_.ite(terms_.and_(c, terms_.not_(arg(a))), arg(a, 2), b);
  // x == y ? x : y
  if (op(c) == Op::Equal && ((arg(c) == a && arg(c, 1) == b) || (arg(c) == b && arg(c, 1) == a)))
    return b;
  return sort.is_array() ? ite_of_stores(c, a, b) : kNoTerm;
}

Term TermRewriter::boolean_equal(Term a, Term b) {
  if (terms_.is_true(b)) return a;
  if (terms_.is_false(b)) return terms_.not_(a);
  if (complementary(a, b)) return terms_.false_term();
  const bool not_a = op(a) == Op::Not, not_b = op(b) == Op::Not;
  if (!not_a && !not_b) return kNoTerm;
  const Term result = terms_.equal(not_a ? arg(a) : a, not_b ? arg(b) : b);
  return not_a != not_b ? terms_.not_(result) : result;
}

Term TermRewriter::equal_to_value(Term a, Term value) {
  if (op(a) == Op::Ite) {
    const Term c = arg(a), then = arg(a, 1), otherwise = arg(a, 2);
    if (is_value(then))
      return then == value ? terms_.or_(c, terms_.equal(otherwise, value))
                           : terms_.and_(terms_.not_(c), terms_.equal(otherwise, value));
    if (is_value(otherwise))
      return otherwise == value ? terms_.or_(terms_.not_(c), terms_.equal(then, value))
                                : terms_.and_(c, terms_.equal(then, value));
  }
  if (terms_.sort(a).is_bit_vector()) return word_equal_to_value(a, bits(value));
  if (terms_.sort(a).is_float()) return float_equal_to_value(a, terms_.value(value));
  return kNoTerm;
}

Term TermRewriter::equal(Term a, Term b) {
  if (a == b) return terms_.true_term();
  const Sort& sort = terms_.sort(a);
  if (sort.is_bool()) return boolean_equal(a, b);
  if (is_value(b))
    if (const Term result = equal_to_value(a, b); result.valid()) return result;
  if (!sort.is_array() && !sort.is_float() && differ(a, b)) return terms_.false_term();
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    if (op(x) != Op::Ite) continue;
    if (arg(x, 1) == y) return terms_.or_(arg(x), terms_.equal(arg(x, 2), y));
    if (arg(x, 2) == y) return terms_.or_(terms_.not_(arg(x)), terms_.equal(arg(x, 1), y));
  }
  return sort.is_bit_vector() ? word_equal(a, b) : kNoTerm;
}

Term TermRewriter::select(Term array, Term index) {
  Term at = array;
  for (std::uint32_t taken = 0; op(at) == Op::Store; ++taken) {
    if (arg(at, 1) == index) return arg(at, 2);
    if (!differ(arg(at, 1), index)) break;
    if (!may_step(taken))
      return terms_.intern(Op::Select, std::array{at, index}, {}, terms_.sort(at).element_sort());
    at = arg(at);
  }
  if (op(at) == Op::ConstArray) return arg(at);
  if (is_value(at)) {
    const ArrayValue& map = terms_.value(at).array();
    if (map.entries.empty()) return terms_.constant(map.otherwise);
  }
  return at == array ? kNoTerm : terms_.select(at, index);
}

Term TermRewriter::store(Term array, Term index, Term element) {
  if (op(element) == Op::Select && arg(element) == array && arg(element, 1) == index) return array;
  if (op(array) == Op::Store && arg(array, 1) == index)
    return terms_.store(arg(array), index, element);
  if (op(array) == Op::ConstArray && arg(array) == element) return array;
  if (is_value(array) && is_value(element)) {
    const ArrayValue& map = terms_.value(array).array();
    if (map.entries.empty() && map.otherwise == terms_.value(element)) return array;
  }
  return kNoTerm;
}

Term TermRewriter::rules(Op op, Operands v, Parameters parameters, const Sort& sort) {
  switch (op) {
    case Op::And:
    case Op::Or:
      return junction(op, v);
    case Op::Equal:
      return equal(v[0], v[1]);
    case Op::Ite:
      return ite(v[0], v[1], v[2], sort);
    case Op::Select:
      return select(v[0], v[1]);
    case Op::Store:
      return store(v[0], v[1], v[2]);
    case Op::Not:
    case Op::ConstArray:
      return kNoTerm;
    case Op::BvNot:
    case Op::BvNeg:
      return word_unary(op, v[0]);
    case Op::Extract:
      return extract(v[0], parameters[0], parameters[1]);
    case Op::ZeroExtend:
    case Op::SignExtend:
      return extend(op, v[0], parameters[0]);
    default:
      break;
  }
  if (op <= Op::Concat) return word_binary(op, v[0], v[1]);
  return op < Op::Neg ? float_rules(op, v, sort) : number_rules(op, v);
}

/// Normal forms that other rules rely on.
Term TermRewriter::always(Op op, Operands v, const Sort& sort) {
  switch (op) {
    case Op::Not:
      return this->op(v[0]) == Op::Not ? arg(v[0]) : kNoTerm;
    case Op::Xor:
      return terms_.not_(terms_.equal(v[0], v[1]));
    case Op::BvUle:
      return terms_.not_(terms_.make(Op::BvUlt, {v[1], v[0]}));
    case Op::BvSle:
      return terms_.not_(terms_.make(Op::BvSlt, {v[1], v[0]}));
    case Op::Le:
      return terms_.not_(terms_.make(Op::Lt, {v[1], v[0]}));
    case Op::Extract:
    case Op::ZeroExtend:
    case Op::SignExtend:
      return terms_.sort(v[0]) == sort ? v[0] : kNoTerm;
    default:
      return kNoTerm;
  }
}

Term TermRewriter::operator()(Op op, Operands operands, Parameters parameters, const Sort& sort) {
  if (const Term folded = fold(op, operands, parameters, sort); folded.valid()) return folded;
  if (const Term result = always(op, operands, sort); result.valid()) return result;
  std::array<Term, 3> sorted;
  if (is_commutative(op) && before(operands[1], operands[0])) {
    std::copy(operands.begin(), operands.end(), sorted.begin());
    std::swap(sorted[0], sorted[1]);
    operands = std::span(sorted).first(operands.size());
  }
  if (terms_.nesting_ <= kMaxNesting && terms_.calls_ <= kMaxCalls) {
    Term result = fold_in_branches(op, operands, parameters, sort);
    if (!result.valid()) result = rules(op, operands, parameters, sort);
    if (result.valid()) return result;
  } else {
    terms_.store_->is_cut_short = true;
  }
  return terms_.intern(op, operands, parameters, sort);
}

}  // namespace cairn
