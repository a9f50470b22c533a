// SPDX-License-Identifier: MIT
#include "engine/interpolation/itpseq.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "certify/check_certificate.h"
#include "engine/interpolation/unrolled_frames.h"
#include "model/simulate.h"
#include "support/by_turns.h"
#include "support/judged.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

using System = sat::InterpolationSystem;

std::vector<ItpSeqConfig> all_configs() {
  std::vector<ItpSeqConfig> configs;
  for (const System system : {System::McMillan, System::Pudlak, System::InverseMcMillan})
    for (const bool lemmas : {false, true})
      for (const bool simplify : {false, true})
        configs.push_back({.system = system, .lemmas = lemmas, .simplify = simplify});
  return configs;
}

struct Finished {
  Answer<BitSystem> answer;
  ItpSeqStats stats;
  ic3::Ic3Stats ic3;
};

Finished run_itpseq(const BitSystem& system, const ItpSeqConfig& config = {},
                    const ic3::Ic3Config& ic3 = {}) {
  support::QuietContext context;
  ItpSeq engine(system, config, ic3, context.get());
  Finished run;
  run.answer = engine.run();
  run.stats = engine.sequence_stats();
  run.ic3 = engine.stats();
  return run;
}

void expect_right_in_all_configs(const BitSystem& system) {
  const support::OracleResult oracle = support::explore(system);
  for (const ItpSeqConfig& config : all_configs()) {
    const Finished run = run_itpseq(system, config);
    support::expect_verdict(system, run.answer, oracle.safe());
    const auto shortest = oracle.shortest();
    if (!shortest || testing::Test::HasFailure()) continue;
    EXPECT_EQ(std::get<Unsafe<BitSystem>>(run.answer).trace.length(), *shortest + 1);
  }
}

TEST(ItpSeqTest, ProvesACounterThatSkipsTheBadValue) {
  expect_right_in_all_configs(support::mod_counter(4, 13, 14));
  expect_right_in_all_configs(support::enabled_counter(5, 29, 30));
}

TEST(ItpSeqTest, FindsShortestCounterexamplesOfAllLengths) {
  for (const std::uint32_t value : {0u, 1u, 2u, 3u, 11u})
    expect_right_in_all_configs(support::enabled_counter(4, 13, value));
}

TEST(ItpSeqTest, KnowsConstraintsAndUninitialisedLatches) {
  expect_right_in_all_configs(support::constrained_shift_register(1));
  expect_right_in_all_configs(support::constrained_shift_register(4));
  expect_right_in_all_configs(support::constrained_counter(3, 5, 6));
  expect_right_in_all_configs(support::constrained_counter(3, 5, 4));
  expect_right_in_all_configs(support::contradictory_constraints());
  for (const std::size_t bad : {0u, 1u}) {
    BitSystem system = support::uninitialised_latch();
    system.bad = {system.bad[bad]};
    expect_right_in_all_configs(system);
  }
}

TEST(ItpSeqTest, KnowsConstantAndCombinationalProperties) {
  expect_right_in_all_configs(support::constant_bad(false));
  expect_right_in_all_configs(support::constant_bad(true));
  for (const std::size_t bad : {0u, 1u}) {
    BitSystem system = support::combinational();
    system.bad = {system.bad[bad]};
    expect_right_in_all_configs(system);
  }
}

TEST(ItpSeqTest, GoesOnWhereItStopped) {
  for (const std::uint32_t bad : {17u, 30u}) {
    const BitSystem system = support::enabled_counter(5, 29, bad);
    const auto run = support::run_by_turns<ItpSeq>(system, ItpSeqConfig{}, ic3::Ic3Config{});
    EXPECT_GT(run.turns, 2);
    support::expect_verdict(system, run.answer, bad == 30);
  }
}

TEST(UnrolledFramesTest, InterpolantsEndWithTheTimeAndComeWhenThereIsMore) {
  const BitSystem system = support::enabled_counter(3, 6, 7);
  const ic3::Transition transition(system, {});
  ic3::Ic3Stats stats;
  const Budget whole;
  const ic3::Ic3Config config;
  ic3::FrameSolver solver(transition, config, whole, stats);
  const ic3::Frames frames(transition, solver, stats);
  Budget share(&whole);
  UnrolledFrames query(transition, frames, 4, UnrolledFrames::Lemmas::None, share);
  ASSERT_EQ(query.ask(), sat::Result::Unsatisfiable);
  std::size_t clauses = 0;
  Aig first, second;
  share.request_stop(StopReason::Time);
  EXPECT_TRUE(query.interpolants(System::McMillan, first, &clauses).empty());
  share.renew(1000);
  EXPECT_EQ(query.ask(), sat::Result::Unsatisfiable);
  EXPECT_EQ(query.interpolants(System::McMillan, second, &clauses).size(), 5u);
  EXPECT_GT(clauses, 0u);
}

TEST(ItpSeqTest, LemmasComeFromInterpolants) {
  const Finished run = run_itpseq(support::enabled_counter(5, 29, 30));
  EXPECT_GT(run.stats.interpolants, 0u);
  EXPECT_GT(run.stats.states, 0u);
  EXPECT_EQ(run.ic3.obligations, 0u);
  EXPECT_EQ(run.ic3.block.satisfiable, 0u);  // each state can be excluded at once
}

TEST(ItpSeqTest, LemmasMakeTheUnrolledQueryEasier) {
  const BitSystem system = support::enabled_counter(5, 30, 24);
  EXPECT_LT(run_itpseq(system, {.lemmas = true}).stats.proof_clauses,
            run_itpseq(system, {.lemmas = false}).stats.proof_clauses);
}

TEST(ItpSeqTest, SystemsAndSimplificationMakeDifferentInterpolants) {
  const BitSystem system = support::enabled_counter(5, 30, 24);
  std::set<std::uint64_t> gates;
  for (const System kind : {System::McMillan, System::Pudlak, System::InverseMcMillan})
    gates.insert(run_itpseq(system, {.system = kind}).stats.gates);
  gates.insert(run_itpseq(system, {.simplify = false}).stats.gates);
  EXPECT_GT(gates.size(), 2u);
}

// The lemmas of frames may be made in any of IC3's ways.
TEST(ItpSeqTest, AgreesWithTheOracleOnRandomSystems) {
  support::RandomSystemOptions shape;
  shape.reset_function = 0;
  shape.max_latches = 6;
  shape.max_gates = 30;
  const std::vector<ItpSeqConfig> configs = all_configs();
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const BitSystem system = support::random_system(seed, shape);
    if (system.bad.empty()) continue;
    ic3::Ic3Config ic3;
    ic3.generalize = static_cast<ic3::Ic3Config::Generalize>(seed % 5);
    ic3.push_new = seed % 3 != 0;
    ic3.infinity = seed % 2 != 0;
    const Finished run = run_itpseq(system, configs[seed % configs.size()], ic3);
    support::expect_verdict(system, run.answer, support::explore(system).safe());
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace cairn
