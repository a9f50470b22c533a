// SPDX-License-Identifier: MIT
#include "engine/word/ic3_smt.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "word_support.h"

namespace cairn {
namespace {

using namespace support;

TEST(Ic3Smt, AnswersRandomAutomataWithEvidence) {
  expect_truth_of_random_automata<word::Ic3Smt>(2000, random_word_config);
}

TEST(Ic3Smt, AnswersRandomSystemsWithEvidence) {
  expect_evidence_for_random_systems<word::Ic3Smt>(2000, random_word_config);
}

TEST(Ic3Smt, RespectsConstraints) {
  expect_evidence_with_constraints<word::Ic3Smt>(500, random_word_config);
}

TEST(Ic3Smt, GoesOnWhereItStopped) {
  expect_it_goes_on_where_it_stopped<word::Ic3Smt>(random_word_config);
}

TEST(Ic3Smt, WorksWithZ3) {
  const auto solvers = known_smt_solvers();
  if (std::find(solvers.begin(), solvers.end(), "z3") == solvers.end()) GTEST_SKIP();
  expect_truth_of_random_automata<word::Ic3Smt>(100, [](Rng& rng) {
    word::WordIc3Config config = random_word_config(rng);
    config.smt.solver = "z3";
    return config;
  });
}

TEST(Ic3Smt, GeneralizesAsMuchAsItIsTold) {
  using Generalize = word::WordIc3Config::Generalize;
  word::WordIc3Config config;
  config.generalize = Generalize::None;
  EXPECT_EQ(sum_of<word::Ic3Smt>("ic3-smt.dropped.core", config), 0u);
  EXPECT_EQ(sum_of<word::Ic3Smt>("ic3-smt.dropped", config), 0u);
  config.generalize = Generalize::Core;
  EXPECT_GT(sum_of<word::Ic3Smt>("ic3-smt.dropped.core", config), 0u);
  EXPECT_EQ(sum_of<word::Ic3Smt>("ic3-smt.dropped", config), 0u);
  config.generalize = Generalize::Drop;
  EXPECT_GT(sum_of<word::Ic3Smt>("ic3-smt.dropped", config), 0u);
}

TEST(Ic3Smt, TriesFewerLiteralsAfterFailures) {
  word::WordIc3Config config;
  config.literals = word::WordIc3Config::Literals::Bits;
  const auto all = sum_of<word::Ic3Smt>("ic3-smt.smt.queries", config);
  config.drop_failures = 1;
  EXPECT_LT(sum_of<word::Ic3Smt>("ic3-smt.smt.queries", config), all);
}

TEST(Ic3Smt, TriesToDropTheProgramCounterIfItIsTold) {
  word::WordIc3Config with, without;
  with.drop_control = true;
  std::uint64_t more = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const WordCase instance(seed);
    const auto queries = [&](const word::WordIc3Config& config) {
      return statistic_of<word::Ic3Smt>(instance.system, "ic3-smt.smt.queries", config);
    };
    if (queries(with) > queries(without)) ++more;
  }
  EXPECT_GT(more, 0u);
}

/// Counts from 0; bad when it comes to `last`.
WordSystem counter_to(std::uint64_t last) {
  WordSystem system;
  system.terms = std::make_shared<Terms>();
  Terms& terms = *system.terms;
  const Term x = terms.variable("x", Sort::bit_vector(6));
  system.states = {{x, terms.bv(6, 0), terms.make(Op::BvAdd, {x, terms.bv(6, 1)})}};
  system.bad = {terms.equal(x, terms.bv(6, last))};
  return system;
}

TEST(Ic3Smt, LiftsAndPushesOnlyIfItIsTold) {
  word::WordIc3Config config;
  EXPECT_GT(sum_of<word::Ic3Smt>("ic3-smt.lifted", config), 0u);
  config.lift = false;
  EXPECT_EQ(sum_of<word::Ic3Smt>("ic3-smt.lifted", config), 0u);
  const WordSystem counter = counter_to(12);
  config.keep_obligations = false;
  const auto eager = statistic_of<word::Ic3Smt>(counter, "ic3-smt.smt.queries", config);
  config.push_new = false;
  EXPECT_LT(statistic_of<word::Ic3Smt>(counter, "ic3-smt.smt.queries", config), eager);
}

TEST(Ic3Smt, KeepsObligationsOnlyIfItIsTold) {
  word::WordIc3Config config;
  const auto with = sum_of<word::Ic3Smt>("ic3-smt.ctis", config);
  config.keep_obligations = false;
  EXPECT_NE(sum_of<word::Ic3Smt>("ic3-smt.ctis", config), with);
}

TEST(Ic3Smt, MakesTheSolverAnewWhenLemmasAreStale) {
  const WordSystem counter = counter_to(12);
  word::WordIc3Config config;
  config.keep_obligations = false;
  EXPECT_EQ(statistic_of<word::Ic3Smt>(counter, "ic3-smt.rebuilds", config), 0u);
  config.stale_lemmas = 0;
  EXPECT_GT(statistic_of<word::Ic3Smt>(counter, "ic3-smt.rebuilds", config), 0u);
}

TEST(Ic3Smt, SaysThatInitialValuesMustNotReadInputs) {
  WordSystem system;
  system.terms = std::make_shared<Terms>();
  Terms& terms = *system.terms;
  const Term x = terms.variable("x", Sort::bit_vector(4));
  const Term in = terms.variable("in", Sort::bit_vector(4));
  system.inputs = {in};
  system.states = {{x, in, x}};
  system.bad = {terms.equal(x, terms.bv(4, 3))};
  QuietContext quiet;
  const Answer<WordSystem> answer = word::Ic3Smt(system, {}, quiet.get()).run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Unsupported);
}

TEST(Ic3Smt, SaysWhatTheSolverLacks) {
  WordSystem system;
  system.terms = std::make_shared<Terms>();
  Terms& terms = *system.terms;
  const Term x = terms.variable("x", Sort::integer());
  const Term one = terms.constant(Value(mpz_class(1)));
  system.states = {{x, one, terms.make(Op::Add, {x, one})}};
  system.bad = {terms.make(Op::Lt, {x, one})};
  QuietContext quiet;
  const Answer<WordSystem> answer = word::Ic3Smt(system, {}, quiet.get()).run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Unsupported);
  EXPECT_NE(std::get<Unknown>(answer).explanation, "");
}

}  // namespace
}  // namespace cairn
