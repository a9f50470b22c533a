// SPDX-License-Identifier: MIT
#include "engine/ic3/localized.h"

#include <gtest/gtest.h>

#include "certify/check_certificate.h"
#include "model/simulate.h"
#include "support/by_turns.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

/// Certifies the answer; whether it is Safe.
bool is_safe(const BitSystem& system, const Answer<BitSystem>& answer) {
  support::QuietContext context;
  if (const auto* safe = std::get_if<Safe<BitSystem>>(&answer)) {
    const Judgement judgement = check_invariant(system, safe->invariant, {}, context.get());
    EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
    return true;
  }
  const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer);
  EXPECT_NE(unsafe, nullptr);
  if (unsafe == nullptr) return false;
  const Replay replayed = replay(system, unsafe->trace);
  EXPECT_TRUE(replayed.accepted) << replayed.reason;
  return false;
}

/// False moves along a row of latches; true in the last one is bad, and the only one that is read.
BitSystem row_of_latches() {
  BitSystem system;
  Lit before = kFalse;
  for (int i = 0; i < 6; ++i) {
    const Lit latch = system.add_latch();
    system.set_next(latch, before);
    before = latch;
  }
  system.bad.push_back(before);
  return system;
}

TEST(LocalizedIc3Test, ProvesWithTheLatchesThatMatter) {
  BitSystem system = support::enabled_counter(4, 13, 14);
  const std::size_t relevant = system.latches.size();
  Lit before = system.add_input();
  for (int i = 0; i < 20; ++i) {
    const Lit latch = system.add_latch();
    system.set_next(latch, before);
    before = latch;
  }
  // The bad state reads the last one, but the proof needs the counter alone.
  system.bad[0] = system.aig.and_gate(system.bad[0], before);
  support::QuietContext context;
  ic3::LocalizedIc3 engine(system, {}, context.get());
  EXPECT_TRUE(is_safe(system, engine.run()));
  EXPECT_LE(engine.num_latches(), relevant + 1);
}

TEST(LocalizedIc3Test, BringsLatchesInByFalseCounterexamples) {
  const BitSystem system = row_of_latches();
  support::QuietContext context;
  ic3::LocalizedIc3 engine(system, {}, context.get());
  const std::size_t before = engine.num_latches();
  EXPECT_TRUE(is_safe(system, engine.run()));
  EXPECT_GT(engine.num_refinements(), 0u);
  EXPECT_GT(engine.num_latches(), before);
}

TEST(LocalizedIc3Test, AgreesWithTheOracle) {
  support::RandomSystemOptions shape;
  shape.reset_function = 0;
  shape.max_latches = 8;
  shape.max_gates = 40;
  std::uint64_t refinements = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    const BitSystem system = support::random_system(seed, shape);
    if (system.bad.empty()) continue;
    support::QuietContext context(seed);
    ic3::LocalizedIc3 engine(system, {}, context.get());
    EXPECT_EQ(is_safe(system, engine.run()), support::explore(system).safe());
    refinements += engine.num_refinements();
  }
  EXPECT_GT(refinements, 10u);
}

TEST(LocalizedIc3Test, GoesOnWhereItStopped) {
  const BitSystem system = row_of_latches();
  const auto taken = support::run_by_turns<ic3::LocalizedIc3>(system, ic3::Ic3Config());
  EXPECT_TRUE(is_safe(system, taken.answer));
  EXPECT_GT(taken.turns, 1);
}

}  // namespace
}  // namespace cairn
