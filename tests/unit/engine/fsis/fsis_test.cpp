// SPDX-License-Identifier: MIT
#include "engine/fsis/fsis.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "certify/check_certificate.h"
#include "model/simulate.h"
#include "support/by_turns.h"
#include "support/judged.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"
#include "transform/bit/resets.h"

namespace cairn {
namespace {

using Implicate = fsis::FsisConfig::Implicate;
using Mic = fsis::FsisConfig::Mic;

/// The answer, certified, and the statistics.
struct FsisRun {
  explicit FsisRun(const BitSystem& system, const fsis::FsisConfig& config = {}) {
    support::QuietContext context;
    fsis::Fsis engine(system, config, context.get());
    answer = engine.run();
    stats = engine.stats();
    support::expect_evidence(system, answer);
  }
  bool is_safe() const { return std::holds_alternative<Safe<BitSystem>>(answer); }
  bool is_unsafe() const { return std::holds_alternative<Unsafe<BitSystem>>(answer); }
  const BitInvariant& invariant() const { return std::get<Safe<BitSystem>>(answer).invariant; }
  const BitTrace& trace() const { return std::get<Unsafe<BitSystem>>(answer).trace; }

  Answer<BitSystem> answer;
  fsis::FsisStats stats;
};

std::vector<fsis::FsisConfig> all_configs() {
  std::vector<fsis::FsisConfig> configs;
  for (const bool down : {false, true})
    for (const Implicate implicate : {Implicate::Linear, Implicate::Binary})
      for (const Mic mic : {Mic::Once, Mic::Repeat, Mic::Drop})
        configs.push_back({down, implicate, mic});
  return configs;
}

TEST(FsisTest, FindsCounterexamplesByFollowingTheChain) {
  for (const fsis::FsisConfig& config : all_configs())
    for (const std::uint32_t distance : {0u, 1u, 2u, 11u}) {
      const FsisRun run(support::mod_counter(4, 13, distance), config);
      ASSERT_TRUE(run.is_unsafe()) << distance;
      EXPECT_EQ(run.trace().length(), distance + 1);  // there is no other way
    }
}

TEST(FsisTest, ProvesWhatTheCounterNeverReaches) {
  for (const fsis::FsisConfig& config : all_configs()) {
    EXPECT_TRUE(FsisRun(support::mod_counter(4, 9, 13), config).is_safe());
    EXPECT_TRUE(FsisRun(support::enabled_counter(4, 9, 13), config).is_safe());
  }
}

TEST(FsisTest, AnInductivePropertyNeedsNoLemma) {
  BitSystem system;
  const Lit latch = system.add_latch();
  system.bad.push_back(latch);
  const FsisRun run(system);
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(run.stats.ctis, 0u);
  EXPECT_TRUE(run.invariant().conjuncts.empty());
}

TEST(FsisTest, ConstraintsAreAssumed) {
  for (const unsigned length : {2u, 3u, 5u}) {
    EXPECT_TRUE(FsisRun(support::shift_register(length)).is_unsafe());
    EXPECT_TRUE(FsisRun(support::constrained_shift_register(length)).is_safe());
  }
  EXPECT_TRUE(FsisRun(support::contradictory_constraints()).is_safe());
}

TEST(FsisTest, ABadStepNeedsNoConstrainedSuccessor) {
  EXPECT_TRUE(FsisRun(support::constrained_counter(3, 4, 3)).is_unsafe());
  EXPECT_TRUE(FsisRun(support::constrained_counter(3, 4, 4)).is_safe());
  EXPECT_TRUE(FsisRun(support::constrained_counter(3, 4, 6)).is_safe());
}

TEST(FsisTest, UninitialisedLatchesStartWithAnyValue) {
  BitSystem system = support::uninitialised_latch();
  EXPECT_TRUE(FsisRun(system).is_unsafe());
  system.bad.erase(system.bad.begin());
  EXPECT_TRUE(FsisRun(system).is_safe());
}

TEST(FsisTest, ResetFunctionsComeThroughTheirPass) {
  BitSystem original = support::reset_functions();
  original.bad = {original.bad[0]};
  support::QuietContext context;
  Resets pass(context.get());
  const FsisRun run(pass.apply(original));
  ASSERT_TRUE(run.is_safe());
  EXPECT_EQ(support::judge(original, pass.restore_invariant(run.invariant())).outcome(),
            Outcome::Holds);
}

TEST(FsisTest, PropertiesMayReadInputs) {
  BitSystem original = support::reset_functions();
  original.bad = {original.bad[1]};
  support::QuietContext context;
  Resets pass(context.get());
  const FsisRun run(pass.apply(original));
  ASSERT_TRUE(run.is_unsafe());
  EXPECT_TRUE(replay(original, pass.restore_trace(run.trace())).accepted);
}

TEST(FsisTest, SystemsWithoutLatches) {
  EXPECT_TRUE(FsisRun(support::combinational()).is_unsafe());
  BitSystem safe = support::combinational();
  safe.bad.erase(safe.bad.begin());
  EXPECT_TRUE(FsisRun(safe).is_safe());
  EXPECT_TRUE(FsisRun(support::constant_bad(true)).is_unsafe());
  EXPECT_TRUE(FsisRun(support::constant_bad(false)).is_safe());
}

TEST(FsisTest, ReturnsUnknownAtOnceWhenTheBudgetIsExhausted) {
  const BitSystem system = support::mod_counter(4, 13, 11);
  support::QuietContext context;
  context.budget.request_stop(StopReason::Interrupt);
  fsis::Fsis engine(system, {}, context.get());
  const auto answer = engine.run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Interrupt);
}

TEST(FsisTest, GoesOnWhereItStopped) {
  for (const std::uint32_t modulus : {70u, 120u}) {
    const BitSystem system = support::enabled_counter(7, modulus, 100);
    const auto run = support::run_by_turns<fsis::Fsis>(system, fsis::FsisConfig{});
    EXPECT_GT(run.turns, 2);
    if (modulus > 100) {
      ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(run.answer));
      EXPECT_TRUE(replay(system, std::get<Unsafe<BitSystem>>(run.answer).trace).accepted);
    } else {
      ASSERT_TRUE(std::holds_alternative<Safe<BitSystem>>(run.answer));
      EXPECT_EQ(support::judge(system, std::get<Safe<BitSystem>>(run.answer).invariant).outcome(),
                Outcome::Holds);
    }
  }
}

/// Statistics, summed over random systems.
fsis::FsisStats total(const fsis::FsisConfig& config) {
  fsis::FsisStats sum;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    support::RandomSystemOptions shape;
    shape.max_latches = 6;
    shape.reset_function = 0;
    const fsis::FsisStats stats = FsisRun(support::random_system(seed, shape), config).stats;
    sum.ctis += stats.ctis;
    sum.excluded += stats.excluded;
    sum.lemmas += stats.lemmas;
    sum.lemma_literals += stats.lemma_literals;
    sum.down_dropped += stats.down_dropped;
    sum.implicate_queries += stats.implicate_queries;
    sum.implicate_dropped += stats.implicate_dropped;
    sum.drops += stats.drops;
  }
  return sum;
}

double literals(const fsis::FsisStats& stats) {
  return static_cast<double>(stats.lemma_literals) / static_cast<double>(stats.lemmas);
}

TEST(FsisOptionsTest, DownFindsLemmasWhereTheClauseItselfIsNone) {
  const fsis::FsisStats with = total({true, Implicate::Linear, Mic::Once});
  const fsis::FsisStats without = total({false, Implicate::Linear, Mic::Once});
  EXPECT_GT(with.down_dropped, 0u);
  EXPECT_EQ(without.down_dropped, 0u);
  EXPECT_LT(with.excluded, without.excluded);
  EXPECT_LT(with.ctis, without.ctis);
}

TEST(FsisOptionsTest, BothSearchesDropLiteralsAndAskDifferently) {
  const fsis::FsisStats linear = total({true, Implicate::Linear, Mic::Once});
  const fsis::FsisStats binary = total({true, Implicate::Binary, Mic::Once});
  EXPECT_GT(linear.implicate_dropped, 0u);
  EXPECT_GT(binary.implicate_dropped, 0u);
  EXPECT_NE(linear.implicate_queries, binary.implicate_queries);
}

TEST(FsisOptionsTest, MicMakesLemmasSmallerTheMoreItTries) {
  const fsis::FsisStats once = total({true, Implicate::Linear, Mic::Once});
  const fsis::FsisStats repeat = total({true, Implicate::Linear, Mic::Repeat});
  const fsis::FsisStats drop = total({true, Implicate::Linear, Mic::Drop});
  EXPECT_EQ(repeat.drops, 0u);
  EXPECT_GT(drop.drops, 0u);
  EXPECT_GT(repeat.implicate_queries, once.implicate_queries);
  EXPECT_LE(literals(drop), literals(once));
}

/// Whether the clause that excludes the states with `value` in the latches of `mask` is inductive
/// relative to "not bad", for a counter as mod_counter() makes it.
bool is_inductive(std::uint32_t mask, std::uint32_t value, std::uint32_t modulus,
                  std::uint32_t bad) {
  const auto excluded = [&](std::uint32_t state) { return (state & mask) == value; };
  if (excluded(0)) return false;
  for (std::uint32_t state = 0; state < 16; ++state) {
    const std::uint32_t next = state == modulus - 1 ? 0 : (state + 1) % 16;
    if (state != bad && !excluded(state) && excluded(next)) return false;
  }
  return true;
}

// The first lemma, which is inductive relative to the property alone: no part of it is.
TEST(FsisTest, LemmasAreMinimal) {
  for (const Implicate implicate : {Implicate::Linear, Implicate::Binary}) {
    const BitSystem system = support::mod_counter(4, 12, 13);
    const FsisRun run(system, {true, implicate, Mic::Drop});
    ASSERT_TRUE(run.is_safe());
    ASSERT_GT(run.stats.lemmas, 0u);
    ASSERT_EQ(run.stats.excluded, 0u);
    std::uint32_t always_1 = 15, always_0 = 15;
    for (std::uint32_t state = 0; state < 16; ++state) {
      std::vector<std::uint64_t> values(run.invariant().aig.size(), 0);
      for (unsigned i = 0; i < 4; ++i)
        values[run.invariant().latch(i).var().index] = (state >> i) & 1;
      evaluate_gates(run.invariant().aig, values);
      if ((value_of(values, run.invariant().conjuncts[0]) & 1) != 0) continue;
      always_1 &= state;
      always_0 &= ~state;
    }
    const std::uint32_t mask = always_1 | always_0;
    EXPECT_TRUE(is_inductive(mask, always_1, 12, 13));
    for (std::uint32_t part = (mask - 1) & mask; part != 0; part = (part - 1) & mask)
      EXPECT_FALSE(is_inductive(part, always_1 & part, 12, 13)) << part;
  }
}

TEST(FsisAgainstOracle, AgreesOnRandomSystems) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    support::QuietContext context;
    support::RandomSystemOptions shape;
    shape.max_latches = 6;
    Resets pass(context.get());
    const BitSystem original = support::random_system(seed, shape);
    const BitSystem system = pass.apply(original);
    Rng rng(seed);
    const auto configs = all_configs();
    const FsisRun run(system, configs[rng.below(configs.size())]);
    ASSERT_EQ(run.is_safe(), support::explore(original).safe());
    ASSERT_EQ(run.is_unsafe(), !run.is_safe());
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace cairn
