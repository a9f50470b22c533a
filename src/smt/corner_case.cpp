// SPDX-License-Identifier: MIT
#include "smt/corner_case.h"

#include <array>
#include <vector>

namespace cairn {
namespace {

/// 2^power or its negation, if the format has it.
std::optional<Term> power_of_two(Terms& terms, const Sort& sort, std::uint32_t power,
                                 bool negative) {
  const std::uint64_t bias = (std::uint64_t{1} << (sort.element.exponent - 1)) - 1;
  if (power > bias) return std::nullopt;
  BitVector bits(sort.width(), 0);
  for (std::uint32_t i = 0; i < sort.element.exponent; ++i)
    bits.set_bit(sort.element.size - 1 + i, ((power + bias) >> i & 1) != 0);
  bits.set_bit(sort.width() - 1, negative);
  return terms.constant(Value::of_float(sort, bits));
}

/// Rounding to an integer is exact, and then a float is in range if it lies between powers of two.
/// A bound that the format doesn't have is one that no number reaches.
Term in_range(Terms& terms, Term conversion) {
  const Term x = terms.operands(conversion)[0];
  const Sort sort = terms.sort(x);
  const std::uint32_t width = terms.sort(conversion).width();
  const bool has_sign = terms.op(conversion) == Op::FpToSbv;
  const Term whole =
      terms.rounded(Op::FpRoundToIntegral, terms.rounding(conversion), std::array{x});
  std::vector<Term> conditions{terms.not_(terms.make(Op::FpIsNan, {x})),
                               terms.not_(terms.make(Op::FpIsInfinite, {x}))};
  const auto low = has_sign ? power_of_two(terms, sort, width - 1, true)
                            : std::optional(terms.constant(Value::zero(sort)));
  const auto high = power_of_two(terms, sort, has_sign ? width - 1 : width, false);
  if (low) conditions.push_back(terms.make(Op::FpLe, {*low, whole}));
  if (high) conditions.push_back(terms.make(Op::FpLt, {whole, *high}));
  return terms.and_all(conditions);
}

CornerCase of_zeros(Terms& terms, Term extremum) {
  const Term a = terms.operands(extremum)[0], b = terms.operands(extremum)[1];
  const Term zeros = terms.and_(terms.make(Op::FpIsZero, {a}), terms.make(Op::FpIsZero, {b}));
  const Term negative = terms.make(Op::FpIsNegative, {a});
  const bool least = terms.op(extremum) == Op::FpMin;
  return {terms.not_(zeros), least ? terms.ite(negative, a, b) : terms.ite(negative, b, a)};
}

Term canonical_nan(Terms& terms, const Sort& sort) {
  const BitVector ones = BitVector::ones(sort.width());
  return terms.constant(Value(Value::of_float(sort, ones).bits()));
}

}  // namespace

std::optional<CornerCase> corner_case(Terms& terms, Term term) {
  const Sort sort = terms.sort(term);
  // By value: the pool may grow.
  const std::vector<Term> operands(terms.operands(term).begin(), terms.operands(term).end());
  switch (terms.op(term)) {
    case Op::FpToSbv:
    case Op::FpToUbv:
      return CornerCase{in_range(terms, term),
                        terms.constant(Value(BitVector::min_signed(sort.width())))};
    case Op::FpMin:
    case Op::FpMax:
      return of_zeros(terms, term);
    case Op::FpToBits:
      return CornerCase{terms.not_(terms.make(Op::FpIsNan, {operands[0]})),
                        canonical_nan(terms, terms.sort(operands[0]))};
    case Op::IntDiv:
    case Op::IntMod:
    case Op::RealDiv: {
      const Term zero = terms.constant(Value::zero(sort));
      return CornerCase{terms.distinct(operands[1], zero),
                        terms.op(term) == Op::IntMod ? operands[0] : zero};
    }
    default:
      return std::nullopt;
  }
}

}  // namespace cairn
