// SPDX-License-Identifier: MIT
#include "logic/word/linear_form.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "logic/word/term_eval.h"
#include "support/random_terms.h"

namespace cairn {
namespace {

class LinearNormalizerTest : public testing::Test {
 protected:
  Term variable(const char* name) { return terms.variable(name, Sort::bit_vector(32)); }
  Term sum(Term x, Term y) { return terms.make(Op::BvAdd, {x, y}); }
  Term times(std::uint64_t factor, Term x) {
    return terms.make(Op::BvMul, {terms.bv(32, factor), x});
  }

  Terms terms;
  LinearNormalizer normalize{terms};
  Term a = variable("a"), b = variable("b"), i = variable("i");
};

TEST_F(LinearNormalizerTest, CancelsInEquations) {
  // 3i - b + 1 + (b + 2) = 3 (i + 1)
  const Term left =
      sum(sum(terms.bv_sub(times(3, i), b), terms.bv(32, 1)), sum(b, terms.bv(32, 2)));
  EXPECT_TRUE(terms.is_true(normalize(terms.equal(left, times(3, sum(i, terms.bv(32, 1)))))));
  EXPECT_TRUE(terms.is_false(normalize(terms.equal(left, times(3, i)))));
}

TEST_F(LinearNormalizerTest, TakesOutOfBranchesWhatTheyHaveInCommon) {
  const Term condition = terms.equal(b, terms.bv(32, 0));
  const Term either = terms.ite(condition, sum(a, terms.bv(32, 1)), sum(a, terms.bv(32, 2)));
  const LinearForm& form = normalize.form(terms.bv_sub(either, a));
  ASSERT_EQ(form.coefficients.size(), 1u);
  EXPECT_FALSE(form.coefficients.contains(a));
}

TEST_F(LinearNormalizerTest, MultiplesOfFormsAddUpAndWhatIsZeroIsGone) {
  LinearForm form = normalize.form(sum(times(3, a), sum(b, terms.bv(32, 5))));
  form.add(3, normalize.form(sum(b, terms.bv(32, 1))));
  form.add(0xFFFFFFFFu, normalize.form(times(3, a)));
  EXPECT_EQ(form.constant, 8u);
  EXPECT_EQ(form.coefficients, (std::map<Term, std::uint64_t>{{b, 4}}));
}

TEST_F(LinearNormalizerTest, SidesHaveNoNegativeCoefficients) {
  const Term term = terms.bv_sub(times(3, a), sum(times(2, b), terms.bv(32, 7)));
  const LinearSides sides = sides_of(terms, normalize.form(term));
  EXPECT_EQ(terms.variables_of(std::span(&sides.plus, 1)), std::vector<Term>{a});
  EXPECT_EQ(terms.variables_of(std::span(&sides.minus, 1)), std::vector<Term>{b});
  const Assignment values{{a, Value(BitVector(32, 11))}, {b, Value(BitVector(32, 4))}};
  EXPECT_EQ(evaluate(terms, terms.bv_sub(sides.plus, sides.minus), values).bits().low(), 18u);
}

TEST_F(LinearNormalizerTest, KeepsTheMeaningOfRandomTerms) {
  Rng rng(3);
  for (int round = 0; round < 300; ++round) {
    Terms pool;
    test::RandomTerms random(pool, rng, {Sort::bit_vector(4), Sort::bit_vector(7)});
    LinearNormalizer again(pool);
    for (int step = 0; step < 25; ++step) {
      const Term term = random.step().term;
      const Term same = again(term);
      ASSERT_EQ(pool.sort(same), pool.sort(term));
      for (int sample = 0; sample < 4; ++sample) {
        Assignment values;
        for (const Term variable : random.variables())
          values[variable] = test::random_value(rng, pool.sort(variable));
        ASSERT_EQ(evaluate(pool, same, values), evaluate(pool, term, values)) << round;
      }
    }
  }
}

}  // namespace
}  // namespace cairn
