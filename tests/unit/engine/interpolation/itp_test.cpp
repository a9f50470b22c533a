// SPDX-License-Identifier: MIT
#include "engine/interpolation/itp.h"

#include <gtest/gtest.h>

#include <set>

#include "base/rng.h"
#include "certify/check_certificate.h"
#include "model/simulate.h"
#include "support/by_turns.h"
#include "support/judged.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

using From = ItpConfig::From;
using System = sat::InterpolationSystem;

constexpr std::array kSystems{System::McMillan, System::Pudlak, System::InverseMcMillan};

std::vector<ItpConfig> all_configs() {
  std::vector<ItpConfig> configs;
  for (const System system : kSystems)
    for (const From from : {From::All, From::Last})
      for (const bool reschedule : {false, true})
        for (const bool on : {false, true}) {
          ItpConfig config;
          config.system = system;
          config.from = from;
          config.reschedule = reschedule;
          config.simplify = on;
          config.closure = on == reschedule;  // each pair of settings occurs
          configs.push_back(config);
        }
  return configs;
}

struct Finished {
  Answer<BitSystem> answer;
  ItpStats stats;
};

Finished run_itp(const BitSystem& system, const ItpConfig& config = {}) {
  support::QuietContext context;
  Itp engine(system, config, ic3::Ic3Config(), context.get());
  Finished run;
  run.answer = engine.run();
  run.stats = engine.stats();
  return run;
}

void expect_right_in_all_configs(const BitSystem& system) {
  const bool safe = support::explore(system).safe();
  for (const ItpConfig& config : all_configs())
    support::expect_verdict(system, run_itp(system, config).answer, safe);
}

BitSystem with_one_bad(BitSystem system, std::size_t bad) {
  system.bad = {system.bad[bad]};
  return system;
}

TEST(ItpTest, ProvesACounterThatSkipsTheBadValue) {
  expect_right_in_all_configs(support::mod_counter(4, 13, 14));
  expect_right_in_all_configs(support::enabled_counter(4, 11, 12));
}

TEST(ItpTest, FindsCounterexamplesOfAllLengths) {
  for (const std::uint32_t value : {0u, 1u, 2u, 3u, 11u}) {
    const BitSystem system = support::enabled_counter(4, 13, value);
    for (const ItpConfig& config : all_configs()) {
      const Finished run = run_itp(system, config);
      support::expect_verdict(system, run.answer, false);
    }
  }
}

TEST(ItpTest, FindsAShortestCounterexampleWithoutRescheduling) {
  ItpConfig config;
  config.reschedule = false;
  const Finished run = run_itp(support::enabled_counter(4, 13, 9), config);
  ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(run.answer));
  EXPECT_EQ(std::get<Unsafe<BitSystem>>(run.answer).trace.length(), 10u);
}

TEST(ItpTest, KnowsConstraints) {
  expect_right_in_all_configs(support::constrained_shift_register(1));
  expect_right_in_all_configs(support::constrained_shift_register(4));
  expect_right_in_all_configs(support::constrained_counter(3, 5, 6));
  expect_right_in_all_configs(support::constrained_counter(3, 5, 4));
  expect_right_in_all_configs(support::contradictory_constraints());
}

// The bad step is the last constrained one: a bound beyond it must not assume its own constraints.
TEST(ItpTest, ARunMayEndInABadStepWithoutConstrainedSuccessor) {
  const BitSystem system = support::constrained_counter(3, 4, 3);
  for (const std::uint32_t first : {1u, 2u, 3u, 4u, 7u}) {
    ItpConfig config;
    config.first = first;
    const Finished run = run_itp(system, config);
    support::expect_verdict(system, run.answer, false);
    EXPECT_EQ(std::get<Unsafe<BitSystem>>(run.answer).trace.length(), 4u);
  }
}

TEST(ItpTest, KnowsUninitialisedLatches) {
  const BitSystem system = support::uninitialised_latch();
  expect_right_in_all_configs(with_one_bad(system, 0));
  expect_right_in_all_configs(with_one_bad(system, 1));
}

TEST(ItpTest, KnowsPropertiesThatReadInputs) {
  const BitSystem system = support::combinational();
  expect_right_in_all_configs(with_one_bad(system, 0));
  expect_right_in_all_configs(with_one_bad(system, 1));
  BitSystem late = support::mod_counter(3, 7, 5);  // bad: the counter is 5 and the input is true
  const Lit input = late.add_input();
  late.bad[0] = late.aig.and_gate(late.bad[0], input);
  expect_right_in_all_configs(late);
  late.constraints.push_back(~input);
  expect_right_in_all_configs(late);
}

TEST(ItpTest, KnowsSystemsOfAllShapes) {
  expect_right_in_all_configs(support::shift_register(5));
  expect_right_in_all_configs(with_one_bad(support::no_inputs(), 0));
  expect_right_in_all_configs(with_one_bad(support::no_inputs(), 1));
  expect_right_in_all_configs(support::constant_bad(false));
  expect_right_in_all_configs(support::constant_bad(true));
}

TEST(ItpTest, ReportsTheBoundThatItCleared) {
  // Its interpolants say too little at any bound this small, so bounds are cleared one by one.
  const BitSystem system = support::enabled_counter(5, 32, 30);
  support::QuietContext context;
  ItpConfig config;
  config.last = 6;
  const auto answer = Itp(system, config, ic3::Ic3Config(), context.get()).run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Bound);
  EXPECT_GE(std::get<Unknown>(answer).bound, 6);
  EXPECT_LT(std::get<Unknown>(answer).bound, 30);
  EXPECT_EQ(context.progress.bound, std::get<Unknown>(answer).bound);
}

TEST(ItpTest, ReturnsUnknownAtOnceWhenTheBudgetIsExhausted) {
  support::QuietContext context;
  context.budget.request_stop(StopReason::Interrupt);
  const auto answer =
      Itp(support::mod_counter(4, 13, 11), {}, ic3::Ic3Config(), context.get()).run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Interrupt);
  EXPECT_EQ(std::get<Unknown>(answer).bound, -1);
}

TEST(ItpTest, GoesOnWhereItStopped) {
  for (const std::uint32_t bad : {40u, 62u})
    for (const std::uint32_t gates : {0u, 1u}) {  // 1: the certificate comes from IC3, by turns too
      const BitSystem system = support::enabled_counter(6, 60, bad);
      ItpConfig config;
      config.certify_gates = gates;
      const auto run = support::run_by_turns<Itp>(system, config, ic3::Ic3Config{});
      EXPECT_GT(run.turns, 2);
      support::expect_verdict(system, run.answer, bad == 62);
    }
}

TEST(ItpTest, ReschedulingSkipsBounds) {
  const BitSystem system = support::enabled_counter(5, 30, 24);
  ItpConfig config;
  const std::uint64_t with = run_itp(system, config).stats.bounds;
  config.reschedule = false;
  EXPECT_LT(with, run_itp(system, config).stats.bounds);
}

// Without rescheduling each bound begins anew, with what the one before had found.
TEST(ItpTest, InterpolantsOfEarlierBoundsAreKept) {
  const BitSystem system = support::enabled_counter(5, 30, 31);
  ItpConfig config;
  config.reschedule = false;
  const Finished without = run_itp(system, config);
  config.keep = true;
  const Finished with = run_itp(system, config);
  support::expect_verdict(system, without.answer, true);
  support::expect_verdict(system, with.answer, true);
  EXPECT_EQ(without.stats.kept_interpolants, 0u);
  EXPECT_GT(with.stats.kept_interpolants, 0u);
}

TEST(ItpTest, TheClosureQuerySavesTheInterpolantThatAddsNothing) {
  const BitSystem system = support::mod_counter(4, 10, 13);
  ItpConfig config;
  const Finished with = run_itp(system, config);
  config.closure = false;
  const Finished without = run_itp(system, config);
  support::expect_verdict(system, with.answer, true);
  support::expect_verdict(system, without.answer, true);
  EXPECT_EQ(with.stats.closure_proofs, 1u);
  EXPECT_EQ(without.stats.closure_queries, 0u);
  EXPECT_LT(with.stats.interpolants, without.stats.interpolants);
}

TEST(ItpTest, IC3CertifiesWhatHasALargeInvariant) {
  const BitSystem system = support::mod_counter(4, 10, 13);
  ItpConfig config;
  config.certify_gates = 1;
  const Finished by_ic3 = run_itp(system, config);
  config.certify_gates = 0;
  const Finished by_union = run_itp(system, config);
  support::expect_verdict(system, by_ic3.answer, true);
  support::expect_verdict(system, by_union.answer, true);
  EXPECT_GT(by_ic3.stats.union_gates, 1u);
  EXPECT_EQ(std::get<Safe<BitSystem>>(by_union.answer).invariant.conjuncts.size(), 1u);
  EXPECT_GT(std::get<Safe<BitSystem>>(by_ic3.answer).invariant.conjuncts.size(), 1u);
}

TEST(ItpTest, SimplificationMakesInterpolantsSmaller) {
  const BitSystem system = support::enabled_counter(5, 30, 24);
  ItpConfig config;
  const ItpStats with = run_itp(system, config).stats;
  EXPECT_LT(with.kept_gates, with.gates);
  config.simplify = false;
  const ItpStats without = run_itp(system, config).stats;
  EXPECT_EQ(without.kept_gates, without.gates);
}

TEST(ItpTest, SystemsAndStartsMakeDifferentInterpolants) {
  const BitSystem system = support::enabled_counter(5, 30, 24);
  std::set<std::uint64_t> gates;
  for (const System kind : kSystems)
    for (const From from : {From::All, From::Last}) {
      ItpConfig config;
      config.system = kind;
      config.from = from;
      gates.insert(run_itp(system, config).stats.gates);
    }
  EXPECT_EQ(gates.size(), 6u);
}

TEST(ItpTest, SettingsAreValidated) {
  ItpConfig config;
  EXPECT_EQ(config.validate(), "");
  config.first = 0;
  EXPECT_NE(config.validate(), "");
  config.first = 5;
  config.last = 4;
  EXPECT_NE(config.validate(), "");
  config.last = 5;
  EXPECT_EQ(config.validate(), "");
  config.simplify_seconds = -1;
  EXPECT_NE(config.validate(), "");
}

TEST(ItpTest, AgreesWithTheOracleOnRandomSystems) {
  support::RandomSystemOptions shape;
  shape.reset_function = 0;
  const std::vector<ItpConfig> configs = all_configs();
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const BitSystem system = support::random_system(seed, shape);
    if (system.bad.empty()) continue;
    Rng rng(seed);
    ItpConfig config = configs[rng.below(configs.size())];
    config.first = static_cast<std::uint32_t>(1 + rng.below(3));
    config.keep = rng.chance(50);
    support::expect_verdict(system, run_itp(system, config).answer,
                            support::explore(system).safe());
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace cairn
