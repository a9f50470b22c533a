// SPDX-License-Identifier: MIT
//
// The reference semantics of floats against the machine's float and double, bit for bit.
#include "logic/word/float_value.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <vector>

#include "base/rng.h"
#include "logic/word/term_eval.h"

namespace cairn {
namespace {

const std::pair<RoundingMode, int> kModes[] = {{RoundingMode::NearestEven, FE_TONEAREST},
                                               {RoundingMode::Up, FE_UPWARD},
                                               {RoundingMode::Down, FE_DOWNWARD},
                                               {RoundingMode::Zero, FE_TOWARDZERO}};

template <typename F>
using BitsOf = std::conditional_t<sizeof(F) == 4, std::uint32_t, std::uint64_t>;

template <typename F>
Sort sort_of() {
  return sizeof(F) == 4 ? Sort::float32() : Sort::float64();
}

template <typename F>
Value value_of(F x) {
  return Value::of_float(sort_of<F>(), BitVector(8 * sizeof(F), std::bit_cast<BitsOf<F>>(x)));
}

template <typename F>
F random_operand(Rng& rng) {
  using Limits = std::numeric_limits<F>;
  const F specials[] = {0,
                        1,
                        F(1.5),
                        F(0.5),
                        2,
                        3,
                        Limits::infinity(),
                        Limits::quiet_NaN(),
                        Limits::max(),
                        Limits::min(),
                        Limits::denorm_min(),
                        Limits::epsilon(),
                        Limits::min() - Limits::denorm_min(),
                        F(2147483648.0),
                        F(4294967295.0),
                        F(9223372036854775808.0),
                        F(0.1)};
  const auto bits = static_cast<BitsOf<F>>(rng.next());
  switch (rng.below(5)) {
    case 0:
      return (rng.chance(50) ? -1 : 1) * specials[rng.below(std::size(specials))];
    case 1:  // near a power of two close to one
      return std::ldexp(F(1) + F(static_cast<int>(rng.below(5)) - 2) * Limits::epsilon(),
                        static_cast<int>(rng.below(7)) - 3);
    case 2:  // a small number with few bits: ties happen
      return F(static_cast<int>(rng.below(4096)) - 2048) / F(1 << rng.below(6));
    case 3:  // subnormal or close to it
      return std::bit_cast<F>(static_cast<BitsOf<F>>(
          bits & ~(BitsOf<F>{31} << (8 * sizeof(F) - 6)) &
          ~(sizeof(F) == 8 ? static_cast<BitsOf<F>>(BitsOf<F>{31} << (8 * sizeof(F) - 11))
                           : BitsOf<F>{0})));
    default:
      // The library's fmin tells quiet and signaling NaNs apart.
      return std::isnan(std::bit_cast<F>(bits)) ? Limits::quiet_NaN() : std::bit_cast<F>(bits);
  }
}

/// What the machine computes under a rounding mode. The volatile copies keep the operation between
/// the two changes of the mode.
template <typename Result, typename F, typename Operation>
Result on_machine(int mode, const F (&x)[3], Operation operation) {
  volatile F a = x[0], b = x[1], c = x[2];
  std::fesetround(mode);
  volatile Result result = operation(F(a), F(b), F(c));
  std::fesetround(FE_TONEAREST);
  return result;
}

template <typename F>
class FloatOnMachine : public testing::Test {
 protected:
  template <typename Result = F, typename Operation>
  void compare(Op op, unsigned arity, Operation operation, int rounds = 6000) {
    Rng rng(static_cast<std::uint64_t>(op) * 2 + sizeof(F));
    for (int round = 0; round < rounds; ++round) {
      const F x[3] = {random_operand<F>(rng), random_operand<F>(rng), random_operand<F>(rng)};
      const std::vector<Value> operands = {value_of(x[0]), value_of(x[1]), value_of(x[2])};
      for (const auto& [mode, machine] : kModes) {
        const auto parameter = static_cast<std::uint32_t>(mode);
        if (parameter > 0 && parameter_count(op) == 0) continue;
        const Value expected = value_of(on_machine<Result>(machine, x, operation));
        const Value actual = apply(op, std::span(operands).first(arity),
                                   std::span(&parameter, parameter_count(op)), sort_of<Result>());
        ASSERT_EQ(actual.to_string(), expected.to_string())
            << operands[0].to_string() << " " << operands[1].to_string() << " "
            << operands[2].to_string() << " mode " << parameter;
      }
    }
  }
  template <typename Operation>
  void compare_predicate(Op op, unsigned arity, Operation operation) {
    Rng rng(static_cast<std::uint64_t>(op) * 2 + sizeof(F));
    for (int round = 0; round < 6000; ++round) {
      const F x[2] = {random_operand<F>(rng), random_operand<F>(rng)};
      const std::vector<Value> operands = {value_of(x[0]), value_of(rng.chance(20) ? -x[0] : x[1])};
      const F y = std::bit_cast<F>(static_cast<BitsOf<F>>(operands[1].bits().low()));
      ASSERT_EQ(apply(op, std::span(operands).first(arity), {}, Sort::boolean()).as_bool(),
                operation(x[0], y))
          << operands[0].to_string() << " " << operands[1].to_string();
    }
  }
};
using MachineFormats = testing::Types<float, double>;
TYPED_TEST_SUITE(FloatOnMachine, MachineFormats);

TYPED_TEST(FloatOnMachine, Adds) {
  this->compare(Op::FpAdd, 2, [](auto a, auto b, auto) { return a + b; });
}
TYPED_TEST(FloatOnMachine, Subtracts) {
  this->compare(Op::FpSub, 2, [](auto a, auto b, auto) { return a - b; });
}
TYPED_TEST(FloatOnMachine, Multiplies) {
  this->compare(Op::FpMul, 2, [](auto a, auto b, auto) { return a * b; });
}
TYPED_TEST(FloatOnMachine, Divides) {
  this->compare(Op::FpDiv, 2, [](auto a, auto b, auto) { return a / b; });
}
TYPED_TEST(FloatOnMachine, FusesMultiplicationAndAddition) {
  this->compare(Op::FpFma, 3, [](auto a, auto b, auto c) { return std::fma(a, b, c); });
}
TYPED_TEST(FloatOnMachine, TakesSquareRoots) {
  this->compare(Op::FpSqrt, 1, [](auto a, auto, auto) { return std::sqrt(a); });
}
TYPED_TEST(FloatOnMachine, TakesRemainders) {
  this->compare(
      Op::FpRem, 2, [](auto a, auto b, auto) { return std::remainder(a, b); }, 5000);
}
TYPED_TEST(FloatOnMachine, RoundsToIntegers) {
  this->compare(Op::FpRoundToIntegral, 1, [](auto a, auto, auto) { return std::nearbyint(a); });
}
TYPED_TEST(FloatOnMachine, NegatesAndTakesMagnitudes) {
  this->compare(Op::FpNeg, 1, [](auto a, auto, auto) { return -a; });
  this->compare(Op::FpAbs, 1, [](auto a, auto, auto) { return std::fabs(a); });
}
TYPED_TEST(FloatOnMachine, ConvertsBetweenFormats) {
  this->template compare<float>(Op::FpToFp, 1,
                                [](auto a, auto, auto) { return static_cast<float>(a); });
  this->template compare<double>(Op::FpToFp, 1,
                                 [](auto a, auto, auto) { return static_cast<double>(a); });
}
TYPED_TEST(FloatOnMachine, TakesMinimaAndMaxima) {
  // The machine does not say which zero it gives.
  const auto pick = [](auto a, auto b, auto picked) {
    if (a == 0 && b == 0) return std::signbit(a) ? a : b;
    return picked;
  };
  this->compare(Op::FpMin, 2, [&](auto a, auto b, auto) { return pick(a, b, std::fmin(a, b)); });
  this->compare(Op::FpMax, 2,
                [&](auto a, auto b, auto) { return -pick(-a, -b, std::fmin(-a, -b)); });
}
TYPED_TEST(FloatOnMachine, Compares) {
  this->compare_predicate(Op::FpLe, 2, [](auto a, auto b) { return a <= b; });
  this->compare_predicate(Op::FpLt, 2, [](auto a, auto b) { return a < b; });
  this->compare_predicate(Op::FpEq, 2, [](auto a, auto b) { return a == b; });
}
TYPED_TEST(FloatOnMachine, Classifies) {
  this->compare_predicate(Op::FpIsNan, 1, [](auto a, auto) { return std::isnan(a); });
  this->compare_predicate(Op::FpIsInfinite, 1, [](auto a, auto) { return std::isinf(a); });
  this->compare_predicate(Op::FpIsZero, 1, [](auto a, auto) { return a == 0; });
  this->compare_predicate(Op::FpIsNormal, 1, [](auto a, auto) { return std::isnormal(a); });
  this->compare_predicate(Op::FpIsSubnormal, 1,
                          [](auto a, auto) { return std::fpclassify(a) == FP_SUBNORMAL; });
  this->compare_predicate(Op::FpIsNegative, 1,
                          [](auto a, auto) { return std::signbit(a) && !std::isnan(a); });
}

TYPED_TEST(FloatOnMachine, ConvertsToIntegers) {
  using F = TypeParam;
  Rng rng(7);
  for (int round = 0; round < 6000; ++round) {
    const F x[3] = {random_operand<F>(rng), 0, 0};
    const Value operand = value_of(x[0]);
    for (const auto& [mode, machine] : kModes) {
      const auto parameter = static_cast<std::uint32_t>(mode);
      const auto convert = [&, m = &parameter](Op op, std::uint32_t width) {
        return apply(op, std::span(&operand, 1), std::span(m, 1), Sort::bit_vector(width)).bits();
      };
      const auto whole =
          on_machine<std::int64_t>(machine, x, [](F a, F, F) { return std::llrint(a); });
      ASSERT_EQ(convert(Op::FpToSbv, 64).to_signed(), whole) << operand.to_string();
      const bool fits_int = whole >= INT32_MIN && whole <= INT32_MAX;
      ASSERT_EQ(convert(Op::FpToSbv, 32).to_signed(), fits_int ? whole : INT32_MIN);
      const bool fits_unsigned = whole >= 0 && whole <= UINT32_MAX;
      ASSERT_EQ(convert(Op::FpToUbv, 32).low(), fits_unsigned ? whole : 0x80000000);
      if (x[0] >= F(9223372036854775808.0) && x[0] < F(18446744073709551616.0)) {
        ASSERT_EQ(convert(Op::FpToUbv, 64).low(), static_cast<std::uint64_t>(x[0]));
      }
    }
  }
}

TYPED_TEST(FloatOnMachine, ConvertsFromIntegers) {
  using F = TypeParam;
  Rng rng(8);
  for (int round = 0; round < 6000; ++round) {
    const std::uint64_t bits = rng.next() >> rng.below(64);
    const Value operand(BitVector(64, bits));
    for (const auto& [mode, machine] : kModes) {
      const auto parameter = static_cast<std::uint32_t>(mode);
      const auto convert = [&, m = &parameter](Op op) {
        return apply(op, std::span(&operand, 1), std::span(m, 1), sort_of<F>()).to_string();
      };
      const std::uint64_t x[3] = {bits, 0, 0};
      ASSERT_EQ(convert(Op::SbvToFp),
                value_of(on_machine<F>(machine, x, [](std::uint64_t a, auto, auto) {
                  return static_cast<F>(static_cast<std::int64_t>(a));
                })).to_string());
      ASSERT_EQ(
          convert(Op::UbvToFp),
          value_of(on_machine<F>(machine, x,
                                 [](std::uint64_t a, auto, auto) { return static_cast<F>(a); }))
              .to_string())
          << bits << " mode " << parameter;
    }
  }
}

// The machine lacks this mode: it differs from NearestEven in ties alone, and in the tie goes away
// from zero.
TEST(FloatValueTest, NearestAwayRoundsTiesAway) {
  const Sort sort = Sort::floating(3, 5);
  for (int sixteenths = -16 * 16; sixteenths <= 16 * 16; ++sixteenths) {
    mpq_class exact(sixteenths, 16);
    exact.canonicalize();
    const FloatParts away = float_parts(round_to_float(sort, RoundingMode::NearestAway, exact));
    const FloatParts even = float_parts(round_to_float(sort, RoundingMode::NearestEven, exact));
    const FloatParts up = float_parts(round_to_float(sort, RoundingMode::Up, exact));
    const FloatParts down = float_parts(round_to_float(sort, RoundingMode::Down, exact));
    if (up.is_infinite() || down.is_infinite()) continue;
    const mpq_class above = up.value - exact, below = exact - down.value;
    const FloatParts& expected = above < below ? up : below < above ? down : exact > 0 ? up : down;
    EXPECT_EQ(away.value, expected.value) << sixteenths;
    if (above != below) {
      EXPECT_EQ(away.value, even.value) << sixteenths;
    }
  }
}

// Every number of a small format comes back from its parts, and every pair's sum is the number of
// the format that is nearest: found by trying them all.
TEST(FloatValueTest, SmallSumsAreTheNearestNumbers) {
  const Sort sort = Sort::floating(3, 4);
  std::vector<Value> numbers;
  for (std::uint32_t bits = 0; bits < 128; ++bits) {
    const Value value = Value::of_float(sort, BitVector(7, bits));
    const FloatParts parts = float_parts(value);
    if (parts.kind != FloatParts::Kind::Finite) continue;
    EXPECT_EQ(round_to_float(sort, RoundingMode::Zero, parts.value, parts.negative), value);
    numbers.push_back(value);
  }
  for (const Value& a : numbers) {
    for (const Value& b : numbers) {
      const mpq_class exact = float_parts(a).value + float_parts(b).value;
      const std::vector<Value> operands = {a, b};
      const std::uint32_t mode = static_cast<std::uint32_t>(RoundingMode::NearestEven);
      const FloatParts sum = float_parts(apply(Op::FpAdd, operands, std::span(&mode, 1), sort));
      if (sum.is_infinite()) {
        EXPECT_GE(abs(exact), mpq_class(31, 2));  // 15 is the largest, its ulp is 1
        continue;
      }
      for (const Value& other : numbers)
        EXPECT_LE(abs(sum.value - exact), abs(float_parts(other).value - exact));
    }
  }
}

TEST(FloatValueTest, WhatStandardsLeaveOpen) {
  const Value nan = float_nan(Sort::float32());
  EXPECT_EQ(nan.bits().low(), 0x7FC00000u);
  EXPECT_EQ(apply(Op::FpNeg, std::span(&nan, 1), {}, Sort::float32()), nan);
  const std::vector<Value> zeros = {float_zero(Sort::float32(), false),
                                    float_zero(Sort::float32(), true)};
  EXPECT_EQ(apply(Op::FpMin, zeros, {}, Sort::float32()), zeros[1]);
  EXPECT_EQ(apply(Op::FpMax, zeros, {}, Sort::float32()), zeros[0]);
}

}  // namespace
}  // namespace cairn
