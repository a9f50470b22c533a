// SPDX-License-Identifier: MIT
#include "engine/word/preimage.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "word_support.h"

namespace cairn {
namespace {

using namespace support;

/// x := c ? x + y : 0 with inputs c and y, and z := x.
struct Adder {
  Adder() {
    system.terms = std::make_shared<Terms>();
    const Sort word = Sort::bit_vector(8);
    x = terms().variable("x", word);
    y = terms().variable("y", word);
    c = terms().variable("c", Sort::boolean());
    z = terms().variable("z", word);
    system.inputs = {y, c};
    system.states = {
        {x, kNoTerm, terms().ite(c, terms().make(Op::BvAdd, {x, y}), terms().bv(8, 0))},
        {z, kNoTerm, x}};
    system.bad = {terms().make(Op::BvUlt, {x, z})};
    transition = std::make_unique<word::WordTransition>(system);
  }

  Terms& terms() { return *system.terms; }
  Assignment model(unsigned x_value, unsigned y_value, bool c_value, unsigned z_value) {
    return {{x, Value(BitVector(8, x_value))},
            {y, Value(BitVector(8, y_value))},
            {z, Value(BitVector(8, z_value))},
            {c, Value(c_value)}};
  }
  word::TermCube of(Term goal, const Assignment& model) {
    const Term next = transition->next(goal);
    return word::WordPreimage(*transition, config)(std::span(&next, 1), model);
  }

  WordSystem system;
  Term x, y, c, z;
  std::unique_ptr<word::WordTransition> transition;
  word::WordIc3Config config;
};

TEST(WordPreimage, IsThePreconditionForTheInputsOfTheModel) {
  Adder adder;
  const Term below = adder.terms().make(Op::BvUlt, {adder.x, adder.terms().bv(8, 10)});
  const Term sum = adder.terms().make(Op::BvAdd, {adder.x, adder.terms().bv(8, 3)});
  EXPECT_EQ(adder.of(below, adder.model(4, 3, true, 0)),
            word::TermCube{adder.terms().make(Op::BvUlt, {sum, adder.terms().bv(8, 10)})});
  EXPECT_EQ(adder.of(below, adder.model(4, 3, false, 0)), word::TermCube{});
}

TEST(WordPreimage, IsMadeOfValuesIfItIsTold) {
  Adder adder;
  const Term below = adder.terms().make(Op::BvUlt, {adder.x, adder.terms().bv(8, 10)});
  const word::TermCube value{adder.terms().equal(adder.x, adder.terms().bv(8, 4))};
  adder.config.preimage = word::WordIc3Config::Preimage::Values;
  EXPECT_EQ(adder.of(below, adder.model(4, 3, true, 0)), value);
  adder.config.literals = word::WordIc3Config::Literals::Bits;
  EXPECT_EQ(adder.of(below, adder.model(4, 3, true, 0)).size(), 8u);
  adder.config.literals = word::WordIc3Config::Literals::Bounds;
  EXPECT_EQ(adder.of(below, adder.model(4, 3, true, 0)).size(), 4u);
  EXPECT_EQ(adder.of(below, adder.model(0, 3, true, 0)).size(), 3u);
}

TEST(WordPreimage, SplitsEqualitiesAsItIsTold) {
  Adder adder;
  const Term is_seven = adder.terms().equal(adder.x, adder.terms().bv(8, 7));
  const Term was_seven = adder.terms().equal(adder.z, adder.terms().bv(8, 7));
  const auto sizes = [&](word::WordIc3Config::Literals literals) {
    adder.config.literals = literals;
    return std::pair{adder.of(is_seven, adder.model(4, 3, true, 0)).size(),
                     adder.of(was_seven, adder.model(7, 3, true, 0)).size()};
  };
  EXPECT_EQ(sizes(word::WordIc3Config::Literals::Words), std::pair(std::size_t{1}, std::size_t{1}));
  EXPECT_EQ(sizes(word::WordIc3Config::Literals::Bits), std::pair(std::size_t{8}, std::size_t{8}));
  EXPECT_EQ(sizes(word::WordIc3Config::Literals::Bounds),
            std::pair(std::size_t{4}, std::size_t{4}));
}

TEST(WordPreimage, TakesValuesWhereComparisonsAreTooLarge) {
  Adder adder;
  adder.config.atom_limit = 2;
  const Term below = adder.terms().make(Op::BvUlt, {adder.x, adder.terms().bv(8, 10)});
  EXPECT_EQ(adder.of(below, adder.model(4, 3, true, 0)),
            word::TermCube{adder.terms().equal(adder.x, adder.terms().bv(8, 4))});
}

TEST(WordPreimage, LeadsWhereTheModelLeads) {
  std::uint64_t literals = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const word::WordIc3Config config = random_word_config(rng);
    const WordCase instance(seed, random_lowering(rng));
    word::WordTransition transition(instance.system);
    Terms& terms = transition.terms();
    QuietContext quiet;
    const auto solver = make_smt_solver("cairn", terms, quiet.get());
    const Term goal =
        transition.next(random_term(instance.cfa, rng, Sort::boolean(), instance.system.inputs));
    if (solver->check(std::vector{goal}) != SmtResult::Sat) continue;
    Assignment model;
    std::vector<Term> query{terms.not_(goal)};
    for (const WordState& state : instance.system.states)
      model.emplace(state.term, solver->value(state.term));
    for (const Term input : instance.system.inputs) {
      model.emplace(input, solver->value(input));
      query.push_back(terms.equal(input, terms.constant(model.at(input))));
    }
    const word::TermCube cube = word::WordPreimage(transition, config)(std::span(&goal, 1), model);
    for (const Term literal : cube) {
      EXPECT_TRUE(evaluate(terms, literal, model).as_bool());
      query.push_back(literal);
    }
    EXPECT_EQ(solver->check(query), SmtResult::Unsat);
    literals += cube.size();
  }
  EXPECT_GT(literals, 1000u);
}

}  // namespace
}  // namespace cairn
