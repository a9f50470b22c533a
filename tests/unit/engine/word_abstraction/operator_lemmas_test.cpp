// SPDX-License-Identifier: MIT
#include "engine/word_abstraction/operator_lemmas.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "base/rng.h"
#include "logic/word/term_eval.h"
#include "smt/smt_solver.h"
#include "support/quiet_context.h"

namespace cairn {
namespace {

using support::QuietContext;
using word::Application;
using word::OperatorLemma;
using word::WrongResult;

const Op kOperators[] = {Op::BvMul,  Op::BvUdiv, Op::BvUrem, Op::BvAdd, Op::BvShl,
                         Op::BvLshr, Op::BvAshr, Op::BvUlt,  Op::BvSlt};

Sort result_sort(Op op, std::uint32_t width) {
  return op == Op::BvUlt || op == Op::BvSlt ? Sort::boolean() : Sort::bit_vector(width);
}

Value result_of(Op op, const BitVector& a, const BitVector& b) {
  const Value operands[] = {Value(a), Value(b)};
  return apply(op, operands, {}, result_sort(op, a.width()));
}

Value any_result(Op op, std::uint32_t width, Rng& rng) {
  if (result_sort(op, width).is_bool()) return Value(rng.chance(50));
  return Value(BitVector(width, rng.below(std::uint64_t{1} << width)));
}

Value other_result(Op op, std::uint32_t width, const Value& right, Rng& rng) {
  while (true) {
    const Value other = any_result(op, width, rng);
    if (!(other == right)) return other;
  }
}

/// Operands and what takes the place of the result.
struct Words {
  Words(Terms& terms, std::uint32_t width)
      : a(terms.variable("a", Sort::bit_vector(width))),
        b(terms.variable("b", Sort::bit_vector(width))) {}
  Application apply(Terms& terms, Op op) const { return {op, a, b, terms.make(op, {a, b})}; }
  Term a, b;
};

// Every schema, with the operator itself as its result, is asked for a counterexample.
TEST(OperatorLemmas, AreValid) {
  std::map<std::string, int> schemas;
  for (std::uint32_t width = 1; width <= 6; ++width) {
    QuietContext quiet;
    Terms terms;
    const Words words(terms, width);
    const auto solver = make_smt_solver("cairn", terms, quiet.get());
    std::set<Term> asked;
    Rng rng(width);
    for (const Op op : kOperators) {
      const auto expect_valid = [&](const OperatorLemma& lemma) {
        ++schemas[lemma.name];
        if (!asked.insert(lemma.formula).second) return;
        EXPECT_EQ(solver->check(std::vector{terms.not_(lemma.formula)}), SmtResult::Unsat)
            << lemma.name << " of width " << width;
      };
      const std::uint64_t values = std::uint64_t{1} << width;
      for (std::uint64_t i = 0; i < (width <= 3 ? values * values : 60); ++i) {
        const std::uint64_t code = width <= 3 ? i : rng.below(values * values);
        const BitVector a(width, code % values), b(width, code / values);
        const Value right = result_of(op, a, b);
        for (const OperatorLemma& lemma :
             operator_lemmas(terms, words.apply(terms, op), {a, b, right}))
          expect_valid(lemma);
        const WrongResult wrong{a, b, other_result(op, width, right, rng)};
        expect_valid(word::refuting_lemma(terms, words.apply(terms, op), wrong));
      }
    }
  }
  EXPECT_GE(schemas.size(), 38u);
}

// Whatever is wrong, there is a lemma that says so, of the operands as they are, not as variables.
TEST(OperatorLemmas, RefuteWhatIsWrong) {
  std::map<std::string, int> used;
  for (const Op op : kOperators) {
    Terms terms;
    constexpr std::uint32_t kWidth = 3;
    const Term x = terms.variable("x", Sort::bit_vector(kWidth));
    const Term y = terms.variable("y", Sort::bit_vector(kWidth));
    const Sort sort = result_sort(op, kWidth);
    const Term r = terms.variable("r", sort);
    // x + 1 and x ^ y, so that the lemma is about terms.
    const Application application{op, terms.make(Op::BvAdd, {x, terms.bv(kWidth, 1)}),
                                  terms.make(Op::BvXor, {x, y}), r};
    for (std::uint64_t code = 0; code < (sort.is_bool() ? 128u : 512u); ++code) {
      const Value result = sort.is_bool() ? Value(code >= 64) : Value(BitVector(kWidth, code / 64));
      const Assignment values{{x, Value(BitVector(kWidth, code % 8))},
                              {y, Value(BitVector(kWidth, code / 8 % 8))},
                              {r, result}};
      const WrongResult wrong{evaluate(terms, application.a, values).bits(),
                              evaluate(terms, application.b, values).bits(), result};
      if (result_of(op, wrong.a, wrong.b) == wrong.result) continue;
      const OperatorLemma lemma = word::refuting_lemma(terms, application, wrong);
      EXPECT_FALSE(evaluate(terms, lemma.formula, values).as_bool()) << lemma.name;
      ++used[lemma.name];
    }
  }
  EXPECT_GT(used["exact"], 0);
  EXPECT_GT(used["mul-power"], 0);
  EXPECT_GT(used["div-below"], 0);
  EXPECT_GT(used["rem-below"], 0);
  EXPECT_GT(used["shift-by"], 0);
  EXPECT_GT(used["less-between"], 0);
}

TEST(OperatorLemmas, OfPairsAreValid) {
  std::set<std::string> found;
  for (const Op op : kOperators) {
    Terms terms;
    QuietContext quiet;
    constexpr std::uint32_t kWidth = 3;
    const Words one(terms, kWidth), other(terms, kWidth);
    const auto solver = make_smt_solver("cairn", terms, quiet.get());
    Rng rng(7);
    const auto any = [&] { return BitVector(kWidth, rng.below(8)); };
    for (int i = 0; i < 2000; ++i) {
      const WrongResult values{any(), any(), any_result(op, kWidth, rng)};
      const WrongResult others{any(), any(), any_result(op, kWidth, rng)};
      const auto lemma =
          refuting_pair_lemma(terms, one.apply(terms, op), values, other.apply(terms, op), others);
      if (!lemma) continue;
      found.insert(lemma->name);
      EXPECT_EQ(solver->check(std::vector{terms.not_(lemma->formula)}), SmtResult::Unsat)
          << lemma->name;
    }
  }
  EXPECT_EQ(found, (std::set<std::string>{"same", "commuted", "monotone", "asymmetric"}));
}

// A wrong low bit of a product or a sum is said of all operands with these low bits.
TEST(OperatorLemmas, SayWhatLowBitsAre) {
  Terms terms;
  const Term a = terms.variable("a", Sort::bit_vector(32)),
             b = terms.variable("b", Sort::bit_vector(32));
  const Term r = terms.variable("r", Sort::bit_vector(32));
  // 7 * 11 = 77 = 1001101: bit 2 is wrong.
  const OperatorLemma lemma = word::refuting_lemma(
      terms, {Op::BvMul, a, b, r}, {BitVector(32, 7), BitVector(32, 11), Value(BitVector(32, 73))});
  EXPECT_EQ(lemma.name, std::string("exact"));
  Assignment values{{a, Value(BitVector(32, 0xFFFFFF07))},
                    {b, Value(BitVector(32, 0x1000B))},
                    {r, Value(BitVector(32, 0x8))}};
  EXPECT_FALSE(evaluate(terms, lemma.formula, values).as_bool());
  values.insert_or_assign(r, Value(BitVector(32, 5)));
  EXPECT_TRUE(evaluate(terms, lemma.formula, values).as_bool());
}

}  // namespace
}  // namespace cairn
