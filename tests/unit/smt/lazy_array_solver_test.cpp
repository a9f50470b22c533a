// SPDX-License-Identifier: MIT
#include "smt/lazy_array_solver.h"

#include <gtest/gtest.h>

#include <array>

#include "support/quiet_context.h"
#include "support/term_generator.h"

namespace cairn {
namespace {

using support::QuietContext;
using support::TermGenerator;

class LazyArrays : public testing::Test {
 protected:
  Term word(const char* name, std::uint32_t width) {
    return terms.variable(name, Sort::bit_vector(width));
  }
  Term memory(const char* name, std::uint32_t index = 64, std::uint32_t element = 32) {
    return terms.variable(name, Sort::array_of(Sort::bit_vector(index), Sort::bit_vector(element)));
  }
  SmtResult check(LazyArraySolver& solver, std::initializer_list<Term> assumptions) {
    return solver.check(std::span(assumptions.begin(), assumptions.size()), -1);
  }

  QuietContext context;
  Terms terms;
};

TEST_F(LazyArrays, ReadsWhatWasWritten) {
  LazyArraySolver solver(terms, context.get());
  const Term m = memory("m"), i = word("i", 64), j = word("j", 64), v = word("v", 32);
  const Term read = terms.select(terms.store(m, i, v), j);
  EXPECT_EQ(check(solver, {terms.equal(i, j), terms.distinct(read, v)}), SmtResult::Unsat);
  EXPECT_EQ(check(solver, {terms.distinct(i, j), terms.distinct(read, terms.select(m, j))}),
            SmtResult::Unsat);
  ASSERT_EQ(check(solver, {terms.distinct(read, v)}), SmtResult::Sat);
  EXPECT_NE(solver.value(i), solver.value(j));
  EXPECT_NE(solver.value(read), solver.value(v));
  EXPECT_EQ(solver.value(read), solver.value(terms.select(m, j)));
}

// The write enable of a memory: the rewriter hides the condition in the element.
TEST_F(LazyArrays, KnowsStoresUnderACondition) {
  LazyArraySolver solver(terms, context.get());
  const Term m = memory("m"), i = word("i", 64), j = word("j", 64), v = word("v", 32);
  const Term enable = terms.variable("enable", Sort::boolean());
  const Term after = terms.ite(enable, terms.store(m, i, v), m);
  ASSERT_EQ(terms.op(after), Op::Store);
  const Term read = terms.select(after, j), before = terms.select(m, j);
  EXPECT_EQ(check(solver, {terms.not_(enable), terms.distinct(read, before)}), SmtResult::Unsat);
  EXPECT_EQ(check(solver, {terms.distinct(read, before), terms.distinct(read, v)}),
            SmtResult::Unsat);
  EXPECT_EQ(check(solver, {terms.distinct(read, before)}), SmtResult::Sat);
  EXPECT_TRUE(solver.value(enable).as_bool());
  // One read, though the term has another.
  EXPECT_LE(solver.stats().lemmas, 8u);
}

TEST_F(LazyArrays, KnowsConstantArrays) {
  LazyArraySolver solver(terms, context.get());
  const Sort sort = Sort::array_of(Sort::bit_vector(64), Sort::bit_vector(32));
  const Term i = word("i", 64), v = word("v", 32);
  const Term rom =
      terms.constant(Value::of_array(sort, Value(BitVector(32, 7)),
                                     {{Value(BitVector(64, 3)), Value(BitVector(32, 9))},
                                      {Value(BitVector(64, 5)), Value(BitVector(32, 9))}}));
  const Term nine = terms.equal(terms.select(rom, i), terms.bv(32, 9));
  const auto is = [&](std::uint64_t at) { return terms.equal(i, terms.bv(64, at)); };
  EXPECT_EQ(check(solver, {nine, terms.not_(is(3)), terms.not_(is(5))}), SmtResult::Unsat);
  EXPECT_EQ(check(solver, {nine, terms.not_(is(3))}), SmtResult::Sat);
  EXPECT_EQ(solver.value(i).bits().low(), 5u);
  const Term all = terms.constant_array(sort, v);
  const Term read = terms.select(terms.ite(is(3), all, rom), i);
  EXPECT_EQ(check(solver, {is(3), terms.distinct(read, v)}), SmtResult::Unsat);
}

// Two constant arrays are equal up to a store only if their elements are, however large they are.
TEST_F(LazyArrays, ComparesConstantArrays) {
  const auto equal_after_stores = [&](std::uint32_t width, unsigned stores) {
    LazyArraySolver solver(terms, context.get());
    const Sort sort = Sort::array_of(Sort::bit_vector(width), Sort::bit_vector(8));
    Term array = terms.constant_array(sort, word("a", 8));
    for (unsigned i = 0; i < stores; ++i)
      array = terms.store(array, word("i", width), terms.bv(8, 3));
    const Term fives = terms.constant(Value::constant_array(sort, Value(BitVector(8, 3))));
    const Term a = terms.variables_of(std::array{array})[0];
    return check(solver, {terms.equal(array, fives), terms.distinct(a, terms.bv(8, 3))});
  };
  EXPECT_EQ(equal_after_stores(40, 2), SmtResult::Unsat);
  EXPECT_EQ(equal_after_stores(2, 3), SmtResult::Unsat);
  EXPECT_EQ(equal_after_stores(2, 4), SmtResult::Sat);
}

TEST_F(LazyArrays, ComparesArrays) {
  LazyArraySolver solver(terms, context.get());
  const Term m = memory("m"), n = memory("n"), i = word("i", 64), v = word("v", 32);
  const Term j = word("j", 64);
  // Writing makes two arrays equal, so they agree elsewhere.
  solver.add(terms.equal(terms.store(m, i, v), terms.store(n, i, v)));
  EXPECT_EQ(check(solver, {terms.distinct(terms.select(m, j), terms.select(n, j))}),
            SmtResult::Sat);
  EXPECT_EQ(solver.value(i), solver.value(j));
  EXPECT_EQ(
      check(solver, {terms.distinct(terms.select(m, j), terms.select(n, j)), terms.distinct(i, j)}),
      SmtResult::Unsat);
  ASSERT_EQ(check(solver, {terms.distinct(m, n)}), SmtResult::Sat);
  EXPECT_FALSE(solver.value(m) == solver.value(n));
}

// The price is that of what is read and written, not of 2^64 words.
TEST_F(LazyArrays, CarriesAReadThroughManyStores) {
  LazyArraySolver solver(terms, context.get());
  Term m = memory("m");
  const Term first = m, address = word("address", 64);
  for (int i = 0; i < 500; ++i)
    m = terms.ite(terms.variable("enable", Sort::boolean()),
                  terms.store(m, word("i", 64), word("v", 32)), m);
  for (const Term enable : terms.variables_of(std::array{m}))
    if (terms.sort(enable).is_bool()) solver.add(terms.not_(enable));
  EXPECT_EQ(check(solver, {terms.distinct(terms.select(m, address), terms.select(first, address))}),
            SmtResult::Unsat);
  // At most one lemma for each store that the read passes, all of them at once.
  EXPECT_LE(solver.stats().lemmas, 501u);
  EXPECT_LT(solver.stats().rounds, 5u);
}

/// Random formulas in which most terms are about arrays, some of which are compared.
class RandomArrays {
 public:
  explicit RandomArrays(std::uint64_t seed) : rng_(seed), generator_(terms_, rng_, options()) {}

  void run(unsigned queries, std::uint64_t expanded_bits) {
    LazyArrayConfig config;
    config.expanded_bits = expanded_bits;
    LazyArraySolver solver(terms_, context_.get(), config);
    for (unsigned i = 0; i < queries; ++i) {
      std::vector<Term> assumptions;
      for (std::uint64_t n = 1 + rng_.below(5); n > 0; --n) assumptions.push_back(formula());
      const auto judge = make_smt_solver("cairn", terms_, context_.get());
      const SmtResult truth = judge->check(assumptions);
      ASSERT_EQ(solver.check(assumptions), truth);
      ++(truth == SmtResult::Sat ? satisfiable : unsatisfiable);
      if (truth == SmtResult::Sat)
        for (const Term assumption : assumptions) ASSERT_TRUE(solver.value(assumption).as_bool());
      else
        ASSERT_EQ(judge->check(solver.core()), SmtResult::Unsat);
    }
    lemmas += solver.stats().lemmas;
  }

  std::uint64_t satisfiable = 0, unsatisfiable = 0, lemmas = 0;

 private:
  static TermGenerator::Options options() {
    TermGenerator::Options options;
    options.widths = {1, 2, 3};
    options.array_percent = 60;
    return options;
  }
  Term formula() {
    Term result;
    if (rng_.chance(50)) {
      const Sort sort = Sort::array_of(Sort::bit_vector(2), Sort::bit_vector(2));
      const unsigned depth = static_cast<unsigned>(rng_.below(4));
      result = terms_.equal(generator_.term(sort, depth), generator_.term(sort, 3 - depth));
    } else {
      result = generator_.formula(3);
    }
    return rng_.chance(40) ? terms_.not_(result) : result;
  }

  QuietContext context_;
  Terms terms_;
  Rng rng_;
  TermGenerator generator_;
};

TEST(LazyArraysRandom, AgreeWithExpandedArrays) {
  std::uint64_t satisfiable = 0, unsatisfiable = 0, lemmas = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    RandomArrays random(seed);
    random.run(8, seed % 4 == 3 ? 8 : 0);
    if (testing::Test::HasFatalFailure()) return;
    satisfiable += random.satisfiable;
    unsatisfiable += random.unsatisfiable;
    lemmas += random.lemmas;
  }
  EXPECT_GT(satisfiable, 300u);
  EXPECT_GT(unsatisfiable, 300u);
  EXPECT_GT(lemmas, 500u);
}

}  // namespace
}  // namespace cairn
