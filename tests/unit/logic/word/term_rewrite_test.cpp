// SPDX-License-Identifier: MIT
//
// The simplifier against the reference semantics.
#include "logic/word/term_rewrite.h"

#include <gtest/gtest.h>

#include <set>

#include "logic/word/term_eval.h"
#include "logic/word/term_print.h"
#include "support/random_terms.h"

namespace cairn {
namespace {

Sort bv(std::uint32_t width) {
  return Sort::bit_vector(width);
}

/// Values of a term under several assignments.
using Row = std::vector<Value>;

std::string describe(const Terms& terms, const test::RandomTerms::Step& step) {
  std::string text = "op " + std::to_string(static_cast<int>(step.op));
  for (const Term operand : step.operands) text += ", " + to_ivl(terms, operand);
  for (const std::uint32_t parameter : step.parameters) text += ", " + std::to_string(parameter);
  return text + " became " + to_ivl(terms, step.term);
}

// Each application is computed twice: by apply() on the values of its operands, and by evaluating
// the term that make() gave for it.
class SimplifierTest : public testing::Test {
 protected:
  void run(std::uint64_t seed, const std::vector<Sort>& sorts, int steps, std::set<Op>& seen) {
    constexpr std::size_t kAssignments = 6;
    Rng rng(seed);
    Terms terms;
    test::RandomTerms random(terms, rng, sorts);
    std::vector<Assignment> assignments(kAssignments);
    for (Assignment& assignment : assignments)
      for (const Term variable : random.variables())
        assignment.emplace(variable, test::random_value(rng, terms.sort(variable)));
    std::vector<Evaluator> evaluators;
    for (const Assignment& assignment : assignments) evaluators.emplace_back(terms, assignment);
    test::RandomTerms::Step step;
    for (int i = 0; i < steps; ++i) {
      step = i % 3 == 2 ? compare_to_value(terms, rng, step.term, evaluators[0](step.term))
                        : random.step();
      seen.insert(step.op);
      ASSERT_EQ(terms.sort(step.term), step.sort) << describe(terms, step);
      for (std::size_t a = 0; a < kAssignments; ++a) {
        std::vector<Value> operands;
        for (const Term operand : step.operands) operands.push_back(evaluators[a](operand));
        const Value expected = apply(step.op, operands, step.parameters, step.sort);
        const Value actual = evaluators[a](step.term);
        if (actual == expected) continue;
        std::string values;
        for (const Value& value : operands) values += value.to_string() + " ";
        FAIL() << "seed " << seed << ": " << describe(terms, step) << "\non " << values << "gives "
               << actual.to_string() << " for " << expected.to_string();
      }
    }
  }
  /// Rules on comparisons with constants show their faults close to the value alone.
  static test::RandomTerms::Step compare_to_value(Terms& terms, Rng& rng, Term term, Value value) {
    constexpr Op kOrders[] = {Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle};
    Op op = Op::Equal;
    if (value.sort().is_bit_vector() && rng.chance(50)) {
      op = kOrders[rng.below(4)];
      const std::uint32_t width = value.sort().width();
      value =
          Value(value.bits() + BitVector::from_signed(width, static_cast<int>(rng.below(3)) - 1));
    }
    test::RandomTerms::Step step{op, {term, terms.constant(value)}, {}, Sort::boolean(), kNoTerm};
    if (rng.chance(50)) std::swap(step.operands[0], step.operands[1]);
    step.term = terms.make(op, step.operands);
    return step;
  }
  void run_many(const std::vector<std::vector<Sort>>& families, int rounds, int steps,
                std::set<Op>& seen) {
    for (int round = 0; round < rounds; ++round)
      for (std::size_t i = 0; i < families.size() && !HasFatalFailure(); ++i)
        run(static_cast<std::uint64_t>(round) * 100 + i, families[i], steps, seen);
  }
};

TEST_F(SimplifierTest, KeepsTheValueOfRandomTerms) {
  std::set<Op> seen;
  run_many({{bv(1)},
            {bv(1), bv(2), bv(3)},
            {bv(4)},
            {bv(4), bv(8), bv(7)},
            {bv(5), bv(6)},
            {bv(33), bv(8)},
            {bv(65), bv(1)},
            {bv(3), Sort::array_of(bv(3), bv(2))},
            {bv(2), Sort::array_of(bv(2), Sort::boolean()), Sort::array_of(Sort::boolean(), bv(2))},
            {bv(33), Sort::array_of(bv(33), bv(4))},
            {Sort::floating(3, 5), bv(8), bv(4)},
            {Sort::floating(3, 5), Sort::floating(4, 6), Sort::floating(5, 3)},
            {Sort::float32(), Sort::float64(), bv(33)},
            {Sort::float32(), Sort::array_of(bv(2), Sort::float32())},
            {Sort::integer()},
            {Sort::integer(), Sort::real(), Sort::array_of(Sort::integer(), Sort::real())}},
           120, 150, seen);
  const auto operators = static_cast<std::size_t>(Op::ToInt) - static_cast<std::size_t>(Op::Value);
  EXPECT_EQ(seen.size(), operators);
}

class RuleTest : public testing::Test {
 protected:
  Terms terms;
  Term x = terms.variable("x", bv(8));
  Term y = terms.variable("y", bv(8));
  Term p = terms.variable("p", Sort::boolean());
  Term q = terms.variable("q", Sort::boolean());
  Term a = terms.variable("a", Sort::array_of(bv(8), bv(8)));
  Term word(std::uint64_t value) { return terms.bv(8, value); }
  Term make(Op op, Term left, Term right) { return terms.make(op, {left, right}); }
};

TEST_F(RuleTest, OrderOfOperandsMeansNothing) {
  for (const Op op : {Op::BvAdd, Op::BvMul, Op::BvAnd, Op::BvOr, Op::BvXor, Op::Equal})
    EXPECT_EQ(make(op, x, y), make(op, y, x));
  EXPECT_EQ(terms.and_(terms.and_(p, q), p), terms.and_(q, p));
}

TEST_F(RuleTest, TruthValuesThatBecomeWordsAndBackVanish) {
  const Term as_int = terms.ite(p, terms.bv(32, 1), terms.bv(32, 0));
  EXPECT_EQ(terms.distinct(as_int, terms.bv(32, 0)), p);
  EXPECT_EQ(terms.equal(terms.extract(as_int, 7, 0), word(0)), terms.not_(p));
  EXPECT_EQ(terms.equal(as_int, terms.bv(32, 2)), terms.false_term());
}

TEST_F(RuleTest, ConstantsOfSumsGather) {
  const Term sum = make(Op::BvAdd, make(Op::BvAdd, x, word(250)), word(7));
  EXPECT_EQ(sum, make(Op::BvAdd, x, word(1)));
  EXPECT_EQ(terms.equal(sum, word(0)), terms.equal(x, word(255)));
  EXPECT_EQ(terms.bv_sub(make(Op::BvAdd, x, y), x), y);
  EXPECT_EQ(terms.bv_sub(sum, x), word(1));
}

TEST_F(RuleTest, ALiteralAndItsNegationAreFalseTogether) {
  EXPECT_EQ(terms.and_(make(Op::BvUlt, x, y), make(Op::BvUle, y, x)), terms.false_term());
  EXPECT_EQ(terms.or_(make(Op::BvSle, x, y), make(Op::BvSlt, y, x)), terms.true_term());
  EXPECT_EQ(terms.and_(terms.equal(x, word(1)), terms.equal(x, word(2))), terms.false_term());
}

TEST_F(RuleTest, ArithmeticOnExtendedWordsIsDoneBeforeTheExtension) {
  const Term wide = make(Op::BvAdd, terms.sign_extend(x, 32), terms.bv(32, 1));
  EXPECT_EQ(terms.extract(wide, 7, 0), make(Op::BvAdd, x, word(1)));
  EXPECT_EQ(make(Op::BvSlt, terms.zero_extend(x, 32), terms.zero_extend(y, 32)),
            make(Op::BvUlt, x, y));
}

TEST_F(RuleTest, ReadsSeeTheirWrites) {
  const Term next = make(Op::BvAdd, x, word(1));
  const Term written = terms.store(terms.store(a, x, word(5)), next, word(6));
  EXPECT_EQ(terms.select(written, x), word(5));
  EXPECT_EQ(terms.select(written, next), word(6));
  EXPECT_EQ(terms.store(written, next, y), terms.store(terms.store(a, x, word(5)), next, y));
  EXPECT_EQ(terms.store(a, x, terms.select(a, x)), a);
  EXPECT_EQ(terms.ite(p, terms.store(a, x, word(5)), terms.store(a, x, word(6))),
            terms.store(a, x, terms.ite(p, word(5), word(6))));
}

TEST_F(RuleTest, ShiftsByConstantsAreMadeOfParts) {
  EXPECT_EQ(make(Op::BvMul, x, word(4)), make(Op::BvShl, x, word(2)));
  EXPECT_EQ(make(Op::BvUdiv, x, word(4)), make(Op::BvLshr, x, word(2)));
  EXPECT_EQ(terms.op(make(Op::BvUrem, x, word(4))), Op::ZeroExtend);
}

TEST_F(RuleTest, OnlyConversionsThatKeepEveryNumberVanish) {
  const auto convert = [&](Term from, Sort to) {
    return terms.rounded(Op::FpToFp, RoundingMode::NearestEven, std::span(&from, 1), to);
  };
  const Sort sort = Sort::floating(4, 5);
  const Term f = terms.variable("f", sort), g = terms.variable("g", sort);
  for (const Sort& wide : {Sort::floating(4, 6), Sort::floating(5, 5), Sort::float32()}) {
    EXPECT_EQ(convert(convert(f, wide), sort), f);
    EXPECT_EQ(make(Op::FpLt, convert(f, wide), convert(g, wide)), make(Op::FpLt, f, g));
  }
  for (const Sort& other : {Sort::floating(5, 4), Sort::floating(3, 6), Sort::floating(3, 4)}) {
    EXPECT_NE(convert(convert(f, other), sort), f);
    EXPECT_NE(make(Op::FpLt, convert(f, other), convert(g, other)), make(Op::FpLt, f, g));
  }
}

// No rule may use the machine's stack in proportion to a term's depth.
TEST_F(RuleTest, DeepTermsNeedNoStack) {
  constexpr int kDepth = 100000;
  Term sum = x, condition = p, chain = word(7), wide = terms.variable("w", bv(1));
  Term array = a;
  for (int i = 0; i < kDepth; ++i) {
    const Term bit = terms.variable("b", Sort::boolean());
    sum = make(i % 2 == 0 ? Op::BvMul : Op::BvXor, sum, y);
    condition = terms.ite(bit, terms.not_(condition), terms.equal(condition, p));
    chain = terms.ite(bit, word(static_cast<std::uint64_t>(i) % 5), chain);
    array = terms.store(array, terms.select(array, x), word(3));
    if (i < 60000) wide = terms.concat(terms.variable("w", bv(1)), wide);
  }
  EXPECT_NE(terms.equal(chain, word(9)), terms.true_term());
  EXPECT_EQ(terms.sort(terms.extract(wide, 50000, 3)).width(), 49998u);
  EXPECT_NE(terms.equal(wide, terms.constant(Value(BitVector(60001, 0)))), terms.true_term());
  EXPECT_GT(terms.node_count(sum), 50000u);
  EXPECT_EQ(evaluate(terms, sum, {}).bits().low(), 0u);
  const Term renamed = terms.substitute(terms.and_(condition, terms.equal(sum, y)), {{x.id, y}});
  EXPECT_EQ(terms.variables_of(std::span(&renamed, 1)).front(), y);
  EXPECT_GT(to_ivl(terms, renamed).size(), 50000u);
  EXPECT_EQ(terms.node_count(array, 1000), 1000u);
}

// A conjunction that grows one by one keeps lists of bounded length.
TEST_F(RuleTest, LongConjunctionsStayLinear) {
  Term all = terms.true_term();
  for (int i = 0; i < 20000; ++i) all = terms.and_(all, terms.variable("b", Sort::boolean()));
  std::size_t cells = 0;
  for (std::uint32_t id = 0; id < terms.size(); ++id) cells += terms.operands(Term{id}).size();
  EXPECT_LT(cells, 20000u * 40);
}

// An equation for each bit and their conjunction, and none for each bit on the way.
TEST(TermRewriteTest, AWordOfBitsEqualsAConstantInOneConjunction) {
  constexpr std::uint32_t kBits = 16;
  for (const bool high_first : {false, true}) {
    Terms terms;
    Term wide = terms.variable("b", bv(1));
    for (std::uint32_t i = 1; i < kBits; ++i) {
      const Term bit = terms.variable("b", bv(1));
      wide = high_first ? terms.concat(wide, bit) : terms.concat(bit, wide);
    }
    const Term value = terms.bv(kBits, 0x5A3C);
    const std::uint32_t before = terms.size();
    const Term equal = terms.equal(wide, value);
    ASSERT_EQ(terms.op(equal), Op::And);
    EXPECT_EQ(terms.operands(equal).size(), kBits);
    EXPECT_LE(terms.size() - before, kBits + 8 + 3);  // with negations, and two constants
  }
}

// An equation over a tree of concatenations is not split into one for each leaf.
TEST_F(RuleTest, NoTermCostsMoreThanAConstant) {
  Term tree = x;
  for (int i = 0; i < 12; ++i) tree = terms.concat(tree, tree);
  const std::uint32_t width = terms.sort(tree).width();
  const Value value(BitVector::parse(width, std::string(width / 8, 'a') + "7", 16));
  const std::uint32_t before = terms.size();
  const Term equal = terms.equal(tree, terms.constant(value));
  EXPECT_LT(terms.size() - before, 3000u);
  EXPECT_FALSE(evaluate(terms, equal, {{x, Value(BitVector(8, 0xaa))}}).as_bool());
  const Term zero = terms.equal(tree, terms.constant(Value(BitVector(width, 0))));
  EXPECT_TRUE(evaluate(terms, zero, {}).as_bool());
  EXPECT_FALSE(evaluate(terms, zero, {{x, Value(BitVector(8, 1))}}).as_bool());
}

// Thousands of reads from a chain of thousands of writes, of which each of them would have to skip
// all, and of bits from a long concatenation.
TEST_F(RuleTest, WalksDownChainsTakeLinearTime) {
  constexpr std::uint32_t kLength = 20000, kFew = 300;
  Term map = terms.variable("m", Sort::array_of(bv(32), bv(32))), few = kNoTerm;
  Term wide = terms.variable("w", bv(2));
  for (std::uint32_t i = 0; i < kLength; ++i) {
    map = terms.store(map, terms.bv(32, i), terms.bv(32, i + 1));
    wide = terms.concat(terms.variable("w", bv(2)), wide);
    if (i == kFew) few = map;
  }
  EXPECT_EQ(terms.select(map, terms.bv(32, 0)), terms.bv(32, 1));  // the whole way, while it lasts
  const Term first = terms.select(map, terms.bv(32, kLength));
  EXPECT_TRUE(terms.is_variable(terms.operands(first)[0]));
  for (std::uint32_t i = 0; i < kLength; ++i) {
    EXPECT_TRUE(terms.select(map, terms.bv(32, kLength + i)).valid());
    EXPECT_EQ(terms.sort(terms.extract(wide, 1, i % 2)).width(), 2 - i % 2);
  }
  // From now on reads stop early, and are right still.
  const Term late = terms.select(map, terms.bv(32, 3 * kLength));
  EXPECT_EQ(terms.op(terms.operands(late)[0]), Op::Store);
  for (std::uint32_t i = 0; i < 2 * kFew; i += 10)
    EXPECT_EQ(evaluate(terms, terms.select(few, terms.bv(32, i)), {}).bits().low(),
              i <= kFew ? i + 1 : 0);
  const Term low = terms.extract(wide, 5, 1);
  EXPECT_EQ(evaluate(terms, low, {}).bits(), BitVector(5, 0));
  Assignment ones;
  for (const Term variable : terms.variables_of(std::span(&low, 1)))
    ones.emplace(variable, Value(BitVector(2, 2)));
  EXPECT_EQ(evaluate(terms, low, ones).bits(), BitVector(5, 0b10101));
}

}  // namespace
}  // namespace cairn
