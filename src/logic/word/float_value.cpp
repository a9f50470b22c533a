// SPDX-License-Identifier: MIT
#include "logic/word/float_value.h"

#include <algorithm>

#include "base/error.h"

namespace cairn {

namespace {

using Values = std::span<const Value>;

std::int64_t bias_of(const Sort& sort) {
  return (std::int64_t{1} << (sort.element.exponent - 1)) - 1;
}

/// Bits of the fraction: the significand without its hidden bit.
std::uint32_t fraction_bits(const Sort& sort) {
  return sort.element.size - 1u;
}

Value pack(const Sort& sort, bool negative, const mpz_class& exponent, const mpz_class& fraction) {
  const BitVector bits = BitVector(1, negative ? 1 : 0)
                             .concat(to_bit_vector(sort.element.exponent, exponent))
                             .concat(to_bit_vector(fraction_bits(sort), fraction));
  return Value::of_float(sort, bits);
}

mpz_class power_of_two(std::uint64_t exponent) {
  return mpz_class(1) << exponent;
}

mpq_class times_power_of_two(const mpq_class& value, std::int64_t exponent) {
  mpq_class result;
  if (exponent >= 0)
    mpq_mul_2exp(result.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  else
    mpq_div_2exp(result.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  return result;
}

/// The largest e with 2^e <= value, for a positive value.
std::int64_t floor_log2(const mpq_class& value) {
  const auto guess = static_cast<std::int64_t>(mpz_sizeinbase(value.get_num_mpz_t(), 2)) -
                     static_cast<std::int64_t>(mpz_sizeinbase(value.get_den_mpz_t(), 2));
  return value < times_power_of_two(1, guess) ? guess - 1 : guess;
}

/// A magnitude to an integer; `negative` is the sign that was taken off.
mpz_class round_magnitude(RoundingMode mode, bool negative, const mpq_class& magnitude) {
  mpz_class quotient, rest;
  mpz_fdiv_qr(quotient.get_mpz_t(), rest.get_mpz_t(), magnitude.get_num_mpz_t(),
              magnitude.get_den_mpz_t());
  const int half = cmp(2 * rest, magnitude.get_den());
  bool up = false;
  switch (mode) {
    case RoundingMode::NearestEven:
      up = half > 0 || (half == 0 && mpz_odd_p(quotient.get_mpz_t()));
      break;
    case RoundingMode::NearestAway:
      up = half >= 0;
      break;
    case RoundingMode::Up:
      up = rest != 0 && !negative;
      break;
    case RoundingMode::Down:
      up = rest != 0 && negative;
      break;
    case RoundingMode::Zero:
      break;
  }
  if (up) ++quotient;
  return quotient;
}

Value overflow(const Sort& sort, RoundingMode mode, bool negative) {
  const bool to_infinity = mode == RoundingMode::NearestEven || mode == RoundingMode::NearestAway ||
                           mode == (negative ? RoundingMode::Down : RoundingMode::Up);
  if (to_infinity) return float_infinity(sort, negative);
  return pack(sort, negative, power_of_two(sort.element.exponent) - 2,
              power_of_two(fraction_bits(sort)) - 1);
}

Value add(const Sort& sort, RoundingMode mode, const FloatParts& a, const FloatParts& b) {
  if (a.is_nan() || b.is_nan()) return float_nan(sort);
  if (a.is_infinite() && b.is_infinite() && a.negative != b.negative) return float_nan(sort);
  if (a.is_infinite() || b.is_infinite())
    return float_infinity(sort, a.is_infinite() ? a.negative : b.negative);
  // Zero from operands of different signs is positive, but for rounding downwards.
  const bool zero_sign = a.negative == b.negative ? a.negative : mode == RoundingMode::Down;
  return round_to_float(sort, mode, a.value + b.value, zero_sign);
}

/// Exact: the product need not be a number of the format.
FloatParts multiply(const FloatParts& a, const FloatParts& b) {
  FloatParts result;
  result.negative = a.negative != b.negative;
  if (a.is_nan() || b.is_nan() || (a.is_infinite() && b.is_zero()) ||
      (a.is_zero() && b.is_infinite()))
    result.kind = FloatParts::Kind::Nan;
  else if (a.is_infinite() || b.is_infinite())
    result.kind = FloatParts::Kind::Infinite;
  else
    result.value = a.value * b.value;
  return result;
}

Value round_parts(const Sort& sort, RoundingMode mode, const FloatParts& parts) {
  if (parts.is_nan()) return float_nan(sort);
  if (parts.is_infinite()) return float_infinity(sort, parts.negative);
  return round_to_float(sort, mode, parts.value, parts.negative);
}

Value divide(const Sort& sort, RoundingMode mode, const FloatParts& a, const FloatParts& b) {
  const bool negative = a.negative != b.negative;
  if (a.is_nan() || b.is_nan() || (a.is_infinite() && b.is_infinite()) ||
      (a.is_zero() && b.is_zero()))
    return float_nan(sort);
  if (a.is_infinite() || b.is_zero()) return float_infinity(sort, negative);
  if (b.is_infinite()) return float_zero(sort, negative);
  return round_to_float(sort, mode, a.value / b.value, negative);
}

// The integer root of the operand times 4^k, with one bit below it that says whether something was
// cut. With two bits more than the significand, that rounds as the exact root does.
Value square_root(const Sort& sort, RoundingMode mode, const FloatParts& a) {
  if (a.is_nan() || a.is_zero() || (a.is_infinite() && !a.negative))
    return a.is_nan()    ? float_nan(sort)
           : a.is_zero() ? float_zero(sort, a.negative)
                         : float_infinity(sort, false);
  if (a.negative) return float_nan(sort);
  const std::int64_t wanted = sort.element.size + std::int64_t{2};
  const std::int64_t k = wanted - floor_log2(a.value) / 2 + 1;
  const mpq_class scaled = times_power_of_two(a.value, 2 * k);
  mpz_class whole, cut, root, rest;
  mpz_fdiv_qr(whole.get_mpz_t(), cut.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  mpz_sqrtrem(root.get_mpz_t(), rest.get_mpz_t(), whole.get_mpz_t());
  const mpz_class sticky = 2 * root + (rest != 0 || cut != 0 ? 1 : 0);
  return round_to_float(sort, mode, times_power_of_two(mpq_class(sticky), -k - 1));
}

// x - y * n, where n is the integer nearest to x / y (the even one in a tie). Always exact.
Value remainder(const Sort& sort, const FloatParts& x, const FloatParts& y, const Value& same) {
  if (x.is_nan() || y.is_nan() || x.is_infinite() || y.is_zero()) return float_nan(sort);
  if (y.is_infinite() || x.is_zero()) return same;
  const mpz_class n = round_to_integer(RoundingMode::NearestEven, x.value / y.value);
  return round_to_float(sort, RoundingMode::NearestEven, x.value - y.value * n, x.negative);
}

bool less(const FloatParts& a, const FloatParts& b) {
  if (a.is_nan() || b.is_nan()) return false;
  if (a.is_infinite() && b.is_infinite()) return a.negative && !b.negative;
  if (a.is_infinite()) return a.negative;
  if (b.is_infinite()) return !b.negative;
  return a.value < b.value;
}

bool ieee_equal(const FloatParts& a, const FloatParts& b) {
  if (a.is_nan() || b.is_nan() || a.kind != b.kind) return false;
  return a.is_infinite() ? a.negative == b.negative : a.value == b.value;
}

const Value& lesser(const Value& a, const Value& b, bool wanted) {
  const FloatParts x = float_parts(a), y = float_parts(b);
  if (x.is_nan()) return b;
  if (y.is_nan()) return a;
  const bool a_first = less(x, y) || (ieee_equal(x, y) && x.negative);
  return a_first == wanted ? a : b;
}

Value to_bit_vector_value(const Sort& sort, RoundingMode mode, const FloatParts& a, Op op) {
  const Value out_of_range(BitVector::min_signed(sort.width()));
  if (a.kind != FloatParts::Kind::Finite) return out_of_range;
  const mpz_class whole = round_to_integer(mode, a.value);
  const bool has_sign = op == Op::FpToSbv;
  const mpz_class limit = power_of_two(sort.width() - (has_sign ? 1 : 0));
  if (whole >= limit || whole < (has_sign ? mpz_class(-limit) : mpz_class(0))) return out_of_range;
  return Value(to_bit_vector(sort.width(), whole));
}

Value with_sign(const Value& a, bool negative) {
  BitVector bits = a.bits();
  bits.set_bit(bits.width() - 1, negative);
  return Value::of_float(a.sort(), bits);
}

/// Operations whose result is a truth value.
Value apply_predicate(Op op, Values v) {
  const FloatParts a = float_parts(v[0]);
  const Sort& sort = v[0].sort();
  const std::uint32_t fraction = fraction_bits(sort);
  const BitVector exponent = v[0].bits().extract(sort.width() - 2, fraction);
  switch (op) {
    case Op::FpLe:
      return Value(less(a, float_parts(v[1])) || ieee_equal(a, float_parts(v[1])));
    case Op::FpLt:
      return Value(less(a, float_parts(v[1])));
    case Op::FpEq:
      return Value(ieee_equal(a, float_parts(v[1])));
    case Op::FpIsNan:
      return Value(a.is_nan());
    case Op::FpIsInfinite:
      return Value(a.is_infinite());
    case Op::FpIsZero:
      return Value(a.is_zero());
    case Op::FpIsNormal:
      return Value(!exponent.is_zero() && !exponent.is_ones());
    case Op::FpIsSubnormal:
      return Value(exponent.is_zero() && !a.is_zero());
    default:  // FpIsNegative
      return Value(!a.is_nan() && a.negative);
  }
}

/// Operations with a rounding mode.
Value apply_rounded(Op op, Values v, RoundingMode mode, const Sort& sort) {
  if (op == Op::SbvToFp) return round_to_float(sort, mode, to_signed_integer(v[0].bits()));
  if (op == Op::UbvToFp) return round_to_float(sort, mode, to_unsigned_integer(v[0].bits()));
  const FloatParts a = float_parts(v[0]);
  switch (op) {
    case Op::FpAdd:
      return add(sort, mode, a, float_parts(v[1]));
    case Op::FpSub:  // of a NaN the sign means nothing
      return add(sort, mode, a, float_parts(with_sign(v[1], !v[1].bits().sign())));
    case Op::FpMul:
      return round_parts(sort, mode, multiply(a, float_parts(v[1])));
    case Op::FpDiv:
      return divide(sort, mode, a, float_parts(v[1]));
    case Op::FpFma:
      return add(sort, mode, multiply(a, float_parts(v[1])), float_parts(v[2]));
    case Op::FpSqrt:
      return square_root(sort, mode, a);
    case Op::FpRoundToIntegral:
      if (a.kind != FloatParts::Kind::Finite) return v[0];
      return round_to_float(sort, mode, round_to_integer(mode, a.value), a.negative);
    case Op::FpToFp:
      return round_parts(sort, mode, a);
    default:  // FpToSbv, FpToUbv
      return to_bit_vector_value(sort, mode, a, op);
  }
}

}  // namespace

FloatParts float_parts(const Value& value) {
  const Sort& sort = value.sort();
  CAIRN_CHECK(sort.is_float());
  const std::uint32_t fraction = fraction_bits(sort);
  const BitVector exponent = value.bits().extract(sort.width() - 2, fraction);
  mpz_class significand = to_unsigned_integer(value.bits().extract(fraction - 1, 0));
  FloatParts parts;
  parts.negative = value.bits().sign();
  if (exponent.is_ones()) {
    parts.kind = significand == 0 ? FloatParts::Kind::Infinite : FloatParts::Kind::Nan;
    return parts;
  }
  if (!exponent.is_zero()) significand += power_of_two(fraction);
  const std::int64_t scale = std::max<std::int64_t>(static_cast<std::int64_t>(exponent.low()), 1) -
                             bias_of(sort) - fraction;
  parts.value = times_power_of_two(mpq_class(significand), scale);
  if (parts.negative) parts.value = -parts.value;
  return parts;
}

Value float_nan(Sort sort) {
  return Value::of_float(sort, BitVector::ones(sort.width()));
}

Value float_infinity(Sort sort, bool negative) {
  return pack(sort, negative, power_of_two(sort.element.exponent) - 1, 0);
}

Value float_zero(Sort sort, bool negative) {
  return pack(sort, negative, 0, 0);
}

Value round_to_float(Sort sort, RoundingMode mode, const mpq_class& value, bool negative) {
  if (value == 0) return float_zero(sort, negative);
  negative = value < 0;
  const mpq_class magnitude = abs(value);
  const std::int64_t bias = bias_of(sort);
  const std::uint32_t fraction = fraction_bits(sort);
  std::int64_t exponent = std::max(floor_log2(magnitude), 1 - bias);
  mpz_class significand =
      round_magnitude(mode, negative, times_power_of_two(magnitude, fraction - exponent));
  if (significand == power_of_two(fraction + 1)) {
    significand /= 2;
    ++exponent;
  }
  if (exponent > bias) return overflow(sort, mode, negative);
  const bool subnormal = significand < power_of_two(fraction);
  return pack(sort, negative,
              subnormal ? mpz_class(0) : mpz_class(static_cast<long>(exponent + bias)),
              significand);
}

mpz_class round_to_integer(RoundingMode mode, const mpq_class& value) {
  const bool negative = value < 0;
  const mpz_class magnitude = round_magnitude(mode, negative, abs(value));
  return negative ? mpz_class(-magnitude) : magnitude;
}

Value apply_float(Op op, Values v, std::span<const std::uint32_t> parameters, Sort sort) {
  if (parameter_count(op) == 1)
    return apply_rounded(op, v, static_cast<RoundingMode>(parameters[0]), sort);
  switch (op) {
    case Op::FpFromBits:
      return Value::of_float(sort, v[0].bits());
    case Op::FpToBits:
      return Value(v[0].bits());
    case Op::FpAbs:
      return with_sign(v[0], false);
    case Op::FpNeg:
      return with_sign(v[0], !v[0].bits().sign());
    case Op::FpRem:
      return remainder(sort, float_parts(v[0]), float_parts(v[1]), v[0]);
    case Op::FpMin:
      return lesser(v[0], v[1], true);
    case Op::FpMax:
      return lesser(v[0], v[1], false);
    default:
      return apply_predicate(op, v);
  }
}

}  // namespace cairn
