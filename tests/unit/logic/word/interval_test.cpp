// SPDX-License-Identifier: MIT
#include "logic/word/interval.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "logic/word/float_value.h"
#include "logic/word/term_eval.h"
#include "support/random_terms.h"

namespace cairn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Interval apply_two(Op op, const Interval& a, const Interval& b, bool is_square = false) {
  const Sort sort = Sort::float64();
  const std::vector<Sort> sorts{sort, sort};
  const bool is_comparison = op == Op::FpLt || op == Op::FpLe || op == Op::FpEq;
  const IntervalStep step{op, is_comparison ? Sort::boolean() : sort, sorts, {}, is_square};
  const Interval* operands[] = {&a, &b};
  return apply_to_sets(step, operands);
}

TEST(IntervalTest, BoundsOfResultsAreResultsOfBounds) {
  const Interval a = Interval::numbers(-1, 2), b = Interval::numbers(3, 4);
  EXPECT_EQ(apply_two(Op::FpAdd, a, b), Interval::numbers(2, 6));
  EXPECT_EQ(apply_two(Op::FpSub, a, b), Interval::numbers(-5, -1));
  EXPECT_EQ(apply_two(Op::FpMul, a, b), Interval::numbers(-4, 8));
  EXPECT_EQ(apply_two(Op::FpMul, a, a), Interval::numbers(-2, 4));
  EXPECT_EQ(apply_two(Op::FpMul, a, a, true), Interval::numbers(0, 4));
  EXPECT_EQ(apply_two(Op::FpDiv, b, Interval::numbers(2, 4)), Interval::numbers(0.75, 2));
}

TEST(IntervalTest, WhatIsNoNumberIsSaid) {
  const Interval zero = Interval::numbers(0, 0), all = Interval::numbers(-kInfinity, kInfinity);
  const Interval large = Interval::numbers(1, kInfinity);
  EXPECT_TRUE(apply_two(Op::FpDiv, zero, zero).may_be_nan);
  EXPECT_FALSE(apply_two(Op::FpDiv, Interval::numbers(1, 1), zero).may_be_nan);
  EXPECT_TRUE(apply_two(Op::FpMul, zero, large).may_be_nan);
  EXPECT_TRUE(apply_two(Op::FpAdd, all, all).may_be_nan);
  EXPECT_FALSE(apply_two(Op::FpAdd, large, large).may_be_nan);
  const Interval nan = Interval::numbers(kInfinity, -kInfinity, true);
  EXPECT_FALSE(nan.has_numbers());
  EXPECT_TRUE(apply_two(Op::FpLt, nan, large).is_false());
  EXPECT_TRUE(apply_two(Op::FpLt, zero, large).is_true());
  EXPECT_TRUE(apply_two(Op::FpLe, large, zero).is_false());
}

TEST(IntervalTest, ZerosOfBothSignsAreOneNumberAndTwoValues) {
  const Interval zero = Interval::of(float_zero(Sort::float64(), true));
  EXPECT_TRUE(zero.contains(float_zero(Sort::float64(), false)));
  EXPECT_TRUE(apply_two(Op::FpEq, zero, zero).is_true());
  const std::vector<Sort> sorts(2, Sort::float64());
  const Interval* operands[] = {&zero, &zero};
  const Interval same = apply_to_sets({Op::Equal, Sort::boolean(), sorts, {}, false}, operands);
  EXPECT_TRUE(same.may_be_false && same.may_be_true);
}

TEST(IntervalTest, WordsThatWrapAllInTheSameWayStayInOrder) {
  const std::vector<Sort> sorts(2, Sort::bit_vector(8));
  const auto add = [&](const Interval& a, const Interval& b) {
    const Interval* operands[] = {&a, &b};
    return apply_to_sets({Op::BvAdd, Sort::bit_vector(8), sorts, {}, false}, operands);
  };
  EXPECT_EQ(add(Interval::bits(200, 210), Interval::bits(100, 101)), Interval::bits(44, 55));
  EXPECT_EQ(add(Interval::bits(100, 200), Interval::bits(60, 60)), Interval::bits(0, 255));
}

/// A set around some values.
Interval hull(const std::vector<Value>& values) {
  Interval result = Interval::of(values[0]);
  for (const Value& value : values) result = join(result, Interval::of(value));
  return result;
}

/// The value and perhaps a neighbour or two, as bits.
std::vector<Value> neighbours(Rng& rng, const Value& value) {
  std::vector<Value> result{value, value, value};
  const Sort& sort = value.sort();
  if (!sort.is_bit_vector() && !sort.is_float()) return result;
  for (std::size_t k = 1; k < result.size(); ++k) {
    const BitVector bits = value.bits() + BitVector(sort.width(), rng.below(3));
    result[k] = sort.is_float() ? Value::of_float(sort, bits) : Value(bits);
  }
  return result;
}

// Every operator, on sets around random values: what the reference makes of a value of each set is
// in the result's set. And sets are not always everything.
TEST(IntervalTest, ContainsWhatTheReferenceComputes) {
  const std::vector<Sort> sorts{Sort::float32(),       Sort::float64(),      Sort::bit_vector(1),
                                Sort::bit_vector(8),   Sort::bit_vector(32), Sort::bit_vector(64),
                                Sort::floating(5, 11), Sort::bit_vector(70)};
  Rng rng(7);
  std::map<Op, std::uint64_t> steps, informative;
  for (unsigned round = 0; round < 60; ++round) {
    Terms terms;
    test::RandomTerms random(terms, rng, sorts);
    for (unsigned i = 0; i < 400; ++i) {
      const auto step = random.step();
      std::vector<Sort> operand_sorts;
      std::vector<std::vector<Value>> values;
      std::vector<Interval> sets;
      const bool is_square = step.operands.size() == 2 && step.operands[0] == step.operands[1];
      for (const Term operand : step.operands) {
        operand_sorts.push_back(terms.sort(operand));
        std::vector<Value> some;
        for (int k = 0; k < 3; ++k) some.push_back(test::random_value(rng, operand_sorts.back()));
        if (rng.chance(50)) some = neighbours(rng, some[0]);
        if (is_square && !values.empty()) some = values[0];
        sets.push_back(hull(some));
        values.push_back(std::move(some));
      }
      IntervalStep interval_step{step.op, terms.sort(step.term), operand_sorts, {}, is_square};
      for (std::size_t k = 0; k < step.parameters.size() && k < 2; ++k)
        interval_step.parameters[k] = step.parameters[k];
      std::vector<const Interval*> operands;
      for (const Interval& set : sets) operands.push_back(&set);
      const Interval result = apply_to_sets(interval_step, operands);
      interval_step.arithmetic = IntervalArithmetic::Reference;
      ASSERT_EQ(apply_to_sets(interval_step, operands), result)
          << "operator " << static_cast<int>(step.op);
      ++steps[step.op];
      if (!(result == Interval::all(terms.sort(step.term)))) ++informative[step.op];
      for (int k = 0; k < 6; ++k) {
        std::vector<Value> chosen;
        for (const auto& some : values)
          chosen.push_back(is_square && !chosen.empty() ? chosen[0] : some[rng.below(3)]);
        const Value exact = apply(step.op, chosen, step.parameters, terms.sort(step.term));
        ASSERT_TRUE(result.contains(exact))
            << "operator " << static_cast<int>(step.op) << " gives " << exact.to_string();
      }
    }
  }
  for (const Op op : {Op::FpAdd, Op::FpMul, Op::FpDiv, Op::FpSqrt, Op::FpLt, Op::FpToFp,
                      Op::SbvToFp, Op::FpToSbv, Op::BvAdd, Op::BvUlt, Op::Ite, Op::Extract,
                      Op::FpRoundToIntegral, Op::FpMin, Op::FpIsNormal, Op::Concat})
    EXPECT_GT(informative[op], 0u) << static_cast<int>(op) << " of " << steps[op];
}

// Compilers have been seen to leave the rounding out.
TEST(IntervalTest, BothBoundsAreRoundedToTheFormat) {
  const Interval tenth = Interval::numbers(0.1, 0.1);
  const std::vector<Sort> sorts{Sort::float64()};
  const Interval* operands[] = {&tenth};
  for (const auto by : {IntervalArithmetic::Machine, IntervalArithmetic::Reference}) {
    const Interval single =
        apply_to_sets({Op::FpToFp, Sort::float32(), sorts, {}, false, by}, operands);
    EXPECT_EQ(single, Interval::numbers(0.1F, 0.1F));
    EXPECT_GT(single.low, 0.1);
  }
}

TEST(IntervalTest, NeighboursAreOfTheFormat) {
  EXPECT_EQ(next_above(Sort::float64(), 1), 1 + std::numeric_limits<double>::epsilon());
  EXPECT_EQ(next_above(Sort::float32(), 1), 1 + std::numeric_limits<float>::epsilon());
  EXPECT_LT(next_below(Sort::float32(), 0), 0);
}

}  // namespace
}  // namespace cairn
