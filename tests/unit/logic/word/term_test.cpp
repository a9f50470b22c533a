// SPDX-License-Identifier: MIT
#include "logic/word/term.h"

#include <gtest/gtest.h>

#include "logic/word/term_eval.h"

namespace cairn {
namespace {

Sort bv(std::uint32_t width) {
  return Sort::bit_vector(width);
}

TEST(TermsTest, TheSameTermHasTheSameHandle) {
  Terms terms;
  const Term x = terms.variable("x", bv(32)), y = terms.variable("y", bv(32));
  const Term a = terms.make(Op::BvUdiv, {x, y});
  EXPECT_EQ(terms.make(Op::BvUdiv, {x, y}), a);
  EXPECT_NE(terms.make(Op::BvUdiv, {y, x}), a);
  EXPECT_EQ(terms.bv(32, 5), terms.bv(32, 5));
  EXPECT_NE(terms.bv(32, 5), terms.bv(33, 5));
  EXPECT_NE(terms.extract(x, 7, 0), terms.extract(x, 8, 1));
  EXPECT_NE(terms.variable("x", bv(32)), x);
  const std::uint32_t size = terms.size();
  for (int i = 0; i < 10; ++i) terms.make(Op::BvUdiv, {x, y});
  EXPECT_EQ(terms.size(), size);
}

TEST(TermsTest, SortsAndModesTellTermsApart) {
  Terms terms;
  const Term x = terms.variable("x", Sort::float64());
  const Term operands[] = {x};
  const Term nearest =
      terms.rounded(Op::FpToFp, RoundingMode::NearestEven, operands, Sort::float32());
  EXPECT_NE(terms.rounded(Op::FpToFp, RoundingMode::Zero, operands, Sort::float32()), nearest);
  EXPECT_NE(terms.rounded(Op::FpToFp, RoundingMode::NearestEven, operands, Sort::floating(5, 11)),
            nearest);
  EXPECT_EQ(terms.rounding(nearest), RoundingMode::NearestEven);
  EXPECT_EQ(terms.sort(nearest), Sort::float32());
}

// Spans and references are good for as long as the pool lives.
TEST(TermsTest, WhatItHandsOutStays) {
  Terms terms;
  const Term x = terms.variable("first", bv(16)), y = terms.variable("y", bv(16));
  const Term product = terms.make(Op::BvMul, {x, y});
  const auto operands = terms.operands(product);
  const Sort& sort = terms.sort(product);
  const std::string& name = terms.name(x);
  const Value& value = terms.value(terms.bv(16, 77));
  for (std::uint64_t i = 0; i < 100000; ++i) terms.make(Op::BvUdiv, {x, terms.bv(16, i)});
  EXPECT_EQ(operands[0], x);
  EXPECT_EQ(operands[1], y);
  EXPECT_EQ(sort, bv(16));
  EXPECT_EQ(name, "first");
  EXPECT_EQ(value.bits().low(), 77u);
}

TEST(TermsTest, OperandsComeBeforeWhatIsOverThem) {
  Terms terms;
  Term sum = terms.variable("x", bv(8));
  for (std::uint64_t i = 0; i < 1000; ++i)
    sum = terms.make(i % 2 == 0 ? Op::BvXor : Op::BvAdd, {sum, terms.variable("y", bv(8))});
  for (std::uint32_t id = 0; id < terms.size(); ++id)
    for (const Term operand : terms.operands(Term{id})) EXPECT_LT(operand.id, id);
}

TEST(TermsTest, LongListsOfOperandsWork) {
  Terms terms;
  std::vector<Term> many;
  for (int i = 0; i < 150000; ++i) many.push_back(terms.variable("b", Sort::boolean()));
  const Term all = terms.and_all(many), any = terms.or_all(many);
  EXPECT_EQ(terms.operands(all).size(), many.size());
  EXPECT_EQ(terms.and_all(many), all);
  EXPECT_EQ(terms.operands(any).back(), many.back());
  const Term last = terms.and_(many[0], many[1]);
  EXPECT_EQ(terms.operands(last)[1], many[1]);
}

TEST(TermsTest, SubstitutesAllAtOnce) {
  Terms terms;
  const Term x = terms.variable("x", bv(8)), y = terms.variable("y", bv(8));
  const Term term = terms.make(Op::BvUdiv, {x, terms.make(Op::BvXor, {x, y})});
  const Term swapped = terms.substitute(term, {{x.id, y}, {y.id, x}});
  EXPECT_EQ(swapped, terms.make(Op::BvUdiv, {y, terms.make(Op::BvXor, {x, y})}));
  EXPECT_EQ(terms.substitute(term, {}), term);
  EXPECT_EQ(terms.substitute(term, {{term.id, x}}), x);
  EXPECT_EQ(terms.substitute(term, {{x.id, terms.bv(8, 9)}, {y.id, terms.bv(8, 8)}}),
            terms.bv(8, 9));
  const Term extended = terms.sign_extend(terms.extract(x, 3, 1), 16);
  EXPECT_EQ(terms.substitute(extended, {{x.id, y}}), terms.sign_extend(terms.extract(y, 3, 1), 16));
}

TEST(TermsTest, CountsAndFindsVariables) {
  Terms terms;
  const Term x = terms.variable("x", bv(8)), y = terms.variable("y", bv(8));
  const Term shared = terms.make(Op::BvMul, {x, y});
  const Term term = terms.make(Op::BvUdiv, {shared, terms.make(Op::BvXor, {shared, y})});
  EXPECT_EQ(terms.node_count(term), 5u);
  EXPECT_EQ(terms.node_count(term, 2), 2u);
  const Term roots[] = {term, y};
  EXPECT_EQ(terms.variables_of(roots), (std::vector<Term>{x, y}));
}

// A shared chain whose text would be exponential.
TEST(TermsTest, WorkIsLinearInTheGraph) {
  Terms terms;
  const Term x = terms.variable("x", bv(64)), y = terms.variable("y", bv(64));
  Term power = x;
  for (int i = 0; i < 200; ++i) power = terms.make(Op::BvMul, {power, power});
  EXPECT_EQ(terms.node_count(power), 201u);
  EXPECT_EQ(terms.node_count(terms.substitute(power, {{x.id, y}})), 201u);
  EXPECT_EQ(evaluate(terms, power, {{x, Value(BitVector(64, 1))}}).bits().low(), 1u);
}

TEST(TermsTest, ThereMayBeManySorts) {
  Terms terms;
  std::vector<Term> variables;
  for (std::uint32_t index = 1; index <= 300; ++index)
    for (std::uint32_t element = 1; element <= 300; ++element)
      variables.push_back(terms.variable("a", Sort::array_of(bv(index), bv(element))));
  EXPECT_EQ(terms.sort(variables[299 * 300 + 41]), Sort::array_of(bv(300), bv(42)));
  EXPECT_EQ(terms.sort(variables[41 * 300 + 299]), Sort::array_of(bv(42), bv(300)));
}

TEST(TermsTest, CountsBitsOfConstants) {
  Terms terms;
  const std::uint64_t before = terms.constant_bits();
  terms.bv(1000, 5);
  terms.bv(1000, 5);
  terms.bv(24, 5);
  EXPECT_EQ(terms.constant_bits() - before, 1024u);
}

TEST(TermsTest, SortsMustFit) {
  const Sort words[] = {bv(8), bv(9)};
  EXPECT_FALSE(result_sort(Op::BvAdd, words).has_value());
  EXPECT_FALSE(result_sort(Op::Equal, words).has_value());
  EXPECT_EQ(result_sort(Op::Concat, words), bv(17));
  const Sort word[] = {bv(8)};
  const std::uint32_t beyond[] = {8, 0}, reversed[] = {2, 3}, inside[] = {3, 2}, narrow[] = {7};
  EXPECT_FALSE(result_sort(Op::Extract, word, beyond).has_value());
  EXPECT_FALSE(result_sort(Op::Extract, word, reversed).has_value());
  EXPECT_EQ(result_sort(Op::Extract, word, inside), bv(2));
  EXPECT_FALSE(result_sort(Op::ZeroExtend, word, narrow).has_value());
  EXPECT_FALSE(result_sort(Op::BvNot, word, narrow).has_value());
  EXPECT_FALSE(result_sort(Op::FpFromBits, word, {}, Sort::float32()).has_value());
  EXPECT_EQ(result_sort(Op::FpFromBits, word, {}, Sort::floating(3, 5)), Sort::floating(3, 5));
  EXPECT_FALSE(result_sort(Op::And, {}).has_value());
  const Sort array[] = {Sort::array_of(bv(8), bv(9)), bv(9)};
  EXPECT_FALSE(result_sort(Op::Select, array).has_value());
}

TEST(TermsDeathTest, MakeRefusesWhatDoesNotFit) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  Terms terms;
  const Term x = terms.variable("x", bv(8)), p = terms.variable("p", Sort::boolean());
  EXPECT_DEATH(terms.equal(x, p), "internal error");
}

}  // namespace
}  // namespace cairn
