// SPDX-License-Identifier: MIT
#include "engine/ic3/lift.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

using Lift = ic3::Ic3Config::Lift;

/// A system with a solver that knows its transition relation and constraints, and a lifter.
struct Bench {
  Bench(const BitSystem& system, const ic3::Ic3Config& with)
      : config(with),
        transition(system, {.encoding = with.encoding, .eliminate = with.eliminate}),
        order(transition.num_vars()),
        lifter(transition, config, order, transition.constraints(), stats, 1) {
    transition.load(solver);
    for (const Lit constraint : transition.constraints())
      solver.add_clause(std::span(&constraint, 1));
  }

  ic3::Ic3Config config;
  ic3::Transition transition;
  ic3::LiteralOrder order;
  ic3::Ic3Stats stats;
  sat::Solver solver;
  ic3::Lifter lifter;
};

ic3::Ic3Config with(Lift lift) {
  ic3::Ic3Config config;
  config.lift = lift;
  return config;
}

/// Whether all targets and constraints hold in every state of the cube with the inputs, whatever
/// the other latches and inputs are; by trying everything.
bool leads_to(const BitSystem& system, const ic3::Lifter::Result& lifted,
              const ic3::Transition& transition, const std::vector<Lit>& targets) {
  std::vector<std::uint64_t> values(system.aig.size(), 0);
  std::vector<Var> leaves = system.inputs, open;
  for (const Latch& latch : system.latches) leaves.push_back(latch.var);
  std::vector<bool> given(leaves.size() + 1, false);
  const auto fix = [&](Lit lit) {
    given[lit.var().index] = true;
    values[leaves[lit.var().index - 1].index] = lit.negated() ? 0 : ~std::uint64_t{0};
  };
  for (const Lit lit : lifted.cube) fix(lit);
  for (const Lit lit : lifted.inputs) fix(lit);
  for (std::size_t i = 0; i < leaves.size(); ++i)
    if (!given[i + 1]) open.push_back(leaves[i]);
  for (std::uint32_t row = 0; row < (1u << open.size()); ++row) {
    for (std::size_t i = 0; i < open.size(); ++i)
      values[open[i].index] = (row >> i & 1) != 0 ? ~std::uint64_t{0} : 0;
    evaluate_gates(system.aig, values);
    for (const Lit constraint : system.constraints)
      if (value_of(values, constraint) == 0) return false;
    for (const Lit target : targets) {
      const Lit next = system.latches[transition.latch_position(target.var())].next;
      if (value_of(values, next ^ target.negated()) == 0) return false;
    }
  }
  return true;
}

class LiftModes : public testing::TestWithParam<Lift> {};

// The claim of the header: every state of the cube, with the inputs, leads to the target.
TEST_P(LiftModes, EveryStateOfTheCubeLeadsToTheTarget) {
  support::RandomSystemOptions shape;
  shape.reset_function = 0;
  shape.max_latches = 6;
  shape.max_gates = 25;
  shape.constrained = 40;
  int lifts = 0;
  std::uint64_t from = 0, to = 0;
  for (std::uint64_t seed = 0; seed < 250; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const BitSystem system = support::random_system(seed, shape);
    if (system.latches.empty()) continue;
    Rng rng(seed);
    ic3::Ic3Config config = with(GetParam());
    config.encoding =
        rng.chance(30) ? ic3::Ic3Config::Encoding::Cuts : ic3::Ic3Config::Encoding::Gates;
    config.eliminate = rng.chance(70);
    config.drop_from_model = rng.chance(70);
    config.lift_rounds = 1 + static_cast<std::uint32_t>(rng.below(4));
    Bench bench(system, config);
    for (int round = 0; round < 6; ++round) {
      std::vector<Lit> cube, targets;
      for (std::uint32_t i = 0; i < system.latches.size(); ++i)
        if (rng.chance(50)) cube.push_back(Lit(bench.transition.latch(i), rng.chance(50)));
      for (const Lit lit : cube) targets.push_back(bench.transition.next(lit));
      if (bench.solver.solve(targets) != sat::Result::Satisfiable) continue;
      const auto effort =
          rng.chance(50) ? ic3::Lifter::Effort::Full : ic3::Lifter::Effort::OneRound;
      const ic3::Lifter::Result lifted = bench.lifter.lift(bench.solver, targets, effort);
      ASSERT_TRUE(leads_to(system, lifted, bench.transition, cube)) << "round " << round;
      ++lifts;
      from += system.latches.size();
      to += lifted.cube.size();
    }
  }
  EXPECT_GT(lifts, 300);
  if (GetParam() == Lift::None) {
    EXPECT_LE(to, from);
  } else {
    EXPECT_LT(10 * to, 9 * from);
  }
}

INSTANTIATE_TEST_SUITE_P(All, LiftModes,
                         testing::Values(Lift::None, Lift::Ternary, Lift::Sat, Lift::Justify,
                                         Lift::Both),
                         [](const auto& lift) {
                           switch (lift.param) {
                             case Lift::None:
                               return "None";
                             case Lift::Ternary:
                               return "Ternary";
                             case Lift::Sat:
                               return "Sat";
                             case Lift::Justify:
                               return "Justify";
                             case Lift::Both:
                               break;
                           }
                           return "Both";
                         });

/// The literals of a model in which the one latch with a function gets true.
ic3::Lifter::Result lift_one(const BitSystem& system, Lift lift) {
  Bench bench(system, with(lift));
  const std::vector<Lit> targets = {bench.transition.next(Lit(bench.transition.latch(0)))};
  EXPECT_EQ(bench.solver.solve(targets), sat::Result::Satisfiable);
  return bench.lifter.lift(bench.solver, targets, ic3::Lifter::Effort::Full);
}

TEST(LiftTest, OneOfManyReasonsIsEnough) {
  BitSystem system;
  const Lit result = system.add_latch();
  std::vector<Lit> reasons;
  for (int i = 0; i < 6; ++i) reasons.push_back(system.add_latch());
  system.set_next(result, system.aig.or_all(reasons));
  for (const Lift lift : {Lift::Ternary, Lift::Sat, Lift::Justify, Lift::Both})
    EXPECT_EQ(lift_one(system, lift).cube.size(), 1u) << static_cast<int>(lift);
  EXPECT_EQ(lift_one(system, Lift::None).cube.size(), 6u);
}

TEST(LiftTest, JustificationTakesTheReasonWithTheFewestLatches) {
  BitSystem system;
  const Lit result = system.add_latch();
  std::vector<Lit> latches;
  for (int i = 0; i < 4; ++i) latches.push_back(system.add_latch());
  const Lit three = system.aig.and_all(std::span(latches).first(3));
  system.set_next(result, system.aig.or_gate(three, latches[3]));
  Bench bench(system, with(Lift::Justify));
  const std::vector<Lit> targets = {bench.transition.next(Lit(bench.transition.latch(0)))};
  std::vector<Lit> assumptions = targets;
  for (std::uint32_t i = 1; i <= 4; ++i) assumptions.emplace_back(bench.transition.latch(i));
  ASSERT_EQ(bench.solver.solve(assumptions), sat::Result::Satisfiable);
  const ic3::Lifter::Result lifted =
      bench.lifter.lift(bench.solver, targets, ic3::Lifter::Effort::Full);
  EXPECT_EQ(lifted.cube, Cube({Lit(bench.transition.latch(4))}));
}

TEST(LiftTest, AnInputThatDecidesLeavesNoLatch) {
  BitSystem system;
  const Lit input = system.add_input();
  const Lit result = system.add_latch(), other = system.add_latch();
  system.constraints.push_back(input);
  system.set_next(result, system.aig.or_gate(input, other));
  for (const Lift lift : {Lift::Ternary, Lift::Sat, Lift::Justify, Lift::Both}) {
    const ic3::Lifter::Result lifted = lift_one(system, lift);
    EXPECT_TRUE(lifted.cube.empty()) << static_cast<int>(lift);
  }
}

// The latch is fixed by the constraint; states without it are not constrained and must not be in
// the cube.
TEST(LiftTest, KeepsWhatConstraintsNeed) {
  BitSystem system;
  const Lit result = system.add_latch(), a = system.add_latch(), b = system.add_latch();
  system.constraints.push_back(system.aig.or_gate(a, b));
  system.set_next(result, kTrue);
  for (const Lift lift : {Lift::None, Lift::Ternary, Lift::Sat, Lift::Justify, Lift::Both}) {
    Bench bench(system, with(lift));
    const std::vector<Lit> targets = {bench.transition.next(Lit(bench.transition.latch(0)))};
    ASSERT_EQ(bench.solver.solve(targets), sat::Result::Satisfiable);
    const ic3::Lifter::Result lifted =
        bench.lifter.lift(bench.solver, targets, ic3::Lifter::Effort::Full);
    EXPECT_FALSE(lifted.cube.empty()) << static_cast<int>(lift);
    EXPECT_TRUE(leads_to(system, lifted, bench.transition, {Lit(bench.transition.latch(0))}))
        << static_cast<int>(lift);
  }
}

}  // namespace
}  // namespace cairn
