// SPDX-License-Identifier: MIT
#include "logic/word/bitblast.h"

#include <gtest/gtest.h>

#include <array>

#include "logic/word/term_eval.h"
#include "support/term_generator.h"

namespace cairn {
namespace {

using support::TermGenerator;

/// Evaluates the graph under up to 64 assignments at once and holds the result against evaluate().
class Comparison {
 public:
  explicit Comparison(const Terms& terms) : terms_(terms), blaster_(terms, aig_) {}

  /// How many assignments give another value than the evaluator.
  std::size_t differences(Term term, const std::vector<Assignment>& assignments) {
    const Bits bits = blaster_.bits(term);
    std::vector<std::uint64_t> values(aig_.size(), 0);
    for (const Term variable : terms_.variables_of(std::span(&term, 1)))
      for (std::size_t k = 0; k < assignments.size(); ++k) set(variable, assignments[k], k, values);
    evaluate_gates(aig_, values);
    std::size_t count = 0;
    for (std::size_t k = 0; k < assignments.size(); ++k) {
      std::vector<bool> result;
      for (const Lit bit : bits) result.push_back((value_of(values, bit) >> k & 1) != 0);
      const Value expected = evaluate(terms_, term, assignments[k]);
      const bool agrees = value_from_bits(terms_.sort(term), result) == expected &&
                          bits_of_value(expected) == result;
      if (!agrees) ++count;
    }
    return count;
  }

 private:
  void set(Term variable, const Assignment& assignment, std::size_t k,
           std::vector<std::uint64_t>& values) {
    const std::vector<bool> bits = bits_of_value(assignment.at(variable));
    const Bits& leaves = *blaster_.find(variable);
    for (std::size_t i = 0; i < bits.size(); ++i)
      if (bits[i]) values[leaves[i].var().index] |= std::uint64_t{1} << k;
  }

  const Terms& terms_;
  Aig aig_;
  BitBlaster blaster_;
};

void compare_random_terms(const TermGenerator::Options& options, unsigned seeds, unsigned depth,
                          std::size_t assignments) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    Terms terms;
    Rng rng(seed);
    TermGenerator generator(terms, rng, options);
    Comparison comparison(terms);
    for (int i = 0; i < 10; ++i) {
      const Term term = generator.term(generator.scalar_sort(), depth);
      std::vector<Assignment> tries;
      for (std::size_t k = 0; k < assignments; ++k) tries.push_back(generator.assignment());
      ASSERT_EQ(comparison.differences(term, tries), 0u) << "seed " << seed << ", term " << i;
    }
  }
}

/// Every value of a scalar sort of few bits.
std::vector<Value> all_values(const Sort& sort) {
  std::vector<Value> values;
  for (std::uint64_t i = 0; i < std::uint64_t{1} << sort.width(); ++i) {
    std::vector<bool> bits;
    for (std::uint32_t k = 0; k < sort.width(); ++k) bits.push_back((i >> k & 1) != 0);
    values.push_back(value_from_bits(sort, bits));
  }
  return values;
}

/// The term under all values of x and y.
std::size_t differences_everywhere(const Terms& terms, Term term, Term x, Term y) {
  Comparison comparison(terms);
  std::vector<Assignment> tries;
  std::size_t count = 0;
  const auto flush = [&] {
    count += comparison.differences(term, tries);
    tries.clear();
  };
  for (const Value& a : all_values(terms.sort(x)))
    for (const Value& b : all_values(terms.sort(y))) {
      tries.push_back({{x, a}, {y, b}});
      if (tries.size() == 64) flush();
    }
  flush();
  return count;
}

TEST(BitBlast, EveryOperationOnNarrowBitVectorsAgreesEverywhere) {
  constexpr Op kOps[] = {Op::Equal,  Op::BvAnd,  Op::BvOr,   Op::BvXor,  Op::BvAdd, Op::BvMul,
                         Op::BvUdiv, Op::BvUrem, Op::BvSdiv, Op::BvSrem, Op::BvShl, Op::BvLshr,
                         Op::BvAshr, Op::BvUlt,  Op::BvUle,  Op::BvSlt,  Op::BvSle, Op::Concat};
  for (std::uint32_t width = 1; width <= 4; ++width) {
    Terms terms;
    const Term x = terms.variable("x", Sort::bit_vector(width));
    const Term y = terms.variable("y", Sort::bit_vector(width));
    for (const Op op : kOps)
      EXPECT_EQ(differences_everywhere(terms, terms.make(op, {x, y}), x, y), 0u)
          << static_cast<int>(op) << " at width " << width;
    for (const Op op : {Op::BvNot, Op::BvNeg})
      EXPECT_EQ(differences_everywhere(terms, terms.make(op, {x}), x, y), 0u);
    for (std::uint64_t c = 0; c < std::uint64_t{1} << width; ++c)
      for (const Op op : {Op::BvMul, Op::BvUdiv, Op::BvUrem, Op::BvSdiv, Op::BvSrem}) {
        const Term constant = terms.bv(width, c);
        EXPECT_EQ(differences_everywhere(terms, terms.make(op, {x, constant}), x, y), 0u);
        EXPECT_EQ(differences_everywhere(terms, terms.make(op, {constant, x}), x, y), 0u);
      }
    for (std::uint32_t low = 0; low < width; ++low) {
      EXPECT_EQ(differences_everywhere(terms, terms.extract(x, width - 1, low), x, y), 0u);
      EXPECT_EQ(differences_everywhere(terms, terms.sign_extend(x, width + low), x, y), 0u);
      EXPECT_EQ(differences_everywhere(terms, terms.zero_extend(x, width + low), x, y), 0u);
    }
  }
}

TEST(BitBlast, OperationsOnTinyFloatsAgreeEverywhere) {
  constexpr Op kRounding[] = {Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv};
  constexpr Op kOthers[] = {Op::FpRem, Op::FpMin, Op::FpMax, Op::FpLe,
                            Op::FpLt,  Op::FpEq,  Op::Equal};
  for (const Sort& sort : {Sort::floating(3, 4)}) {
    Terms terms;
    const Term x = terms.variable("x", sort), y = terms.variable("y", sort);
    for (const Op op : kOthers)
      EXPECT_EQ(differences_everywhere(terms, terms.make(op, {x, y}), x, y), 0u)
          << static_cast<int>(op) << " of " << to_string(sort);
    for (std::uint32_t mode = 0; mode < 5; ++mode)
      for (const Op op : kRounding)
        EXPECT_EQ(
            differences_everywhere(
                terms,
                terms.rounded(op, RoundingMode{static_cast<std::uint8_t>(mode)}, std::array{x, y}),
                x, y),
            0u)
            << static_cast<int>(op) << " of " << to_string(sort) << ", mode " << mode;
  }
}

TEST(BitBlast, FunctionsAndConversionsOfSmallFloatsAgreeEverywhere) {
  const Sort bit = Sort::bit_vector(1);
  for (const Sort& sort : {Sort::floating(3, 4), Sort::floating(5, 4), Sort::floating(3, 7)}) {
    Terms terms;
    const Term x = terms.variable("x", sort), y = terms.variable("y", bit);
    for (const Op op : {Op::FpAbs, Op::FpNeg, Op::FpIsNan, Op::FpIsInfinite, Op::FpIsZero,
                        Op::FpIsNormal, Op::FpIsSubnormal, Op::FpIsNegative, Op::FpToBits})
      EXPECT_EQ(differences_everywhere(terms, terms.make(op, {x}), x, y), 0u);
    for (std::uint32_t mode = 0; mode < 5; ++mode) {
      const auto check = [&](Op op, Term operand, Sort to) {
        const Term term = terms.make(op, std::array{operand}, std::array{mode}, to);
        EXPECT_EQ(differences_everywhere(terms, term, operand, y), 0u)
            << static_cast<int>(op) << " of " << to_string(sort) << ", mode " << mode;
      };
      check(Op::FpSqrt, x, {});
      check(Op::FpRoundToIntegral, x, {});
      for (std::uint32_t width = 1; width <= 6; ++width) {
        check(Op::FpToSbv, x, Sort::bit_vector(width));
        check(Op::FpToUbv, x, Sort::bit_vector(width));
        check(Op::SbvToFp, terms.variable("s", Sort::bit_vector(width)), sort);
        check(Op::UbvToFp, terms.variable("u", Sort::bit_vector(width)), sort);
      }
      for (const Sort& to : {Sort::floating(3, 4), Sort::floating(3, 6), Sort::floating(4, 6),
                             Sort::floating(3, 9), Sort::floating(6, 4), Sort::float32()})
        check(Op::FpToFp, x, to);
    }
  }
}

TEST(BitBlast, WhatRoundsToInfinityStaysInfinity) {
  Terms terms;
  const Sort sort = Sort::floating(3, 5);
  const Term x = terms.variable("x", sort), y = terms.variable("y", sort);
  for (std::uint8_t mode = 0; mode < 5; ++mode) {
    const Term whole = terms.rounded(Op::FpRoundToIntegral, RoundingMode{mode}, std::array{x});
    const Term quotient = terms.rounded(Op::FpDiv, RoundingMode::NearestEven, std::array{y, whole});
    EXPECT_EQ(differences_everywhere(terms, quotient, x, y), 0u);
  }
}

TEST(BitBlast, RandomTermsOfBitVectorsAndArraysAgree) {
  compare_random_terms({}, 80, 4, 16);
}

TEST(BitBlast, RandomTermsOfWideBitVectorsAgree) {
  TermGenerator::Options options;
  options.widths = {7, 32, 64, 65};
  compare_random_terms(options, 20, 3, 16);
}

TEST(BitBlast, RandomTermsOfSmallFloatsAgree) {
  TermGenerator::Options options;
  options.formats = {Sort::floating(3, 4), Sort::floating(3, 5), Sort::floating(4, 4),
                     Sort::floating(5, 11)};
  compare_random_terms(options, 60, 3, 16);
}

TEST(BitBlast, RandomTermsOfFloatAndDoubleAgree) {
  TermGenerator::Options options;
  options.widths = {8, 32, 64};
  options.formats = {Sort::float32(), Sort::float64()};
  compare_random_terms(options, 8, 2, 32);
}

TEST(BitBlast, SeesOneNanWhateverTheBitsOfAVariableAre) {
  Terms terms;
  const Sort sort = Sort::floating(3, 4);
  const Term x = terms.variable("x", sort);
  Aig aig;
  BitBlaster blaster(terms, aig);
  // A NaN with a sign and another payload.
  blaster.bind(x, {kTrue, kFalse, kFalse, kTrue, kTrue, kTrue, kTrue});
  EXPECT_EQ(blaster.bits(terms.make(Op::FpToBits, {x})),
            (Bits{kFalse, kFalse, kTrue, kTrue, kTrue, kTrue, kFalse}));
  EXPECT_EQ(blaster.find(x)->at(0), kTrue);
}

TEST(BitBlast, TheRemainderOfADivisionCostsNothingMore) {
  Terms terms;
  const Term x = terms.variable("x", Sort::bit_vector(16)),
             y = terms.variable("y", Sort::bit_vector(16));
  Aig aig;
  BitBlaster blaster(terms, aig);
  blaster.bits(terms.make(Op::BvUdiv, {x, y}));
  const std::uint32_t size = aig.size();
  blaster.bits(terms.make(Op::BvUrem, {x, y}));
  EXPECT_EQ(aig.size(), size);
}

TEST(BitBlast, DivisorsWhoseUpperBitsAreZeroMayBeZero) {
  Terms terms;
  const Term x = terms.variable("x", Sort::bit_vector(4)),
             y = terms.variable("y", Sort::bit_vector(2));
  const Term divisor = terms.zero_extend(y, 4);
  for (const Op op : {Op::BvUdiv, Op::BvUrem, Op::BvSdiv, Op::BvSrem})
    EXPECT_EQ(differences_everywhere(terms, terms.make(op, {x, divisor}), x, y), 0u);
}

TEST(BitBlast, DivisionBySmallConstantsTakesFewGates) {
  Terms terms;
  const Term x = terms.variable("x", Sort::bit_vector(32));
  Aig aig;
  BitBlaster blaster(terms, aig);
  blaster.bits(terms.make(Op::BvUrem, {x, terms.bv(32, 5)}));
  EXPECT_LT(aig.num_ands(), 700u);
}

TEST(BitBlast, DeepTermsAreFine) {
  Terms terms;
  const Term x = terms.variable("x", Sort::bit_vector(8));
  Term term = x;
  for (int i = 0; i < 20'000; ++i)
    term = terms.make(Op::BvXor, {terms.make(Op::BvMul, {term, terms.bv(8, 3)}), x});
  Aig aig;
  BitBlaster blaster(terms, aig);
  EXPECT_EQ(blaster.bits(term).size(), 8u);
}

TEST(BitBlast, SaysWhatHasNoBits) {
  Terms terms;
  const Term i = terms.variable("i", Sort::integer());
  const Term big = terms.variable("a", Sort::array_of(Sort::bit_vector(32), Sort::bit_vector(8)));
  const Term d = terms.variable("d", Sort::float64());
  const Term element = terms.select(big, terms.bv(32, 1));
  const Term remainder = terms.make(Op::FpRem, {d, terms.variable("e", Sort::float64())});
  Term offender;
  EXPECT_FALSE(
      can_blast(terms, terms.make(Op::Lt, {i, terms.variable("k", Sort::integer())}), &offender));
  EXPECT_TRUE(terms.sort(offender).is_int());
  EXPECT_FALSE(can_blast(terms, terms.equal(element, terms.bv(8, 1)), &offender));
  EXPECT_EQ(offender, big);
  EXPECT_FALSE(can_blast(terms, terms.make(Op::FpIsNan, {remainder}), &offender));
  EXPECT_EQ(offender, remainder);
  EXPECT_TRUE(can_blast(terms, terms.make(Op::FpIsNan, {d})));
}

TEST(BitBlast, BitsOfAValueAndBack) {
  Rng rng(7);
  Terms terms;
  TermGenerator generator(terms, rng, {});
  for (const Sort& sort : {Sort::boolean(), Sort::bit_vector(70), Sort::float32(),
                           Sort::array_of(Sort::bit_vector(3), Sort::floating(3, 4)),
                           Sort::array_of(Sort::bit_vector(10), Sort::boolean())})
    for (int i = 0; i < 20; ++i) {
      const Value value = generator.value(sort);
      EXPECT_EQ(value_from_bits(sort, bits_of_value(value)), value);
    }
}

}  // namespace
}  // namespace cairn
