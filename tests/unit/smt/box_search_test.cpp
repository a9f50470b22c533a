// SPDX-License-Identifier: MIT
#include "smt/box_search.h"

#include <gtest/gtest.h>

#include "logic/word/float_value.h"
#include "logic/word/term_eval.h"
#include "smt/smt_solver.h"
#include "support/quiet_context.h"
#include "support/term_generator.h"

namespace cairn {
namespace {

using Result = BoxSearch::Result;
constexpr std::uint64_t kWork = 3'000'000;

/// Formulas over one float or two, of single precision.
class BoxSearchTest : public testing::Test {
 protected:
  Term number(double value) {
    return terms_.constant(
        round_to_float(Sort::float32(), RoundingMode::NearestEven, mpq_class(value)));
  }
  Term rounded(Op op, Term a, Term b) {
    const Term operands[] = {a, b};
    return terms_.rounded(op, RoundingMode::NearestEven, operands);
  }
  Term less(Term a, Term b) { return terms_.make(Op::FpLt, {a, b}); }
  Result search(const std::vector<Term>& formulas, std::uint64_t work = kWork) {
    BoxSearch search(terms_, formulas);
    const Result result = search.run(work, budget_);
    boxes_ = search.boxes();
    return result;
  }
  /// x - x^3 / 6
  Term sine(Term x) {
    const Term cube = rounded(Op::FpMul, rounded(Op::FpMul, x, x), x);
    return rounded(Op::FpSub, x, rounded(Op::FpDiv, cube, number(6)));
  }

  Terms terms_;
  Budget budget_;
  Term x_ = terms_.variable("x", Sort::float32()), y_ = terms_.variable("y", Sort::float32());
  std::uint64_t boxes_ = 0;
};

TEST_F(BoxSearchTest, SquaresAreNotNegative) {
  EXPECT_EQ(search({less(rounded(Op::FpMul, x_, x_), number(0))}), Result::Refuted);
  EXPECT_EQ(search({less(rounded(Op::FpMul, x_, y_), number(0))}), Result::Undecided);
}

TEST_F(BoxSearchTest, SplitsUntilTheBoundIsShown) {
  const std::vector<Term> range{less(number(-1.5), x_), less(x_, number(1.5))};
  const auto beyond = [&](double bound) {
    std::vector<Term> formulas = range;
    formulas.push_back(less(number(bound), sine(x_)));
    return search(formulas);
  };
  EXPECT_EQ(beyond(2.5), Result::Refuted);
  EXPECT_EQ(boxes_, 1u);
  // The maximum is 0.9428, where x is the root of 2.
  EXPECT_EQ(beyond(0.95), Result::Refuted);
  EXPECT_GT(boxes_, 10u);
  EXPECT_EQ(beyond(0.94), Result::Undecided);
}

TEST_F(BoxSearchTest, GivesUpWhenTheWorkIsDone) {
  const std::vector<Term> formulas{less(number(-1.5), x_), less(x_, number(1.5)),
                                   less(number(0.95), sine(x_))};
  EXPECT_EQ(search(formulas, 50), Result::Undecided);
  budget_.request_stop(StopReason::Time);
  EXPECT_EQ(search(formulas), Result::Undecided);
}

TEST_F(BoxSearchTest, NanIsACaseOfItsOwn) {
  const Term different = terms_.not_(terms_.make(Op::FpEq, {x_, x_}));
  EXPECT_EQ(search({different}), Result::Undecided);
  EXPECT_EQ(search({different, less(x_, number(1))}), Result::Refuted);
  EXPECT_EQ(
      search({terms_.make(Op::FpIsNan, {sine(x_)}), less(number(-2), x_), less(x_, number(2))}),
      Result::Refuted);
}

// As the judge asks it: where paths meet, fresh Booleans say which was taken, and what a variable
// is.
TEST_F(BoxSearchTest, BooleansChooseWhatCounts) {
  const Term left = terms_.variable("left", Sort::boolean()),
             right = terms_.variable("right", Sort::boolean());
  const Term met = terms_.variable("met", Sort::float32());
  std::vector<Term> formulas{
      less(number(0), x_),
      less(x_, number(1)),
      terms_.or_(left, right),
      terms_.implies(left, terms_.equal(met, rounded(Op::FpAdd, x_, number(1)))),
      terms_.implies(right, terms_.equal(met, rounded(Op::FpMul, x_, x_))),
  };
  formulas.push_back(less(number(2), met));
  EXPECT_EQ(search(formulas), Result::Refuted);
  formulas.back() = less(number(1.5), met);
  EXPECT_EQ(search(formulas), Result::Undecided);
}

TEST_F(BoxSearchTest, SignedWordsAreNarrowed) {
  const Term i = terms_.variable("i", Sort::bit_vector(32));
  const Term float_i =
      terms_.rounded(Op::SbvToFp, RoundingMode::NearestEven, std::span(&i, 1), Sort::float32());
  const std::vector<Term> range{terms_.make(Op::BvSle, {terms_.bv(32, 0), i}),
                                terms_.make(Op::BvSlt, {i, terms_.bv(32, 100)})};
  std::vector<Term> formulas = range;
  formulas.push_back(less(number(99.5), float_i));
  EXPECT_EQ(search(formulas), Result::Refuted);
  formulas.back() = less(number(98.5), float_i);
  EXPECT_EQ(search(formulas), Result::Undecided);
  formulas = {terms_.make(Op::BvSlt, {i, terms_.bv(32, 0)}), less(number(0), float_i)};
  EXPECT_EQ(search(formulas), Result::Refuted);
}

TEST_F(BoxSearchTest, FormulasMayBeDeep) {
  Term formula = less(x_, number(0));
  for (int i = 0; i < 20'000; ++i) {
    const Term choice = terms_.variable("c", Sort::boolean());
    formula = i % 2 == 0 ? terms_.and_(choice, formula) : terms_.or_(choice, formula);
  }
  EXPECT_EQ(search({formula}, 1), Result::Undecided);
}

// Parts that are shared are asked once: the formula has 2^40 paths.
TEST_F(BoxSearchTest, SharedPartsCostOnce) {
  Term formula = less(x_, y_);
  std::vector<Term> formulas;
  for (int i = 0; i < 40; ++i) {
    const Term p = terms_.variable("p", Sort::boolean()), q = terms_.variable("q", Sort::boolean());
    formula = terms_.and_(terms_.or_(p, formula), terms_.or_(q, formula));
    formulas.push_back(terms_.not_(p));
    formulas.push_back(terms_.not_(q));
  }
  formulas.push_back(formula);
  EXPECT_EQ(search(formulas, 20'000), Result::Undecided);
}

TEST_F(BoxSearchTest, TheReferenceComputesTheSame) {
  const std::vector<Term> formulas{less(number(-1.5), x_), less(x_, number(1.5)),
                                   less(number(0.95), sine(x_))};
  EXPECT_EQ(search(formulas), Result::Refuted);
  BoxSearch slow(terms_, formulas, IntervalArithmetic::Reference);
  EXPECT_EQ(slow.run(100 * kWork, budget_), Result::Refuted);
  EXPECT_EQ(slow.boxes(), boxes_);
  EXPECT_GT(slow.work(), 50 * boxes_);
}

// What is true somewhere is never refuted.
TEST(RandomBoxSearchTest, KeepsWhatIsTrueAtAPoint) {
  support::TermGenerator::Options options;
  options.widths = {1, 5, 32, 63, 64};
  options.formats = {Sort::float32(), Sort::float64()};
  options.array_percent = 0;
  std::uint64_t boxes = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    Terms terms;
    Rng rng(seed);
    support::TermGenerator generator(terms, rng, options);
    const Assignment point = generator.assignment();
    std::vector<Term> formulas;
    for (int i = 0; i < 4; ++i) {
      const Term formula = generator.formula(3);
      formulas.push_back(evaluate(terms, formula, point).as_bool() ? formula : terms.not_(formula));
    }
    // Bounds close to the point, so that boxes get small.
    for (const auto& [variable, value] : point) {
      if (!terms.sort(variable).is_float() || !rng.chance(60)) continue;
      const Term same = terms.constant(value);
      if (evaluate(terms, terms.make(Op::FpLe, {variable, same}), point).as_bool())
        formulas.push_back(terms.make(rng.chance(50) ? Op::FpLe : Op::FpEq, {variable, same}));
    }
    Budget budget;
    BoxSearch search(terms, formulas);
    ASSERT_EQ(search.run(5'000, budget), Result::Undecided) << "seed " << seed;
    boxes += search.boxes();
  }
  EXPECT_GT(boxes, 20'000u);
}

// Against a solver: what is refuted has no solution; and something is refuted that needs a split.
TEST(RandomBoxSearchTest, RefutesOnlyWhatHasNoSolution) {
  support::TermGenerator::Options options;
  options.widths = {1, 3, 8};
  options.formats = {Sort::float32()};
  options.array_percent = 0;
  std::uint64_t refuted = 0, after_a_split = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    Terms terms;
    Rng rng(seed);
    support::TermGenerator generator(terms, rng, options);
    std::vector<Term> formulas;
    for (int i = 0; i < 3; ++i) formulas.push_back(generator.formula(2));
    Budget budget;
    BoxSearch search(terms, formulas);
    if (search.run(20'000, budget) == Result::Undecided) continue;
    ++refuted;
    after_a_split += search.boxes() > 1 ? 1 : 0;
    for (int i = 0; i < 20; ++i) {
      const Assignment point = generator.assignment();
      EXPECT_FALSE(evaluate(terms, terms.and_all(formulas), point).as_bool()) << "seed " << seed;
    }
    support::QuietContext context(seed);
    const auto solver = make_smt_solver("cairn", terms, context.get());
    for (const Term formula : formulas) solver->add(formula);
    ASSERT_EQ(solver->check(), SmtResult::Unsat) << "seed " << seed;
  }
  EXPECT_GT(refuted, 100u);
  EXPECT_GT(after_a_split, 5u);
}

}  // namespace
}  // namespace cairn
