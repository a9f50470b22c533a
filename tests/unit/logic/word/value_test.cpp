// SPDX-License-Identifier: MIT
#include "logic/word/value.h"

#include <gtest/gtest.h>

#include "logic/word/float_value.h"
#include "support/random_terms.h"

namespace cairn {
namespace {

Value word(std::uint32_t width, std::uint64_t value) {
  return Value(BitVector(width, value));
}

TEST(ValueTest, EveryNanIsOneValue) {
  const Value a = Value::of_float(Sort::float32(), BitVector(32, 0x7F800001));
  const Value b = Value::of_float(Sort::float32(), BitVector(32, 0xFFFFFFFF));
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.hash(), b.hash());
  EXPECT_EQ(a.bits().low(), 0x7FC00000u);
}

TEST(ValueTest, ZeroesOfFloatsDiffer) {
  EXPECT_FALSE(float_zero(Sort::float64(), false) == float_zero(Sort::float64(), true));
}

// However a map came about, equal maps are equal values.
TEST(ValueTest, EqualMapsAreEqual) {
  Rng rng(3);
  for (const Sort& index : {Sort::boolean(), Sort::bit_vector(2), Sort::floating(2, 2)}) {
    const Sort sort = Sort::array_of(index, Sort::bit_vector(1));
    for (int round = 0; round < 500; ++round) {
      Value a = test::random_value(rng, sort), b = test::random_value(rng, sort);
      bool same = true;
      for (std::uint64_t i = 0; i < std::uint64_t{1} << index.width(); ++i) {
        const BitVector bits(index.width(), i);
        const Value at = index.is_bool()    ? Value(i == 1)
                         : index.is_float() ? Value::of_float(index, bits)
                                            : Value(bits);
        same = same && a.select(at) == b.select(at);
      }
      EXPECT_EQ(a == b, same) << a.to_string() << " " << b.to_string();
      if (same) {
        EXPECT_EQ(a.hash(), b.hash());
      }
      EXPECT_EQ(a < b || b < a, !same);
    }
  }
}

TEST(ValueTest, AStoreLeavesOtherHoldersAlone) {
  const Sort sort = Sort::array_of(Sort::bit_vector(32), Sort::bit_vector(8));
  const Value empty = Value::zero(sort);
  Value a = empty.store(word(32, 1), word(8, 5));
  const Value shared = a;
  a = std::move(a).store(word(32, 1), word(8, 6));
  EXPECT_EQ(shared.select(word(32, 1)), word(8, 5));
  EXPECT_EQ(a.select(word(32, 1)), word(8, 6));
  EXPECT_EQ(a.store(word(32, 1), word(8, 0)), empty);
}

// Models of solvers come with all their entries at once, in whatever form the solver likes.
TEST(ValueTest, EqualArraysAreEqualHoweverTheyAreMade) {
  const Sort sort = Sort::array_of(Sort::bit_vector(2), Sort::bit_vector(1));
  for (std::uint64_t elements = 0; elements < 16; ++elements) {
    Value stored = Value::zero(sort);
    for (std::uint64_t i = 0; i < 4; ++i)
      stored = stored.store(word(2, i), word(1, elements >> i & 1));
    for (const std::uint64_t otherwise : {0u, 1u}) {
      std::map<Value, Value> all, few;
      for (std::uint64_t i = 0; i < 4; ++i) {
        const std::uint64_t element = elements >> i & 1;
        all.emplace(word(2, i), word(1, element));
        if (element != otherwise) few.emplace(word(2, i), word(1, element));
      }
      EXPECT_EQ(Value::of_array(sort, word(1, otherwise), all), stored);
      EXPECT_EQ(Value::of_array(sort, word(1, otherwise), few), stored);
      EXPECT_EQ(Value::of_array(sort, word(1, otherwise), few).hash(), stored.hash());
    }
  }
}

TEST(ValueTest, HasAText) {
  const auto number = [](mpq_class value) {
    return round_to_float(Sort::float32(), RoundingMode::NearestEven, value).to_string();
  };
  EXPECT_EQ(Value(true).to_string(), "true");
  EXPECT_EQ(word(32, 42).to_string(), "42bv32");
  EXPECT_EQ(number(3), "0x1.8p+1f32");
  EXPECT_EQ(number(-1), "-0x1p+0f32");
  EXPECT_EQ(Value::of_float(Sort::float32(), BitVector(32, 1)).to_string(), "0x1p-149f32");
  EXPECT_EQ(Value::of_float(Sort::float32(), BitVector(32, 0x007FFFFF)).to_string(),
            "0x1.fffffcp-127f32");
  EXPECT_EQ(float_zero(Sort::float64(), true).to_string(), "-0x0p+0f64");
  EXPECT_EQ(float_infinity(Sort::floating(3, 5), true).to_string(), "-0inff<3,5>");
  EXPECT_EQ(float_nan(Sort::float32()).to_string(), "0nanf32");
  EXPECT_EQ(Value(mpz_class(-7)).to_string(), "-7");
  EXPECT_EQ(Value(mpq_class(6, 8)).to_string(), "3r4");
  const Sort sort = Sort::array_of(Sort::bit_vector(8), Sort::bit_vector(32));
  EXPECT_EQ(Value::zero(sort).store(word(8, 1), word(32, 5)).to_string(),
            "[1bv8: 5bv32, else 0bv32]");
}

TEST(SortTest, HasAText) {
  EXPECT_EQ(to_string(Sort::boolean()), "bool");
  EXPECT_EQ(to_string(Sort::float64()), "double");
  EXPECT_EQ(to_string(Sort::floating(5, 11)), "float<5,11>");
  EXPECT_EQ(to_string(Sort::array_of(Sort::bit_vector(32), Sort::bit_vector(8))), "bv8[bv32]");
}

}  // namespace
}  // namespace cairn
