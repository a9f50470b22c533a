// SPDX-License-Identifier: MIT
#include "engine/ic3/predicate.h"

#include <gtest/gtest.h>

#include "certify/check_certificate.h"
#include "engine/ic3/ic3.h"
#include "model/simulate.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

/// The answer, certified.
Answer<BitSystem> run(const BitSystem& system) {
  support::QuietContext context;
  ic3::PropertyAssumed engine(system, context.get(), [&](const BitSystem& assumed) {
    return std::make_unique<ic3::Ic3>(assumed, ic3::Ic3Config(), context.get());
  });
  Answer<BitSystem> answer = engine.run();
  if (const auto* safe = std::get_if<Safe<BitSystem>>(&answer)) {
    const Judgement judgement = check_invariant(system, safe->invariant, {}, context.get());
    EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
  } else if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer)) {
    const Replay replayed = replay(system, unsafe->trace);
    EXPECT_TRUE(replayed.accepted) << replayed.reason;
  }
  return answer;
}

std::size_t length(const Answer<BitSystem>& answer) {
  return std::get<Unsafe<BitSystem>>(answer).trace.length();
}

TEST(PropertyAssumedTest, CounterexamplesOfAnyLength) {
  EXPECT_EQ(length(run(support::mod_counter(3, 6, 0))), 1u);
  EXPECT_EQ(length(run(support::mod_counter(3, 6, 1))), 2u);
  EXPECT_EQ(length(run(support::mod_counter(3, 6, 5))), 6u);
  EXPECT_EQ(length(run(support::constrained_counter(4, 9, 8))), 9u);
}

TEST(PropertyAssumedTest, ProofsAreInvariantsOfTheSystemAsItWas) {
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(run(support::mod_counter(5, 20, 27))));
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(run(support::constrained_shift_register(6))));
}

// The inputs of the bad step are new ones.
TEST(PropertyAssumedTest, PropertiesMayReadInputs) {
  BitSystem system = support::mod_counter(3, 6, 5);
  const Lit input = system.add_input();
  const Lit reached = system.bad[0];
  system.bad[0] = system.aig.and_gate(reached, input);
  const auto answer = run(system);
  EXPECT_EQ(length(answer), 6u);
  EXPECT_EQ(std::get<Unsafe<BitSystem>>(answer).trace.inputs.back()[0], Lbool::True);
  system.constraints.push_back(system.aig.implies(reached, ~input));
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(run(system)));
}

TEST(PropertyAssumedTest, AgreesWithTheOracle) {
  support::RandomSystemOptions shape;
  shape.reset_function = 0;
  shape.max_latches = 7;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const BitSystem system = support::random_system(seed, shape);
    EXPECT_EQ(std::holds_alternative<Safe<BitSystem>>(run(system)), support::explore(system).safe())
        << "seed " << seed;
  }
}

TEST(PropertyAssumedTest, StopsWhenTheBudgetIsExhausted) {
  const BitSystem system = support::mod_counter(4, 13, 11);
  support::QuietContext context;
  context.budget.request_stop(StopReason::Interrupt);
  ic3::PropertyAssumed engine(system, context.get(), [&](const BitSystem& assumed) {
    return std::make_unique<ic3::Ic3>(assumed, ic3::Ic3Config(), context.get());
  });
  EXPECT_TRUE(std::holds_alternative<Unknown>(engine.run()));
}

TEST(PropertyAssumedTest, TellsWhatTheStepAfterAdds) {
  const BitSystem system = support::mod_counter(4, 13, 11);
  support::QuietContext context;
  ic3::PropertyAssumed engine(system, context.get(), [&](const BitSystem& assumed) {
    return std::make_unique<ic3::Ic3>(assumed, ic3::Ic3Config(), context.get());
  });
  Statistics statistics;
  engine.add_statistics(statistics);
  std::uint64_t gates = 0;
  for (const auto& [name, value] : statistics.counters)
    if (name == "ic3.predicate.gates") gates = value;
  EXPECT_GT(gates, 0u);
}

}  // namespace
}  // namespace cairn
