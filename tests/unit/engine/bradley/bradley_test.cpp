// SPDX-License-Identifier: MIT
#include "engine/bradley/bradley.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/rng.h"
#include "model/simulate.h"
#include "support/by_turns.h"
#include "support/judged.h"
#include "support/list_exchange.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"
#include "transform/bit/resets.h"

namespace cairn {
namespace {

using Generalize = bradley::BradleyConfig::Generalize;
using Encoding = bradley::BradleyConfig::Encoding;
using Levels = bradley::BradleyConfig::Levels;
using Order = bradley::BradleyConfig::Order;
using Relative = bradley::BradleyConfig::Relative;

/// The answer, certified, and the statistics.
struct BradleyRun {
  explicit BradleyRun(const BitSystem& system, const bradley::BradleyConfig& config = {}) {
    support::QuietContext context;
    bradley::Bradley engine(system, config, context.get());
    answer = engine.run();
    stats = engine.stats();
    bound = context.progress.bound;
    support::expect_evidence(system, answer);
  }
  bool is_safe() const { return std::holds_alternative<Safe<BitSystem>>(answer); }
  bool is_unsafe() const { return std::holds_alternative<Unsafe<BitSystem>>(answer); }
  const BitInvariant& invariant() const { return std::get<Safe<BitSystem>>(answer).invariant; }
  const BitTrace& trace() const { return std::get<Unsafe<BitSystem>>(answer).trace; }

  Answer<BitSystem> answer;
  bradley::BradleyStats stats;
  std::int64_t bound = -1;
};

/// The listings without what section 7 adds.
bradley::BradleyConfig listings() {
  bradley::BradleyConfig config;
  config.failures = 0;
  config.order = Order::Fixed;
  config.push = config.up = config.cone = config.equivalences = config.subsume = false;
  config.core_query = config.core_down = config.core_up = config.core_propagate = false;
  return config;
}

bradley::BradleyConfig with(const std::function<void(bradley::BradleyConfig&)>& change) {
  bradley::BradleyConfig config;
  change(config);
  return config;
}

std::vector<bradley::BradleyConfig> some_configs() {
  return {{},
          listings(),
          with([](bradley::BradleyConfig& config) { config.generalize = Generalize::Implicate; }),
          with([](bradley::BradleyConfig& config) { config.generalize = Generalize::Off; }),
          with([](bradley::BradleyConfig& config) { config.levels = Levels::Layers; }),
          with([](bradley::BradleyConfig& config) { config.cone = false; })};
}

bradley::BradleyConfig random_config(Rng& rng) {
  bradley::BradleyConfig config;
  config.generalize = static_cast<Generalize>(rng.below(3));
  config.order = static_cast<Order>(rng.below(3));
  config.levels = static_cast<Levels>(rng.below(2));
  config.relative = static_cast<Relative>(rng.below(2));
  config.encoding = static_cast<Encoding>(rng.below(2));
  config.failures = static_cast<std::uint32_t>(rng.below(4));
  for (bool* option :
       {&config.down, &config.up, &config.push, &config.core_query, &config.core_down,
        &config.core_up, &config.core_propagate, &config.cone, &config.equivalences,
        &config.subsume, &config.failures_of_one, &config.eliminate})
    *option = rng.below(2) == 0;
  return config;
}

TEST(BradleyTest, FindsCounterexamples) {
  for (const bradley::BradleyConfig& config : some_configs())
    for (const std::uint32_t distance : {0u, 1u, 2u, 11u}) {
      const BradleyRun run(support::mod_counter(4, 13, distance), config);
      ASSERT_TRUE(run.is_unsafe()) << distance;
      EXPECT_EQ(run.trace().length(), distance + 1);  // there is no other way
      EXPECT_EQ(run.stats.proof, distance);
    }
}

TEST(BradleyTest, ProvesWhatTheCounterNeverReaches) {
  for (const bradley::BradleyConfig& config : some_configs()) {
    const BradleyRun run(support::mod_counter(4, 9, 13), config);
    ASSERT_TRUE(run.is_safe());
    EXPECT_EQ(run.stats.proof, run.invariant().conjuncts.size());
    EXPECT_TRUE(BradleyRun(support::enabled_counter(4, 9, 13), config).is_safe());
  }
}

TEST(BradleyTest, AnInductivePropertyNeedsNoLemma) {
  BitSystem system;
  const Lit latch = system.add_latch();
  system.bad.push_back(latch);
  const BradleyRun run(system);
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(run.stats.k, 1u);
  EXPECT_EQ(run.stats.ctis, 0u);
  EXPECT_TRUE(run.invariant().conjuncts.empty());
}

TEST(BradleyTest, TheFirstTwoStepsAreCheckedBeforeAnyFrame) {
  for (const std::uint32_t distance : {0u, 1u}) {
    const BradleyRun run(support::mod_counter(4, 13, distance));
    EXPECT_EQ(run.stats.ctis, 0u);
    EXPECT_EQ(run.bound, std::int64_t{distance} - 1);
  }
}

TEST(BradleyTest, ClearsOneStepMoreThanItsLevel) {
  const BradleyRun run(support::mod_counter(4, 13, 11), listings());
  EXPECT_EQ(run.bound, static_cast<std::int64_t>(run.stats.k));
  EXPECT_LT(run.bound, 11);
}

TEST(BradleyTest, ConstraintsAreAssumed) {
  for (const bradley::BradleyConfig& config : some_configs()) {
    for (const unsigned length : {2u, 3u, 5u}) {
      EXPECT_TRUE(BradleyRun(support::shift_register(length), config).is_unsafe());
      EXPECT_TRUE(BradleyRun(support::constrained_shift_register(length), config).is_safe());
    }
    EXPECT_TRUE(BradleyRun(support::contradictory_constraints(), config).is_safe());
  }
}

TEST(BradleyTest, ABadStepNeedsNoConstrainedSuccessor) {
  for (const bradley::BradleyConfig& config : some_configs()) {
    EXPECT_TRUE(BradleyRun(support::constrained_counter(3, 4, 3), config).is_unsafe());
    EXPECT_TRUE(BradleyRun(support::constrained_counter(3, 4, 4), config).is_safe());
    EXPECT_TRUE(BradleyRun(support::constrained_counter(3, 4, 6), config).is_safe());
  }
}

TEST(BradleyTest, UninitialisedLatchesStartWithAnyValue) {
  for (const bradley::BradleyConfig& config : some_configs()) {
    BitSystem system = support::uninitialised_latch();
    EXPECT_TRUE(BradleyRun(system, config).is_unsafe());
    system.bad.erase(system.bad.begin());
    EXPECT_TRUE(BradleyRun(system, config).is_safe());
  }
}

TEST(BradleyTest, SystemsWithoutLatches) {
  EXPECT_TRUE(BradleyRun(support::combinational()).is_unsafe());
  BitSystem safe = support::combinational();
  safe.bad.erase(safe.bad.begin());
  EXPECT_TRUE(BradleyRun(safe).is_safe());
  EXPECT_TRUE(BradleyRun(support::constant_bad(true)).is_unsafe());
  EXPECT_TRUE(BradleyRun(support::constant_bad(false)).is_safe());
}

TEST(BradleyTest, ReturnsUnknownAtOnceWhenTheBudgetIsExhausted) {
  const BitSystem system = support::mod_counter(4, 13, 11);
  support::QuietContext context;
  context.budget.request_stop(StopReason::Interrupt);
  bradley::Bradley engine(system, {}, context.get());
  const auto answer = engine.run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Interrupt);
}

TEST(BradleyTest, GoesOnWhereItStopped) {
  for (const std::uint32_t modulus : {70u, 120u}) {
    const BitSystem system = support::enabled_counter(7, modulus, 100);
    const auto run = support::run_by_turns<bradley::Bradley>(system, bradley::BradleyConfig{});
    EXPECT_GT(run.turns, 2);
    support::expect_verdict(system, run.answer, modulus < 100);
  }
}

/// Two registers that shift the same input, and a bad state in which their ends differ.
BitSystem twins(unsigned length) {
  BitSystem system;
  const Lit input = system.add_input();
  Lit ends[2];
  for (Lit& end : ends) {
    Lit before = input;
    for (unsigned i = 0; i < length; ++i) {
      const Lit latch = system.add_latch();
      system.set_next(latch, before);
      before = latch;
    }
    end = before;
  }
  Aig& aig = system.aig;
  system.bad.push_back(
      aig.or_gate(aig.and_gate(ends[0], ~ends[1]), aig.and_gate(~ends[0], ends[1])));
  return system;
}

TEST(BradleyOptionsTest, EquivalencesProveWhatIsEqualWithoutAState) {
  const BradleyRun taken(twins(6));
  EXPECT_TRUE(taken.is_safe());
  EXPECT_EQ(taken.stats.equivalences, 6u);
  EXPECT_EQ(taken.stats.equivalences_taken, 6u);
  EXPECT_EQ(taken.stats.ctis, 0u);
  const BradleyRun without(
      twins(6), with([](bradley::BradleyConfig& config) { config.equivalences = false; }));
  EXPECT_TRUE(without.is_safe());
  EXPECT_EQ(without.stats.equivalences, 0u);
  EXPECT_GT(without.stats.ctis, 0u);
}

/// Statistics, summed over random systems.
bradley::BradleyStats total(const bradley::BradleyConfig& config) {
  bradley::BradleyStats sum;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    support::RandomSystemOptions shape;
    shape.max_latches = 7;
    shape.reset_function = 0;
    const bradley::BradleyStats stats =
        BradleyRun(support::random_system(seed, shape), config).stats;
    sum.queries += stats.queries;
    sum.lemmas += stats.lemmas;
    sum.lemma_literals += stats.lemma_literals;
    sum.predecessors += stats.predecessors;
    sum.pushed += stats.pushed;
    sum.propagated += stats.propagated;
    sum.subsumed += stats.subsumed;
    sum.down_dropped += stats.down_dropped;
    sum.up_dropped += stats.up_dropped;
    sum.implicate_dropped += stats.implicate_dropped;
    sum.mic_failures += stats.mic_failures;
    sum.mic_ended += stats.mic_ended;
    sum.core_query += stats.core_query;
    sum.core_down += stats.core_down;
    sum.core_up += stats.core_up;
    sum.core_propagate += stats.core_propagate;
    sum.cone_dropped += stats.cone_dropped;
    sum.equivalences_taken += stats.equivalences_taken;
    sum.highest += stats.highest;
    sum.variables += stats.variables;
    sum.queries_up += stats.queries_up;
    sum.queries_down += stats.queries_down;
    sum.queries_state += stats.queries_state;
    sum.queries_push += stats.queries_push;
    sum.queries_propagate += stats.queries_propagate;
  }
  return sum;
}

double literals(const bradley::BradleyStats& stats) {
  return static_cast<double>(stats.lemma_literals) / static_cast<double>(stats.lemmas);
}

TEST(BradleyOptionsTest, EverySwitchMovesItsFigure) {
  struct Case {
    const char* name;
    bool bradley::BradleyConfig::*option;
    std::uint64_t bradley::BradleyStats::*figure;
  };
  // UP and (3) leave little for each other and for (2): alone, each has something to do.
  bradley::BradleyConfig base = listings();
  base.failures = 3;
  const bradley::BradleyStats none = total(base);
  EXPECT_GT(none.predecessors, 0u);
  EXPECT_GT(none.propagated, 0u);
  for (const Case& test :
       {Case{"up", &bradley::BradleyConfig::up, &bradley::BradleyStats::up_dropped},
        Case{"push", &bradley::BradleyConfig::push, &bradley::BradleyStats::pushed},
        Case{"core-query", &bradley::BradleyConfig::core_query, &bradley::BradleyStats::core_query},
        Case{"core-down", &bradley::BradleyConfig::core_down, &bradley::BradleyStats::core_down},
        Case{"core-propagate", &bradley::BradleyConfig::core_propagate,
             &bradley::BradleyStats::core_propagate},
        Case{"cone", &bradley::BradleyConfig::cone, &bradley::BradleyStats::cone_dropped},
        Case{"subsume", &bradley::BradleyConfig::subsume, &bradley::BradleyStats::subsumed},
        Case{"equivalences", &bradley::BradleyConfig::equivalences,
             &bradley::BradleyStats::equivalences_taken}}) {
    SCOPED_TRACE(test.name);
    bradley::BradleyConfig on = base;
    on.*test.option = true;
    EXPECT_EQ(none.*test.figure, 0u);
    EXPECT_GT(total(on).*test.figure, 0u);
  }
}

TEST(BradleyOptionsTest, CoresLeaveLessForUp) {
  bradley::BradleyConfig config = listings();
  config.up = true;
  const bradley::BradleyStats without = total(config);
  config.core_up = true;
  const bradley::BradleyStats taken = total(config);
  EXPECT_EQ(without.core_up, 0u);
  EXPECT_GT(taken.core_up, 0u);
  EXPECT_LT(taken.up_dropped, without.up_dropped);
}

TEST(BradleyOptionsTest, DownLooksBelowClausesThatAreNotInductive) {
  bradley::BradleyConfig config = listings();
  EXPECT_GT(total(config).down_dropped, 0u);
  config.down = false;
  EXPECT_EQ(total(config).down_dropped, 0u);
}

TEST(BradleyOptionsTest, ThreeFailuresEndTheSearch) {
  bradley::BradleyConfig config = listings();
  const bradley::BradleyStats all = total(config);
  config.failures = 1;
  const bradley::BradleyStats one = total(config);
  EXPECT_EQ(all.mic_ended, 0u);
  EXPECT_GT(one.mic_ended, 0u);
  EXPECT_EQ(one.mic_ended, one.mic_failures);
  EXPECT_GT(literals(one), literals(all));
}

TEST(BradleyOptionsTest, ASmallerClauseMayFailAsOftenAgain) {
  bradley::BradleyConfig config = listings();
  config.failures = 2;
  config.failures_of_one = false;
  const bradley::BradleyStats all = total(config);
  config.failures_of_one = true;
  const bradley::BradleyStats one = total(config);
  EXPECT_LT(one.mic_ended, all.mic_ended);
  EXPECT_LT(literals(one), literals(all));
}

// Listing 1.4 begins at the weakest assumption that does for the state; the variation finds clauses
// for higher levels, in which fewer states wait.
TEST(BradleyOptionsTest, TheVariationFindsClausesAboveTheLevelOfTheState) {
  bradley::BradleyConfig config = listings();
  EXPECT_EQ(total(config).highest, 0u);
  config.relative = Relative::Highest;
  EXPECT_GT(total(config).highest, 0u);
}

TEST(BradleyOptionsTest, MappedAndEliminatedClausesHaveFewerVariables) {
  bradley::BradleyConfig config = listings();
  const bradley::BradleyStats gates = total(config);
  config.eliminate = true;
  const bradley::BradleyStats eliminated = total(config);
  config.encoding = Encoding::Cuts;
  config.eliminate = false;
  const bradley::BradleyStats mapped = total(config);
  EXPECT_LT(eliminated.variables, gates.variables);
  EXPECT_LT(mapped.variables, gates.variables);
}

TEST(BradleyOptionsTest, QueriesAreCountedByWhatTheyAreFor) {
  bradley::BradleyConfig config;
  config.equivalences = false;
  const bradley::BradleyStats stats = total(config);
  EXPECT_GT(stats.queries_up, 0u);
  EXPECT_GT(stats.queries_down, 0u);
  EXPECT_GT(stats.queries_push, 0u);
  EXPECT_GT(stats.queries_propagate, 0u);
  // The others ask for bad states.
  EXPECT_LT(stats.queries_up + stats.queries_down + stats.queries_push + stats.queries_propagate +
                stats.queries_state,
            stats.queries);
  config.up = false;
  EXPECT_EQ(total(config).queries_up, 0u);
}

/// A run with an exchange; what the engine publishes is true.
bradley::BradleyStats run_with(const BitSystem& system, support::ListExchange& exchange) {
  support::QuietContext context;
  Context with_exchange = context.get();
  with_exchange.exchange = &exchange;
  bradley::Bradley engine(system, {}, with_exchange);
  const Answer<BitSystem> answer = engine.run();
  const auto oracle = support::explore(system);
  support::expect_verdict(system, answer, oracle.safe());
  for (const SharedLemma& lemma : exchange.published)
    for (std::size_t i = 0; i < oracle.states.size(); ++i) {
      if (oracle.depths[i] > lemma.level) continue;
      bool is_in = true;
      for (const std::uint32_t code : lemma.cube)
        is_in = is_in && ((oracle.states[i] >> (code / 2)) & 1) == code % 2;
      EXPECT_FALSE(is_in);
    }
  return engine.stats();
}

TEST(BradleyExchangeTest, WhatOneFoundSavesTheOtherQueries) {
  const BitSystem system = support::enabled_counter(7, 70, 100);
  support::ListExchange none;
  const bradley::BradleyStats alone = run_with(system, none);
  EXPECT_EQ(none.published.size(), alone.lemmas);
  EXPECT_GT(alone.lemmas, 0u);
  support::ListExchange all(none.published);
  const bradley::BradleyStats told = run_with(system, all);
  EXPECT_EQ(told.imports, none.published.size());
  EXPECT_GT(told.imports_done, 0u);
  EXPECT_LT(told.queries, alone.queries);
}

TEST(BradleyExchangeTest, LiesChangeNoAnswer) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    support::RandomSystemOptions shape;
    shape.max_latches = 7;
    shape.reset_function = 0;
    const BitSystem system = support::random_system(seed, shape);
    Rng rng(seed);
    std::vector<SharedLemma> lies(30);
    for (SharedLemma& lemma : lies) {
      lemma.level =
          rng.chance(30) ? SharedLemma::kEverywhere : static_cast<std::uint32_t>(rng.below(6));
      for (std::uint32_t i = 0; i < system.latches.size() + 1; ++i)
        if (rng.chance(40)) lemma.cube.push_back(static_cast<std::uint32_t>(2 * i + rng.below(2)));
    }
    support::ListExchange exchange(lies);
    run_with(system, exchange);
    if (HasFailure()) return;
  }
}

TEST(BradleyOptionsTest, GeneralizationMakesClausesSmaller) {
  bradley::BradleyConfig config = listings();
  const bradley::BradleyStats mic = total(config);
  config.generalize = Generalize::Implicate;
  const bradley::BradleyStats implicate = total(config);
  config.generalize = Generalize::Off;
  const bradley::BradleyStats off = total(config);
  EXPECT_GT(implicate.implicate_dropped, 0u);
  EXPECT_EQ(mic.implicate_dropped + off.implicate_dropped, 0u);
  EXPECT_LE(literals(mic), literals(implicate));
  EXPECT_LT(literals(implicate), literals(off));
}

TEST(BradleyOptionsTest, OrdersLeadToDifferentClauses) {
  bradley::BradleyConfig config = listings();
  const bradley::BradleyStats fixed = total(config);
  config.order = Order::States;
  const bradley::BradleyStats states = total(config);
  config.order = Order::Random;
  const bradley::BradleyStats random = total(config);
  EXPECT_NE(fixed.queries, states.queries);
  EXPECT_NE(states.queries, random.queries);
}

TEST(BradleyAgainstOracle, AgreesOnRandomSystems) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    support::QuietContext context;
    support::RandomSystemOptions shape;
    shape.max_latches = 7;
    Resets pass(context.get());
    const BitSystem original = support::random_system(seed, shape);
    const BitSystem system = pass.apply(original);
    Rng rng(seed);
    const BradleyRun run(system, random_config(rng));
    const auto oracle = support::explore(original);
    ASSERT_EQ(run.is_safe(), oracle.safe());
    ASSERT_EQ(run.is_unsafe(), !run.is_safe());
    if (const auto shortest = oracle.shortest()) {
      ASSERT_LT(run.bound, std::int64_t{*shortest});
    }
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace cairn
