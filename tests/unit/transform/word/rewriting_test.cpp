// SPDX-License-Identifier: MIT
//
// Passes that change terms and nothing else: values stay what they are.
#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "base/rng.h"
#include "logic/word/term_eval.h"
#include "support/random_terms.h"
#include "transform/word/linear_sums.h"
#include "transform/word/narrow.h"
#include "transform/word/rewrite.h"

namespace cairn {
namespace {

using PassMaker = std::function<std::unique_ptr<Pass<WordSystem>>()>;

/// Every term that is made is the next value of a state.
WordSystem system_of(const std::shared_ptr<Terms>& terms, const std::vector<Term>& functions) {
  WordSystem system;
  system.terms = terms;
  for (const Term function : functions)
    system.states.push_back({terms->variable("next", terms->sort(function)), kNoTerm, function});
  return system;
}

/// Terms over words of several widths that were extended to one.
std::vector<Term> random_functions(Terms& terms, Rng& rng, std::vector<Term>& variables) {
  const Sort array = Sort::array_of(Sort::bit_vector(2), Sort::bit_vector(5));
  test::RandomTerms random(
      terms, rng,
      {Sort::bit_vector(2), Sort::bit_vector(5), Sort::bit_vector(6), Sort::bit_vector(8), array});
  variables = random.variables();
  std::vector<Term> result;
  for (unsigned i = 0; i < 60; ++i) result.push_back(random.step().term);
  for (unsigned i = 0; i < 30; ++i) {
    const auto operand = [&] {
      Term term = result[rng.below(result.size())];
      while (!terms.sort(term).is_bit_vector() || terms.sort(term).width() > 8)
        term = result[rng.below(result.size())];
      return rng.chance(50) ? terms.resize_signed(term, 8) : terms.resize_unsigned(term, 8);
    };
    constexpr Op kOps[] = {Op::BvAdd,  Op::BvMul,  Op::BvUdiv, Op::BvUrem, Op::BvSdiv,
                           Op::BvSrem, Op::BvUlt,  Op::BvSlt,  Op::Equal,  Op::BvAnd,
                           Op::BvXor,  Op::BvAshr, Op::BvLshr, Op::Concat, Op::BvOr};
    const Op op = kOps[rng.below(std::size(kOps))];
    const Term a = operand();
    const Term b = rng.chance(30) ? terms.bv(8, rng.next()) : operand();
    Term made = terms.make(op, {a, b});
    if (rng.chance(30) && terms.sort(made) == terms.sort(a))
      made = terms.ite(terms.equal(a, b), made, terms.make(op, {b, a}));
    result.push_back(rng.chance(10) ? terms.make(Op::BvNeg, {a}) : made);
  }
  return result;
}

class Rewriting : public testing::TestWithParam<std::pair<const char*, PassMaker>> {};

TEST_P(Rewriting, KeepsValues) {
  unsigned changed = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const auto terms = std::make_shared<Terms>();
    std::vector<Term> variables;
    const WordSystem before = system_of(terms, random_functions(*terms, rng, variables));
    const WordSystem after = GetParam().second()->apply(before);
    ASSERT_EQ(after.states.size(), before.states.size());
    for (unsigned round = 0; round < 20; ++round) {
      Assignment assignment;
      for (const Term variable : variables)
        assignment.emplace(variable, test::random_value(rng, terms->sort(variable)));
      Evaluator value_of(*terms, assignment);
      for (std::size_t i = 0; i < before.states.size(); ++i)
        ASSERT_EQ(value_of(before.states[i].next), value_of(after.states[i].next)) << i;
    }
    for (std::size_t i = 0; i < before.states.size(); ++i)
      if (before.states[i].next != after.states[i].next) ++changed;
  }
  EXPECT_GT(changed, 200u);
}

template <class P>
std::pair<const char*, PassMaker> pass_of(const char* name) {
  return {name, [] { return std::make_unique<P>(); }};
}

INSTANTIATE_TEST_SUITE_P(Passes, Rewriting,
                         testing::Values(pass_of<NarrowArithmetic>("narrow"),
                                         pass_of<WordRewrite>("rewrite"),
                                         pass_of<LinearSums>("linear_sums")),
                         [](const auto& parameter) { return std::string(parameter.param.first); });

}  // namespace
}  // namespace cairn
