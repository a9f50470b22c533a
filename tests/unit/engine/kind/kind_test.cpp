// SPDX-License-Identifier: MIT
#include "engine/kind/kind.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "certify/check_certificate.h"
#include "model/simulate.h"
#include "run/circuit/passes.h"
#include "support/by_turns.h"
#include "support/judged.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"
#include "transform/bit/resets.h"
#include "transform/chain.h"

namespace cairn {
namespace {

using SimplePath = kind::KindConfig::SimplePath;
using Forward = kind::KindConfig::Forward;
using Certify = kind::KindConfig::Certify;

/// The answer, certified, and the statistics.
struct KindRun {
  explicit KindRun(const BitSystem& system, const kind::KindConfig& config = {}) {
    support::QuietContext context;
    kind::Kind engine(system, config, ic3::Ic3Config(), context.get());
    answer = engine.run();
    stats = engine.stats();
    bound = context.progress.bound;
    support::expect_evidence(system, answer);
  }
  bool is_safe() const { return std::holds_alternative<Safe<BitSystem>>(answer); }
  bool is_unsafe() const { return std::holds_alternative<Unsafe<BitSystem>>(answer); }
  const BitInvariant& invariant() const { return std::get<Safe<BitSystem>>(answer).invariant; }
  const BitTrace& trace() const { return std::get<Unsafe<BitSystem>>(answer).trace; }
  const Unknown& unknown() const { return std::get<Unknown>(answer); }

  Answer<BitSystem> answer;
  kind::KindStats stats;
  std::int64_t bound = -1;
};

/// A chain of latches that starts with 0s and is fed with 0s; bad if its end is 1. Not inductive
/// for fewer steps than the chain is long.
BitSystem chain_of_zeros(unsigned length, Lit feed = kFalse, BitSystem system = BitSystem()) {
  for (unsigned i = 0; i < length; ++i) {
    const Lit cell = system.add_latch();
    system.set_next(cell, feed);
    feed = cell;
  }
  system.bad.push_back(feed);
  return system;
}

TEST(KindTest, FindsShortestCounterexamples) {
  for (const std::uint32_t distance : {0u, 1u, 11u}) {
    const KindRun run(support::enabled_counter(4, 13, distance));
    ASSERT_TRUE(run.is_unsafe()) << distance;
    EXPECT_EQ(run.trace().length(), distance + 1);
  }
}

kind::KindConfig step_case_only() {
  kind::KindConfig config;
  config.forward = Forward::Off;
  return config;
}

TEST(KindTest, KIsAsLargeAsItHasToBe) {
  for (const unsigned length : {1u, 2u, 3u, 7u}) {
    const KindRun run(chain_of_zeros(length), step_case_only());
    ASSERT_TRUE(run.is_safe()) << length;
    EXPECT_EQ(run.stats.k, length);
    // One bit and the state, for each step of the past.
    EXPECT_EQ(run.stats.history, (length - 1) * (1 + length));
    EXPECT_EQ(run.invariant().auxiliary.size(), run.stats.history);
    EXPECT_EQ(run.bound, length - 1);
  }
}

/// Two latches toggle, one of them 1 at a time; a chain is fed with 1 if both are.
BitSystem chain_behind_toggles(unsigned length) {
  BitSystem system;
  const Lit one = system.add_latch();
  const Lit other = system.add_latch("", kTrue);
  system.set_next(one, ~one);
  system.set_next(other, ~other);
  const Lit both = system.aig.and_gate(one, other);
  return chain_of_zeros(length, both, std::move(system));
}

TEST(KindTest, TheCertificateNeedsItsHistory) {
  const BitSystem system = chain_behind_toggles(2);
  EXPECT_EQ(support::judge(system, BitInvariant(0, 4)).outcome(), Outcome::Fails);
  const KindRun run(system, step_case_only());
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(run.stats.k, 4u);
  BitInvariant invariant = run.invariant();
  ASSERT_EQ(support::judge(system, invariant).outcome(), Outcome::Holds);
  // Every conjunct plays its part but those that follow from others.
  int needed = 0;
  for (std::size_t i = 0; i < invariant.conjuncts.size(); ++i) {
    BitInvariant weaker = invariant;
    weaker.conjuncts[i] = kTrue;
    if (support::judge(system, weaker).outcome() == Outcome::Fails) ++needed;
  }
  EXPECT_GT(needed, 4);
  // History that forgets is none.
  for (auto& latch : invariant.auxiliary) latch.next = kFalse;
  EXPECT_EQ(support::judge(system, invariant).outcome(), Outcome::Fails);
}

TEST(KindTest, WhatNeverMattersIsNotRemembered) {
  BitSystem system = chain_of_zeros(3);
  const Lit other = system.add_latch();
  system.set_next(other, system.add_input());
  const KindRun run(system, step_case_only());
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(run.stats.history, 2u * (1 + 3));
}

TEST(KindTest, ConstraintsOfThePastCount) {
  BitSystem system;
  const Lit feed = system.add_input();
  system = chain_of_zeros(3, feed, std::move(system));
  EXPECT_TRUE(KindRun(system).is_unsafe());
  system.constraints.push_back(~feed);
  const KindRun run(system, step_case_only());
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(run.stats.k, 3u);
  EXPECT_EQ(run.stats.history, 2u * (1 + 3 + 1));
}

TEST(KindTest, InputsOfThePastCount) {
  // The second latch remembers whether the first one was fed together with the input.
  BitSystem system;
  const Lit input = system.add_input();
  const Lit first = system.add_latch();
  system.set_next(first, input);
  const Lit second = system.add_latch();
  system.set_next(second, system.aig.and_gate(first, input));
  const Lit third = system.add_latch();
  system.set_next(third, second);
  // Bad reads an input: two in a row are seen at once, so what follows from them cannot happen.
  system.bad = {system.aig.and_gate(first, input), third};
  const KindRun unsafe(system);
  ASSERT_TRUE(unsafe.is_unsafe());
  EXPECT_EQ(unsafe.trace().length(), 2u);
  system.bad = {third};
  system.constraints = {~system.aig.and_gate(first, input)};
  const KindRun safe(system, step_case_only());
  ASSERT_TRUE(safe.is_safe());
  EXPECT_EQ(safe.stats.k, 2u);
}

TEST(KindTest, ABadStepNeedsNoConstrainedSuccessor) {
  const KindRun unsafe(support::constrained_counter(3, 4, 3));
  ASSERT_TRUE(unsafe.is_unsafe());
  EXPECT_EQ(unsafe.trace().length(), 4u);
  EXPECT_TRUE(KindRun(support::constrained_counter(3, 4, 5)).is_safe());
  EXPECT_TRUE(KindRun(support::constrained_counter(3, 4, 4)).is_safe());
}

TEST(KindTest, ConstraintsThatEndEveryRunMakeACertificate) {
  kind::KindConfig config;
  config.simple_path = SimplePath::Off;
  // Bad states are everywhere, but in no constrained step.
  BitSystem system = support::mod_counter(4, 16, 9);
  std::vector<Lit> count;
  for (const Latch& latch : system.latches) count.push_back(Lit(latch.var));
  const Lit input = system.add_input();
  system.constraints = {system.aig.implies(support::equals_number(system.aig, count, 7), input),
                        system.aig.implies(support::equals_number(system.aig, count, 7), ~input)};
  const KindRun run(system, config);
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(run.stats.loop_free, 0u);
  EXPECT_TRUE(KindRun(support::contradictory_constraints(), config).is_safe());
}

TEST(KindTest, UninitialisedLatchesStartWithAnyValue) {
  const BitSystem both = support::uninitialised_latch();
  const KindRun run(both);
  ASSERT_TRUE(run.is_unsafe());
  EXPECT_EQ(run.trace().length(), 2u);
  BitSystem second = both;
  second.bad = {both.bad[1]};
  EXPECT_TRUE(KindRun(second).is_safe());
}

/// Two latches start with the same unknown value and keep it; a chain is fed with their difference.
BitSystem chain_behind_equal_latches(unsigned length) {
  BitSystem system;
  const Lit one = system.add_uninitialised_latch();
  const Lit other = system.add_latch("", one);
  const Lit differ = system.aig.xor_gate(one, other);
  return chain_of_zeros(length, differ, std::move(system));
}

TEST(KindTest, ResetFunctionsComeThroughTheirPass) {
  const BitSystem original = chain_behind_equal_latches(3);
  ASSERT_TRUE(support::explore(original).safe());
  support::QuietContext context;
  Resets pass(context.get());
  const BitSystem system = pass.apply(original);
  const KindRun run(system, step_case_only());
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(run.stats.k, 4u);
  EXPECT_GT(run.stats.history, 0u);
  const Judgement judgement = support::judge(original, pass.restore_invariant(run.invariant()));
  EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
}

TEST(KindTest, HistoryComesBackThroughEveryPass) {
  int with_history = 0;
  for (const std::string& name : known_passes()) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      SCOPED_TRACE(testing::Message() << name << " seed " << seed);
      // A system of its own beside the chain, so that the pass has something to do.
      support::RandomSystemOptions shape;
      shape.max_bads = 1;
      shape.max_latches = 4;
      BitSystem original = support::random_system(seed, shape);
      std::vector<Lit> feed(original.bad);
      feed.push_back(kFalse);
      const Lit first = feed.front();
      original.bad.clear();
      original = chain_of_zeros(3, first, std::move(original));
      if (!support::explore(original).safe()) continue;
      support::QuietContext context;
      Chain<BitSystem> chain(context.get());
      chain.add(make_pass(name, PassOptions(), context.get()));
      chain.add(std::make_unique<Resets>(context.get()));
      const BitSystem system = chain.apply(original);
      kind::KindConfig config;
      config.simple_path = SimplePath::Off;
      config.last = 20;
      const KindRun run(system, config);
      if (!run.is_safe()) continue;
      const BitInvariant restored = chain.restore_invariant(run.invariant());
      with_history += run.stats.history > 0;
      const Judgement judgement = support::judge(original, restored);
      ASSERT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
    }
  }
  EXPECT_GT(with_history, 50);
}

TEST(KindTest, SystemsWithoutLatches) {
  EXPECT_TRUE(KindRun(support::combinational()).is_unsafe());
  BitSystem safe = support::combinational();
  safe.bad.erase(safe.bad.begin());
  EXPECT_TRUE(KindRun(safe).is_safe());
  EXPECT_TRUE(KindRun(support::constant_bad(true)).is_unsafe());
  const KindRun never(support::constant_bad(false));
  ASSERT_TRUE(never.is_safe());
  EXPECT_EQ(never.stats.k, 0u);
}

// The counter may wait in a state that it never reaches, one step before the bad one.
TEST(KindTest, ALoopFreeProofGetsItsCertificateFromIc3) {
  const KindRun run(support::enabled_counter(4, 13, 14));
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(run.stats.loop_free, 2u);
  EXPECT_EQ(run.stats.looping, 1u);
  EXPECT_TRUE(run.invariant().auxiliary.empty());
}

TEST(KindTest, ALoopFreeProofWithoutCertificateIsNoAnswer) {
  kind::KindConfig config;
  config.certify = Certify::None;
  const KindRun run(support::enabled_counter(4, 13, 14), config);
  ASSERT_TRUE(std::holds_alternative<Unknown>(run.answer));
  EXPECT_EQ(run.unknown().reason, Unknown::Reason::Unsupported);
  EXPECT_THAT(run.unknown().explanation, testing::HasSubstr("loop-free paths with k = 2"));
}

TEST(KindTest, LemmasMakeItInductiveAndAreCertified) {
  const BitSystem system = support::enabled_counter(4, 13, 14);
  std::vector<Lit> bits;
  for (const Latch& latch : system.latches) bits.push_back(Lit(latch.var));
  // The counter is never 13: together with "never 14" this is inductive.
  kind::KindConfig config;
  config.simple_path = SimplePath::Off;
  config.last = 10;
  EXPECT_FALSE(KindRun(system, config).is_safe());
  config.lemmas = {Cube({bits[0], ~bits[1], bits[2], bits[3]})};
  const KindRun run(system, config);
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(run.stats.k, 1u);
  EXPECT_EQ(run.invariant().conjuncts.size(), 1u);
}

TEST(KindTest, LemmasAndHistoryGoTogether) {
  // The chain is fed by a counter that stays outside one value, by a lemma.
  BitSystem system = support::enabled_counter(3, 6, 7);
  std::vector<Lit> bits;
  for (const Latch& latch : system.latches) bits.push_back(Lit(latch.var));
  const Lit six = support::equals_number(system.aig, bits, 6);
  system.bad.clear();
  system = chain_of_zeros(3, six, std::move(system));
  kind::KindConfig config = step_case_only();
  config.lemmas = {Cube({~bits[0], bits[1], bits[2]})};
  const KindRun run(system, config);
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(run.stats.k, 3u);
  EXPECT_GT(run.stats.history, 0u);
}

TEST(KindTest, ReturnsUnknownAtOnceWhenTheBudgetIsExhausted) {
  const BitSystem system = support::mod_counter(4, 13, 11);
  support::QuietContext context;
  context.budget.request_stop(StopReason::Interrupt);
  kind::Kind engine(system, {}, {}, context.get());
  const auto answer = engine.run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Interrupt);
  EXPECT_EQ(std::get<Unknown>(answer).bound, -1);
}

TEST(KindTest, GoesOnWhereItStopped) {
  const BitSystem unsafe = support::enabled_counter(6, 60, 40);
  const auto found =
      support::run_by_turns<kind::Kind>(unsafe, kind::KindConfig{}, ic3::Ic3Config{});
  EXPECT_GT(found.turns, 2);
  ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(found.answer));
  EXPECT_EQ(std::get<Unsafe<BitSystem>>(found.answer).trace.length(), 41u);

  const BitSystem by_ic3 = support::enabled_counter(6, 50, 60);
  const auto proved =
      support::run_by_turns<kind::Kind>(by_ic3, kind::KindConfig{}, ic3::Ic3Config{});
  EXPECT_GT(proved.turns, 2);
  ASSERT_TRUE(std::holds_alternative<Safe<BitSystem>>(proved.answer));
  EXPECT_EQ(support::judge(by_ic3, std::get<Safe<BitSystem>>(proved.answer).invariant).outcome(),
            Outcome::Holds);

  const BitSystem long_chain = chain_of_zeros(40);
  const auto inductive =
      support::run_by_turns<kind::Kind>(long_chain, step_case_only(), ic3::Ic3Config{});
  EXPECT_GT(inductive.turns, 2);
  ASSERT_TRUE(std::holds_alternative<Safe<BitSystem>>(inductive.answer));
}

TEST(KindConfigTest, RefusesSettingsThatMakeNoSense) {
  kind::KindConfig config;
  EXPECT_EQ(config.validate(), "");
  config.step = 0;
  EXPECT_NE(config.validate(), "");
}

TEST(KindOptionsTest, LastIsTheLastK) {
  kind::KindConfig config = step_case_only();
  config.last = 5;
  const KindRun run(chain_of_zeros(8), config);
  ASSERT_TRUE(std::holds_alternative<Unknown>(run.answer));
  EXPECT_EQ(run.unknown().reason, Unknown::Reason::Bound);
  EXPECT_EQ(run.unknown().bound, 5);
  EXPECT_EQ(run.stats.k, 5u);
}

TEST(KindOptionsTest, StepSkipsValuesOfK) {
  kind::KindConfig config = step_case_only();
  config.step = 3;
  const KindRun run(chain_of_zeros(7), config);
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(run.stats.k, 9u);
  EXPECT_EQ(run.stats.step_queries, 4u);
  // The base case skips nothing.
  EXPECT_EQ(run.bound, 8);
}

TEST(KindOptionsTest, LagLeavesTheBaseCaseBehind) {
  // The step case is asked before the base case has cleared anything.
  kind::KindConfig config;
  config.last = 7;
  config.lag = 100;
  const KindRun lagging(support::enabled_counter(5, 25, 6), config);
  ASSERT_TRUE(lagging.is_unsafe());
  EXPECT_EQ(lagging.trace().length(), 7u);
  EXPECT_EQ(lagging.stats.k, 7u);
  config.lag = 0;
  EXPECT_EQ(KindRun(support::enabled_counter(5, 25, 6), config).stats.k, 6u);
}

TEST(KindOptionsTest, SimplePathExcludesLoops) {
  const BitSystem system = support::enabled_counter(4, 11, 14);  // 11, 12 and 13 lead to 14
  kind::KindConfig config;
  config.forward = Forward::Off;
  const KindRun lazy(system, config);
  EXPECT_TRUE(lazy.is_safe());
  EXPECT_EQ(lazy.stats.loop_free, 4u);
  config.simple_path = SimplePath::All;
  const KindRun all(system, config);
  EXPECT_TRUE(all.is_safe());
  EXPECT_EQ(all.stats.loop_free, 4u);
  EXPECT_GT(all.stats.pairs, 9u);  // of five states
  EXPECT_EQ(all.stats.plain_queries, 1u);
  EXPECT_GE(all.stats.pairs, lazy.stats.pairs);
  config.simple_path = SimplePath::Off;
  config.last = 20;
  const KindRun off(system, config);
  ASSERT_TRUE(std::holds_alternative<Unknown>(off.answer));
  EXPECT_EQ(off.stats.pairs, 0u);
  EXPECT_EQ(off.unknown().bound, 20);
}

// A path with a loop that ends in a bad state means that no k will do.
TEST(KindOptionsTest, WithoutSimplePathsALoopEndsTheStepCase) {
  kind::KindConfig config;
  config.simple_path = SimplePath::Off;
  config.last = 60;
  const KindRun run(support::enabled_counter(4, 11, 14), config);
  EXPECT_EQ(run.stats.looping, 1u);
  EXPECT_LT(run.stats.step_queries, 60u);
  EXPECT_EQ(run.bound, 60);
}

TEST(KindOptionsTest, LoopFreeAsksLessOftenOnceThereIsALoop) {
  std::uint64_t each = 0, doubling = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    support::RandomSystemOptions shape;
    shape.reset_function = 0;
    const BitSystem system = support::random_system(seed, shape);
    kind::KindConfig config = step_case_only();
    config.loop_free = kind::KindConfig::LoopFree::Each;
    each += KindRun(system, config).stats.step_queries;
    config.loop_free = kind::KindConfig::LoopFree::Doubling;
    doubling += KindRun(system, config).stats.step_queries;
  }
  EXPECT_LT(doubling, each);
}

// Values of k that are multiples of 3 are doubled, too.
TEST(KindOptionsTest, LoopFreeProofsAreFoundWithAnyStep) {
  int looping = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    support::RandomSystemOptions shape;
    shape.reset_function = 0;
    kind::KindConfig config = step_case_only();
    config.step = 3;
    config.last = 300;
    const KindRun run(support::random_system(seed, shape), config);
    EXPECT_TRUE(run.is_safe() || run.is_unsafe()) << "seed " << seed;
    EXPECT_LT(run.stats.k, 300u);
    looping += run.stats.looping != 0;
  }
  EXPECT_GT(looping, 20);
}

TEST(KindOptionsTest, ForwardEndsWithTheLongestLoopFreeRun) {
  // Eight states that are never left, and many that lead to the bad one after a long way.
  const BitSystem system = support::mod_counter(6, 8, 63);
  kind::KindConfig config;
  config.plain = 0;
  config.forward = Forward::Each;
  const KindRun each(system, config);
  EXPECT_TRUE(each.is_safe());
  EXPECT_EQ(each.stats.loop_free, 8u);
  EXPECT_EQ(each.stats.longest, 7u);
  EXPECT_EQ(each.stats.diameter, 1u);
  config.forward = Forward::Doubling;
  const KindRun doubling(system, config);
  EXPECT_TRUE(doubling.is_safe());
  EXPECT_EQ(doubling.stats.loop_free, 15u);
  EXPECT_EQ(doubling.stats.longest, 7u);   // there may be longer ones,
  EXPECT_EQ(doubling.stats.diameter, 0u);  // as far as it knows
  EXPECT_LT(doubling.stats.forward_queries, each.stats.forward_queries);
  config.forward = Forward::Off;
  const KindRun off(system, config);
  EXPECT_TRUE(off.is_safe());
  EXPECT_EQ(off.stats.forward_queries, 0u);
  EXPECT_EQ(off.stats.k, 56u);
}

TEST(KindOptionsTest, PlainLooksForACertificateWithHistory) {
  // By the forward check, then 10-inductive.
  const BitSystem system = support::mod_counter(4, 6, 15);
  kind::KindConfig config;
  config.forward = Forward::Each;
  config.plain = 0;
  const KindRun ic3(system, config);
  ASSERT_TRUE(ic3.is_safe());
  EXPECT_EQ(ic3.stats.loop_free, 6u);
  EXPECT_EQ(ic3.stats.history, 0u);
  config.plain = 4;
  const KindRun history(system, config);
  ASSERT_TRUE(history.is_safe());
  EXPECT_EQ(history.stats.loop_free, 6u);
  EXPECT_EQ(history.stats.k, 10u);
  EXPECT_GT(history.stats.history, 0u);
  EXPECT_GT(history.stats.plain_queries, ic3.stats.plain_queries);
}

kind::KindConfig random_config(Rng& rng, const support::OracleResult& oracle) {
  kind::KindConfig config;
  config.step = static_cast<std::uint32_t>(1 + rng.below(3));
  config.lag = static_cast<std::uint32_t>(rng.below(4));
  config.simple_path = static_cast<SimplePath>(rng.below(3));
  config.forward = static_cast<Forward>(rng.below(3));
  config.plain = static_cast<std::uint32_t>(rng.below(4));
  config.loop_free = static_cast<kind::KindConfig::LoopFree>(rng.below(2));
  config.certify = static_cast<Certify>(rng.below(2));
  if (config.simple_path == SimplePath::Off) config.last = oracle.diameter + 1;
  return config;
}

TEST(KindAgainstOracle, AgreesOnRandomSystems) {
  int with_history = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    support::QuietContext context;
    Resets pass(context.get());
    const BitSystem original = support::random_system(seed);
    const BitSystem system = pass.apply(original);
    const auto oracle = support::explore(original);
    Rng rng(seed);
    const KindRun run(system, random_config(rng, oracle));
    if (const auto shortest = oracle.shortest()) {
      ASSERT_TRUE(run.is_unsafe());
      EXPECT_EQ(run.trace().length(), *shortest + 1);
    } else {
      ASSERT_FALSE(run.is_unsafe());
    }
    with_history += run.stats.history > 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(with_history, 30);
}

}  // namespace
}  // namespace cairn
