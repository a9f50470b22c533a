// SPDX-License-Identifier: MIT
#include "engine/ic3/ic3.h"

#include <gtest/gtest.h>

#include <functional>

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

/// The answer, certified, and the statistics.
struct Ic3Run {
  explicit Ic3Run(const BitSystem& system, const ic3::Ic3Config& config = {}) {
    support::QuietContext context;
    ic3::Ic3 engine(system, config, context.get());
    answer = engine.run();
    stats = engine.stats();
    solver = engine.solver_stats();
    bound = context.progress.bound;
    if (const auto* safe = std::get_if<Safe<BitSystem>>(&answer)) {
      const Judgement judgement = check_invariant(system, safe->invariant, {}, context.get());
      EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
    } else if (is_unsafe()) {
      const Replay replayed = replay(system, trace());
      EXPECT_TRUE(replayed.accepted) << replayed.reason;
      // Not always the last step: the path to a bad state may lead through another one.
      EXPECT_LT(replayed.bad_step, static_cast<std::int64_t>(trace().length()));
    }
  }
  bool is_safe() const { return std::holds_alternative<Safe<BitSystem>>(answer); }
  bool is_unsafe() const { return std::holds_alternative<Unsafe<BitSystem>>(answer); }
  const BitTrace& trace() const { return std::get<Unsafe<BitSystem>>(answer).trace; }

  Answer<BitSystem> answer;
  ic3::Ic3Stats stats;
  sat::SolverStats solver;
  std::int64_t bound = -1;
};

TEST(Ic3Test, FindsACounterexampleOfLengthZero) {
  BitSystem system = support::mod_counter(3, 6, 0);
  const Ic3Run run(system);
  ASSERT_TRUE(run.is_unsafe());
  EXPECT_EQ(run.trace().length(), 1u);
}

TEST(Ic3Test, FindsACounterexampleOfLengthOne) {
  const Ic3Run run(support::mod_counter(3, 6, 1));
  ASSERT_TRUE(run.is_unsafe());
  EXPECT_EQ(run.trace().length(), 2u);
}

TEST(Ic3Test, FindsLongCounterexamples) {
  const Ic3Run counter(support::enabled_counter(6, 60, 47));
  ASSERT_TRUE(counter.is_unsafe());
  EXPECT_GE(counter.trace().length(), 48u);
  const Ic3Run shift(support::shift_register(30));
  ASSERT_TRUE(shift.is_unsafe());
  EXPECT_GE(shift.trace().length(), 31u);
}

// Obligations that are kept for higher frames are as deep as they happen to be.
TEST(Ic3Test, FindsCounterexamplesThatAreLongerThanTheNumberOfFrames) {
  ic3::Ic3Config config;
  int longer = 0;
  for (const std::uint32_t value : {20u, 35u, 47u}) {
    const Ic3Run run(support::enabled_counter(6, 60, value), config);
    ASSERT_TRUE(run.is_unsafe());
    longer += run.trace().length() > run.stats.frames + 1 ? 1 : 0;
  }
  EXPECT_GT(longer, 0);
}

TEST(Ic3Test, ProvesWhatTheCounterNeverReaches) {
  EXPECT_TRUE(Ic3Run(support::mod_counter(5, 20, 27)).is_safe());
  EXPECT_TRUE(Ic3Run(support::enabled_counter(4, 13, 14)).is_safe());
}

TEST(Ic3Test, ProvesWhatConstraintsExclude) {
  EXPECT_TRUE(Ic3Run(support::constrained_shift_register(6)).is_safe());
  EXPECT_TRUE(Ic3Run(support::constrained_counter(4, 9, 11)).is_safe());
  EXPECT_TRUE(Ic3Run(support::contradictory_constraints()).is_safe());
  EXPECT_TRUE(Ic3Run(support::constrained_counter(4, 9, 7)).is_unsafe());
}

// The last constrained step may be the bad one: constraints are not assumed of the step after it.
TEST(Ic3Test, ABadStepNeedsNoConstrainedSuccessor) {
  const Ic3Run run(support::constrained_counter(4, 9, 8));
  ASSERT_TRUE(run.is_unsafe());
  EXPECT_EQ(run.trace().length(), 9u);
}

TEST(Ic3Test, AConstraintThatTheFirstStateViolatesMeansSafe) {
  BitSystem system;
  const Lit latch = system.add_latch(), other = system.add_uninitialised_latch();
  system.set_next(latch, kTrue);
  system.set_next(other, other);
  system.constraints.push_back(latch);
  system.bad.push_back(other);
  EXPECT_TRUE(Ic3Run(system).is_safe());
}

TEST(Ic3Test, UninitialisedLatchesStartWithAnyValue) {
  BitSystem system = support::uninitialised_latch();
  const Ic3Run all(system);
  ASSERT_TRUE(all.is_unsafe());
  EXPECT_EQ(all.trace().length(), 2u);
  system.bad.erase(system.bad.begin());
  EXPECT_TRUE(Ic3Run(system).is_safe());
}

TEST(Ic3Test, ResetFunctionsComeThroughTheirPass) {
  const BitSystem system = support::reset_functions();
  for (std::uint32_t bad = 0; bad < system.bad.size(); ++bad) {
    BitSystem one = system;
    one.bad = {system.bad[bad]};
    support::QuietContext context;
    Resets pass(context.get());
    const Ic3Run run(pass.apply(one));
    EXPECT_EQ(run.is_safe(), bad == 0) << "bad state " << bad;
    if (run.is_unsafe()) {
      const Replay replayed = replay(one, pass.restore_trace(run.trace()));
      EXPECT_TRUE(replayed.accepted) << replayed.reason;
    } else {
      const auto& invariant = std::get<Safe<BitSystem>>(run.answer).invariant;
      EXPECT_EQ(
          check_invariant(one, pass.restore_invariant(invariant), {}, context.get()).outcome(),
          Outcome::Holds);
    }
  }
}

TEST(Ic3Test, PropertiesMayReadInputs) {
  BitSystem system = support::mod_counter(3, 6, 5);
  const Lit input = system.add_input();
  const Lit reached = system.bad[0];
  system.bad[0] = system.aig.and_gate(reached, input);
  const Ic3Run run(system);
  ASSERT_TRUE(run.is_unsafe());
  EXPECT_EQ(run.trace().length(), 6u);
  EXPECT_EQ(run.trace().inputs.back()[0], Lbool::True);
  system.constraints.push_back(system.aig.implies(reached, ~input));
  EXPECT_TRUE(Ic3Run(system).is_safe());
}

TEST(Ic3Test, ASystemWithoutLatches) {
  BitSystem system = support::combinational();
  const Ic3Run both(system);
  ASSERT_TRUE(both.is_unsafe());
  EXPECT_EQ(both.trace().length(), 1u);
  system.bad.erase(system.bad.begin());
  EXPECT_TRUE(Ic3Run(system).is_safe());
}

TEST(Ic3Test, ConstantBadStates) {
  const Ic3Run always(support::constant_bad(true));
  ASSERT_TRUE(always.is_unsafe());
  EXPECT_EQ(always.trace().length(), 1u);
  EXPECT_TRUE(Ic3Run(support::constant_bad(false)).is_safe());
}

TEST(Ic3Test, AnyOfSeveralBadStatesCounts) {
  BitSystem system = support::mod_counter(4, 11, 12);
  std::vector<Lit> bits;
  for (const Latch& latch : system.latches) bits.emplace_back(latch.var);
  system.bad.push_back(support::equals_number(system.aig, bits, 13));
  EXPECT_TRUE(Ic3Run(system).is_safe());
  system.bad.push_back(support::equals_number(system.aig, bits, 9));
  const Ic3Run run(system);
  ASSERT_TRUE(run.is_unsafe());
  EXPECT_EQ(run.trace().length(), 10u);
}

TEST(Ic3Test, ReturnsUnknownAtOnceWhenTheBudgetIsExhausted) {
  const BitSystem system = support::mod_counter(4, 13, 11);
  support::QuietContext context;
  context.budget.request_stop(StopReason::Interrupt);
  ic3::Ic3 engine(system, {}, context.get());
  const auto answer = engine.run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Interrupt);
  EXPECT_EQ(std::get<Unknown>(answer).bound, -1);
  EXPECT_EQ(engine.stats().obligations, 0u);
}

TEST(Ic3Test, GoesOnWhereItStopped) {
  for (const bool abstract : {false, true}) {
    ic3::Ic3Config config;
    config.abstract_constraints = abstract;
    BitSystem safe = support::enabled_counter(6, 50, 60);
    BitSystem unsafe = support::enabled_counter(6, 60, 40);
    for (BitSystem* system : {&safe, &unsafe})  // a constraint that holds anyway
      system->constraints.push_back(
          ~system->aig.and_gate(Lit(system->latches[0].var), ~Lit(system->latches[0].var)));
    const auto proof = support::run_by_turns<ic3::Ic3>(safe, config);
    EXPECT_GT(proof.turns, 2);
    ASSERT_TRUE(std::holds_alternative<Safe<BitSystem>>(proof.answer));
    support::QuietContext context;
    const auto& invariant = std::get<Safe<BitSystem>>(proof.answer).invariant;
    EXPECT_EQ(check_invariant(safe, invariant, {}, context.get()).outcome(), Outcome::Holds);

    const auto bug = support::run_by_turns<ic3::Ic3>(unsafe, config);
    EXPECT_GT(bug.turns, 2);
    ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(bug.answer));
    EXPECT_TRUE(replay(unsafe, std::get<Unsafe<BitSystem>>(bug.answer).trace).accepted);
  }
}

// No counterexample is shorter than what was reported as cleared.
TEST(Ic3Test, ReportsBoundsThatAreTrue) {
  for (const std::uint32_t value : {3u, 9u, 17u}) {
    const Ic3Run run(support::mod_counter(5, 20, value));
    ASSERT_TRUE(run.is_unsafe());
    EXPECT_LT(run.bound, value);
  }
}

TEST(Ic3Test, TheSameSeedGivesTheSameRun) {
  const BitSystem system = support::enabled_counter(5, 29, 30);
  const Ic3Run a(system), b(system);
  EXPECT_EQ(a.stats.lemmas, b.stats.lemmas);
  EXPECT_EQ(a.stats.obligations, b.stats.obligations);
  EXPECT_EQ(a.solver.conflicts, b.solver.conflicts);
}

TEST(Ic3ConfigTest, RefusesSettingsThatMakeNoSense) {
  EXPECT_EQ(ic3::Ic3Config().validate(), "");
  ic3::Ic3Config config;
  config.lift_rounds = 0;
  EXPECT_NE(config.validate(), "");
  config = {};
  config.ctg_depth = 0;
  EXPECT_NE(config.validate(), "");
  config = {};
  config.ctg_limit = 0;
  EXPECT_NE(config.validate(), "");
}

// ---- Each technique acts: what it counts, summed over systems that need work.

struct Total {
  ic3::Ic3Stats stats;
  std::uint64_t solves = 0, decisions = 0, domain_variables = 0, domain_growths = 0;
  std::uint64_t answers = 0;  ///< which systems are safe, folded
};

void add(ic3::Ic3Stats& sum, const ic3::Ic3Stats& of) {
  sum.variables += of.variables;
  sum.eliminated += of.eliminated;
  sum.obligations += of.obligations;
  sum.dropped_obligations += of.dropped_obligations;
  sum.ctis += of.ctis;
  sum.cti_literals += of.cti_literals;
  sum.lifted_from += of.lifted_from;
  sum.lemmas += of.lemmas;
  sum.lemma_literals += of.lemma_literals;
  sum.ctgs += of.ctgs;
  sum.ctgs_blocked += of.ctgs_blocked;
  sum.drops_tried += of.drops_tried;
  sum.halves_tried += of.halves_tried;
  sum.halves_dropped += of.halves_dropped;
  sum.queued_lemmas += of.queued_lemmas;
  sum.drops_done += of.drops_done;
  sum.pushes_tried += of.pushes_tried;
  sum.pushes_saved += of.pushes_saved;
  sum.pushed_by_proof += of.pushed_by_proof;
  sum.infinity_lemmas += of.infinity_lemmas;
  sum.lift.unsatisfiable += of.lift.unsatisfiable;
  sum.push.satisfiable += of.push.satisfiable;
  sum.push.unsatisfiable += of.push.unsatisfiable;
  sum.infinity.satisfiable += of.infinity.satisfiable;
  sum.infinity.unsatisfiable += of.infinity.unsatisfiable;
  sum.block.satisfiable += of.block.satisfiable;
  sum.block.unsatisfiable += of.block.unsatisfiable;
  sum.generalize.satisfiable += of.generalize.satisfiable;
  sum.generalize.unsatisfiable += of.generalize.unsatisfiable;
  sum.confirm.satisfiable += of.confirm.satisfiable;
  sum.confirm.unsatisfiable += of.confirm.unsatisfiable;
  sum.kept_constraints += of.kept_constraints;
  sum.subsumed_lemmas += of.subsumed_lemmas;
  sum.joins += of.joins;
  sum.implied_obligations += of.implied_obligations;
  sum.unneeded_lemmas += of.unneeded_lemmas;
  sum.recycled += of.recycled;
  sum.deferred += of.deferred;
  sum.overlooked += of.overlooked;
  sum.check.satisfiable += of.check.satisfiable;
  sum.cone.unsatisfiable += of.cone.unsatisfiable;
}

const std::vector<BitSystem>& systems() {
  static const std::vector<BitSystem> made = [] {
    std::vector<BitSystem> result = {
        support::enabled_counter(5, 29, 30), support::enabled_counter(6, 60, 47),
        support::constrained_shift_register(8), support::mod_counter(5, 20, 27)};
    support::RandomSystemOptions shape;
    shape.reset_function = 0;
    shape.max_latches = 9;
    shape.max_gates = 40;
    for (std::uint64_t seed = 0; seed < 60; ++seed)
      result.push_back(support::random_system(seed, shape));
    return result;
  }();
  return made;
}

/// Runs all systems; the answers must not depend on the settings.
Total total(const std::function<void(ic3::Ic3Config&)>& change) {
  ic3::Ic3Config config;
  change(config);
  EXPECT_EQ(config.validate(), "");
  Total sum;
  std::uint64_t bit = 1;
  for (const BitSystem& system : systems()) {
    SCOPED_TRACE(testing::Message() << "system " << &system - systems().data());
    const Ic3Run run(system, config);
    EXPECT_TRUE(run.is_safe() || run.is_unsafe());
    if (run.is_safe()) sum.answers ^= bit;
    bit = bit << 1 | bit >> 63;
    add(sum.stats, run.stats);
    sum.decisions += run.solver.decisions;
    sum.domain_variables += run.solver.domain_variables;
    sum.domain_growths += run.solver.domain_growths;
    sum.solves += run.solver.solves;
  }
  return sum;
}

using Generalize = ic3::Ic3Config::Generalize;
using Lift = ic3::Ic3Config::Lift;

TEST(Ic3OptionsTest, EliminateMakesFewerVariables) {
  const Total on = total([](ic3::Ic3Config& c) { c.eliminate = true; });
  const Total off = total([](ic3::Ic3Config& c) { c.eliminate = false; });
  EXPECT_GT(on.stats.eliminated, 0u);
  EXPECT_EQ(off.stats.eliminated, 0u);
  EXPECT_EQ(on.stats.variables + on.stats.eliminated, off.stats.variables);
  EXPECT_EQ(on.answers, off.answers);
}

TEST(Ic3OptionsTest, CutsMakeFewerVariablesThanGates) {
  const Total gates = total([](ic3::Ic3Config& c) { c.eliminate = false; });
  const Total cuts = total([](ic3::Ic3Config& c) {
    c.encoding = ic3::Ic3Config::Encoding::Cuts;
    c.eliminate = false;
  });
  EXPECT_LT(cuts.stats.variables, gates.stats.variables);
  EXPECT_EQ(cuts.stats.eliminated, 0u);
  EXPECT_EQ(cuts.answers, gates.answers);
}

TEST(Ic3OptionsTest, EveryLiftMakesSmallerObligations) {
  const Total none = total([](ic3::Ic3Config& c) { c.lift = Lift::None; });
  EXPECT_EQ(none.stats.lift.unsatisfiable, 0u);
  for (const Lift lift : {Lift::Ternary, Lift::Sat, Lift::Justify, Lift::Both}) {
    const Total lifted = total([=](ic3::Ic3Config& c) { c.lift = lift; });
    EXPECT_EQ(lifted.answers, none.answers);
    EXPECT_LT(lifted.stats.cti_literals * none.stats.ctis,
              none.stats.cti_literals * lifted.stats.ctis)
        << static_cast<int>(lift);
    const bool by_cores = lift == Lift::Sat || lift == Lift::Both;
    EXPECT_EQ(lifted.stats.lift.unsatisfiable > 0, by_cores) << static_cast<int>(lift);
  }
}

TEST(Ic3OptionsTest, DropFromModelLeavesLessToCores) {
  const auto setting = [](bool drop) {
    return [=](ic3::Ic3Config& c) {
      c.lift = Lift::Sat;
      c.drop_from_model = drop;
    };
  };
  const Total on = total(setting(true)), off = total(setting(false));
  EXPECT_LT(on.stats.lift.unsatisfiable * off.stats.ctis,
            off.stats.lift.unsatisfiable * on.stats.ctis);
  EXPECT_EQ(on.answers, off.answers);
}

TEST(Ic3OptionsTest, AbstractConstraintsMakesObligationsSmallerAndConfirmsCounterexamples) {
  const Total on = total([](ic3::Ic3Config& c) { c.abstract_constraints = true; });
  const Total off = total([](ic3::Ic3Config& c) { c.abstract_constraints = false; });
  EXPECT_EQ(on.answers, off.answers);
  EXPECT_LT(on.stats.cti_literals * off.stats.ctis, off.stats.cti_literals * on.stats.ctis);
  EXPECT_GT(on.stats.confirm.satisfiable, 0u);
  EXPECT_GT(on.stats.confirm.unsatisfiable, 0u);
  EXPECT_GT(on.stats.kept_constraints, 0u);
  EXPECT_EQ(off.stats.confirm.satisfiable + off.stats.confirm.unsatisfiable, 0u);
}

TEST(Ic3OptionsTest, DropFailuresLeaveLiteralsIn) {
  const Total one = total([](ic3::Ic3Config& c) { c.drop_failures = 1; });
  const Total all = total([](ic3::Ic3Config& c) { c.drop_failures = 0; });
  EXPECT_EQ(one.answers, all.answers);
  EXPECT_LT(one.stats.drops_tried * all.stats.lemmas, all.stats.drops_tried * one.stats.lemmas);
}

TEST(Ic3OptionsTest, FailuresCountInARowOrAll) {
  const auto setting = [](bool in_a_row) {
    return [=](ic3::Ic3Config& c) {
      c.generalize = Generalize::Drop;
      c.drop_failures = 2;
      c.failures_in_a_row = in_a_row;
    };
  };
  const Total row = total(setting(true)), all = total(setting(false));
  EXPECT_EQ(row.answers, all.answers);
  EXPECT_NE(row.stats.drops_tried, all.stats.drops_tried);
}

TEST(Ic3OptionsTest, HalvesAreDroppedTogether) {
  const auto setting = [](ic3::Ic3Config::DropSearch search) {
    return [=](ic3::Ic3Config& c) {
      c.generalize = Generalize::Drop;
      c.drop_search = search;
    };
  };
  const Total linear = total(setting(ic3::Ic3Config::DropSearch::Linear)),
              binary = total(setting(ic3::Ic3Config::DropSearch::Binary));
  EXPECT_EQ(linear.answers, binary.answers);
  EXPECT_EQ(linear.stats.halves_tried, 0u);
  EXPECT_GT(binary.stats.halves_dropped, 0u);
  EXPECT_GT(binary.stats.halves_tried, binary.stats.halves_dropped);
}

TEST(Ic3OptionsTest, WhatIsQueuedGetsItsLemmaAtOnce) {
  const auto setting = [](bool at_once) {
    return [=](ic3::Ic3Config& c) { c.queue_generalized = at_once; };
  };
  const Total on = total(setting(true)), off = total(setting(false));
  EXPECT_EQ(on.answers, off.answers);
  EXPECT_EQ(off.stats.queued_lemmas, 0u);
  EXPECT_GT(on.stats.queued_lemmas, 0u);
}

// Without activity in the order of the latches, whatever lemmas there are.
TEST(Ic3OptionsTest, ActivityOfAssumptionsIsAnOptionOfItsOwn) {
  using Activity = ic3::Ic3Config::Activity;
  const Total on = total([](ic3::Ic3Config&) {});
  for (const Activity other : {Activity::Off, Activity::Reversed, Activity::Random}) {
    const Total off = total([=](ic3::Ic3Config& c) { c.assume_activity = other; });
    EXPECT_NE(on.stats.drops_tried, off.stats.drops_tried) << static_cast<int>(other);
    EXPECT_EQ(on.answers, off.answers);
  }
}

TEST(Ic3OptionsTest, LiftRoundsLimitTheCoresOfAnObligation) {
  const auto setting = [](std::uint32_t rounds) {
    return [=](ic3::Ic3Config& c) {
      c.lift_rounds = rounds;
      c.generalize = Generalize::Drop;  // lifts nothing
    };
  };
  const Total one = total(setting(1)), four = total(setting(4));
  EXPECT_LE(one.stats.lift.unsatisfiable, one.stats.ctis);
  EXPECT_GT(four.stats.lift.unsatisfiable, four.stats.ctis);
  EXPECT_EQ(one.answers, four.answers);
}

TEST(Ic3OptionsTest, CoreDropsNothingAndDropDoes) {
  const Total core = total([](ic3::Ic3Config& c) { c.generalize = Generalize::Core; });
  const Total drop = total([](ic3::Ic3Config& c) { c.generalize = Generalize::Drop; });
  EXPECT_EQ(core.stats.drops_tried, 0u);
  EXPECT_EQ(core.stats.generalize.unsatisfiable, 0u);
  EXPECT_GT(drop.stats.drops_done, 0u);
  EXPECT_EQ(drop.stats.ctgs, 0u);
  EXPECT_LT(drop.stats.lemma_literals * core.stats.lemmas,
            core.stats.lemma_literals * drop.stats.lemmas);
  EXPECT_EQ(core.answers, drop.answers);
}

TEST(Ic3OptionsTest, CtgBlocksWhatStandsInTheWay) {
  const Total ctg = total([](ic3::Ic3Config& c) { c.generalize = Generalize::Ctg; });
  EXPECT_GT(ctg.stats.ctgs, 0u);
  EXPECT_GT(ctg.stats.ctgs_blocked, 0u);
  const Total none = total([](ic3::Ic3Config& c) {
    c.generalize = Generalize::Ctg;
    c.ctg_max = 0;
  });
  EXPECT_EQ(none.stats.ctgs, 0u);
  EXPECT_EQ(ctg.answers, none.answers);
}

TEST(Ic3OptionsTest, ExtendedBlocksMoreOfThem) {
  const Total plain = total([](ic3::Ic3Config& c) { c.generalize = Generalize::Ctg; });
  const Total extended = total([](ic3::Ic3Config& c) { c.generalize = Generalize::Extended; });
  EXPECT_GT(extended.stats.ctgs_blocked * plain.stats.ctgs,
            plain.stats.ctgs_blocked * extended.stats.ctgs);
  // One attempt is what Ctg has.
  const Total one = total([](ic3::Ic3Config& c) {
    c.generalize = Generalize::Extended;
    c.ctg_limit = 1;
  });
  EXPECT_EQ(one.stats.ctgs, plain.stats.ctgs);
  EXPECT_EQ(one.stats.ctgs_blocked, plain.stats.ctgs_blocked);
  EXPECT_EQ(extended.answers, plain.answers);
}

TEST(Ic3OptionsTest, CtgDepthLetsCtgsHaveCtgs) {
  const Total one = total([](ic3::Ic3Config& c) { c.generalize = Generalize::Ctg; });
  const Total three = total([](ic3::Ic3Config& c) {
    c.generalize = Generalize::Ctg;
    c.ctg_depth = 3;
  });
  EXPECT_GT(three.stats.ctgs, one.stats.ctgs);
  EXPECT_EQ(one.answers, three.answers);
}

// Obligations that do not come back get plain dropping; those that do get more.
TEST(Ic3OptionsTest, DynamicSpendsOnWhatComesBack) {
  const BitSystem easy = support::mod_counter(4, 11, 12);
  EXPECT_EQ(Ic3Run(easy).stats.ctgs, 0u);
  const Ic3Run hard(support::enabled_counter(8, 249, 253));
  EXPECT_TRUE(hard.is_safe());
  EXPECT_GT(hard.stats.ctgs, 0u);
}

TEST(Ic3OptionsTest, ActivityChangesTheOrder) {
  using Activity = ic3::Ic3Config::Activity;
  const Total on = total([](ic3::Ic3Config& c) { c.activity = Activity::On; });
  for (const Activity other : {Activity::Off, Activity::Reversed, Activity::Random}) {
    const Total off = total([=](ic3::Ic3Config& c) { c.activity = other; });
    EXPECT_NE(on.stats.drops_tried, off.stats.drops_tried) << static_cast<int>(other);
    EXPECT_EQ(on.answers, off.answers);
  }
}

// With its own negation assumed, what is inductive relative to the frame alone stays so, and more
// is.
TEST(Ic3OptionsTest, ExtendedQueriesLetFewerCandidatesFail) {
  const auto setting = [](bool extended) {
    return [=](ic3::Ic3Config& c) {
      c.generalize = Generalize::Drop;
      c.down = false;
      c.extended_queries = extended;
    };
  };
  const Total on = total(setting(true)), off = total(setting(false));
  EXPECT_LT(on.stats.generalize.satisfiable * off.stats.drops_tried,
            off.stats.generalize.satisfiable * on.stats.drops_tried);
  EXPECT_EQ(on.answers, off.answers);
}

TEST(Ic3OptionsTest, DownJoinsWhatFails) {
  const Total on = total([](ic3::Ic3Config& c) { c.down = true; });
  const Total off = total([](ic3::Ic3Config& c) { c.down = false; });
  const Total one = total([](ic3::Ic3Config& c) { c.down_literals = 1; });
  EXPECT_GT(on.stats.joins, 0u);
  EXPECT_GT(one.stats.joins, 0u);
  EXPECT_LT(one.stats.joins, on.stats.joins);
  EXPECT_EQ(off.stats.joins, 0u);
  EXPECT_EQ(on.answers, off.answers);
  EXPECT_EQ(on.answers, one.answers);
}

TEST(Ic3OptionsTest, QueueChangesTheOrderOfObligations) {
  using Queue = ic3::Ic3Config::Queue;
  const Total farthest = total([](ic3::Ic3Config& c) { c.queue = Queue::Farthest; });
  for (const Queue other : {Queue::Newest, Queue::Oldest}) {
    const Total changed = total([=](ic3::Ic3Config& c) { c.queue = other; });
    EXPECT_NE(changed.stats.obligations, farthest.stats.obligations) << static_cast<int>(other);
    EXPECT_EQ(changed.answers, farthest.answers);
  }
}

TEST(Ic3OptionsTest, PropagateOffPushesNothing) {
  const Total on = total([](ic3::Ic3Config& c) { c.propagate = true; });
  const Total off = total([](ic3::Ic3Config& c) { c.propagate = false; });
  EXPECT_GT(on.stats.pushes_tried, 0u);
  EXPECT_EQ(off.stats.pushes_tried, 0u);
  EXPECT_EQ(on.answers, off.answers);
}

// That the frame excludes what no lemma does is rare: [EMB11] lost nothing without the query. So
// these systems were looked for: it happened in 49 of 18,000 runs on random ones.
TEST(Ic3OptionsTest, SemanticCheckSettlesWhatTheFrameExcludes) {
  for (const std::uint64_t seed : {1043u, 1953u, 2491u}) {
    SCOPED_TRACE(seed);
    support::RandomSystemOptions shape;
    shape.reset_function = 0;
    shape.max_latches = 5 + static_cast<std::uint32_t>(seed % 4);
    shape.max_gates = 30 + static_cast<std::uint32_t>(seed % 50);
    const BitSystem system = support::random_system(seed, shape);
    ic3::Ic3Config config;
    const Ic3Run off(system, config);
    EXPECT_EQ(off.stats.implied_obligations, 0u);
    EXPECT_EQ(off.stats.check.satisfiable + off.stats.check.unsatisfiable, 0u);
    config.semantic_check = true;
    const Ic3Run on(system, config);
    EXPECT_GT(on.stats.implied_obligations, 0u);
    EXPECT_EQ(on.stats.implied_obligations, on.stats.check.unsatisfiable);
    EXPECT_GT(on.stats.check.satisfiable, 0u);
    EXPECT_EQ(on.answer.index(), off.answer.index());
  }
  const Total on = total([](ic3::Ic3Config& c) { c.semantic_check = true; });
  EXPECT_EQ(on.answers, total([](ic3::Ic3Config& c) { c.semantic_check = false; }).answers);
}

TEST(Ic3OptionsTest, SemanticConeRemovesLemmas) {
  const Total on = total([](ic3::Ic3Config& c) { c.semantic_cone = true; });
  const Total off = total([](ic3::Ic3Config& c) { c.semantic_cone = false; });
  EXPECT_GT(on.stats.unneeded_lemmas, 0u);
  EXPECT_GT(on.stats.cone.unsatisfiable, 0u);
  EXPECT_EQ(off.stats.unneeded_lemmas + off.stats.cone.unsatisfiable, 0u);
  EXPECT_EQ(on.answers, off.answers);
  const Total alone = total([](ic3::Ic3Config& c) {
    c.semantic_cone = true;
    c.propagate = false;
  });
  EXPECT_EQ(alone.stats.pushes_tried, 0u);
  EXPECT_EQ(alone.answers, off.answers);
}

TEST(Ic3OptionsTest, HardQueriesForBadStatesAreDeferred) {
  const auto setting = [](std::uint32_t conflicts) {
    return [=](ic3::Ic3Config& c) { c.bad_conflicts = conflicts; };
  };
  const Total never = total(setting(0)), soon = total(setting(1)), usual = total(setting(2000));
  EXPECT_EQ(never.stats.deferred, 0u);
  EXPECT_GT(soon.stats.deferred, 0u);
  EXPECT_EQ(never.stats.overlooked, 0u);
  EXPECT_GT(soon.stats.overlooked, 0u);
  EXPECT_EQ(usual.stats.deferred, 0u);  // none of these systems is hard
  EXPECT_EQ(soon.answers, never.answers);
}

// What is not known yet must not be claimed: no run of up to `bound` steps is bad.
TEST(Ic3OptionsTest, WhatIsDeferredIsNotClaimed) {
  ic3::Ic3Config config;
  config.bad_conflicts = 1;
  for (const BitSystem& system : systems()) {
    support::QuietContext context;
    ic3::Ic3 engine(system, config, context.get());
    const auto answer = engine.run();
    support::expect_evidence(system, answer);
    if (!std::holds_alternative<Unsafe<BitSystem>>(answer)) continue;
    const auto depth = std::get<Unsafe<BitSystem>>(answer).trace.length();
    EXPECT_LT(context.get().progress.bound + 1, static_cast<std::int64_t>(depth));
  }
}

TEST(Ic3OptionsTest, InfiniteSubsetFindsLemmasThatAreInductiveTogether) {
  const auto setting = [](bool subset) {
    return [=](ic3::Ic3Config& c) {
      c.infinity = false;
      c.proof_layers = false;
      c.infinite_subset = subset;
    };
  };
  const Total on = total(setting(true)), off = total(setting(false));
  EXPECT_GT(on.stats.infinity_lemmas, 0u);
  EXPECT_EQ(off.stats.infinity_lemmas, 0u);
  EXPECT_EQ(on.answers, off.answers);
}

TEST(Ic3OptionsTest, SubsumeOffKeepsEveryLemma) {
  const Total on = total([](ic3::Ic3Config& c) { c.subsume = true; });
  const Total off = total([](ic3::Ic3Config& c) { c.subsume = false; });
  EXPECT_GT(on.stats.subsumed_lemmas, 0u);
  EXPECT_EQ(off.stats.subsumed_lemmas, 0u);
  EXPECT_EQ(on.answers, off.answers);
}

TEST(Ic3OptionsTest, RecycleMakesTheSolverAnew) {
  const Total on = total([](ic3::Ic3Config& c) { c.recycle = 20; });
  const Total off = total([](ic3::Ic3Config& c) { c.recycle = 0; });
  EXPECT_GT(on.stats.recycled, 0u);
  EXPECT_EQ(off.stats.recycled, 0u);
  // The statistics are those of all solvers.
  EXPECT_GT(on.solves, 20 * on.stats.recycled);
  EXPECT_EQ(on.answers, off.answers);
}

// What [Pic16] prints: frames, literals a clause, CTIs, CTGs, queries.
TEST(Ic3Test, CountsWhatTheFramesHoldAndAllQueries) {
  const Ic3Run run(support::enabled_counter(5, 29, 30));
  EXPECT_TRUE(run.is_safe());
  EXPECT_EQ(run.stats.held_lemmas, run.stats.lemmas - run.stats.subsumed_lemmas);
  EXPECT_GE(run.stats.held_literals, run.stats.held_lemmas);
  EXPECT_LE(run.stats.held_literals, run.stats.lemma_literals);
  EXPECT_EQ(run.stats.num_queries(),
            run.solver.solves + run.stats.lift.satisfiable + run.stats.lift.unsatisfiable);
}

TEST(Ic3OptionsTest, ParentOrderChangesTheOrder) {
  const Total on = total([](ic3::Ic3Config& c) { c.parent_order = true; });
  const Total off = total([](ic3::Ic3Config& c) { c.parent_order = false; });
  EXPECT_NE(on.stats.drops_tried, off.stats.drops_tried);
  EXPECT_EQ(on.answers, off.answers);
}

// A cube never has a predecessor in itself there, so the answers are the same; the queries have
// one clause more, over all latches of the cube.
TEST(Ic3OptionsTest, StrengthenAddsAClauseToQueries) {
  const auto setting = [](bool strengthen) {
    return [=](ic3::Ic3Config& c) {
      c.generalize = Generalize::Core;
      c.push_new = false;
      c.strengthen = strengthen;
    };
  };
  const Total on = total(setting(true)), off = total(setting(false));
  EXPECT_NE(on.domain_variables, off.domain_variables);
  EXPECT_EQ(on.answers, off.answers);
}

TEST(Ic3OptionsTest, PushNewAsksForEachLemmaAtOnce) {
  const Total on = total([](ic3::Ic3Config& c) { c.push_new = true; });
  const Total off = total([](ic3::Ic3Config& c) { c.push_new = false; });
  const auto asked = [](const Total& of) {
    return of.stats.push.satisfiable + of.stats.push.unsatisfiable;
  };
  EXPECT_GT(asked(on), on.stats.pushes_tried);
  EXPECT_EQ(asked(off), off.stats.pushes_tried);
  EXPECT_EQ(on.answers, off.answers);
}

TEST(Ic3OptionsTest, ProofLayersPushWithoutAQuery) {
  const Total on = total([](ic3::Ic3Config& c) { c.proof_layers = true; });
  const Total off = total([](ic3::Ic3Config& c) { c.proof_layers = false; });
  EXPECT_GT(on.stats.pushed_by_proof, 0u);
  EXPECT_EQ(off.stats.pushed_by_proof, 0u);
  EXPECT_EQ(on.answers, off.answers);
}

TEST(Ic3OptionsTest, TriggeredPushSavesQueries) {
  const Total on = total([](ic3::Ic3Config& c) { c.triggered_push = true; });
  const Total off = total([](ic3::Ic3Config& c) { c.triggered_push = false; });
  EXPECT_GT(on.stats.pushes_saved, 0u);
  EXPECT_EQ(off.stats.pushes_saved, 0u);
  EXPECT_EQ(on.answers, off.answers);
}

TEST(Ic3OptionsTest, InfinityAsksForLemmasThatAreInductiveAlone) {
  const Total on = total([](ic3::Ic3Config& c) { c.infinity = true; });
  const Total off = total([](ic3::Ic3Config& c) { c.infinity = false; });
  EXPECT_GT(on.stats.infinity.unsatisfiable, 0u);
  EXPECT_EQ(off.stats.infinity.unsatisfiable + off.stats.infinity.satisfiable, 0u);
  EXPECT_EQ(on.answers, off.answers);
}

TEST(Ic3OptionsTest, KeepObligationsTakesThemToHigherFrames) {
  const Total on = total([](ic3::Ic3Config& c) { c.keep_obligations = true; });
  const Total off = total([](ic3::Ic3Config& c) { c.keep_obligations = false; });
  // Each obligation is looked at when it is made and once more for each predecessor that comes
  // before it; only kept ones are looked at again.
  EXPECT_GT(on.stats.obligations, on.stats.ctis + on.stats.block.satisfiable);
  EXPECT_LE(off.stats.obligations, off.stats.ctis + off.stats.block.satisfiable);
  EXPECT_EQ(on.answers, off.answers);
}

TEST(Ic3OptionsTest, DropAfterGivesObligationsUp) {
  const auto setting = [](std::uint32_t after) {
    return [=](ic3::Ic3Config& c) {
      c.generalize = Generalize::Drop;
      c.drop_after = after;
    };
  };
  const Total on = total(setting(2)), off = total(setting(0));
  EXPECT_GT(on.stats.dropped_obligations, 0u);
  EXPECT_EQ(off.stats.dropped_obligations, 0u);
  EXPECT_EQ(on.answers, off.answers);
}

TEST(Ic3OptionsTest, PartialConstraintsMakeQueriesSmaller) {
  const Total part = total([](ic3::Ic3Config& c) { c.partial_constraints = true; });
  const Total whole = total([](ic3::Ic3Config& c) { c.partial_constraints = false; });
  EXPECT_LT(part.domain_variables * whole.solves, whole.domain_variables * part.solves);
  EXPECT_EQ(whole.domain_growths, 0u);
  EXPECT_EQ(part.answers, whole.answers);
}

// It takes a larger system: of a small one, the model of the first query has all first values.
TEST(Ic3OptionsTest, InitialPhasesChangeDecisions) {
  support::RandomSystemOptions shape;
  shape.reset_function = 0;
  shape.max_latches = 60;
  shape.max_gates = 800;
  const BitSystem system = support::random_system(5, shape);
  ic3::Ic3Config config;
  config.initial_phases = true;
  const Ic3Run with(system, config);
  config.initial_phases = false;
  const Ic3Run without(system, config);
  EXPECT_TRUE(with.is_unsafe() && without.is_unsafe());
  EXPECT_NE(with.solver.propagations, without.solver.propagations);
}

}  // namespace
}  // namespace cairn
