// SPDX-License-Identifier: MIT
#include "engine/bmc/bmc.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/rng.h"
#include "certify/check_certificate.h"
#include "model/simulate.h"
#include "support/by_turns.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

Answer<BitSystem> run_bmc(const BitSystem& system, const BmcConfig& config) {
  support::QuietContext context;
  return Bmc(system, config, context.get()).run();
}

BmcConfig up_to(std::uint32_t last) {
  BmcConfig config;
  config.last = last;
  return config;
}

void expect_safe_and_certified(const BitSystem& system, const Answer<BitSystem>& answer) {
  ASSERT_TRUE(std::holds_alternative<Safe<BitSystem>>(answer));
  support::QuietContext context;
  const Judgement judgement =
      check_invariant(system, std::get<Safe<BitSystem>>(answer).invariant, {}, context.get());
  EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
}

TEST(BmcTest, FindsTheShortestCounterexampleOfACounter) {
  const BitSystem system = support::mod_counter(4, 13, 11);
  const auto answer = run_bmc(system, up_to(20));
  ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(answer));
  const BitTrace& trace = std::get<Unsafe<BitSystem>>(answer).trace;
  EXPECT_EQ(trace.length(), 12u);
  EXPECT_TRUE(replay(system, trace).accepted);
}

// Any bound from 3 on would do for the solver.
TEST(BmcTest, FindsTheShortestCounterexampleOfAWindowIfAskedTo) {
  const BitSystem system = support::shift_register(3);
  for (const SolverKind solver : {SolverKind::Cadical, SolverKind::Stable, SolverKind::Cairn}) {
    BmcConfig config = up_to(40);
    config.first = 40;
    config.solver = solver;
    std::uint64_t any = 0, shortenings = 0;
    for (const bool shortest : {false, true}) {
      config.shortest = shortest;
      support::QuietContext context;
      Bmc bmc(system, config, context.get());
      const auto answer = bmc.run();
      ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(answer));
      const std::uint64_t length = std::get<Unsafe<BitSystem>>(answer).trace.length();
      if (shortest) {
        EXPECT_EQ(length, 4u);
        shortenings = bmc.stats().search.shortenings;
      } else {
        any = length;
      }
    }
    EXPECT_EQ(shortenings > 0, any > 4);
  }
}

TEST(BmcTest, ReportsTheBoundThatItCleared) {
  const BitSystem system = support::mod_counter(4, 13, 14);
  support::QuietContext context;
  const auto answer = Bmc(system, up_to(30), context.get()).run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).bound, 30);
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Bound);
  EXPECT_EQ(context.progress.bound, 30);
}

TEST(BmcTest, StopsAtABoundThatIsNoMultipleOfTheStep) {
  BmcConfig config = up_to(10);
  config.first = 2;
  config.step = 7;
  const auto answer = run_bmc(support::mod_counter(4, 13, 14), config);
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).bound, 10);
}

// 0; 1; 2 and 3; 4 to 7; 8 to 12; 13 to 17; 18 to 20.
TEST(BmcTest, WindowsGrowUpToTheStep) {
  const BitSystem system = support::enabled_counter(8, 200, 250);
  const auto queries = [&](bool gradual, std::uint32_t step) {
    BmcConfig config = up_to(20);
    config.step = step;
    config.gradual = gradual;
    support::QuietContext context;
    Bmc engine(system, config, context.get());
    EXPECT_TRUE(std::holds_alternative<Unknown>(engine.run()));
    return engine.stats().search.queries + engine.stats().search.folded;
  };
  EXPECT_EQ(queries(true, 5), 7u);
  EXPECT_EQ(queries(false, 5), 5u);
  EXPECT_EQ(queries(true, 1), queries(false, 1));
}

TEST(BmcTest, ReturnsUnknownAtOnceWhenTheBudgetIsExhausted) {
  const BitSystem system = support::mod_counter(4, 13, 11);
  support::QuietContext context;
  context.budget.request_stop(StopReason::Interrupt);
  const auto answer = Bmc(system, up_to(20), context.get()).run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Interrupt);
  EXPECT_EQ(std::get<Unknown>(answer).bound, -1);
}

TEST(BmcTest, GoesOnWhereItStopped) {
  const auto run = support::run_by_turns<Bmc>(support::enabled_counter(6, 60, 40), BmcConfig{});
  EXPECT_GT(run.turns, 2);
  ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(run.answer));
  EXPECT_EQ(std::get<Unsafe<BitSystem>>(run.answer).trace.length(), 41u);
}

/// Counts when its input says so and is bad at 40: short runs are refuted by counting.
BitSystem full_queue() {
  return support::enabled_counter(6, 60, 40);
}

BmcConfig leaping() {
  BmcConfig config = up_to(400);
  config.leap = 1;
  return config;
}

TEST(BmcTest, LeapsWhenABoundIsHard) {
  for (const SolverKind solver : {SolverKind::Cadical, SolverKind::Stable, SolverKind::Cairn}) {
    BmcConfig config = leaping();
    config.solver = solver;
    const BitSystem system = full_queue();
    support::QuietContext context;
    Bmc bmc(system, config, context.get());
    const auto answer = bmc.run();
    ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(answer));
    EXPECT_TRUE(replay(system, std::get<Unsafe<BitSystem>>(answer).trace).accepted);
    EXPECT_GT(bmc.stats().leaps, 0u);
  }
}

TEST(BmcTest, DoesNotLeapWhenTheCounterexampleMustBeShortest) {
  BmcConfig config = leaping();
  config.shortest = true;
  support::QuietContext context;
  const BitSystem system = full_queue();
  Bmc bmc(system, config, context.get());
  const auto answer = bmc.run();
  ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(answer));
  EXPECT_EQ(std::get<Unsafe<BitSystem>>(answer).trace.length(), 41u);
  EXPECT_EQ(bmc.stats().leaps, 0u);
}

// Bounds up to the end of a leap that is refuted count. That is rare: the bound alone was too hard.
TEST(BmcTest, GoesOnBehindALeapThatIsCleared) {
  std::uint64_t cleared = 0;
  for (const std::uint64_t seed : {856, 1440, 1678}) {
    const BitSystem system = support::random_system(seed);
    support::QuietContext context;
    BmcConfig config = leaping();
    config.last = 60;
    config.solver = SolverKind::Cairn;
    Bmc bmc(system, config, context.get());
    const auto answer = bmc.run();
    ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
    EXPECT_EQ(std::get<Unknown>(answer).bound, 60);
    cleared += bmc.stats().cleared_leaps;
  }
  EXPECT_GT(cleared, 0u);
}

// A leap to the last bound would ask what the step asks.
TEST(BmcTest, DoesNotLeapWhereThereIsNowhereToGo) {
  for (const bool one_window : {false, true}) {
    BmcConfig config = leaping();
    config.last = one_window ? 30 : 0;
    config.first = config.last;
    support::QuietContext context;
    const BitSystem system = full_queue();
    Bmc bmc(system, config, context.get());
    EXPECT_TRUE(std::holds_alternative<Unknown>(bmc.run()));
    EXPECT_EQ(bmc.stats().leaps, 0u);
  }
}

TEST(BmcTest, LeapsGoOnWhereTheyStopped) {
  const BitSystem system = full_queue();
  const auto run = support::run_by_turns<Bmc>(system, leaping());
  EXPECT_GT(run.turns, 2);
  ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(run.answer));
  EXPECT_TRUE(replay(system, std::get<Unsafe<BitSystem>>(run.answer).trace).accepted);
}

/// Sums of the inputs, made in two ways, differ: no latches, and no easy proof.
BitSystem equal_sums(unsigned bits) {
  BitSystem system;
  std::vector<Lit> a, b;
  for (unsigned i = 0; i < bits; ++i) {
    a.push_back(system.add_input("a"));
    b.push_back(system.add_input("b"));
  }
  Aig& aig = system.aig;
  const auto sum = [&aig](const std::vector<Lit>& x, const std::vector<Lit>& y) {
    std::vector<Lit> result;
    Lit carry = kFalse;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Lit either = aig.xor_gate(x[i], y[i]);
      result.push_back(aig.xor_gate(either, carry));
      carry = aig.or_gate(aig.and_gate(x[i], y[i]), aig.and_gate(either, carry));
    }
    return result;
  };
  // (a + b) + a and (a + a) + b
  const auto left = sum(sum(a, b), a), right = sum(sum(a, a), b);
  Lit differ = kFalse;
  for (unsigned i = 0; i < bits; ++i) differ = aig.or_gate(differ, aig.xor_gate(left[i], right[i]));
  system.bad.push_back(differ);
  return system;
}

// The proof that no state is bad is not lost with the turn in which it was begun.
TEST(BmcTest, ProvesByTurnsWhatNoStateViolates) {
  const BitSystem system = equal_sums(6);
  const auto run = support::run_by_turns<Bmc>(system, BmcConfig{});
  EXPECT_GT(run.turns, 1);
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(run.answer));
}

// The bad step has no constrained successor: a window that assumed the constraints of its last step
// would miss it, and so would one that looked at its last step only.
TEST(BmcTest, FindsABadStepInsideAWindowThatConstraintsCutShort) {
  BitSystem system;
  std::vector<Lit> bits;
  for (int i = 0; i < 3; ++i) bits.push_back(system.add_latch());
  const std::vector<Lit> next = support::incremented(system.aig, bits);
  for (int i = 0; i < 3; ++i) system.set_next(bits[i], next[i]);
  system.bad.push_back(support::equals_number(system.aig, bits, 3));
  system.constraints.push_back(~support::equals_number(system.aig, bits, 4));
  for (const std::uint32_t step : {1u, 2u, 3u, 5u, 100u}) {
    BmcConfig config = up_to(200);
    config.first = step - 1;
    config.step = step;
    const auto answer = run_bmc(system, config);
    ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(answer)) << step;
    const BitTrace& trace = std::get<Unsafe<BitSystem>>(answer).trace;
    EXPECT_EQ(trace.length(), 4u);
    EXPECT_TRUE(replay(system, trace).accepted);
  }
}

TEST(BmcTest, ProvesWhatTheConstraintsExcludeInEveryState) {
  const BitSystem combinational = support::combinational();
  if (support::explore(combinational).safe())
    expect_safe_and_certified(combinational, run_bmc(combinational, {}));
  const BitSystem never = support::constant_bad(false);
  expect_safe_and_certified(never, run_bmc(never, {}));
  const BitSystem contradictory = support::contradictory_constraints();
  expect_safe_and_certified(contradictory, run_bmc(contradictory, {}));
}

TEST(BmcTest, ProvesThatConstraintsEndEveryRun) {
  // A free choice is shifted for some steps until the constraint forbids both of its values.
  for (const unsigned length : {1u, 2u, 5u}) {
    BitSystem system;
    Lit previous = system.add_input("choice");
    const Lit chosen = previous;
    std::vector<Lit> time;
    for (unsigned i = 0; i < length; ++i) {
      const Lit latch = system.add_latch("", i == 0 ? kFalse : kTrue);
      const Lit tick = system.add_latch();
      system.set_next(latch, previous);
      system.set_next(tick, time.empty() ? kTrue : time.back());
      time.push_back(tick);
      previous = latch;
    }
    const Lit copy = system.add_uninitialised_latch("copy");
    system.set_next(copy, copy);
    const Lit late = time.back();
    system.constraints.push_back(system.aig.implies(late, system.aig.equal(previous, copy)));
    system.constraints.push_back(system.aig.implies(late, ~system.aig.equal(previous, copy)));
    system.bad.push_back(system.aig.and_gate(late, chosen));
    expect_safe_and_certified(system, run_bmc(system, {}));
  }
}

// The main claim: BMC up to the diameter agrees with explicit-state search, whatever the window.
// No counterexample: each bound adds steps, and the halves of gates that no query needs are
// missing.
TEST(BmcTest, AnEncodingByPolarityHasFewerClauses) {
  const BitSystem system = support::enabled_counter(6, 40, 50);
  std::uint64_t clauses[2] = {};
  for (const auto encoding : {BmcConfig::Encoding::Both, BmcConfig::Encoding::AsAsked}) {
    BmcConfig config = up_to(8);
    config.encoding = encoding;
    support::QuietContext context;
    Bmc bmc(system, config, context.get());
    EXPECT_TRUE(std::holds_alternative<Unknown>(bmc.run()));
    clauses[static_cast<int>(encoding)] = bmc.stats().search.clauses;
  }
  EXPECT_LT(clauses[1], clauses[0]);
  BmcConfig config;
  config.encoding = BmcConfig::Encoding::AsAsked;
  config.solver = SolverKind::Cairn;
  EXPECT_NE(config.validate(), "");
}

class BmcAgainstOracle : public testing::TestWithParam<int> {};

void compare_with_oracle(std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  const BitSystem system = support::random_system(seed);
  const support::OracleResult oracle = support::explore(system);
  Rng rng(seed);
  BmcConfig config;
  config.first = static_cast<std::uint32_t>(rng.below(4) == 0 ? rng.below(6) : 0);
  config.step = static_cast<std::uint32_t>(1 + (rng.below(3) == 0 ? rng.below(5) : 0));
  config.gradual = rng.chance(50);
  config.last = std::max(oracle.diameter, config.first);
  config.shortest = rng.below(2) == 0;
  config.leap = static_cast<std::uint32_t>(rng.below(4));
  config.solver = static_cast<SolverKind>(rng.below(3));
  if (config.solver != SolverKind::Cairn)
    config.encoding = static_cast<BmcConfig::Encoding>(rng.below(2));
  const auto answer = run_bmc(system, config);
  if (const auto shortest = oracle.shortest()) {
    ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(answer));
    const BitTrace& trace = std::get<Unsafe<BitSystem>>(answer).trace;
    const Replay replayed = replay(system, trace);
    EXPECT_TRUE(replayed.accepted) << replayed.reason;
    EXPECT_EQ(replayed.bad_step, static_cast<std::int64_t>(trace.length()) - 1);
    if (config.shortest || (config.first == 0 && config.step == 1 && config.leap == 0)) {
      EXPECT_EQ(trace.length(), *shortest + 1);
    }
  } else if (std::holds_alternative<Safe<BitSystem>>(answer)) {
    expect_safe_and_certified(system, answer);
  } else {
    ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
    EXPECT_EQ(std::get<Unknown>(answer).bound, config.last);
  }
}

TEST_P(BmcAgainstOracle, AgreesOnRandomSystems) {
  // 20 parts of 500: the 10,000 systems that the suite promises.
  for (int i = 0; i < 500; ++i) {
    compare_with_oracle(static_cast<std::uint64_t>(GetParam()) * 500 + i);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(TenThousandSystems, BmcAgainstOracle, testing::Range(0, 20));

}  // namespace
}  // namespace cairn
