// SPDX-License-Identifier: MIT
#include "logic/word/cells.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "logic/word/term_eval.h"
#include "support/term_generator.h"

namespace cairn {
namespace {

Sort array_of_bytes(std::uint32_t index) {
  return Sort::array_of(Sort::bit_vector(index), Sort::bit_vector(8));
}

/// Assignments to variables, symbolically and with values at the same time.
class TwoRuns {
 public:
  TwoRuns(Terms& terms, std::vector<Term> variables, Assignment first)
      : terms_(terms),
        variables_(std::move(variables)),
        first_(std::move(first)),
        now_(first_),
        evaluate_(terms, variables_) {
    for (const Term variable : variables_) cells_.emplace_back(variable);
  }

  void assign(const std::vector<std::pair<Term, Term>>& assignments) {
    const auto others = [](Term variable) { return variable; };
    std::vector<CellEvaluator::Write> writes;
    std::vector<std::pair<Term, Value>> values;
    for (const auto& [target, value] : assignments) {
      writes.push_back(evaluate_.prepare(target, value, cells_, others));
      values.emplace_back(target, evaluate(terms_, value, now_));
    }
    for (auto& write : writes) evaluate_.perform(std::move(write), cells_);
    for (auto& [target, value] : values) now_.insert_or_assign(target, value);
  }

  void expect_equal() {
    for (std::size_t i = 0; i < variables_.size(); ++i)
      EXPECT_EQ(evaluate(terms_, cells_[i].term(terms_), first_).to_string(),
                evaluate(terms_, variables_[i], now_).to_string());
  }

  void expect_equal(Term term) {
    const Term symbolic = evaluate_(term, cells_, [](Term variable) { return variable; });
    EXPECT_EQ(evaluate(terms_, symbolic, first_).to_string(),
              evaluate(terms_, term, now_).to_string());
  }

  std::vector<Cell>& cells() { return cells_; }

 private:
  Terms& terms_;
  std::vector<Term> variables_;
  Assignment first_, now_;
  CellEvaluator evaluate_;
  std::vector<Cell> cells_;
};

TEST(Cells, MeanWhatTermsMean) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Terms terms;
    Rng rng(seed);
    support::TermGenerator::Options options;
    options.array_percent = 40;
    support::TermGenerator generator(terms, rng, options);
    for (int i = 0; i < 10; ++i) generator.formula(4);  // so that there are variables
    const std::vector<Term> variables = generator.variables();
    TwoRuns runs(terms, variables, generator.assignment());
    std::vector<Cell> kept;  // shares tables
    for (int step = 0; step < 20; ++step) {
      std::vector<std::pair<Term, Term>> assignments;
      for (const Term target : variables) {
        if (!rng.chance(30)) continue;
        const Sort sort = terms.sort(target);
        Term value = generator.term(sort, 3);
        if (sort.is_array() && rng.chance(70)) {
          value = target;
          for (std::uint64_t stores = rng.below(4); stores > 0; --stores)
            value = terms.store(value, terms.constant(generator.value(sort.index_sort())),
                                generator.term(sort.element_sort(), 1));
        }
        assignments.emplace_back(target, value);
      }
      runs.assign(assignments);
      if (rng.chance(30)) kept = runs.cells();
      if (rng.chance(30)) runs.expect_equal(generator.formula(4));
      if (rng.chance(30)) runs.expect_equal();
    }
    runs.expect_equal();
  }
}

TEST(Cells, ACopyKeepsWhatItHad) {
  Terms terms;
  Cell one(terms.constant(Value::zero(array_of_bytes(4))));
  one.store(terms, terms.bv(4, 3), terms.bv(8, 7));
  const Cell copy = one;
  one.store(terms, terms.bv(4, 3), terms.bv(8, 9));
  EXPECT_EQ(copy.select(terms, terms.bv(4, 3)), terms.bv(8, 7));
  EXPECT_EQ(one.select(terms, terms.bv(4, 3)), terms.bv(8, 9));
  EXPECT_FALSE(one.equals(terms, copy));
  one.store(terms, terms.bv(4, 3), terms.bv(8, 7));
  EXPECT_TRUE(one.equals(terms, copy));
}

// A chain of stores would have as many terms as there are writes.
TEST(Cells, WritesAtConstantIndicesMakeNoTerms) {
  Terms terms;
  Cell cell(terms.variable("a", array_of_bytes(16)));
  const Term element = terms.variable("x", Sort::bit_vector(8));
  for (std::uint64_t i = 0; i < 1000; ++i) terms.bv(16, i);
  const std::uint32_t before = terms.size();
  for (std::uint64_t i = 0; i < 1000; ++i) cell.store(terms, terms.bv(16, i), element);
  EXPECT_EQ(cell.select(terms, terms.bv(16, 500)), element);
  EXPECT_EQ(terms.size(), before);
}

TEST(Cells, AnArrayThatIsWrittenAsAWholeIsAConstant) {
  Terms terms;
  Cell cell(terms.variable("a", array_of_bytes(8)));
  for (std::uint64_t i = 0; i < 256; ++i) cell.store(terms, terms.bv(8, i), terms.bv(8, 255 - i));
  const Term whole = cell.term(terms);
  ASSERT_TRUE(terms.is_value(whole));
  EXPECT_EQ(terms.value(whole).select(terms.value(terms.bv(8, 5))), terms.value(terms.bv(8, 250)));
}

TEST(Cells, ComparesEachOfManyConstants) {
  Terms terms;
  const Term x = terms.variable("x", Sort::bit_vector(32));
  Term y = terms.bv(32, 3);
  for (std::uint64_t i = 0; i < 5000; ++i)
    y = terms.ite(terms.equal(x, terms.bv(32, i)), terms.bv(32, 100 + i % 77), y);
  const Term v = terms.variable("v", Sort::bit_vector(32));
  CellEvaluator evaluate(terms, std::span(&v, 1));
  const std::vector<Cell> cells{Cell(y)};
  const auto others = [](Term variable) { return variable; };
  EXPECT_TRUE(
      terms.is_true(evaluate(terms.make(Op::BvUlt, {v, terms.bv(32, 200)}), cells, others)));
  EXPECT_TRUE(terms.is_false(evaluate(terms.equal(terms.bv(32, 99), v), cells, others)));
}

}  // namespace
}  // namespace cairn
