// SPDX-License-Identifier: MIT
#include "input/c/conversions.h"

#include <algorithm>
#include <array>
#include <bit>

namespace cairn {
namespace {

Term rounded(Terms& terms, Op op, RoundingMode mode, std::initializer_list<Term> operands,
             Sort sort = {}) {
  return terms.rounded(op, mode, std::span(operands.begin(), operands.size()), sort);
}

Term float_to_integer(Terms& terms, Term value, const CScalar& to) {
  // Types that are narrower than int are converted through int, as compilers do.
  const bool through_int = to.width() < 32;
  const std::uint32_t width = through_int ? 32 : to.width();
  const Op op = to.is_signed || through_int ? Op::FpToSbv : Op::FpToUbv;
  const std::array<Term, 1> operands{value};
  const Term wide = terms.rounded(op, RoundingMode::Zero, operands, Sort::bit_vector(width));
  return terms.resize_unsigned(wide, to.width());
}

Term float_arithmetic(Terms& terms, CBinary op, Term a, Term b, RoundingMode mode) {
  switch (op) {
    case CBinary::Add:
      return rounded(terms, Op::FpAdd, mode, {a, b});
    case CBinary::Sub:
      return rounded(terms, Op::FpSub, mode, {a, b});
    case CBinary::Mul:
      return rounded(terms, Op::FpMul, mode, {a, b});
    default:
      CAIRN_CHECK(op == CBinary::Div);
      return rounded(terms, Op::FpDiv, mode, {a, b});
  }
}

Term shift_amount(Terms& terms, Term amount, std::uint32_t width) {
  if (!std::has_single_bit(width))
    return terms.make(Op::BvUrem, {terms.resize_unsigned(amount, width), terms.bv(width, width)});
  const auto bits = static_cast<std::uint32_t>(std::countr_zero(width));
  return terms.zero_extend(terms.extract(amount, bits - 1, 0), width);
}

}  // namespace

Term c_zero(Terms& terms, const Sort& sort) {
  return terms.constant(Value::zero(sort));
}

Term c_truth(Terms& terms, Term value, const CScalar& type) {
  if (type.kind == CScalar::Kind::Float) return terms.not_(terms.make(Op::FpIsZero, {value}));
  return terms.distinct(value, terms.bv(type.width(), 0));
}

Term c_number(Terms& terms, Term condition, const CScalar& type) {
  return terms.ite(condition, terms.bv(type.width(), 1), terms.bv(type.width(), 0));
}

Term c_convert(Terms& terms, Term value, const CScalar& from, const CScalar& to,
               RoundingMode mode) {
  if (to.kind == CScalar::Kind::Bool) {
    return from.kind == CScalar::Kind::Bool ? value
                                            : c_number(terms, c_truth(terms, value, from), to);
  }
  if (to.kind == CScalar::Kind::Float) {
    if (from.sort == to.sort) return value;
    if (from.kind == CScalar::Kind::Float)
      return rounded(terms, Op::FpToFp, mode, {value}, to.sort);
    return rounded(terms, from.is_signed ? Op::SbvToFp : Op::UbvToFp, mode, {value}, to.sort);
  }
  if (from.kind == CScalar::Kind::Float) return float_to_integer(terms, value, to);
  return from.is_signed ? terms.resize_signed(value, to.width())
                        : terms.resize_unsigned(value, to.width());
}

Term c_arithmetic(Terms& terms, CBinary op, Term a, Term b, const CScalar& type,
                  RoundingMode mode) {
  if (type.kind == CScalar::Kind::Float) return float_arithmetic(terms, op, a, b, mode);
  switch (op) {
    case CBinary::Add:
      return terms.make(Op::BvAdd, {a, b});
    case CBinary::Sub:
      return terms.bv_sub(a, b);
    case CBinary::Mul:
      return terms.make(Op::BvMul, {a, b});
    case CBinary::Div:
      return terms.make(type.is_signed ? Op::BvSdiv : Op::BvUdiv, {a, b});
    case CBinary::Rem:
      return terms.make(type.is_signed ? Op::BvSrem : Op::BvUrem, {a, b});
    case CBinary::Shl:
      return terms.make(Op::BvShl, {a, shift_amount(terms, b, type.width())});
    case CBinary::Shr:
      return terms.make(type.is_signed ? Op::BvAshr : Op::BvLshr,
                        {a, shift_amount(terms, b, type.width())});
    case CBinary::And:
      return terms.make(Op::BvAnd, {a, b});
    case CBinary::Or:
      return terms.make(Op::BvOr, {a, b});
    default:
      CAIRN_CHECK(op == CBinary::Xor);
      return terms.make(Op::BvXor, {a, b});
  }
}

Term c_compare(Terms& terms, CBinary op, Term a, Term b, const CScalar& type) {
  const bool floating = type.kind == CScalar::Kind::Float;
  const Op less = floating ? Op::FpLt : type.is_signed ? Op::BvSlt : Op::BvUlt;
  const Op less_equal = floating ? Op::FpLe : type.is_signed ? Op::BvSle : Op::BvUle;
  switch (op) {
    case CBinary::Less:
      return terms.make(less, {a, b});
    case CBinary::Greater:
      return terms.make(less, {b, a});
    case CBinary::LessEqual:
      return terms.make(less_equal, {a, b});
    case CBinary::GreaterEqual:
      return terms.make(less_equal, {b, a});
    case CBinary::Equal:
      return floating ? terms.make(Op::FpEq, {a, b}) : terms.equal(a, b);
    default:
      CAIRN_CHECK(op == CBinary::NotEqual);
      return terms.not_(floating ? terms.make(Op::FpEq, {a, b}) : terms.equal(a, b));
  }
}

Term c_overflows(Terms& terms, CBinary op, Term a, Term b) {
  const std::uint32_t width = terms.sort(a).width();
  if (op == CBinary::Div || op == CBinary::Rem)
    return terms.and_(terms.equal(a, terms.constant(Value(BitVector::min_signed(width)))),
                      terms.equal(b, terms.constant(Value(BitVector::ones(width)))));
  const std::uint32_t wide = op == CBinary::Mul ? 2 * width : width + 1;
  const Term exact_a = terms.sign_extend(a, wide);
  const Term exact_b = terms.sign_extend(b, wide);
  const CScalar exact{CScalar::Kind::Integer, true, Sort::bit_vector(wide), wide, Show::Signed};
  const Term result = c_arithmetic(terms, op, exact_a, exact_b, exact);
  return terms.distinct(result, terms.sign_extend(terms.extract(result, width - 1, 0), wide));
}

Term c_to_bits(Terms& terms, Term value) {
  return terms.sort(value).is_float() ? terms.make(Op::FpToBits, {value}) : value;
}

Term c_from_bits(Terms& terms, Term bits, const Sort& sort) {
  if (!sort.is_float()) return bits;
  return terms.make(Op::FpFromBits, std::span(&bits, 1), {}, sort);
}

Term c_to_memory(Terms& terms, Term value, CBits storage) {
  Term bits = c_to_bits(terms, value);
  if (terms.sort(value) == Sort::floating(15, 64)) {
    const Term exponent = terms.extract(bits, 77, 63);
    const Term lead =
        terms.ite(terms.equal(exponent, terms.bv(15, 0)), terms.bv(1, 0), terms.bv(1, 1));
    bits =
        terms.concat(terms.concat(terms.extract(bits, 78, 63), lead), terms.extract(bits, 62, 0));
  }
  return terms.resize_unsigned(bits, static_cast<std::uint32_t>(storage));
}

Term c_from_memory(Terms& terms, Term bits, const Sort& sort) {
  if (sort == Sort::floating(15, 64))
    bits = terms.concat(terms.extract(bits, 79, 64), terms.extract(bits, 62, 0));
  else
    bits = terms.resize_unsigned(bits, sort.width());
  return c_from_bits(terms, bits, sort);
}

}  // namespace cairn
