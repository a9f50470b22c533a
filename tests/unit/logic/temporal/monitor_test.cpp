// SPDX-License-Identifier: MIT
#include "logic/temporal/monitor.h"

#include <gmock/gmock.h>

#include "support/temporal_oracle.h"

namespace cairn::temporal {
namespace {

/// A monitor accepts a word if and only if the word violates the formula by its meaning.
TEST(MonitorTest, FindsTheWordsThatViolateTheFormula) {
  Rng rng(1);
  std::size_t safety = 0, liveness = 0, violated = 0;
  for (int round = 0; round < 1500; ++round) {
    Formulas formulas;
    const auto size = static_cast<std::uint32_t>(1 + rng.below(12));
    const RandomFormula random = random_ltl(rng, formulas, size, 2);
    MonitorOptions options;
    options.always_justice = rng.below(2) == 0;
    const Monitor monitor = monitor_of(formulas, random.formula, 2, options);
    if (monitor.guesses.size() > 6) continue;
    std::uint32_t start = 0;
    const auto nodes = static_cast<std::uint32_t>(1 + rng.below(5));
    const LabelledGraph word = random_lasso(rng, nodes, 2, start);
    const temporal::Run run{nodes, start, [&](std::uint32_t atom, std::size_t step) {
                              return (word.labels[step] >> atom & 1) != 0;
                            }};
    const Evaluation evaluation(formulas, random.formula, run);
    ASSERT_NE(evaluation.at(random.formula, 0), Truth::Unknown);
    const bool is_false = evaluation.at(random.formula, 0) == Truth::False;
    ASSERT_EQ(is_violated(word, monitor), is_false) << random.text;
    ++(monitor.is_safety ? safety : liveness);
    violated += is_false ? 1 : 0;
  }
  EXPECT_GT(safety, 200u);
  EXPECT_GT(liveness, 200u);
  EXPECT_GT(violated, 200u);
}

TEST(MonitorTest, SafetyFormulasNeedNoJustice) {
  Formulas f;
  const Formula p = f.atom(0), q = f.atom(1);
  for (const Formula formula :
       {f.globally(p), f.globally(f.implies(p, f.next(q))), f.weak_until(p, q),
        f.globally(f.implies(p, f.once(q))), f.release(p, q)}) {
    EXPECT_TRUE(f.is_safety(formula));
    EXPECT_TRUE(monitor_of(f, formula, 2).justice.empty());
  }
  for (const Formula formula : {f.finally_(p), f.until(p, q), f.globally(f.finally_(p))}) {
    EXPECT_FALSE(f.is_safety(formula));
    EXPECT_FALSE(monitor_of(f, formula, 2).justice.empty());
  }
}

TEST(MonitorTest, WhatNextAloneLooksAheadToIsReadLate) {
  Formulas f;
  const Formula formula = f.globally(f.implies(f.atom(0), f.next(f.next(f.atom(1)))));
  EXPECT_TRUE(monitor_of(f, formula, 2).guesses.empty());
}

TEST(FormulasTest, ChainsOfTenThousandAreHandled) {
  Formulas f;
  Formula chain = f.atom(0);
  for (int i = 0; i < 10000; ++i) chain = i % 2 == 0 ? f.next(chain) : f.until(f.atom(1), chain);
  EXPECT_EQ(monitor_of(f, chain, 2).guesses.size(), 5001u);
  EXPECT_EQ(f.not_(f.not_(chain)), chain);
}

TEST(EvaluationTest, SaysWhichPartFailsWhere) {
  Formulas f;
  const Formula formula = f.globally(f.implies(f.atom(0), f.finally_(f.atom(1))));
  const temporal::Run run{
      3, 2, [](std::uint32_t atom, std::size_t step) { return atom == 0 && step == 1; }};
  const Evaluation evaluation(f, formula, run);
  ASSERT_EQ(evaluation.at(formula, 0), Truth::False);
  const auto reasons = evaluation.reasons({"req", "ack"});
  ASSERT_EQ(reasons.size(), 3u);
  EXPECT_THAT(reasons[0], testing::HasSubstr("is false in state 2"));
  EXPECT_THAT(
      reasons,
      testing::Contains("in state 2 'F ack' is false: 'ack' is false in all states from here on"));
}

TEST(EvaluationTest, APrefixLeavesTheFutureOpen) {
  Formulas f;
  const Formula eventually = f.finally_(f.atom(0)), always = f.globally(f.atom(1));
  const temporal::Run run{2, std::nullopt,
                          [](std::uint32_t atom, std::size_t) { return atom == 1; }};
  EXPECT_EQ(Evaluation(f, eventually, run).at(eventually, 0), Truth::Unknown);
  EXPECT_EQ(Evaluation(f, always, run).at(always, 0), Truth::Unknown);
}

}  // namespace
}  // namespace cairn::temporal
