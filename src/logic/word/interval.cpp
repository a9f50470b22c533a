// SPDX-License-Identifier: MIT
#include "logic/word/interval.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <vector>

#include "logic/word/float_value.h"

namespace cairn {
namespace {

static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

using Operands = std::span<const Interval* const>;
using Kind = Interval::Kind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool is_single_precision(const Sort& sort) {
  return sort == Sort::float32();
}

bool is_known_float(const Sort& sort) {
  return sort == Sort::float32() || sort == Sort::float64();
}

bool is_known_bits(const Sort& sort) {
  return sort.is_bit_vector() && sort.width() <= 64;
}

std::uint64_t ones(std::uint32_t width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

// Booleans.

Interval negated(const Interval& a) {
  return Interval::boolean(a.may_be_true, a.may_be_false);
}

Interval conjunction(Operands operands) {
  bool may_be_false = false, may_be_true = true;
  for (const Interval* operand : operands) {
    may_be_false = may_be_false || operand->may_be_false;
    may_be_true = may_be_true && operand->may_be_true;
  }
  return Interval::boolean(may_be_false, may_be_true);
}

Interval disjunction(Operands operands) {
  bool may_be_false = true, may_be_true = false;
  for (const Interval* operand : operands) {
    may_be_false = may_be_false && operand->may_be_false;
    may_be_true = may_be_true || operand->may_be_true;
  }
  return Interval::boolean(may_be_false, may_be_true);
}

Interval exclusive_or(const Interval& a, const Interval& b) {
  return Interval::boolean((a.may_be_false && b.may_be_false) || (a.may_be_true && b.may_be_true),
                           (a.may_be_false && b.may_be_true) || (a.may_be_true && b.may_be_false));
}

/// "=" of SMT-LIB.
Interval equality(const Interval& a, const Interval& b) {
  if (a.kind == Kind::Bool) return negated(exclusive_or(a, b));
  if (a.kind == Kind::Any || b.kind == Kind::Any) return Interval::boolean(true, true);
  // A zero is one number here and two values there.
  const bool is_zero = a.kind == Kind::Float && a.has_numbers() && a.contains_zero();
  return Interval::boolean(!(a.is_single() && b.is_single() && a == b) || is_zero,
                           !meet(a, b).is_empty());
}

// Floats. Numbers of single precision are kept as double.

double number_of(const Value& value) {
  const std::uint64_t bits = value.bits().low();
  if (is_single_precision(value.sort()))
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

Value value_of(const Sort& format, double number) {
  const std::uint64_t bits = is_single_precision(format)
                                 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                                 : std::bit_cast<std::uint64_t>(number);
  return Value::of_float(format, BitVector(format.width(), bits));
}

/// Rounds to single precision. The memory in between is there for GCC 12, whose vectorizer takes
/// two such conversions beside each other, of the bounds of an interval, for none.
template <class Number>
double to_single(Number number) {
  const volatile auto single = static_cast<float>(number);
  return single;
}

/// Operations on numbers of a format that round to the nearest.
class Rounding {
 public:
  Rounding(const Sort& format, IntervalArithmetic by)
      : format_(format), single_(is_single_precision(format)), by_(by) {}

  double add(double a, double b) const {
    if (by_ == IntervalArithmetic::Reference) return ask(Op::FpAdd, a, b);
    return single_ ? static_cast<float>(a) + static_cast<float>(b) : a + b;
  }
  double multiply(double a, double b) const {
    if (by_ == IntervalArithmetic::Reference) return ask(Op::FpMul, a, b);
    return single_ ? static_cast<float>(a) * static_cast<float>(b) : a * b;
  }
  double divide(double a, double b) const {
    if (by_ == IntervalArithmetic::Reference) return ask(Op::FpDiv, a, b);
    return single_ ? static_cast<float>(a) / static_cast<float>(b) : a / b;
  }
  double root(double a) const {
    if (by_ == IntervalArithmetic::Reference) return ask(Op::FpSqrt, {value_of(format_, a)});
    return single_ ? std::sqrt(static_cast<float>(a)) : std::sqrt(a);
  }
  /// Of any other format.
  double convert(double a) const {
    if (by_ == IntervalArithmetic::Reference)
      return ask(Op::FpToFp, {value_of(Sort::float64(), a)});
    return single_ ? to_single(a) : a;
  }
  double convert(std::int64_t a) const {
    if (by_ == IntervalArithmetic::Reference)
      return ask(Op::SbvToFp, {Value(BitVector::from_signed(64, a))});
    return single_ ? to_single(a) : static_cast<double>(a);
  }
  double convert(std::uint64_t a) const {
    if (by_ == IntervalArithmetic::Reference) return ask(Op::UbvToFp, {Value(BitVector(64, a))});
    return single_ ? to_single(a) : static_cast<double>(a);
  }

 private:
  double ask(Op op, const std::vector<Value>& operands) const {
    constexpr auto kNearest = static_cast<std::uint32_t>(RoundingMode::NearestEven);
    return number_of(apply_float(op, operands, std::span(&kNearest, 1), format_));
  }
  double ask(Op op, double a, double b) const {
    return ask(op, {value_of(format_, a), value_of(format_, b)});
  }

  const Sort& format_;
  const bool single_;
  const IntervalArithmetic by_;
};

/// The numbers from the least to the greatest of these; those that are NaN don't count.
Interval hull(std::initializer_list<double> numbers, bool may_be_nan) {
  double low = kInfinity, high = -kInfinity;
  for (const double number : numbers) {
    if (std::isnan(number)) continue;
    low = std::min(low, number);
    high = std::max(high, number);
  }
  return Interval::numbers(low, high, may_be_nan);
}

bool has_infinity(const Interval& a) {
  return a.low == -kInfinity || a.high == kInfinity;
}

Interval add(const Rounding& round, const Interval& a, const Interval& b, bool may_be_nan) {
  const bool opposite =
      (a.high == kInfinity && b.low == -kInfinity) || (a.low == -kInfinity && b.high == kInfinity);
  const double low = round.add(a.low, b.low), high = round.add(a.high, b.high);
  return Interval::numbers(std::isnan(low) ? -kInfinity : low, std::isnan(high) ? kInfinity : high,
                           may_be_nan || opposite);
}

Interval square(const Rounding& round, const Interval& a, bool may_be_nan) {
  const double one = std::abs(a.low), other = std::abs(a.high);
  const double least = a.contains_zero() ? 0 : std::min(one, other);
  const double greatest = std::max(one, other);
  return hull({round.multiply(least, least), round.multiply(greatest, greatest)}, may_be_nan);
}

Interval multiply(const Rounding& round, const Interval& a, const Interval& b, bool may_be_nan) {
  const bool undefined =
      (a.contains_zero() && has_infinity(b)) || (b.contains_zero() && has_infinity(a));
  const Interval result = hull({round.multiply(a.low, b.low), round.multiply(a.low, b.high),
                                round.multiply(a.high, b.low), round.multiply(a.high, b.high)},
                               may_be_nan || undefined);
  // Corners that are no numbers: zero times the numbers beside the infinity is zero.
  return undefined ? join(result, Interval::numbers(0, 0)) : result;
}

Interval divide(const Rounding& round, const Interval& a, const Interval& b, bool may_be_nan) {
  // Beside zero, and beside an infinity that is divided by another, there is everything.
  const bool of_infinities = has_infinity(a) && has_infinity(b);
  if (b.contains_zero() || of_infinities)
    return Interval::numbers(-kInfinity, kInfinity,
                             may_be_nan || of_infinities || a.contains_zero());
  return hull({round.divide(a.low, b.low), round.divide(a.low, b.high), round.divide(a.high, b.low),
               round.divide(a.high, b.high)},
              may_be_nan);
}

Interval square_root(const Rounding& round, const Interval& a, bool may_be_nan) {
  if (a.high < 0) return Interval::numbers(kInfinity, -kInfinity, true);
  return hull({round.root(std::max(a.low, 0.0)), round.root(a.high)}, may_be_nan || a.low < 0);
}

double rounded(RoundingMode mode, double number) {
  switch (mode) {
    case RoundingMode::NearestEven:
      return std::nearbyint(number);  // nobody here changes the machine's mode
    case RoundingMode::NearestAway:
      return std::round(number);
    case RoundingMode::Up:
      return std::ceil(number);
    case RoundingMode::Down:
      return std::floor(number);
    case RoundingMode::Zero:
      return std::trunc(number);
  }
  return number;
}

/// Operations that round keep to the nearest mode; of others only the kind is known.
Interval arithmetic(const IntervalStep& step, Operands x) {
  const Interval all = Interval::all(step.sort);
  bool may_be_nan = false;
  for (const Interval* operand : x) {
    if (operand->kind != Kind::Float) return all;
    may_be_nan = may_be_nan || operand->may_be_nan;
  }
  for (const Interval* operand : x)
    if (!operand->has_numbers()) return Interval::numbers(kInfinity, -kInfinity, true);
  const auto mode = static_cast<RoundingMode>(step.parameters[0]);
  if (step.op == Op::FpRoundToIntegral)
    return Interval::numbers(rounded(mode, x[0]->low), rounded(mode, x[0]->high), may_be_nan);
  if (mode != RoundingMode::NearestEven) return all;
  const Rounding round(step.sort, step.arithmetic);
  switch (step.op) {
    case Op::FpAdd:
      return add(round, *x[0], *x[1], may_be_nan);
    case Op::FpSub: {
      const Interval minus = Interval::numbers(-x[1]->high, -x[1]->low);
      return add(round, *x[0], minus, may_be_nan);
    }
    case Op::FpMul:
      return step.is_square ? square(round, *x[0], may_be_nan)
                            : multiply(round, *x[0], *x[1], may_be_nan);
    case Op::FpDiv:
      return divide(round, *x[0], *x[1], may_be_nan);
    case Op::FpSqrt:
      return square_root(round, *x[0], may_be_nan);
    default:
      return all;
  }
}

Interval absolute(const Interval& a) {
  if (!a.has_numbers()) return a;
  const double low = a.contains_zero() ? 0 : std::min(std::abs(a.low), std::abs(a.high));
  return Interval::numbers(low, std::max(std::abs(a.low), std::abs(a.high)), a.may_be_nan);
}

/// The other operand where one is NaN.
Interval least_or_greatest(Op op, const Interval& a, const Interval& b) {
  if (!a.has_numbers() || !b.has_numbers())
    return Interval::numbers(std::min(a.low, b.low), std::max(a.high, b.high),
                             a.may_be_nan && b.may_be_nan);
  double low = op == Op::FpMin ? std::min(a.low, b.low) : std::max(a.low, b.low);
  double high = op == Op::FpMin ? std::min(a.high, b.high) : std::max(a.high, b.high);
  for (const auto& [nan, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    if (!nan->may_be_nan) continue;
    low = std::min(low, other->low);
    high = std::max(high, other->high);
  }
  return Interval::numbers(low, high, a.may_be_nan && b.may_be_nan);
}

/// IEEE's comparisons are false with a NaN.
Interval compare(Op op, const Interval& a, const Interval& b) {
  if (a.kind != Kind::Float || b.kind != Kind::Float) return Interval::boolean(true, true);
  const bool unordered = a.may_be_nan || b.may_be_nan;
  if (!a.has_numbers() || !b.has_numbers()) return Interval::boolean(true, false);
  switch (op) {
    case Op::FpLt:
      return Interval::boolean(unordered || a.high >= b.low, a.low < b.high);
    case Op::FpLe:
      return Interval::boolean(unordered || a.high > b.low, a.low <= b.high);
    default: {
      const bool same = a.low == a.high && b.low == b.high && a.low == b.low;
      return Interval::boolean(unordered || !same, a.low <= b.high && b.low <= a.high);
    }
  }
}

/// `inside`: some numbers are of the class; `outside`: some are not.
Interval classified(const Interval& a, bool inside, bool outside) {
  return Interval::boolean(a.may_be_nan || (a.has_numbers() && outside), a.has_numbers() && inside);
}

Interval classify(Op op, const Sort& format, const Interval& a) {
  if (a.kind != Kind::Float) return Interval::boolean(true, true);
  const double least = is_single_precision(format) ? std::numeric_limits<float>::min()
                                                   : std::numeric_limits<double>::min();
  switch (op) {
    case Op::FpIsNan:
      return Interval::boolean(a.has_numbers(), a.may_be_nan);
    case Op::FpIsInfinite:
      return classified(a, has_infinity(a), !(a.low == a.high && has_infinity(a)));
    case Op::FpIsZero:
      return classified(a, a.contains_zero(), !(a.low == 0 && a.high == 0));
    case Op::FpIsNegative:  // of a zero: either
      return classified(a, a.low <= 0, a.high >= 0);
    case Op::FpIsNormal: {
      const bool normal =
          (a.low >= least && a.high < kInfinity) || (a.high <= -least && a.low > -kInfinity);
      return classified(a, a.high >= least || a.low <= -least, !normal);
    }
    default: {  // subnormal
      const bool below = (a.low > 0 && a.high < least) || (a.high < 0 && a.low > -least);
      return classified(a, a.low < least && a.high > -least, !below);
    }
  }
}

Interval convert(const IntervalStep& step, const Interval& a) {
  const Interval all = Interval::all(step.sort);
  if (a.kind != Kind::Float || !is_known_float(step.sort) ||
      static_cast<RoundingMode>(step.parameters[0]) != RoundingMode::NearestEven)
    return all;
  if (!a.has_numbers() || !is_single_precision(step.sort)) return a;
  const Rounding round(step.sort, step.arithmetic);
  return Interval::numbers(round.convert(a.low), round.convert(a.high), a.may_be_nan);
}

/// Bounds as signed numbers; false if the set lies on both sides of the jump.
bool signed_bounds(const Interval& a, std::uint32_t width, std::int64_t& low, std::int64_t& high) {
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  if ((a.first & sign) != (a.last & sign)) return false;
  const auto extend = [&](std::uint64_t bits) {
    return static_cast<std::int64_t>((bits ^ sign) - sign);
  };
  low = extend(a.first);
  high = extend(a.last);
  return true;
}

Interval from_integer(const IntervalStep& step, const Interval& a) {
  const Interval all = Interval::all(step.sort);
  if (a.kind != Kind::Word || a.is_empty() || !is_known_float(step.sort) ||
      static_cast<RoundingMode>(step.parameters[0]) != RoundingMode::NearestEven)
    return all;
  const Rounding round(step.sort, step.arithmetic);
  if (step.op == Op::UbvToFp)
    return Interval::numbers(round.convert(a.first), round.convert(a.last));
  std::int64_t low = 0, high = 0;
  if (!signed_bounds(a, step.sorts[0].width(), low, high)) {
    const std::uint32_t width = step.sorts[0].width();
    low = -static_cast<std::int64_t>((std::uint64_t{1} << (width - 1)) - 1) - 1;
    high = -(low + 1);
  }
  return Interval::numbers(round.convert(low), round.convert(high));
}

Interval to_integer(const IntervalStep& step, const Interval& a) {
  const Interval all = Interval::all(step.sort);
  if (a.kind != Kind::Float || a.may_be_nan || !a.has_numbers() || !is_known_bits(step.sort))
    return all;
  const auto mode = static_cast<RoundingMode>(step.parameters[0]);
  const double low = rounded(mode, a.low), high = rounded(mode, a.high);
  const std::uint32_t width = step.sort.width();
  const double limit = std::ldexp(1.0, static_cast<int>(width));
  if (step.op == Op::FpToUbv)
    return low >= 0 && high < limit
               ? Interval::bits(static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high))
               : all;
  if (low < -limit / 2 || high >= limit / 2 || (low < 0 && high >= 0)) return all;
  const auto bits = [width](double number) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(number)) & ones(width);
  };
  return Interval::bits(bits(low), bits(high));
}

// Bit-vectors of at most 64 bits.

__extension__ using Wide = unsigned __int128;

/// Numbers that may be beyond 2^width: what is left of them if all are so by the same multiple.
Interval wrapped(Wide first, Wide last, std::uint32_t width) {
  if (first >> width != last >> width) return Interval::bits(0, ones(width));
  return Interval::bits(static_cast<std::uint64_t>(first) & ones(width),
                        static_cast<std::uint64_t>(last) & ones(width));
}

Interval shifted(Op op, const Interval& a, const Interval& b, std::uint32_t width) {
  const Interval all = Interval::bits(0, ones(width));
  if (b.first != b.last || b.first >= width) return all;
  const auto by = static_cast<std::uint32_t>(b.first);
  if (op == Op::BvShl) return wrapped(Wide{a.first} << by, Wide{a.last} << by, width);
  if (op == Op::BvAshr && (a.last >> (width - 1)) != 0) return all;
  return Interval::bits(a.first >> by, a.last >> by);
}

Interval divided(Op op, const Interval& a, const Interval& b, std::uint32_t width) {
  if (b.first == 0) return Interval::bits(0, ones(width));
  if (op == Op::BvUdiv) return Interval::bits(a.first / b.last, a.last / b.first);
  if (a.last < b.first) return a;
  return Interval::bits(0, std::min(a.last, b.last - 1));
}

/// Division of signed numbers that are not negative is that of unsigned ones.
bool is_not_negative(const Interval& a, std::uint32_t width) {
  return (a.last >> (width - 1)) == 0;
}

Interval extended(const IntervalStep& step, const Interval& a) {
  if (step.op == Op::ZeroExtend) return a;
  std::int64_t low = 0, high = 0;
  if (!signed_bounds(a, step.sorts[0].width(), low, high))
    return Interval::bits(0, ones(step.sort.width()));
  const std::uint64_t mask = ones(step.sort.width());
  return Interval::bits(static_cast<std::uint64_t>(low) & mask,
                        static_cast<std::uint64_t>(high) & mask);
}

Interval extracted(const IntervalStep& step, const Interval& a) {
  const std::uint32_t low = step.parameters[1];
  return wrapped(a.first >> low, a.last >> low, step.sort.width());
}

Interval bitwise(Op op, const Interval& a, const Interval& b, std::uint32_t width) {
  if (op == Op::BvAnd) return Interval::bits(0, std::min(a.last, b.last));
  const auto bits = static_cast<std::uint32_t>(std::bit_width(a.last | b.last));
  const std::uint64_t greatest = ones(width) & (bits == 0 ? 0 : ones(bits));
  return Interval::bits(op == Op::BvOr ? std::max(a.first, b.first) : 0, greatest);
}

Interval word(const IntervalStep& step, Operands x) {
  const Interval all = Interval::all(step.sort);
  for (const Interval* operand : x)
    if (operand->kind != Kind::Word || operand->is_empty()) return all;
  const std::uint32_t width = step.sort.width();
  const Interval& a = *x[0];
  switch (step.op) {
    case Op::BvNot:
      return Interval::bits(ones(width) - a.last, ones(width) - a.first);
    case Op::BvNeg: {
      const Wide modulus = Wide{1} << width;
      return wrapped(modulus - a.last, modulus - a.first, width);
    }
    case Op::BvAdd:
      return wrapped(Wide{a.first} + x[1]->first, Wide{a.last} + x[1]->last, width);
    case Op::BvMul:
      return wrapped(Wide{a.first} * x[1]->first, Wide{a.last} * x[1]->last, width);
    case Op::BvAnd:
    case Op::BvOr:
    case Op::BvXor:
      return bitwise(step.op, a, *x[1], width);
    case Op::BvSdiv:
    case Op::BvSrem:
      if (!is_not_negative(a, width) || !is_not_negative(*x[1], width)) return all;
      return divided(step.op == Op::BvSdiv ? Op::BvUdiv : Op::BvUrem, a, *x[1], width);
    case Op::BvUdiv:
    case Op::BvUrem:
      return divided(step.op, a, *x[1], width);
    case Op::BvShl:
    case Op::BvLshr:
    case Op::BvAshr:
      return shifted(step.op, a, *x[1], width);
    case Op::Concat: {
      const std::uint32_t low = step.sorts[1].width();
      return Interval::bits(a.first << low | x[1]->first, a.last << low | x[1]->last);
    }
    case Op::Extract:
      return extracted(step, a);
    case Op::ZeroExtend:
    case Op::SignExtend:
      return extended(step, a);
    default:
      return all;
  }
}

Interval compare_words(const IntervalStep& step, const Interval& a, const Interval& b) {
  if (a.kind != Kind::Word || b.kind != Kind::Word || a.is_empty() || b.is_empty())
    return Interval::boolean(true, true);
  const auto decide = [&](auto al, auto ah, auto bl, auto bh) {
    const bool strict = step.op == Op::BvUlt || step.op == Op::BvSlt;
    return strict ? Interval::boolean(ah >= bl, al < bh) : Interval::boolean(ah > bl, al <= bh);
  };
  if (step.op == Op::BvUlt || step.op == Op::BvUle) return decide(a.first, a.last, b.first, b.last);
  std::int64_t al = 0, ah = 0, bl = 0, bh = 0;
  const std::uint32_t width = step.sorts[0].width();
  if (!signed_bounds(a, width, al, ah) || !signed_bounds(b, width, bl, bh))
    return Interval::boolean(true, true);
  return decide(al, ah, bl, bh);
}

Interval choice(const Interval& condition, const Interval& a, const Interval& b) {
  if (!condition.may_be_false) return a;
  return condition.may_be_true ? join(a, b) : b;
}

}  // namespace

Interval Interval::boolean(bool may_be_false, bool may_be_true) {
  Interval result;
  result.kind = Kind::Bool;
  result.may_be_false = may_be_false;
  result.may_be_true = may_be_true;
  return result;
}

Interval Interval::numbers(double low, double high, bool may_be_nan) {
  Interval result;
  result.kind = Kind::Float;
  result.may_be_nan = may_be_nan;
  const bool none = low > high;
  result.low = none ? kInfinity : low + 0.0;  // zeros are one number: the positive
  result.high = none ? -kInfinity : high + 0.0;
  return result;
}

Interval Interval::bits(std::uint64_t first, std::uint64_t last) {
  Interval result;
  result.kind = Kind::Word;
  result.first = first;
  result.last = last;
  return result;
}

Interval Interval::all(const Sort& sort) {
  if (sort.is_bool()) return boolean(true, true);
  if (is_known_float(sort)) return numbers(-kInfinity, kInfinity, true);
  if (is_known_bits(sort)) return bits(0, ones(sort.width()));
  return {};
}

Interval Interval::of(const Value& value) {
  const Sort& sort = value.sort();
  if (sort.is_bool()) return boolean(!value.as_bool(), value.as_bool());
  if (is_known_bits(sort)) return bits(value.bits().low(), value.bits().low());
  if (!is_known_float(sort)) return {};
  const double number = number_of(value);
  return std::isnan(number) ? numbers(kInfinity, -kInfinity, true) : numbers(number, number);
}

bool Interval::is_empty() const {
  switch (kind) {
    case Kind::Bool:
      return !may_be_false && !may_be_true;
    case Kind::Float:
      return !has_numbers() && !may_be_nan;
    case Kind::Word:
      return first > last;
    case Kind::Any:
      return false;
  }
  return false;
}

bool Interval::is_single() const {
  switch (kind) {
    case Kind::Bool:
      return may_be_false != may_be_true;
    case Kind::Float:
      return has_numbers() ? !may_be_nan && low == high : may_be_nan;
    case Kind::Word:
      return first == last;
    case Kind::Any:
      return false;
  }
  return false;
}

bool Interval::contains(const Value& value) const {
  return kind == Kind::Any || !meet(*this, of(value)).is_empty();
}

Interval join(const Interval& a, const Interval& b) {
  if (a.kind != b.kind || a.kind == Kind::Any) return {};
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  switch (a.kind) {
    case Kind::Bool:
      return Interval::boolean(a.may_be_false || b.may_be_false, a.may_be_true || b.may_be_true);
    case Kind::Float:
      return Interval::numbers(std::min(a.low, b.low), std::max(a.high, b.high),
                               a.may_be_nan || b.may_be_nan);
    default:
      return Interval::bits(std::min(a.first, b.first), std::max(a.last, b.last));
  }
}

Interval meet(const Interval& a, const Interval& b) {
  if (a.kind == Kind::Any) return b;
  if (b.kind == Kind::Any) return a;
  switch (a.kind) {
    case Kind::Bool:
      return Interval::boolean(a.may_be_false && b.may_be_false, a.may_be_true && b.may_be_true);
    case Kind::Float:
      return Interval::numbers(std::max(a.low, b.low), std::min(a.high, b.high),
                               a.may_be_nan && b.may_be_nan);
    default:
      return Interval::bits(std::max(a.first, b.first), std::min(a.last, b.last));
  }
}

Interval apply_to_sets(const IntervalStep& step, Operands x) {
  switch (step.op) {
    case Op::Equal:
      return equality(*x[0], *x[1]);
    case Op::Ite:
      return choice(*x[0], *x[1], *x[2]);
    case Op::Not:
      return negated(*x[0]);
    case Op::And:
      return conjunction(x);
    case Op::Or:
      return disjunction(x);
    case Op::Xor:
      return exclusive_or(*x[0], *x[1]);
    case Op::BvUlt:
    case Op::BvUle:
    case Op::BvSlt:
    case Op::BvSle:
      return compare_words(step, *x[0], *x[1]);
    case Op::FpAbs:
      return x[0]->kind == Kind::Float ? absolute(*x[0]) : Interval::all(step.sort);
    case Op::FpNeg:
      return x[0]->kind == Kind::Float
                 ? Interval::numbers(-x[0]->high, -x[0]->low, x[0]->may_be_nan)
                 : Interval::all(step.sort);
    case Op::FpMin:
    case Op::FpMax:
      return x[0]->kind == Kind::Float && x[1]->kind == Kind::Float
                 ? least_or_greatest(step.op, *x[0], *x[1])
                 : Interval::all(step.sort);
    case Op::FpLe:
    case Op::FpLt:
    case Op::FpEq:
      return compare(step.op, *x[0], *x[1]);
    case Op::FpIsNan:
    case Op::FpIsInfinite:
    case Op::FpIsZero:
    case Op::FpIsNormal:
    case Op::FpIsSubnormal:
    case Op::FpIsNegative:
      return classify(step.op, step.sorts[0], *x[0]);
    case Op::FpAdd:
    case Op::FpSub:
    case Op::FpMul:
    case Op::FpDiv:
    case Op::FpSqrt:
    case Op::FpRoundToIntegral:
      if (!is_known_float(step.sort)) return {};
      return arithmetic(step, x);
    case Op::FpToFp:
      return convert(step, *x[0]);
    case Op::SbvToFp:
    case Op::UbvToFp:
      return from_integer(step, *x[0]);
    case Op::FpToSbv:
    case Op::FpToUbv:
      return to_integer(step, *x[0]);
    default:
      return is_known_bits(step.sort) ? word(step, x) : Interval::all(step.sort);
  }
}

double next_above(const Sort& format, double number) {
  if (is_single_precision(format))
    return std::nextafter(static_cast<float>(number), std::numeric_limits<float>::infinity());
  return std::nextafter(number, kInfinity);
}

double next_below(const Sort& format, double number) {
  if (is_single_precision(format))
    return std::nextafter(static_cast<float>(number), -std::numeric_limits<float>::infinity());
  return std::nextafter(number, -kInfinity);
}

}  // namespace cairn
