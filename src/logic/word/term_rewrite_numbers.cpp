// SPDX-License-Identifier: MIT
//
// Rules on floats, integers and reals.
#include "logic/word/float_value.h"
#include "logic/word/term_eval.h"
#include "logic/word/term_rewrite.h"

namespace cairn {

namespace {

/// Every number of the first format is one of the second.
bool contains(const Sort& narrow, const Sort& wide) {
  return wide.element.exponent >= narrow.element.exponent &&
         wide.element.size >= narrow.element.size;
}

bool is_sign_blind(Op op) {
  switch (op) {
    case Op::FpIsNan:
    case Op::FpIsInfinite:
    case Op::FpIsZero:
    case Op::FpIsNormal:
    case Op::FpIsSubnormal:
      return true;
    default:
      return false;
  }
}

}  // namespace

Term TermRewriter::float_equal_to_value(Term a, const Value& value) {
  if (op(a) == Op::FpNeg) {
    const Value negated = apply(Op::FpNeg, std::span(&value, 1), {}, value.sort());
    return terms_.equal(arg(a), terms_.constant(negated));
  }
  if (op(a) == Op::FpFromBits && !float_parts(value).is_nan())
    return terms_.equal(arg(a), constant(value.bits()));
  return kNoTerm;
}

Term TermRewriter::float_rules(Op op, Operands v, const Sort& sort) {
  const Term a = v[0];
  if (is_sign_blind(op) && (this->op(a) == Op::FpNeg || this->op(a) == Op::FpAbs))
    return terms_.make(op, {arg(a)});
  switch (op) {
    case Op::FpNeg:
      return this->op(a) == Op::FpNeg ? arg(a) : kNoTerm;
    case Op::FpAbs:
      if (this->op(a) == Op::FpAbs) return a;
      return this->op(a) == Op::FpNeg ? terms_.make(Op::FpAbs, {arg(a)}) : kNoTerm;
    case Op::FpFromBits:
      // Of a NaN the bits are the canonical ones, which give it back.
      return this->op(a) == Op::FpToBits && terms_.sort(arg(a)) == sort ? arg(a) : kNoTerm;
    case Op::FpToFp:
      if (terms_.sort(a) == sort) return a;
      if (this->op(a) == Op::FpToFp && terms_.sort(arg(a)) == sort &&
          contains(sort, terms_.sort(a)))
        return arg(a);
      return kNoTerm;
    case Op::FpMin:
    case Op::FpMax:
      return a == v[1] ? a : kNoTerm;
    case Op::FpLt:
      if (a == v[1]) return terms_.false_term();
      break;
    case Op::FpLe:
    case Op::FpEq:
      if (a == v[1]) return terms_.not_(terms_.make(Op::FpIsNan, {a}));
      break;
    default:
      return kNoTerm;
  }
  // Comparisons: of floats that were made wider, those before.
  const Term b = v[1];
  if (this->op(a) == Op::FpToFp && this->op(b) == Op::FpToFp &&
      terms_.sort(arg(a)) == terms_.sort(arg(b)) && contains(terms_.sort(arg(a)), terms_.sort(a)))
    return terms_.make(op, {arg(a), arg(b)});
  return kNoTerm;
}

Term TermRewriter::number_rules(Op op, Operands v) {
  const Term a = v[0], b = v[v.size() - 1];
  const Sort sort = terms_.sort(a);
  const auto is = [&](Term term, int number) {
    if (!is_value(term)) return false;
    const Value& value = terms_.value(term);
    return sort.is_int() ? value.as_int() == number : value.as_real() == number;
  };
  switch (op) {
    case Op::Neg:
      if (this->op(a) == Op::Neg) return arg(a);
      if (has_value(a, Op::Add))
        return terms_.make(Op::Add,
                           {terms_.make(Op::Neg, {arg(a)}), terms_.make(Op::Neg, {arg(a, 1)})});
      return kNoTerm;
    case Op::Add:
      if (is(b, 0)) return a;
      if (has_value(a, Op::Add) && is_value(b))
        return terms_.make(Op::Add, {arg(a), terms_.make(Op::Add, {arg(a, 1), b})});
      for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
        if (this->op(y) == Op::Neg && arg(y) == x) return terms_.constant(Value::zero(sort));
        if (has_value(x, Op::Add))
          return terms_.make(Op::Add, {terms_.make(Op::Add, {arg(x), y}), arg(x, 1)});
      }
      return kNoTerm;
    case Op::Mul:
      if (is(b, 0)) return b;
      if (is(b, 1)) return a;
      if (is(b, -1)) return terms_.make(Op::Neg, {a});
      if (has_value(a, Op::Mul) && is_value(b))
        return terms_.make(Op::Mul, {arg(a), terms_.make(Op::Mul, {arg(a, 1), b})});
      return kNoTerm;
    case Op::IntDiv:
      return is(b, 1) ? a : is(b, 0) ? b : kNoTerm;
    case Op::IntMod:
      if (is(b, 1)) return terms_.constant(Value::zero(sort));
      return is(b, 0) ? a : kNoTerm;
    case Op::RealDiv:
      if (!is_value(b)) return kNoTerm;
      if (is(b, 0)) return b;
      return terms_.make(Op::Mul,
                         {a, terms_.constant(Value(mpq_class(1 / terms_.value(b).as_real())))});
    case Op::Lt:
      if (a == b) return terms_.false_term();
      if (has_value(a, Op::Add) && is_value(b))
        return terms_.make(Op::Lt,
                           {arg(a), terms_.make(Op::Add, {b, terms_.make(Op::Neg, {arg(a, 1)})})});
      if (has_value(b, Op::Add) && is_value(a))
        return terms_.make(Op::Lt,
                           {terms_.make(Op::Add, {a, terms_.make(Op::Neg, {arg(b, 1)})}), arg(b)});
      return kNoTerm;
    case Op::ToInt:
      return this->op(a) == Op::ToReal ? arg(a) : kNoTerm;
    default:
      return kNoTerm;
  }
}

}  // namespace cairn
