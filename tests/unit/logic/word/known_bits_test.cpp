// SPDX-License-Identifier: MIT
#include "logic/word/known_bits.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "logic/word/term_eval.h"
#include "support/random_terms.h"

namespace cairn {
namespace {

/// What is known of a value if some of its bits are forgotten: those that two values share.
KnownBits shared_by(const Value& a, const Value& b) {
  return KnownBits::of(a).join(KnownBits::of(b));
}

bool allows(const KnownBits& known, const Value& value) {
  const KnownBits exact = KnownBits::of(value);
  return known.join(exact) == known;
}

/// A value with the known bits, and any others.
Value some_value(Rng& rng, const KnownBits& known, const Sort& sort) {
  if (sort.is_bool()) return Value(known.is_known(0) ? known.is_one(0) : rng.chance(50));
  BitVector bits(sort.width(), 0);
  for (std::uint32_t i = 0; i < sort.width(); ++i)
    bits.set_bit(i, known.is_known(i) ? known.is_one(i) : rng.chance(50));
  return Value(bits);
}

TEST(KnownBits, AreThoseOfEveryResult) {
  Rng rng(1);
  unsigned told = 0;
  for (unsigned round = 0; round < 300; ++round) {
    Terms terms;
    test::RandomTerms random(terms, rng,
                             {Sort::bit_vector(1), Sort::bit_vector(3), Sort::bit_vector(5)});
    for (unsigned i = 0; i < 20; ++i) {
      const auto step = random.step();
      std::vector<Sort> sorts;
      std::vector<KnownBits> known;
      for (const Term operand : step.operands) {
        sorts.push_back(terms.sort(operand));
        known.push_back(shared_by(test::random_value(rng, sorts.back()),
                                  test::random_value(rng, sorts.back())));
      }
      std::vector<const KnownBits*> operands;
      for (const KnownBits& each : known) operands.push_back(&each);
      const KnownBits result =
          apply_to_known_bits(step.op, operands, sorts, step.parameters, step.sort);
      if (!result.none_known()) ++told;
      for (unsigned trial = 0; trial < 10; ++trial) {
        std::vector<Value> values;
        for (std::size_t k = 0; k < known.size(); ++k)
          values.push_back(some_value(rng, known[k], sorts[k]));
        const Value value = apply(step.op, values, step.parameters, step.sort);
        ASSERT_TRUE(allows(result, value)) << "operator " << static_cast<int>(step.op);
      }
    }
  }
  EXPECT_GT(told, 2000u);
}

KnownBits word(std::uint32_t width, std::uint64_t a, std::uint64_t b) {
  return shared_by(Value(BitVector(width, a)), Value(BitVector(width, b)));
}

KnownBits binary(Op op, const KnownBits& a, const KnownBits& b) {
  const Sort sort = Sort::bit_vector(a.width());
  const Sort sorts[] = {sort, sort};
  const KnownBits* operands[] = {&a, &b};
  return apply_to_known_bits(op, operands, sorts, {}, *result_sort(op, sorts));
}

TEST(KnownBits, OfSumsEndWhereACarryMayCome) {
  // 000000xx + 1: the third bit may be set, not the fourth.
  const KnownBits sum = binary(Op::BvAdd, word(8, 0, 3), word(8, 1, 1));
  EXPECT_EQ(sum.significant_bits(), 3u);
}

TEST(KnownBits, OfRemaindersComeFromTheDivisor) {
  EXPECT_EQ(binary(Op::BvUrem, word(8, 0, 255), word(8, 5, 5)).significant_bits(), 3u);
  EXPECT_EQ(binary(Op::BvSrem, word(8, 0, 127), word(8, 5, 5)).significant_bits(), 3u);
  EXPECT_EQ(binary(Op::BvSrem, word(8, 0, 255), word(8, 5, 5)).significant_bits(), 8u);
}

TEST(KnownBits, DecideComparisons) {
  EXPECT_TRUE(binary(Op::BvUlt, word(8, 0, 3), word(8, 4, 7)).is_one(0));
  EXPECT_TRUE(binary(Op::BvUlt, word(8, 4, 7), word(8, 0, 3)).is_zero(0));
  EXPECT_TRUE(binary(Op::BvSlt, word(8, 128, 255), word(8, 0, 127)).is_one(0));
  EXPECT_FALSE(binary(Op::BvUlt, word(8, 0, 7), word(8, 4, 4)).is_known(0));
}

TEST(KnownBits, OfArraysAreThoseOfAllElements) {
  const Sort sort = Sort::array_of(Sort::bit_vector(4), Sort::bit_vector(8));
  const Value zeros = Value::zero(sort);
  EXPECT_TRUE(KnownBits::of(zeros).all_known());
  const Value mixed = zeros.store(Value(BitVector(4, 2)), Value(BitVector(8, 6)));
  EXPECT_EQ(KnownBits::of(mixed), word(8, 0, 6));
}

TEST(KnownBits, OfNumbersWithoutBitsAreNone) {
  EXPECT_FALSE(KnownBits::of(Value(mpz_class(3))).all_known());
  EXPECT_TRUE(KnownBits(Sort::integer()).none_known());
}

}  // namespace
}  // namespace cairn
