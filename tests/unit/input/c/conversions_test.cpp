// SPDX-License-Identifier: MIT
//
// The operators of C on constants, against what the compiler of this test makes of them.
#include "input/c/conversions.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "base/rng.h"
#include "input/c/library.h"

namespace cairn {
namespace {

template <class T>
CScalar scalar_of() {
  if constexpr (std::is_floating_point_v<T>)
    return {CScalar::Kind::Float, true, sizeof(T) == 4 ? Sort::float32() : Sort::float64(),
            8 * sizeof(T), Show::Float};
  else
    return {std::is_same_v<T, bool> ? CScalar::Kind::Bool : CScalar::Kind::Integer,
            std::is_signed_v<T>, Sort::bit_vector(8 * sizeof(T)), 8 * sizeof(T), Show::Raw};
}

template <class T>
Term constant(Terms& terms, T value) {
  if constexpr (std::is_same_v<T, float>)
    return terms.constant(
        Value::of_float(Sort::float32(), BitVector(32, std::bit_cast<std::uint32_t>(value))));
  else if constexpr (std::is_same_v<T, double>)
    return terms.constant(
        Value::of_float(Sort::float64(), BitVector(64, std::bit_cast<std::uint64_t>(value))));
  else
    return terms.bv(8 * sizeof(T), static_cast<std::uint64_t>(value));
}

template <class T>
T random_value(Rng& rng) {
  const std::uint64_t bits = rng.next() >> rng.below(64);
  if constexpr (std::is_same_v<T, float>)
    return rng.chance(50) ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                          : static_cast<float>(static_cast<std::int64_t>(bits) - 1000) / 8;
  else if constexpr (std::is_same_v<T, double>)
    return rng.chance(50) ? std::bit_cast<double>(bits)
                          : static_cast<double>(static_cast<std::int64_t>(bits) - 1000) / 8;
  else
    return static_cast<T>(rng.chance(50) ? bits : ~bits);
}

template <class From, class To>
void compare_conversions(Rng& rng) {
  Terms terms;
  for (unsigned i = 0; i < 200; ++i) {
    const From value = random_value<From>(rng);
    if constexpr (std::is_floating_point_v<From> && !std::is_floating_point_v<To> &&
                  !std::is_same_v<To, bool>) {
      if (!(value > -100 && value < 100)) continue;
      if (std::is_unsigned_v<To> && value <= -1) continue;
    }
    const Term term = c_convert(terms, constant(terms, value), scalar_of<From>(), scalar_of<To>());
    ASSERT_EQ(term, constant(terms, static_cast<To>(value))) << +value;
  }
}

template <class From, class... To>
void compare_all(Rng& rng) {
  (compare_conversions<From, To>(rng), ...);
}

TEST(Conversions, AgreeWithTheCompiler) {
  Rng rng(11);
#define CAIRN_ALL_TYPES                                                                      \
  bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, \
      std::int64_t, std::uint64_t, float, double
  compare_all<bool, CAIRN_ALL_TYPES>(rng);
  compare_all<std::int8_t, CAIRN_ALL_TYPES>(rng);
  compare_all<std::uint8_t, CAIRN_ALL_TYPES>(rng);
  compare_all<std::int16_t, CAIRN_ALL_TYPES>(rng);
  compare_all<std::uint16_t, CAIRN_ALL_TYPES>(rng);
  compare_all<std::int32_t, CAIRN_ALL_TYPES>(rng);
  compare_all<std::uint32_t, CAIRN_ALL_TYPES>(rng);
  compare_all<std::int64_t, CAIRN_ALL_TYPES>(rng);
  compare_all<std::uint64_t, CAIRN_ALL_TYPES>(rng);
  compare_all<float, CAIRN_ALL_TYPES>(rng);
  compare_all<double, CAIRN_ALL_TYPES>(rng);
#undef CAIRN_ALL_TYPES
}

TEST(Conversions, SignedOverflowIsWhatWiderTypesSay) {
  Rng rng(12);
  Terms terms;
  for (unsigned i = 0; i < 3000; ++i) {
    const auto a = static_cast<std::int8_t>(rng.next());
    const auto b = static_cast<std::int8_t>(rng.next());
    const auto leaves = [](int exact) { return exact < -128 || exact > 127; };
    const auto overflows = [&](CBinary op) {
      return terms.is_true(c_overflows(terms, op, constant(terms, a), constant(terms, b)));
    };
    ASSERT_EQ(overflows(CBinary::Add), leaves(a + b));
    ASSERT_EQ(overflows(CBinary::Sub), leaves(a - b));
    ASSERT_EQ(overflows(CBinary::Mul), leaves(a * b));
    if (b != 0) {
      ASSERT_EQ(overflows(CBinary::Div), leaves(a / b));
    }
  }
}

TEST(Conversions, ShiftsTakeTheirAmountModuloTheWidth) {
  Terms terms;
  const CScalar type = scalar_of<std::int32_t>();
  const Term amount = terms.bv(64, (std::uint64_t{1} << 40) + 33);
  EXPECT_EQ(c_arithmetic(terms, CBinary::Shl, terms.bv(32, 3), amount, type), terms.bv(32, 6));
  EXPECT_EQ(c_arithmetic(terms, CBinary::Shr, terms.bv(32, 0xFFFFFFF0u), amount, type),
            terms.bv(32, 0xFFFFFFF8u));
}

TEST(Conversions, BitsAndBackIsTheSame) {
  Terms terms;
  const Term half = constant(terms, 0.5);
  EXPECT_EQ(c_to_bits(terms, half), terms.bv(64, 0x3FE0000000000000u));
  EXPECT_EQ(c_from_bits(terms, c_to_bits(terms, half), Sort::float64()), half);
}

TEST(Library, MathAgreesWithTheLibrary) {
  Rng rng(13);
  Terms terms;
  using Unary = double (*)(double);
  const std::vector<std::pair<const char*, Unary>> unary = {
      {"fabs", std::fabs},   {"sqrt", std::sqrt},   {"trunc", std::trunc}, {"ceil", std::ceil},
      {"floor", std::floor}, {"round", std::round}, {"rint", std::rint}};
  using Binary = double (*)(double, double);
  const std::vector<std::pair<const char*, Binary>> binary = {{"fmod", std::fmod},
                                                              {"remainder", std::remainder},
                                                              {"copysign", std::copysign},
                                                              {"fdim", std::fdim}};
  const Sort sort = Sort::float64();
  for (unsigned i = 0; i < 500; ++i) {
    const double x = random_value<double>(rng);
    const double y = random_value<double>(rng);
    const std::vector<Term> one = {constant(terms, x)};
    const std::vector<Term> two = {constant(terms, x), constant(terms, y)};
    for (const auto& [name, function] : unary)
      ASSERT_EQ(c_math(terms, name, one, sort), constant(terms, function(x))) << name << " " << x;
    if (std::isnan(x) || std::isnan(y)) continue;
    if (std::abs(std::ilogb(x) - std::ilogb(y)) > 200) continue;
    for (const auto& [name, function] : binary)
      ASSERT_EQ(c_math(terms, name, two, sort), constant(terms, function(x, y)))
          << name << " " << x << " " << y;
    const Sort flag = Sort::bit_vector(32);
    ASSERT_EQ(c_math(terms, "__fpclassify", one, flag),
              terms.bv(32, static_cast<std::uint64_t>(std::fpclassify(x))));
  }
}

TEST(Library, KnowsFunctionsByTheirNames) {
  EXPECT_EQ(library_function("__VERIFIER_nondet_u32"), CLibrary::Nondet);
  EXPECT_EQ(library_function("__builtin_sqrtf"), CLibrary::Math);
  EXPECT_EQ(library_function("__isnanl"), CLibrary::Math);
  EXPECT_EQ(library_function("sinf"), CLibrary::Unknown);
  EXPECT_TRUE(in_library_source("sinf"));
  EXPECT_EQ(library_function("pthread_create"), CLibrary::Limit);
  EXPECT_EQ(library_function("exitf"), CLibrary::Unknown);
  EXPECT_EQ(library_function("my_malloc"), CLibrary::Unknown);
  EXPECT_TRUE(in_library_source("strlen"));
  EXPECT_TRUE(in_library_source("__cairn_popcount"));
  EXPECT_FALSE(in_library_source("popcount"));
  EXPECT_FALSE(in_library_source("size_t"));
  EXPECT_FALSE(in_library_source("while"));
}

}  // namespace
}  // namespace cairn
