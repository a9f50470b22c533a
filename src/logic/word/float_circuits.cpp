// SPDX-License-Identifier: MIT
//
// SymFPU's headers stay in this file. They are templates over a "back end": what a proposition, a
// bit-vector, a format and a rounding mode are. Ours wrap literals; the graph that they belong to
// is known to the thread while an operation is built, because SymFPU makes constants out of
// nothing.
#include "logic/word/float_circuits.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"

// SymFPU states its promises with these; as propositions over literals they would become gates.
#define PRECONDITION(X) static_cast<void>(0)
#define POSTCONDITION(X) static_cast<void>(0)
#define INVARIANT(X) static_cast<void>(0)

#include <symfpu/core/add.h>
#include <symfpu/core/convert.h>
#include <symfpu/core/divide.h>
#include <symfpu/core/fma.h>
#include <symfpu/core/multiply.h>
#include <symfpu/core/packing.h>
#include <symfpu/core/remainder.h>
#include <symfpu/core/sqrt.h>
#include <symfpu/core/unpackedFloat.h>

namespace cairn {
namespace {

thread_local WordCircuits* current = nullptr;

class Proposition {
 public:
  Proposition(bool value) : lit_(value ? kTrue : kFalse) {}
  explicit Proposition(Lit lit) : lit_(lit) {}
  Lit lit() const { return lit_; }

  Proposition operator!() const { return Proposition(~lit_); }
  Proposition operator&&(const Proposition& other) const {
    return Proposition(current->aig().and_gate(lit_, other.lit_));
  }
  Proposition operator||(const Proposition& other) const {
    return Proposition(current->aig().or_gate(lit_, other.lit_));
  }
  Proposition operator==(const Proposition& other) const {
    return Proposition(current->aig().equal(lit_, other.lit_));
  }
  Proposition operator^(const Proposition& other) const {
    return Proposition(current->aig().xor_gate(lit_, other.lit_));
  }

 private:
  Lit lit_;
};

enum class Signedness { Unsigned, Signed };

/// A bit-vector as SymFPU wants it. Operations that must not overflow and those that may
/// ("modular") are the same here.
template <Signedness signedness>
class Word {
 public:
  using Width = std::uint64_t;

  Word(Width width, std::uint64_t value)
      : bits_(WordCircuits::constant(static_cast<std::uint32_t>(width), value)) {}
  explicit Word(const Proposition& bit) : bits_{bit.lit()} {}
  explicit Word(Bits bits) : bits_(std::move(bits)) {}
  const Bits& bits() const { return bits_; }
  Width getWidth() const { return bits_.size(); }

  static Word one(Width width) { return Word(width, 1); }
  static Word zero(Width width) { return Word(width, 0); }
  static Word allOnes(Width width) { return Word(Bits(width, kTrue)); }
  static Word maxValue(Width width) {
    Bits bits(width, kTrue);
    if (kSigned) bits.back() = kFalse;
    return Word(bits);
  }
  static Word minValue(Width width) {
    Bits bits(width, kFalse);
    if (kSigned) bits.back() = kTrue;
    return Word(bits);
  }

  Proposition isAllOnes() const { return Proposition(current->all(bits_)); }
  Proposition isAllZeros() const { return Proposition(~current->any(bits_)); }

  Word operator<<(const Word& by) const { return Word(current->shift_left(bits_, by.bits_)); }
  Word operator>>(const Word& by) const {
    return Word(current->shift_right(bits_, by.bits_, kSigned ? bits_.back() : kFalse));
  }
  Word operator|(const Word& other) const { return Word(current->bitwise_or(bits_, other.bits_)); }
  Word operator&(const Word& other) const { return Word(current->bitwise_and(bits_, other.bits_)); }
  Word operator+(const Word& other) const { return Word(current->add(bits_, other.bits_)); }
  Word operator-(const Word& other) const { return Word(current->subtract(bits_, other.bits_)); }
  Word operator*(const Word& other) const { return Word(current->multiply(bits_, other.bits_)); }
  Word operator/(const Word& other) const {
    return Word(current->divide(bits_, other.bits_).quotient);
  }
  Word operator%(const Word& other) const {
    return Word(current->divide(bits_, other.bits_).remainder);
  }
  Word operator-() const { return Word(current->negate(bits_)); }
  Word operator~() const { return Word(WordCircuits::complement(bits_)); }

  Word increment() const { return *this + one(getWidth()); }
  Word decrement() const { return *this - one(getWidth()); }
  Word signExtendRightShift(const Word& by) const {
    return Word(current->shift_right(bits_, by.bits_, bits_.back()));
  }
  Word modularLeftShift(const Word& by) const { return *this << by; }
  Word modularRightShift(const Word& by) const { return *this >> by; }
  Word modularIncrement() const { return increment(); }
  Word modularDecrement() const { return decrement(); }
  Word modularAdd(const Word& other) const { return *this + other; }
  Word modularNegate() const { return -*this; }

  Proposition operator==(const Word& other) const {
    return Proposition(current->equal(bits_, other.bits_));
  }
  Proposition operator<(const Word& other) const {
    return Proposition(kSigned ? current->signed_less(bits_, other.bits_)
                               : current->less(bits_, other.bits_));
  }
  Proposition operator<=(const Word& other) const { return !(other < *this); }
  Proposition operator>(const Word& other) const { return other < *this; }
  Proposition operator>=(const Word& other) const { return !(*this < other); }

  Word<Signedness::Signed> toSigned() const { return Word<Signedness::Signed>(bits_); }
  Word<Signedness::Unsigned> toUnsigned() const { return Word<Signedness::Unsigned>(bits_); }
  Word extend(Width by) const { return resize(getWidth() + by); }
  Word contract(Width by) const { return resize(getWidth() - by); }
  Word resize(Width width) const {
    return Word(WordCircuits::extend(bits_, static_cast<std::uint32_t>(width),
                                     kSigned ? bits_.back() : kFalse));
  }
  Word matchWidth(const Word& other) const { return resize(other.getWidth()); }
  Word append(const Word& low) const {
    Bits bits = low.bits_;
    bits.insert(bits.end(), bits_.begin(), bits_.end());
    return Word(std::move(bits));
  }
  Word extract(Width high, Width low) const {
    CAIRN_CHECK(low <= high && high < getWidth());
    return Word(Bits(bits_.begin() + static_cast<std::ptrdiff_t>(low),
                     bits_.begin() + static_cast<std::ptrdiff_t>(high) + 1));
  }

 private:
  static constexpr bool kSigned = signedness == Signedness::Signed;
  Bits bits_;
};

class Rounding {
 public:
  explicit Rounding(RoundingMode mode) : mode_(mode) {}
  Proposition operator==(const Rounding& other) const { return Proposition(mode_ == other.mode_); }

 private:
  RoundingMode mode_;
};

class Format {
 public:
  Format(std::uint64_t exponent, std::uint64_t significand)
      : exponent_(exponent), significand_(significand) {}
  std::uint64_t exponentWidth() const { return exponent_; }
  std::uint64_t significandWidth() const { return significand_; }
  std::uint64_t packedWidth() const { return exponent_ + significand_; }
  std::uint64_t packedExponentWidth() const { return exponent_; }
  std::uint64_t packedSignificandWidth() const { return significand_ - 1; }

 private:
  std::uint64_t exponent_, significand_;
};

struct Traits {
  using bwt = std::uint64_t;
  using rm = Rounding;
  using fpt = Format;
  using prop = Proposition;
  using sbv = Word<Signedness::Signed>;
  using ubv = Word<Signedness::Unsigned>;

  static Rounding RNE() { return Rounding(RoundingMode::NearestEven); }
  static Rounding RNA() { return Rounding(RoundingMode::NearestAway); }
  static Rounding RTP() { return Rounding(RoundingMode::Up); }
  static Rounding RTN() { return Rounding(RoundingMode::Down); }
  static Rounding RTZ() { return Rounding(RoundingMode::Zero); }
};

using Unpacked = symfpu::unpackedFloat<Traits>;

Format format_of(ScalarSort sort) {
  return {sort.exponent, sort.size};
}

}  // namespace
}  // namespace cairn

namespace symfpu {

template <>
struct ite<cairn::Proposition, cairn::Proposition> {
  static cairn::Proposition iteOp(const cairn::Proposition& condition,
                                  const cairn::Proposition& then,
                                  const cairn::Proposition& otherwise) {
    return cairn::Proposition(
        cairn::current->aig().if_then_else(condition.lit(), then.lit(), otherwise.lit()));
  }
};

template <cairn::Signedness signedness>
struct ite<cairn::Proposition, cairn::Word<signedness>> {
  static cairn::Word<signedness> iteOp(const cairn::Proposition& condition,
                                       const cairn::Word<signedness>& then,
                                       const cairn::Word<signedness>& otherwise) {
    return cairn::Word<signedness>(
        cairn::current->ite(condition.lit(), then.bits(), otherwise.bits()));
  }
};

/// Digit by digit: step k has the first 2k bits of x, and the root and the remainder of the number
/// that they are. SymFPU's own squares a candidate for each digit.
template <>
resultWithRemainderBit<cairn::Traits> fixedPointSqrt<cairn::Traits>(const cairn::Traits::ubv& x) {
  using cairn::Bits;
  using cairn::kFalse;
  using cairn::kTrue;
  using cairn::Lit;
  cairn::WordCircuits& words = *cairn::current;
  const std::size_t digits = x.getWidth() - 1;
  Bits padded(2 * digits, kFalse);
  std::copy(x.bits().rbegin(), x.bits().rend(), padded.rbegin());
  Bits root, left;
  for (std::size_t k = 0; k < digits; ++k) {
    const std::size_t low = 2 * (digits - 1 - k);
    left.insert(left.begin(), {padded[low], padded[low + 1]});
    Bits trial = root;
    trial.insert(trial.begin(), {kTrue, kFalse});
    const auto width = static_cast<std::uint32_t>(k + 3);
    left.resize(width, kFalse);
    trial.resize(width, kFalse);
    const Lit fits = words.less_equal(trial, left);
    left = words.ite(fits, words.subtract(left, trial), left);
    root.insert(root.begin(), fits);
  }
  return {cairn::Traits::ubv(root), cairn::Proposition(words.any(left))};
}

}  // namespace symfpu

namespace cairn {

namespace {

/// SymFPU takes it for granted that no root is subnormal; in formats with few exponents some are.
Unpacked square_root(const Format& format, const Rounding& rounding, const Unpacked& a) {
  const std::uint64_t smallest = (std::uint64_t{1} << (format.exponentWidth() - 1)) - 2;
  if (smallest >= format.significandWidth()) return symfpu::sqrt<Traits>(format, rounding, a);
  const Unpacked exact = symfpu::arithmeticSqrt<Traits>(format, a);
  const Unpacked rounded = symfpu::rounder<Traits>(format, rounding, exact);
  return symfpu::addSqrtSpecialCases<Traits>(format, a, rounded.getSign(), rounded);
}

/// SymFPU's own compares the widths of unpacked exponents, which can be the same for different
/// ranges, and gives its rounder no guard bits if the exponent shrinks and the significand does
/// not.
Unpacked convert(const Format& from, const Format& to, const Rounding& rounding,
                 const Unpacked& a) {
  const auto missing = [](std::uint64_t has, std::uint64_t wants) {
    return wants > has ? wants - has : 0;
  };
  const std::uint64_t exponent =
      missing(Unpacked::exponentWidth(from), Unpacked::exponentWidth(to));
  if (from.exponentWidth() <= to.exponentWidth() &&
      from.significandWidth() <= to.significandWidth())
    return a.extend(exponent, to.significandWidth() - from.significandWidth());
  const std::uint64_t significand = missing(from.significandWidth(), to.significandWidth() + 2);
  const Unpacked rounded = symfpu::rounder<Traits>(to, rounding, a.extend(exponent, significand));
  return symfpu::ITE(
      a.getNaN(), Unpacked::makeNaN(to),
      symfpu::ITE(a.getInf(), Unpacked::makeInf(to, a.getSign()),
                  symfpu::ITE(a.getZero(), Unpacked::makeZero(to, a.getSign()), rounded)));
}

/// A number without sign first becomes a float that has room for all its bits. Of four, for SymFPU
/// wants as many.
Unpacked from_magnitude(const Format& to, const Rounding& rounding, Proposition sign, Bits bits) {
  bits.resize(std::max<std::size_t>(bits.size(), 4), kFalse);
  const Format exact(symfpu::bitsToRepresent<std::uint64_t>(bits.size()) + 1, bits.size());
  const Traits::sbv exponent(Unpacked::exponentWidth(exact), bits.size() - 1);
  const Unpacked number(sign, exponent, Traits::ubv(std::move(bits)));
  return convert(exact, to, rounding, number.normaliseUpDetectZero(exact));
}

Unpacked from_bit_vector(Op op, const Format& to, const Rounding& rounding, const Bits& bits) {
  if (op == Op::UbvToFp) return from_magnitude(to, rounding, Proposition(false), bits);
  // Zero is +0, and the sign of what is zero is that of the operand: clear.
  return from_magnitude(to, rounding, Proposition(bits.back()), current->absolute(bits));
}

/// SymFPU wants two bits or more. Of one bit, zero is the one number that isn't out of range or the
/// other one.
Bits rounded_to_bits(Op op, ScalarSort from, const Rounding& rounding, const Unpacked& a,
                     std::uint32_t width) {
  const std::uint32_t wide = std::max(width, 2u);
  const Traits::sbv out_of_range = Traits::sbv::minValue(wide);
  const Bits bits =
      op == Op::FpToSbv
          ? symfpu::convertFloatToSBV<Traits>(format_of(from), rounding, a, wide, out_of_range)
                .bits()
          : symfpu::convertFloatToUBV<Traits>(format_of(from), rounding, a, wide,
                                              out_of_range.toUnsigned())
                .bits();
  return width == wide ? bits : Bits{current->any(bits)};
}

}  // namespace

struct FloatCircuits::Memory {
  std::map<std::pair<ScalarSort, Bits>, Unpacked> unpacked;

  const Unpacked& unpack(ScalarSort format, const Bits& bits) {
    const std::pair key(format, bits);
    const auto known = unpacked.find(key);
    if (known != unpacked.end()) return known->second;
    const Traits::ubv word(bits);
    return unpacked.emplace(key, symfpu::unpack<Traits>(format_of(format), word)).first->second;
  }
  Bits pack(ScalarSort format, const Unpacked& value) {
    Bits bits = symfpu::pack<Traits>(format_of(format), value).bits();
    unpacked.emplace(std::pair(format, bits), value);
    return bits;
  }
};

FloatCircuits::FloatCircuits(WordCircuits& words)
    : words_(words), memory_(std::make_unique<Memory>()) {}

FloatCircuits::~FloatCircuits() = default;

bool FloatCircuits::supports(ScalarSort format) {
  return format.kind != SortKind::Float || (format.exponent >= 3 && format.size >= 4);
}

bool FloatCircuits::supports(Op op, std::span<const ScalarSort> operands, ScalarSort result) {
  constexpr std::uint8_t kMaxRemainderExponent = 8;
  for (const ScalarSort& sort : operands)
    if (!supports(sort)) return false;
  return supports(result) && (op != Op::FpRem || result.exponent <= kMaxRemainderExponent);
}

Lit FloatCircuits::has_top_exponent(ScalarSort format, const Bits& a) {
  return words_.all(std::span(a).subspan(format.size - 1, format.exponent));
}

Lit FloatCircuits::has_zero_exponent(ScalarSort format, const Bits& a) {
  return ~words_.any(std::span(a).subspan(format.size - 1, format.exponent));
}

Lit FloatCircuits::has_zero_fraction(ScalarSort format, const Bits& a) {
  return ~words_.any(std::span(a).first(format.size - 1));
}

Lit FloatCircuits::is_nan(ScalarSort format, const Bits& a) {
  return words_.aig().and_gate(has_top_exponent(format, a), ~has_zero_fraction(format, a));
}

Lit FloatCircuits::is_zero(const Bits& a) {
  return ~words_.any(std::span(a).first(a.size() - 1));
}

Bits FloatCircuits::canonical(ScalarSort format, const Bits& bits) {
  const Lit nan = is_nan(format, bits);
  Bits result = bits;
  for (std::uint32_t i = 0; i + 2 < format.size; ++i)
    result[i] = words_.aig().and_gate(bits[i], ~nan);
  result[format.size - 2] = words_.aig().or_gate(bits[format.size - 2], nan);
  result.back() = words_.aig().and_gate(bits.back(), ~nan);
  return result;
}

Lit FloatCircuits::equal(ScalarSort format, const Bits& a, const Bits& b) {
  Aig& aig = words_.aig();
  const Lit same = aig.or_gate(words_.equal(a, b), aig.and_gate(is_zero(a), is_zero(b)));
  // The NaN is one value: if b is one and a is not, they are not the same.
  return aig.and_gate(same, ~is_nan(format, a));
}

/// By sign and magnitude, which the packed bits are: -0 comes before +0. Requires that neither is
/// NaN.
Lit FloatCircuits::sorted(const Bits& a, const Bits& b, Order order) {
  Aig& aig = words_.aig();
  const Bits left(a.begin(), a.end() - 1), right(b.begin(), b.end() - 1);
  const auto compare = [&](const Bits& x, const Bits& y) {
    return order == Order::LessEqual ? words_.less_equal(x, y) : words_.less(x, y);
  };
  const Lit same_sign = aig.if_then_else(a.back(), compare(right, left), compare(left, right));
  return aig.if_then_else(aig.xor_gate(a.back(), b.back()), a.back(), same_sign);
}

Lit FloatCircuits::less(ScalarSort format, const Bits& a, const Bits& b, Order order) {
  Aig& aig = words_.aig();
  const Lit numbers = aig.and_gate(~is_nan(format, a), ~is_nan(format, b));
  const Lit zeros = aig.and_gate(is_zero(a), is_zero(b));
  const Lit of_zeros = order == Order::LessEqual ? kTrue : kFalse;
  return aig.and_gate(numbers, aig.if_then_else(zeros, of_zeros, sorted(a, b, order)));
}

Lit FloatCircuits::classify(Op op, ScalarSort format, const Bits& a) {
  Aig& aig = words_.aig();
  const Lit top = has_top_exponent(format, a), bottom = has_zero_exponent(format, a);
  const Lit whole = has_zero_fraction(format, a);
  switch (op) {
    case Op::FpIsNan:
      return is_nan(format, a);
    case Op::FpIsInfinite:
      return aig.and_gate(top, whole);
    case Op::FpIsZero:
      return is_zero(a);
    case Op::FpIsNormal:
      return aig.and_gate(~top, ~bottom);
    case Op::FpIsSubnormal:
      return aig.and_gate(bottom, ~whole);
    default:
      // A NaN's sign is clear.
      return a.back();
  }
}

/// The other operand of a NaN; -0 is less than +0.
Bits FloatCircuits::choose(Op op, ScalarSort format, const Bits& a, const Bits& b) {
  Aig& aig = words_.aig();
  const Lit wins = op == Op::FpMin ? sorted(a, b, Order::Less) : sorted(b, a, Order::Less);
  const Lit first = aig.and_gate(~is_nan(format, a), aig.or_gate(wins, is_nan(format, b)));
  return words_.ite(first, a, b);
}

Bits FloatCircuits::apply(Op op, RoundingMode mode, std::span<const Bits> operands,
                          std::span<const ScalarSort> sorts, ScalarSort result) {
  switch (op) {
    case Op::FpFromBits:
      return canonical(result, operands[0]);
    case Op::FpToBits:
      return operands[0];
    case Op::FpAbs:
    case Op::FpNeg: {
      Bits bits = operands[0];
      bits.back() =
          op == Op::FpAbs ? kFalse : words_.aig().and_gate(~bits.back(), ~is_nan(sorts[0], bits));
      return bits;
    }
    case Op::FpEq:
      return {equal(sorts[0], operands[0], operands[1])};
    case Op::FpLt:
      return {less(sorts[0], operands[0], operands[1], Order::Less)};
    case Op::FpLe:
      return {less(sorts[0], operands[0], operands[1], Order::LessEqual)};
    case Op::FpMin:
    case Op::FpMax:
      return choose(op, sorts[0], operands[0], operands[1]);
    case Op::FpIsNan:
    case Op::FpIsInfinite:
    case Op::FpIsZero:
    case Op::FpIsNormal:
    case Op::FpIsSubnormal:
    case Op::FpIsNegative:
      return {classify(op, sorts[0], operands[0])};
    default:
      break;
  }
  current = &words_;
  Bits bits = compute(op, mode, operands, sorts, result);
  current = nullptr;
  return bits;
}

Bits FloatCircuits::compute(Op op, RoundingMode mode, std::span<const Bits> operands,
                            std::span<const ScalarSort> sorts, ScalarSort result) {
  const auto unpacked = [&](std::size_t i) -> const Unpacked& {
    return memory_->unpack(sorts[i], operands[i]);
  };
  const Rounding rounding(mode);
  const Format to = format_of(result);
  const auto packed = [&](const Unpacked& value) { return memory_->pack(result, value); };
  switch (op) {
    case Op::FpAdd:
    case Op::FpSub:
      return packed(symfpu::add<Traits>(to, rounding, unpacked(0), unpacked(1),
                                        Proposition(op == Op::FpAdd)));
    case Op::FpMul:
      return packed(symfpu::multiply<Traits>(to, rounding, unpacked(0), unpacked(1)));
    case Op::FpDiv:
      return packed(symfpu::divide<Traits>(to, rounding, unpacked(0), unpacked(1)));
    case Op::FpFma:
      return packed(symfpu::fma<Traits>(to, rounding, unpacked(0), unpacked(1), unpacked(2)));
    case Op::FpSqrt:
      return packed(square_root(to, rounding, unpacked(0)));
    case Op::FpRem:
      return packed(symfpu::remainder<Traits>(to, unpacked(0), unpacked(1)));
    case Op::FpRoundToIntegral: {
      const Unpacked whole = symfpu::roundToIntegral<Traits>(to, rounding, unpacked(0));
      // In formats with few exponents rounding may reach the power of two after the largest number.
      // Its packed bits are those of infinity, its unpacked form is not: that must not be used
      // again.
      const std::uint64_t largest = (std::uint64_t{1} << (result.exponent - 1)) - 1;
      if (largest < result.size - 1u) return symfpu::pack<Traits>(to, whole).bits();
      return packed(whole);
    }
    case Op::FpToFp:
      return packed(convert(format_of(sorts[0]), to, rounding, unpacked(0)));
    case Op::SbvToFp:
    case Op::UbvToFp:
      return packed(from_bit_vector(op, to, rounding, operands[0]));
    case Op::FpToSbv:
    case Op::FpToUbv:
      return rounded_to_bits(op, sorts[0], rounding, unpacked(0), result.size);
    default:
      internal_error(__FILE__, __LINE__, "not an operation of floats");
  }
}

}  // namespace cairn
