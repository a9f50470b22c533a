// SPDX-License-Identifier: MIT
//
// Bit-vectors against arithmetic on unbounded integers, by the definitions of SMT-LIB.
#include "logic/word/bit_vector.h"

#include <gtest/gtest.h>

#include "logic/word/value.h"
#include "support/random_terms.h"

namespace cairn {
namespace {

mpz_class power(std::uint32_t exponent) {
  return mpz_class(1) << exponent;
}

class BitVectorTest : public testing::TestWithParam<std::uint32_t> {
 protected:
  struct Pair {
    BitVector a, b;
    mpz_class ua, ub, sa, sb;
  };
  template <typename Check>
  void for_random_pairs(Check check) {
    Rng rng(GetParam());
    const Sort sort = Sort::bit_vector(GetParam());
    for (int round = 0; round < 2000; ++round) {
      const BitVector a = test::random_value(rng, sort).bits();
      const BitVector b = test::random_value(rng, sort).bits();
      check(Pair{a, b, to_unsigned_integer(a), to_unsigned_integer(b), to_signed_integer(a),
                 to_signed_integer(b)});
      if (HasFailure()) return;
    }
  }
  BitVector expect(const mpz_class& value) { return to_bit_vector(GetParam(), value); }
};

TEST_P(BitVectorTest, AddsAndMultipliesModuloAPowerOfTwo) {
  for_random_pairs([&](const Pair& p) {
    EXPECT_EQ(p.a + p.b, expect(p.ua + p.ub));
    EXPECT_EQ(p.a - p.b, expect(p.ua - p.ub));
    EXPECT_EQ(p.a * p.b, expect(p.ua * p.ub));
    EXPECT_EQ(-p.a, expect(-p.ua));
    EXPECT_EQ(~p.a, expect(-p.ua - 1));
  });
}

TEST_P(BitVectorTest, DividesAsSmtLibSays) {
  for_random_pairs([&](const Pair& p) {
    const bool zero = p.ub == 0;
    EXPECT_EQ(p.a.udiv(p.b), expect(zero ? mpz_class(-1) : mpz_class(p.ua / p.ub)));
    EXPECT_EQ(p.a.urem(p.b), expect(zero ? p.ua : mpz_class(p.ua % p.ub)));
    // The quotient towards zero; by zero: -1, and 1 for a negative dividend.
    EXPECT_EQ(p.a.sdiv(p.b), expect(zero ? mpz_class(p.sa < 0 ? 1 : -1) : mpz_class(p.sa / p.sb)));
    EXPECT_EQ(p.a.srem(p.b), expect(zero ? p.sa : mpz_class(p.sa % p.sb)));
  });
}

TEST_P(BitVectorTest, Shifts) {
  const std::uint32_t width = GetParam();
  for_random_pairs([&](const Pair& p) {
    const bool beyond = p.ub >= width;
    const auto by = static_cast<std::uint32_t>(beyond ? width : p.ub.get_ui());
    EXPECT_EQ(p.a.shl(p.b), expect(p.ua << by));
    EXPECT_EQ(p.a.lshr(p.b), expect(p.ua >> by));
    EXPECT_EQ(p.a.ashr(p.b), expect(p.sa >> by));  // of gmp: the floor
  });
}

TEST_P(BitVectorTest, Compares) {
  for_random_pairs([&](const Pair& p) {
    EXPECT_EQ(p.a.ult(p.b), p.ua < p.ub);
    EXPECT_EQ(p.a.slt(p.b), p.sa < p.sb);
    EXPECT_EQ(p.a == p.b, p.ua == p.ub);
    if (p.a == p.b) {
      EXPECT_EQ(p.a.hash(), p.b.hash());
    }
  });
}

TEST_P(BitVectorTest, TakesApartAndPutsTogether) {
  const std::uint32_t width = GetParam();
  Rng rng(width);
  for_random_pairs([&](const Pair& p) {
    EXPECT_EQ(to_unsigned_integer(p.a.concat(p.b)), p.ua * power(width) + p.ub);
    EXPECT_EQ(to_unsigned_integer(p.a.zero_extend(width + 7)), p.ua);
    EXPECT_EQ(to_signed_integer(p.a.sign_extend(width + 70)), p.sa);
    const auto low = static_cast<std::uint32_t>(rng.below(width));
    const auto high = low + static_cast<std::uint32_t>(rng.below(width - low));
    EXPECT_EQ(to_unsigned_integer(p.a.extract(high, low)), (p.ua >> low) % power(high - low + 1));
  });
}

TEST_P(BitVectorTest, TextReadsBack) {
  const std::uint32_t width = GetParam();
  for_random_pairs([&](const Pair& p) {
    EXPECT_EQ(p.a.to_decimal(), p.ua.get_str());
    EXPECT_EQ(p.a.to_signed_decimal(), p.sa.get_str());
    EXPECT_EQ(BitVector::parse(width, p.a.to_decimal(), 10), p.a);
    EXPECT_EQ(BitVector::parse(width, p.a.to_binary(), 2), p.a);
    EXPECT_EQ(BitVector::parse(width, p.a.to_hex(), 16), p.a);
    EXPECT_EQ(p.a.to_hex().size(), (width + 3) / 4);
  });
}

INSTANTIATE_TEST_SUITE_P(Widths, BitVectorTest,
                         testing::Values(1, 2, 3, 7, 8, 31, 32, 33, 63, 64, 65, 127, 128, 200));

TEST(BitVectorConstantTest, HasItsCorners) {
  EXPECT_EQ(BitVector::from_signed(70, -2).to_signed_decimal(), "-2");
  EXPECT_EQ(BitVector::from_signed(5, -1), BitVector::ones(5));
  EXPECT_EQ(BitVector::min_signed(8).to_signed(), -128);
  EXPECT_TRUE(BitVector(65, 1).is_one());
  EXPECT_FALSE(BitVector::ones(65).fits_u64());
  EXPECT_TRUE(BitVector::ones(1).is_one());
  EXPECT_TRUE(BitVector::ones(64).is_ones());
  EXPECT_EQ(BitVector(8, 0x1FF).low(), 0xFFu);
}

}  // namespace
}  // namespace cairn
