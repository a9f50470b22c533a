// SPDX-License-Identifier: MIT
#include "logic/word/known_bits.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "logic/word/term_eval.h"

namespace cairn {
namespace {

/// Ones from `low` to `high`, both included; none if low > high.
BitVector ones_between(std::uint32_t width, std::uint32_t high, std::uint32_t low) {
  BitVector result(width, 0);
  for (std::uint32_t i = low; i <= high && i < width; ++i) result.set_bit(i, true);
  return result;
}

}  // namespace

KnownBits::KnownBits(const Sort& sort)
    : zeros_(std::max(sort.width(), 1u), 0),
      ones_(std::max(sort.width(), 1u), 0),
      has_bits_(sort.width() != 0) {}

KnownBits KnownBits::of(const Value& value) {
  const Sort& sort = value.sort();
  if (sort.width() == 0) return KnownBits(sort);
  if (sort.is_array()) {
    KnownBits result = of(value.array().otherwise);
    for (const auto& [index, element] : value.array().entries) result = result.join(of(element));
    return result;
  }
  const BitVector bits = sort.is_bool() ? BitVector(1, value.as_bool()) : value.bits();
  return {~bits, bits};
}

Value KnownBits::value(const Sort& sort) const {
  CAIRN_CHECK(all_known() && !sort.is_array());
  if (sort.is_bool()) return Value(ones_.bit(0));
  return sort.is_float() ? Value::of_float(sort, ones_) : Value(ones_);
}

KnownBits KnownBits::join(const KnownBits& other) const {
  KnownBits result(zeros_ & other.zeros_, ones_ & other.ones_);
  result.has_bits_ = has_bits_;
  return result;
}

std::uint32_t KnownBits::significant_bits() const {
  std::uint32_t result = width();
  while (result > 0 && is_zero(result - 1)) --result;
  return result;
}

/// One operation. Each function is about operands that are not all known.
class KnownBitsOf {
 public:
  KnownBitsOf(std::span<const KnownBits* const> operands, std::span<const Sort> sorts,
              std::span<const std::uint32_t> parameters, const Sort& sort)
      : operands_(operands), sorts_(sorts), parameters_(parameters), sort_(sort) {}

  KnownBits apply(Op op) const;

 private:
  const KnownBits& operand(std::size_t i) const { return *operands_[i]; }
  KnownBits unknown() const { return KnownBits(sort_); }
  static KnownBits boolean(bool value) { return KnownBits::of(Value(value)); }
  static const BitVector& least(const KnownBits& a) { return a.ones_; }
  static BitVector most(const KnownBits& a) { return ~a.zeros_; }
  static std::uint32_t trailing_zeros(const KnownBits& a);
  /// Zero from this bit on.
  static KnownBits below(std::uint32_t width, std::uint32_t bit) {
    return {ones_between(width, width - 1, bit), BitVector(width, 0)};
  }
  static KnownBits complement(const KnownBits& a) { return {a.ones_, a.zeros_}; }

  KnownBits folded(Op op) const;
  KnownBits junction(Op op) const;
  KnownBits equal() const;
  KnownBits bitwise(Op op) const;
  static KnownBits sum(const KnownBits& a, const KnownBits& b);
  KnownBits product() const;
  KnownBits quotient(Op op) const;
  KnownBits shift(Op op) const;
  KnownBits less(Op op) const;
  KnownBits reshaped(Op op) const;

  std::span<const KnownBits* const> operands_;
  std::span<const Sort> sorts_;
  std::span<const std::uint32_t> parameters_;
  const Sort& sort_;
};

std::uint32_t KnownBitsOf::trailing_zeros(const KnownBits& a) {
  std::uint32_t result = 0;
  while (result < a.width() && a.is_zero(result)) ++result;
  return result;
}

KnownBits KnownBitsOf::folded(Op op) const {
  std::vector<Value> values;
  for (std::size_t i = 0; i < operands_.size(); ++i) values.push_back(operand(i).value(sorts_[i]));
  return KnownBits::of(cairn::apply(op, values, parameters_, sort_));
}

KnownBits KnownBitsOf::junction(Op op) const {
  const bool absorbing = op == Op::Or;
  bool all = true;
  for (const KnownBits* each : operands_) {
    if (!each->is_known(0)) {
      all = false;
    } else if (each->is_one(0) == absorbing) {
      return boolean(absorbing);
    }
  }
  return all ? boolean(!absorbing) : unknown();
}

KnownBits KnownBitsOf::equal() const {
  if (sorts_[0].is_array()) return unknown();
  const KnownBits &a = operand(0), &b = operand(1);
  const BitVector differ = (a.zeros_ & b.ones_) | (a.ones_ & b.zeros_);
  return differ.is_zero() ? unknown() : boolean(false);
}

KnownBits KnownBitsOf::bitwise(Op op) const {
  const KnownBits &a = operand(0), &b = operand(1);
  if (op == Op::BvAnd) return {a.zeros_ | b.zeros_, a.ones_ & b.ones_};
  if (op == Op::BvOr) return {a.zeros_ & b.zeros_, a.ones_ | b.ones_};
  return {(a.zeros_ & b.zeros_) | (a.ones_ & b.ones_), (a.zeros_ & b.ones_) | (a.ones_ & b.zeros_)};
}

/// A carry is monotone in the operands, so it is known where it is the same for the least and the
/// most that they can be.
KnownBits KnownBitsOf::sum(const KnownBits& a, const KnownBits& b) {
  const BitVector low = least(a) + least(b), high = most(a) + most(b);
  const BitVector low_carry = low ^ least(a) ^ least(b), high_carry = high ^ most(a) ^ most(b);
  const BitVector known = (a.zeros_ | a.ones_) & (b.zeros_ | b.ones_) & ~(low_carry ^ high_carry);
  return {known & ~low, known & low};
}

KnownBits KnownBitsOf::product() const {
  const KnownBits &a = operand(0), &b = operand(1);
  const std::uint32_t width = sort_.width();
  const std::uint64_t significant = std::uint64_t{a.significant_bits()} + b.significant_bits();
  KnownBits result =
      below(width, static_cast<std::uint32_t>(std::min<std::uint64_t>(significant, width)));
  const std::uint64_t zeros = std::uint64_t{trailing_zeros(a)} + trailing_zeros(b);
  for (std::uint32_t i = 0; i < std::min<std::uint64_t>(zeros, width); ++i)
    result.zeros_.set_bit(i, true);
  // Low bits depend on low bits alone.
  std::uint32_t known = 0;
  while (known < width && a.is_known(known) && b.is_known(known)) ++known;
  const BitVector low = a.ones_ * b.ones_;
  for (std::uint32_t i = 0; i < known; ++i)
    (low.bit(i) ? result.ones_ : result.zeros_).set_bit(i, true);
  return result;
}

KnownBits KnownBitsOf::quotient(Op op) const {
  const KnownBits &a = operand(0), &b = operand(1);
  const std::uint32_t width = sort_.width();
  if ((op == Op::BvSdiv || op == Op::BvSrem) && !(a.is_zero(width - 1) && b.is_zero(width - 1)))
    return unknown();
  const bool by_zero = b.ones_.is_zero();  // it may be
  if (op == Op::BvUdiv || op == Op::BvSdiv)
    return by_zero ? unknown() : below(width, a.significant_bits());
  // A remainder is at most the dividend, and less than the divisor if that is not zero.
  std::uint32_t significant = a.significant_bits();
  if (!by_zero) significant = std::min(significant, b.significant_bits());
  return below(width, significant);
}

KnownBits KnownBitsOf::shift(Op op) const {
  const KnownBits &a = operand(0), &amount = operand(1);
  const std::uint32_t width = sort_.width();
  if (!amount.all_known()) {
    if (op == Op::BvLshr) return below(width, a.significant_bits());
    if (op == Op::BvAshr)
      return a.is_zero(width - 1) ? below(width, a.significant_bits()) : unknown();
    KnownBits result = unknown();
    for (std::uint32_t i = 0; i < trailing_zeros(a); ++i) result.zeros_.set_bit(i, true);
    return result;
  }
  const BitVector& by = amount.ones_;
  if (op == Op::BvAshr) return {a.zeros_.ashr(by), a.ones_.ashr(by)};
  // What is shifted in is zero.
  if (op == Op::BvShl) return {~(~a.zeros_).shl(by), a.ones_.shl(by)};
  return {~(~a.zeros_).lshr(by), a.ones_.lshr(by)};
}

KnownBits KnownBitsOf::less(Op op) const {
  KnownBits a = operand(0), b = operand(1);
  if (op == Op::BvSlt || op == Op::BvSle) {  // as unsigned ones, with the signs flipped
    for (KnownBits* each : {&a, &b}) {
      const std::uint32_t sign = each->width() - 1;
      const bool zero = each->is_zero(sign), one = each->is_one(sign);
      each->zeros_.set_bit(sign, one);
      each->ones_.set_bit(sign, zero);
    }
  }
  const bool or_equal = op == Op::BvUle || op == Op::BvSle;
  const BitVector most_a = most(a), most_b = most(b);
  if (or_equal ? !least(b).ult(most_a) : most_a.ult(least(b))) return boolean(true);
  if (or_equal ? most_b.ult(least(a)) : !least(a).ult(most_b)) return boolean(false);
  return unknown();
}

KnownBits KnownBitsOf::reshaped(Op op) const {
  const KnownBits& a = operand(0);
  const std::uint32_t width = sort_.width();
  switch (op) {
    case Op::Concat:
      return {a.zeros_.concat(operand(1).zeros_), a.ones_.concat(operand(1).ones_)};
    case Op::Extract:
      return {a.zeros_.extract(parameters_[0], parameters_[1]),
              a.ones_.extract(parameters_[0], parameters_[1])};
    case Op::ZeroExtend: {
      KnownBits result(a.zeros_.zero_extend(width), a.ones_.zero_extend(width));
      for (std::uint32_t i = a.width(); i < width; ++i) result.zeros_.set_bit(i, true);
      return result;
    }
    default:
      return {a.zeros_.sign_extend(width), a.ones_.sign_extend(width)};
  }
}

KnownBits KnownBitsOf::apply(Op op) const {
  switch (op) {
    case Op::Select:
    case Op::ConstArray:
      return operand(0);
    case Op::Store:
      return operand(0).join(operand(2));
    case Op::Ite:
      if (operand(0).is_known(0)) return operand(operand(0).is_one(0) ? 1 : 2);
      return operand(1).join(operand(2));
    default:
      break;
  }
  const bool all = std::all_of(operands_.begin(), operands_.end(),
                               [](const KnownBits* each) { return each->all_known(); });
  const bool arrays =
      std::any_of(sorts_.begin(), sorts_.end(), [](const Sort& sort) { return sort.is_array(); });
  if (all && !arrays) return folded(op);
  switch (op) {
    case Op::Not:
    case Op::BvNot:
      return complement(operand(0));
    case Op::And:
    case Op::Or:
      return junction(op);
    case Op::Equal:
      return equal();
    case Op::BvAnd:
    case Op::BvOr:
    case Op::BvXor:
      return operands_.size() == 2 ? bitwise(op) : unknown();
    case Op::BvAdd:
      return operands_.size() == 2 ? sum(operand(0), operand(1)) : unknown();
    case Op::BvNeg:
      return sum(complement(operand(0)), KnownBits::of(Value(BitVector(sort_.width(), 1))));
    case Op::BvMul:
      return operands_.size() == 2 ? product() : unknown();
    case Op::BvUdiv:
    case Op::BvUrem:
    case Op::BvSdiv:
    case Op::BvSrem:
      return quotient(op);
    case Op::BvShl:
    case Op::BvLshr:
    case Op::BvAshr:
      return shift(op);
    case Op::BvUlt:
    case Op::BvUle:
    case Op::BvSlt:
    case Op::BvSle:
      return less(op);
    case Op::Concat:
    case Op::Extract:
    case Op::ZeroExtend:
    case Op::SignExtend:
      return operands_.size() <= 2 ? reshaped(op) : unknown();
    default:
      return unknown();
  }
}

KnownBits apply_to_known_bits(Op op, std::span<const KnownBits* const> operands,
                              std::span<const Sort> sorts,
                              std::span<const std::uint32_t> parameters, const Sort& sort) {
  return KnownBitsOf(operands, sorts, parameters, sort).apply(op);
}

}  // namespace cairn
