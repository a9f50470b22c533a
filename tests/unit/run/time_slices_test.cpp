// SPDX-License-Identifier: MIT
#include "run/time_slices.h"

#include <gtest/gtest.h>

#include "certify/check_certificate.h"
#include "model/simulate.h"
#include "support/quiet_context.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

struct SlicesRun {
  SlicesRun(const BitSystem& system, const std::vector<StrategyOptions>& strategies,
            const EngineOptions& options) {
    support::QuietContext context;
    TimeSlices slices(system, strategies, options, context.get());
    answer = slices.run();
    decided_by = slices.decided_by();
    slices.add_statistics(statistics);
    bound = context.progress.bound;
  }
  std::uint64_t count(const std::string& counter) const {
    for (const auto& [name, value] : statistics.counters)
      if (name == counter) return value;
    return 0;
  }

  Answer<BitSystem> answer;
  std::string decided_by;
  Statistics statistics;
  std::int64_t bound = -1;
};

Configuration auto_with(const EngineOptions& options) {
  Configuration configuration;
  configuration.engines = options;
  return configuration;
}

EngineOptions short_slices() {
  EngineOptions options;
  options.slice = 1e-6;
  return options;
}

StrategyOptions strategy(const std::string& name, const std::string& engine,
                         const EngineOptions& options = {}) {
  return {name, {}, engine, options.configs, 1};
}

TEST(TimeSlices, EachEngineIsOneLaneAndAutoIsSeveral) {
  const BitSystem system = support::constrained_shift_register(4);
  std::vector<std::string> engines = engine_names(false);
  engines.emplace_back("auto");
  for (const std::string& engine : engines) {
    Configuration configuration;
    configuration.engine = engine;
    const auto strategies = strategies_of(configuration, system);
    EXPECT_EQ(strategies.size() == 1, engine != "auto");
    EXPECT_EQ(strategies.front().engine, engine == "auto" ? "ic3" : engine);
  }
}

TEST(TimeSlices, ConstraintsAreAbstractedOnlyWhereThereAreSome) {
  const auto abstracts = [](const BitSystem& system) {
    for (const StrategyOptions& options : strategies_of({}, system))
      if (options.configs.ic3.abstract_constraints) return true;
    return false;
  };
  EXPECT_TRUE(abstracts(support::constrained_shift_register(4)));
  EXPECT_FALSE(abstracts(support::shift_register(4)));
}

// An easy system is decided by the first strategy, and the others never start.
TEST(TimeSlices, LanesStartWhenItIsTheirTurn) {
  const SlicesRun run(support::mod_counter(3, 6, 7),
                      {strategy("first", "ic3"), strategy("second", "bmc")}, {});
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(run.answer));
  EXPECT_EQ(run.decided_by, "first");
  EXPECT_GT(run.count("ic3.frames"), 0u);
  EXPECT_EQ(run.count("second.bmc.queries") + run.count("second.bmc.folded"), 0u);
}

TEST(TimeSlices, LanesWithAHeadStartGoFirst) {
  const BitSystem system = support::mod_counter(3, 6, 7);
  StrategyOptions leader = strategy("leader", "ic3");
  leader.head = 1;
  const SlicesRun led(system, {strategy("first", "kind"), leader, strategy("last", "bmc")}, {});
  EXPECT_EQ(led.decided_by, "leader");
  EXPECT_EQ(led.count("kind.base.queries") + led.count("kind.step.queries") +
                led.count("last.bmc.queries"),
            0u);
  // The round begins with the strategy after it.
  EngineOptions options;
  options.configs.bmc.last = 3;
  leader = strategy("leader", "bmc", options);
  leader.head = 1;
  const SlicesRun next(system, {strategy("first", "ic3"), leader, strategy("last", "ic3")},
                       options);
  EXPECT_EQ(next.decided_by, "last");
  EXPECT_EQ(next.count("ic3.frames"), 0u);
}

// Parts stay what they are unless some lanes lead.
TEST(TimeSlices, BesideLeadersTurnsDoNotGrowAtFirst) {
  const auto steady_rounds = [](const std::vector<Strategy>& choices) {
    EngineOptions options;
    options.strategies = choices;
    std::vector<std::uint32_t> result;
    for (const StrategyOptions& l : strategies_of(auto_with(options), support::shift_register(4))) {
      EXPECT_EQ(l.growth, 1.5);
      result.push_back(l.steady);
    }
    return result;
  };
  using Rounds = std::vector<std::uint32_t>;
  EXPECT_EQ(steady_rounds({{"ic3", 1}, {"bmc", 0.5}}), (Rounds{0, 0}));
  EXPECT_EQ(steady_rounds({{"bmc", 0.5}, {"ic3", 1, 1}}), (Rounds{4, 0}));
  // The one that leads may be of no use for a system; the others are still beside it.
  EXPECT_EQ(steady_rounds({{"abstract", 1, 1}, {"bmc", 0.5}, {"ic3", 1}}), (Rounds{4, 4}));
}

// The end of a turn comes at any moment, and what was begun goes on as if it had not been: each
// strategy does exactly what it does alone.
TEST(TimeSlices, TurnsChangeNothingOfWhatALaneDoes) {
  const BitSystem system = support::enabled_counter(6, 50, 60);
  const SlicesRun alone(system, {strategy("ic3", "ic3")}, {});
  ASSERT_TRUE(std::holds_alternative<Safe<BitSystem>>(alone.answer));
  for (const double turn : {1e-6, 1e-5, 1e-4}) {
    EngineOptions options;
    options.slice = turn;
    const SlicesRun beside(system, {strategy("ic3", "ic3"), strategy("bmc", "bmc")}, options);
    EXPECT_EQ(beside.decided_by, "ic3");
    EXPECT_GT(beside.count("bmc.bmc.queries"), 0u);
    for (const char* counter : {"ic3.queries", "ic3.lemmas", "ic3.frames", "ic3.obligations"})
      EXPECT_EQ(beside.count(counter), alone.count(counter)) << counter << ' ' << turn;
  }
}

// BMC cannot prove this; IC3 has to, whatever turn it is.
TEST(TimeSlices, AnyLaneMayDecide) {
  const BitSystem system = support::enabled_counter(6, 50, 60);
  const SlicesRun run(system, {strategy("bmc", "bmc"), strategy("late", "ic3")}, short_slices());
  ASSERT_TRUE(std::holds_alternative<Safe<BitSystem>>(run.answer));
  EXPECT_EQ(run.decided_by, "late");
  EXPECT_GT(run.count("bmc.queries"), 0u);
  EXPECT_GT(run.count("late.ic3.lemmas"), 0u);
  support::QuietContext context;
  const auto& invariant = std::get<Safe<BitSystem>>(run.answer).invariant;
  EXPECT_EQ(check_invariant(system, invariant, {}, context.get()).outcome(), Outcome::Holds);
}

TEST(TimeSlices, ALaneThatIsThroughLeavesTheRestToTheOthers) {
  EngineOptions options;
  options.configs.bmc.last = 3;
  const BitSystem system = support::enabled_counter(6, 50, 60);
  const SlicesRun run(system, {strategy("bmc", "bmc", options), strategy("ic3", "ic3")}, options);
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(run.answer));
  const SlicesRun alone(system, {strategy("a", "bmc", options), strategy("b", "bmc", options)},
                        options);
  ASSERT_TRUE(std::holds_alternative<Unknown>(alone.answer));
  EXPECT_EQ(std::get<Unknown>(alone.answer).reason, Unknown::Reason::Bound);
  EXPECT_EQ(std::get<Unknown>(alone.answer).bound, 3);
  EXPECT_EQ(alone.decided_by, "");
}

/// A counter between latches and inputs that nothing needs, and with a latch that repeats a bit.
BitSystem with_superfluous_parts(std::uint32_t modulus, std::uint32_t bad_value) {
  BitSystem system;
  system.add_input("unused");
  const Lit idle = system.add_latch("idle");
  const Lit enable = system.add_input("enable");
  std::vector<Lit> count;
  for (int i = 0; i < 5; ++i) count.push_back(system.add_latch("count"));
  const Lit twin = system.add_latch("twin");
  Aig& aig = system.aig;
  system.set_next(idle, ~idle);
  const std::vector<Lit> more = support::incremented(aig, count);
  const Lit last = support::equals_number(aig, count, modulus - 1);
  for (std::size_t i = 0; i < count.size(); ++i) {
    const Lit counted = aig.and_gate(enable, aig.and_gate(more[i], ~last));
    const Lit next = aig.or_gate(counted, aig.and_gate(~enable, count[i]));
    system.set_next(count[i], next);
    if (i == 0) system.set_next(twin, next);
  }
  std::vector<Lit> seen = count;
  seen[0] = twin;
  system.bad.push_back(support::equals_number(aig, seen, bad_value));
  return system;
}

// What a strategy's own passes did is undone before the answer leaves it.
TEST(TimeSlices, EvidenceIsInTheVocabularyOfTheSystem) {
  StrategyOptions reduced = strategy("reduced", "ic3");
  reduced.passes = {"cone", "latch-correspondence", "cone"};
  const BitSystem unsafe = with_superfluous_parts(29, 20);
  const SlicesRun bug(unsafe, {reduced}, {});
  EXPECT_GT(bug.count("correspondence.latches"), 0u);
  ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(bug.answer));
  EXPECT_TRUE(replay(unsafe, std::get<Unsafe<BitSystem>>(bug.answer).trace).accepted);
  const BitSystem safe = with_superfluous_parts(29, 30);
  const SlicesRun proof(safe, {reduced}, {});
  ASSERT_TRUE(std::holds_alternative<Safe<BitSystem>>(proof.answer));
  support::QuietContext context;
  const auto& invariant = std::get<Safe<BitSystem>>(proof.answer).invariant;
  EXPECT_EQ(check_invariant(safe, invariant, {}, context.get()).outcome(), Outcome::Holds);
}

// A strategy knows its own bound only.
TEST(TimeSlices, ReportsTheBestBoundAndTheReasonOfTheRun) {
  support::QuietContext context;
  const BitSystem system = support::enabled_counter(12, 4000, 3900);
  EngineOptions options = short_slices();
  options.configs.bmc.last = 5;  // through before IC3 is
  TimeSlices slices(system, {strategy("bmc", "bmc", options), strategy("again", "bmc", options)},
                    options, context.get());
  context.progress.bound = 77;  // as another strategy might have left it
  const auto answer = slices.run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Bound);
  EXPECT_EQ(std::get<Unknown>(answer).bound, 77);
}

TEST(TimeSlices, AnAbstractionThatWasAskedForIsNotDoneTwice) {
  EngineOptions options;
  options.configs.ic3.abstract_constraints = true;
  for (const StrategyOptions& l :
       strategies_of(auto_with(options), support::constrained_shift_register(4))) {
    EXPECT_NE(l.name, "abstract");
    EXPECT_TRUE(l.configs.ic3.abstract_constraints);
  }
}

TEST(TimeSlices, LanesAreThoseThatWereChosen) {
  EngineOptions options;
  options.strategies = {{"kind", 1}, {"quip", 0.5}, {"abstract", 2}};
  const auto lanes = strategies_of(auto_with(options), support::constrained_shift_register(4));
  ASSERT_EQ(lanes.size(), 3u);
  EXPECT_EQ(lanes[0].engine, "kind");
  EXPECT_EQ(lanes[1].engine, "ic3");
  EXPECT_TRUE(lanes[1].configs.ic3.quip);
  EXPECT_EQ(lanes[1].share, 0.5);
  EXPECT_TRUE(lanes[2].configs.ic3.abstract_constraints);
  EXPECT_FALSE(lanes[2].configs.ic3.quip);
  // None of these suits a system without constraints.
  options.strategies = {{"abstract", 1}};
  EXPECT_EQ(strategies_of(auto_with(options), support::shift_register(4)).size(), 1u);
}

TEST(TimeSlices, EveryKnownLaneDecides) {
  BitSystem safe = support::enabled_counter(4, 10, 12);
  BitSystem unsafe = support::enabled_counter(4, 10, 7);
  // For those that leave constraints out.
  for (BitSystem* system : {&safe, &unsafe}) system->constraints.push_back(Lit(system->inputs[0]));
  for (const std::string name : {"ic3", "bmc", "stable", "abstract", "abstract-all", "quip",
                                 "signals", "kind", "itp", "itpseq"}) {
    EngineOptions options;
    options.strategies = {{name, 1}};
    const SlicesRun bug(unsafe, strategies_of(auto_with(options), unsafe), options);
    EXPECT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(bug.answer)) << name;
    EXPECT_EQ(bug.decided_by, name);
    if (name == "bmc" || name == "stable") continue;  // prove nothing
    const SlicesRun proof(safe, strategies_of(auto_with(options), safe), options);
    EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(proof.answer)) << name;
    EXPECT_EQ(proof.decided_by, name);
  }
}

TEST(TimeSlices, BmcLooksForCounterexamplesWithTheSolverThatWasAskedFor) {
  const auto config = [](const BmcConfig& asked) {
    EngineOptions options;
    options.configs.bmc = asked;
    for (const StrategyOptions& l : strategies_of(auto_with(options), support::shift_register(4)))
      if (l.engine == "bmc") return l.configs.bmc;
    ADD_FAILURE() << "no strategy for BMC";
    return BmcConfig{};
  };
  EXPECT_EQ(config({}).solver, SolverKind::Stable);
  EXPECT_EQ(config({}).step, 10u);
  EXPECT_TRUE(config({}).gradual);
  BmcConfig asked;
  asked.solver = SolverKind::Cairn;
  asked.step = 3;
  EXPECT_EQ(config(asked).solver, SolverKind::Cairn);
  EXPECT_EQ(config(asked).step, 3u);
  EXPECT_FALSE(config(asked).gradual);
}

// What does not go together with the settings that were asked for is left out, not an error.
TEST(TimeSlices, LanesThatDoNotGoWithTheSettingsAreLeftOut) {
  EngineOptions options;
  options.configs.ic3.quip_effort = 0;
  ASSERT_EQ(options.configs.validate().second, "");
  std::vector<std::string> names;
  for (const StrategyOptions& l :
       strategies_of(auto_with(options), support::constrained_shift_register(4)))
    names.push_back(l.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"ic3", "abstract", "stable", "signals", "itpseq", "kind"}));
  options.strategies = {{"quip", 1}};
  EXPECT_EQ(strategies_of(auto_with(options), support::shift_register(4)).front().name, "ic3");
}

TEST(TimeSlices, LanesTellEachOtherLemmas) {
  const BitSystem system = support::enabled_counter(8, 200, 250);
  EngineOptions options = short_slices();
  options.exchange = true;
  const std::vector<StrategyOptions> lanes{strategy("first", "ic3"), strategy("second", "ic3")};
  const SlicesRun with(system, lanes, options);
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(with.answer));
  EXPECT_GT(with.count("ic3.import.lemmas") + with.count("second.ic3.import.lemmas"), 0u);
  options.exchange = false;
  const SlicesRun without(system, lanes, options);
  EXPECT_TRUE(std::holds_alternative<Safe<BitSystem>>(without.answer));
  EXPECT_EQ(without.count("ic3.import.lemmas") + without.count("second.ic3.import.lemmas"), 0u);
}

TEST(TimeSlices, NothingStartsWhenTheBudgetIsExhausted) {
  support::QuietContext context;
  context.budget.request_stop(StopReason::Memory);
  const BitSystem system = support::reset_functions();
  const EngineOptions options;
  TimeSlices slices(system, strategies_of(auto_with(options), system), options, context.get());
  const auto answer = slices.run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Memory);
  Statistics statistics;
  slices.add_statistics(statistics);
  for (const auto& [name, value] : statistics.counters) EXPECT_NE(name, "ic3.frames");
}

}  // namespace
}  // namespace cairn
