// SPDX-License-Identifier: MIT
#include "engine/word_abstraction/uf.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "run/lowered_to_bits.h"
#include "support/quiet_context.h"
#include "support/word_oracle.h"

namespace cairn {
namespace {

using support::QuietContext;
using word::Uf;
using word::UfConfig;

struct UfRun {
  UfRun(const WordSystem& system, const UfConfig& config) {
    QuietContext quiet;
    EngineConfigs configs;
    Uf engine(
        system, config,
        [&](const WordSystem& abstraction, const Context& context) {
          return std::make_unique<LoweredToBits>(abstraction, config.engine, configs, context);
        },
        quiet.get());
    answer = engine.run();
    engine.add_statistics(statistics);
  }
  std::uint64_t count(std::string_view name) const {
    for (const auto& [known, value] : statistics.counters)
      if (known == name) return value;
    return 0;
  }
  bool is_safe() const { return std::holds_alternative<Safe<WordSystem>>(answer); }
  bool is_unsafe() const { return std::holds_alternative<Unsafe<WordSystem>>(answer); }

  Answer<WordSystem> answer;
  Statistics statistics;
};

TEST(Uf, DecidesWhatIsTrue) {
  Rng rng(3);
  std::uint64_t safe = 0, unsafe = 0, operators = 0, lemmas = 0, concrete = 0;
  for (std::uint64_t seed = 0; seed < 300 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    support::RandomWordsOptions options;
    options.widths = {2, 3};
    options.array_percent = 0;
    const WordSystem system = support::random_words(seed, options);
    const auto shortest = support::shortest_counterexample(system);
    UfConfig config;
    config.width = 2;
    using Operators = UfConfig::Operators;
    config.operators = rng.chance(30)   ? Operators::Data
                       : rng.chance(50) ? Operators::Sums
                                        : Operators::Products;
    config.constants = rng.chance(50);
    config.lemmas = static_cast<std::uint32_t>(rng.below(5));
    config.reuse = rng.chance(70);
    const UfRun run(system, config);
    ASSERT_EQ(support::judge_evidence(system, run.answer), "");
    ASSERT_EQ(run.is_safe(), !shortest);
    ASSERT_EQ(run.is_unsafe(), shortest.has_value());
    ++(shortest ? unsafe : safe);
    operators += run.count("uf.operators");
    lemmas += run.count("uf.lemmas");
    concrete += run.count("uf.concrete");
  }
  EXPECT_GT(safe, 50u);
  EXPECT_GT(unsafe, 50u);
  EXPECT_GT(operators, 200u);
  EXPECT_GT(lemmas, 50u);
  EXPECT_GT(concrete, 10u);
}

/// Two machines compute products of the same words, with the factors in another order; bad when
/// the results differ.
WordSystem twins(std::uint32_t width) {
  WordSystem system;
  system.terms = std::make_shared<Terms>();
  Terms& t = *system.terms;
  const Sort sort = Sort::bit_vector(width);
  const Term x = t.variable("x", sort), y = t.variable("y", sort), in = t.variable("in", sort);
  const Term p = t.variable("p", sort), q = t.variable("q", sort);
  const Term also = t.variable("also", sort);
  system.inputs = {in};
  const Term zero = t.constant(Value(BitVector(width, 0)));
  // Two states with the same values, so that the products are two terms.
  system.states = {{x, zero, in},
                   {also, zero, in},
                   {y, zero, x},
                   {p, zero, t.make(Op::BvMul, {x, y})},
                   {q, zero, t.make(Op::BvMul, {y, also})}};
  system.bad = {t.distinct(p, q)};
  return system;
}

TEST(Uf, ProvesWhatHoldsForAnyOperator) {
  const WordSystem system = twins(32);
  const UfRun run(system, {});
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(run.count("uf.operators"), 2u);
  EXPECT_GT(run.count("uf.lemmas.pairs"), 0u);
  EXPECT_EQ(run.count("uf.concrete"), 0u);
}

/// Divides a number again and again: it never grows beyond where it began.
WordSystem divider(std::uint32_t width) {
  WordSystem system;
  system.terms = std::make_shared<Terms>();
  Terms& t = *system.terms;
  const Sort sort = Sort::bit_vector(width);
  const Term x = t.variable("x", sort), by = t.variable("by", sort);
  system.inputs = {by};
  const Term hundred = t.constant(Value(BitVector(width, 100)));
  const Term zero = t.constant(Value(BitVector(width, 0)));
  system.states = {{x, hundred, t.ite(t.equal(by, zero), x, t.make(Op::BvUdiv, {x, by}))}};
  system.bad = {t.make(Op::BvUlt, {hundred, x})};
  return system;
}

TEST(Uf, RefinesByLemmasAlone) {
  const WordSystem system = divider(48);
  const UfRun run(system, {});
  ASSERT_TRUE(run.is_safe());
  EXPECT_GT(run.count("uf.lemmas"), 0u);
  EXPECT_EQ(run.count("uf.concrete"), 0u);
  const WordSystem small = divider(8);
  EXPECT_EQ(support::judge_evidence(small, UfRun(small, {}).answer), "");
}

// 7 * 13 = 91 has to be found, so the product has to be known.
TEST(Uf, MakesOperatorsThemselvesWhenLemmasDoNotDo) {
  WordSystem system;
  system.terms = std::make_shared<Terms>();
  Terms& t = *system.terms;
  const Sort sort = Sort::bit_vector(8);
  const Term x = t.variable("x", sort), a = t.variable("a", sort), b = t.variable("b", sort);
  system.inputs = {a, b};
  system.states = {{x, t.bv(8, 0), t.make(Op::BvMul, {a, b})}};
  const auto below = [&](Term y) {
    return t.and_(t.make(Op::BvUlt, {y, t.bv(8, 16)}), t.make(Op::BvUlt, {t.bv(8, 1), y}));
  };
  system.constraints = {below(a), below(b)};
  system.bad = {t.equal(x, t.bv(8, 91))};
  UfConfig config;
  config.lemmas = 2;
  const UfRun run(system, config);
  ASSERT_TRUE(run.is_unsafe());
  EXPECT_EQ(support::judge_evidence(system, run.answer), "");
  EXPECT_EQ(run.count("uf.concrete"), 1u);
}

TEST(Uf, SplitsDivisionOfSignedNumbers) {
  for (const Op op : {Op::BvSdiv, Op::BvSrem}) {
    WordSystem system;
    system.terms = std::make_shared<Terms>();
    Terms& t = *system.terms;
    const Sort sort = Sort::bit_vector(4);
    const Term x = t.variable("x", sort), a = t.variable("a", sort), b = t.variable("b", sort);
    system.inputs = {a, b};
    system.states = {{x, t.bv(4, 0), t.make(op, {a, b})}};
    for (std::uint64_t value = 0; value < 16; ++value) {
      system.bad = {t.equal(x, t.bv(4, value))};
      const UfRun run(system, {});
      ASSERT_EQ(run.is_unsafe(), support::shortest_counterexample(system).has_value());
      ASSERT_EQ(support::judge_evidence(system, run.answer), "");
      ASSERT_EQ(run.count("uf.operators"), 1u);
    }
  }
}

TEST(Uf, HandsLemmasOnToTheNextAbstraction) {
  std::uint64_t with = 0, without = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    support::RandomWordsOptions options;
    options.widths = {3};
    options.array_percent = 0;
    const WordSystem system = support::random_words(seed, options);
    UfConfig config;
    config.width = 2;
    with += UfRun(system, config).count("uf.reused");
    config.reuse = false;
    without += UfRun(system, config).count("uf.reused");
  }
  EXPECT_GT(with, 0u);
  EXPECT_EQ(without, 0u);
}

TEST(Uf, GoesOnWhereItStopped) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    support::RandomWordsOptions options;
    options.array_percent = 0;
    const WordSystem system = support::random_words(seed, options);
    QuietContext quiet;
    Budget share(&quiet.budget);
    EngineConfigs configs;
    UfConfig config;
    config.width = 2;
    Uf engine(
        system, config,
        [&](const WordSystem& abstraction, const Context& context) {
          return std::make_unique<LoweredToBits>(abstraction, "ic3", configs, context);
        },
        Context{quiet.log, share, quiet.progress, 0});
    Answer<WordSystem> answer;
    int turns = 0;
    do {
      share.renew(0.0005);
      answer = engine.run();
    } while (std::holds_alternative<Unknown>(answer) && ++turns < 100'000);
    EXPECT_EQ(support::judge_evidence(system, answer), "");
    EXPECT_EQ(std::holds_alternative<Unsafe<WordSystem>>(answer),
              support::shortest_counterexample(system).has_value());
  }
}

/// Two queues of one element that take the same words in the same steps; bad when the order of what
/// they hold to a bound differs. Which order it is plays no part.
TEST(Uf, ProvesWhatHoldsForAnyOrder) {
  WordSystem system;
  system.terms = std::make_shared<Terms>();
  Terms& t = *system.terms;
  const Sort sort = Sort::bit_vector(64);
  const Term x = t.variable("x", sort), y = t.variable("y", sort),
             bound = t.variable("bound", sort);
  const Term in = t.variable("in", sort), take = t.variable("take", Sort::boolean());
  system.inputs = {in, take};
  const Term zero = t.constant(Value(BitVector(64, 0)));
  const Term next = t.make(Op::BvAdd, {in, t.bv(64, 7)});
  system.states = {
      {x, zero, t.ite(take, next, x)}, {y, zero, t.ite(take, next, y)}, {bound, kNoTerm, bound}};
  system.bad = {t.xor_(t.make(Op::BvUlt, {x, bound}), t.make(Op::BvUlt, {y, bound}))};
  UfConfig config;
  config.operators = UfConfig::Operators::Data;
  const UfRun run(system, config);
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(support::judge_evidence(system, run.answer), "");
  EXPECT_EQ(run.count("uf.operators"), 3u);
  EXPECT_EQ(run.count("uf.concrete"), 0u);
}

}  // namespace
}  // namespace cairn
