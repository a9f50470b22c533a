// SPDX-License-Identifier: MIT
#include "engine/word_abstraction/ia.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "run/lowered_to_bits.h"
#include "support/quiet_context.h"
#include "support/word_oracle.h"

namespace cairn {
namespace {

using support::QuietContext;
using word::FirstPredicates;
using word::Ia;
using word::IaConfig;

struct IaRun {
  IaRun(const WordSystem& system, const IaConfig& config) {
    QuietContext quiet;
    EngineConfigs configs;
    Ia engine(
        system, config,
        [&](const WordSystem& abstraction, const Context& context) {
          latches = abstraction.states.size();
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
  std::size_t latches = 0;  ///< states of the last abstraction
};

TEST(Ia, DecidesWhatIsTrue) {
  Rng rng(5);
  std::uint64_t safe = 0, unsafe = 0, refinements = 0, reused = 0;
  for (std::uint64_t seed = 0; seed < 300 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    support::RandomWordsOptions options;
    options.widths = {1, 2, 3};
    options.array_percent = 0;
    const WordSystem system = support::random_words(seed, options);
    const auto shortest = support::shortest_counterexample(system);
    IaConfig config;
    config.width = static_cast<std::uint32_t>(rng.below(4));
    config.predicates = rng.chance(40)   ? FirstPredicates::None
                        : rng.chance(50) ? FirstPredicates::Property
                                         : FirstPredicates::All;
    config.reuse = rng.chance(70);
    config.engine = rng.chance(70) ? "ic3" : rng.chance(50) ? "kind" : "itp";
    const IaRun run(system, config);
    if (word::init_reads_inputs(system)) continue;
    ASSERT_EQ(support::judge_evidence(system, run.answer), "");
    ASSERT_EQ(run.is_safe(), !shortest);
    ASSERT_EQ(run.is_unsafe(), shortest.has_value());
    ++(shortest ? unsafe : safe);
    refinements += run.count("ia.refinements");
    reused += run.count("ia.reused");
  }
  EXPECT_GT(safe, 50u);
  EXPECT_GT(unsafe, 50u);
  EXPECT_GT(refinements, 30u);
  EXPECT_GT(reused, 20u);
}

/// A counter that starts again at a bound, which never changes: it stays at or below it.
WordSystem bounded_counter(std::uint32_t width) {
  WordSystem system;
  system.terms = std::make_shared<Terms>();
  Terms& t = *system.terms;
  const Sort sort = Sort::bit_vector(width);
  const Term x = t.variable("x", sort), bound = t.variable("bound", sort);
  const Term zero = t.constant(Value(BitVector(width, 0)));
  const Term more = t.make(Op::BvAdd, {x, t.bv(width, 1)});
  system.states = {{x, zero, t.ite(t.make(Op::BvUlt, {x, bound}), more, zero)},
                   {bound, kNoTerm, bound}};
  system.bad = {t.make(Op::BvUlt, {bound, x})};
  return system;
}

TEST(Ia, NeedsFewLatchesForWideWords) {
  const WordSystem system = bounded_counter(64);
  const IaRun run(system, {});
  ASSERT_TRUE(run.is_safe());
  EXPECT_LT(run.latches, 10u);
}

TEST(Ia, FindsPredicatesItself) {
  IaConfig config;
  config.predicates = FirstPredicates::None;
  const IaRun run(bounded_counter(16), config);
  ASSERT_TRUE(run.is_safe());
  EXPECT_GT(run.count("ia.refinements"), 0u);
  EXPECT_GT(run.count("ia.predicates"), 0u);
}

TEST(Ia, NarrowWordsStayLatches) {
  IaConfig config;
  config.width = 5;
  const IaRun run(bounded_counter(4), config);
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(run.count("ia.predicates"), 0u);
}

}  // namespace
}  // namespace cairn
