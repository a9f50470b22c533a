// SPDX-License-Identifier: MIT
#include "engine/ic3/abstraction.h"

#include <gtest/gtest.h>

#include "model/simulate.h"
#include "support/quiet_context.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

using Start = ic3::Abstraction::Start;
using Verdict = ic3::Abstraction::Verdict;

struct Bench {
  explicit Bench(BitSystem of, Start start = Start::NoConstraint)
      : system(std::move(of)),
        transition(system, {}),
        abstraction(system, transition, start, budget, stats) {}

  BitSystem system;
  Budget budget;
  ic3::Ic3Stats stats;
  ic3::Transition transition;
  ic3::Abstraction abstraction;
};

TEST(AbstractionTest, IsExactIfAllConstraintsAreKeptOrThereAreNone) {
  EXPECT_TRUE(
      Bench(support::constrained_shift_register(4), Start::AllConstraints).abstraction.is_exact());
  EXPECT_TRUE(Bench(support::shift_register(4)).abstraction.is_exact());
  const Bench bench(support::constrained_shift_register(4));
  EXPECT_FALSE(bench.abstraction.is_exact());
  EXPECT_TRUE(bench.abstraction.kept().empty());
}

TEST(AbstractionTest, ConfirmsARunThatObeysTheConstraints) {
  Bench bench(support::constrained_counter(4, 9, 6));
  EXPECT_EQ(bench.abstraction.confirm(6), Verdict::Real);
  ASSERT_TRUE(bench.abstraction.trace());
  EXPECT_TRUE(replay(bench.system, *bench.abstraction.trace()).accepted);
  EXPECT_EQ(bench.abstraction.trace()->length(), 7u);
}

TEST(AbstractionTest, KeepsTheConstraintsThatRefuteARun) {
  BitSystem system = support::constrained_shift_register(4);
  system.constraints.push_back(
      ~Lit(system.latches[3].var));  // the bad state needs it: refutes, too
  Bench bench(std::move(system));
  EXPECT_EQ(bench.abstraction.confirm(4), Verdict::Refuted);
  EXPECT_FALSE(bench.abstraction.trace());
  EXPECT_GE(bench.abstraction.kept().size(), 1u);
  EXPECT_EQ(bench.stats.kept_constraints, bench.abstraction.kept().size());
}

// The counter ends at 9, after its bad state 8: a run of 8 steps must not be asked for a
// constrained ninth, even if longer runs were asked for before.
TEST(AbstractionTest, AShorterRunDoesNotDependOnLaterSteps) {
  BitSystem system = support::enabled_counter(4, 16, 8);
  std::vector<Lit> count;
  for (const Latch& latch : system.latches) count.push_back(Lit(latch.var));
  system.constraints.push_back(~support::equals_number(system.aig, count, 9));
  system.constraints.push_back(Lit(system.inputs[0]));  // always enabled
  Bench bench(std::move(system));
  EXPECT_EQ(bench.abstraction.confirm(12), Verdict::Refuted);
  ASSERT_FALSE(bench.abstraction.is_exact());
  EXPECT_EQ(bench.abstraction.confirm(8), Verdict::Real);
}

TEST(AbstractionTest, AConstraintThatIsNeverTrueRefutesEverything) {
  BitSystem system = support::shift_register(2);
  system.constraints = {kFalse, kTrue};
  Bench bench(std::move(system));
  EXPECT_EQ(bench.abstraction.confirm(2), Verdict::Refuted);
  EXPECT_NE(std::find(bench.abstraction.kept().begin(), bench.abstraction.kept().end(), kFalse),
            bench.abstraction.kept().end());
}

// There is no run of one step without constraints either, so no constraint is to blame: all are.
TEST(AbstractionTest, ARunThatDoesNotExistAtAllMakesItExact) {
  Bench bench(support::constrained_shift_register(4));
  EXPECT_EQ(bench.abstraction.confirm(1), Verdict::Refuted);
  EXPECT_TRUE(bench.abstraction.is_exact());
}

TEST(AbstractionTest, IsUndecidedWithoutTime) {
  Bench bench(support::constrained_counter(4, 9, 6));
  bench.budget.request_stop(StopReason::Time);
  EXPECT_EQ(bench.abstraction.confirm(6), Verdict::Undecided);
  EXPECT_TRUE(bench.abstraction.kept().empty());
}

TEST(AbstractionTest, KeepsTheNextStateFunctionsThatRefuteARun) {
  BitSystem system = support::shift_register(4);
  system.bad = {Lit(system.latches[3].var)};
  const ic3::Transition transition(system, {});
  Budget budget;
  ic3::Ic3Stats stats;
  ic3::Abstraction abstraction(system, transition, Start::AllConstraints, budget, stats,
                               ic3::Abstraction::NextStates::LeaveOut);
  EXPECT_FALSE(abstraction.is_exact());
  EXPECT_FALSE(abstraction.keeps_next(transition.latch(3)));
  EXPECT_EQ(abstraction.confirm(1), Verdict::Refuted);
  // The last cell is what the one before was at first: the others do not matter.
  EXPECT_TRUE(abstraction.keeps_next(transition.latch(3)));
  EXPECT_FALSE(abstraction.keeps_next(transition.latch(0)));
  EXPECT_EQ(stats.kept_next, 2u);
  EXPECT_EQ(abstraction.confirm(4), Verdict::Real);
  ASSERT_TRUE(abstraction.trace());
  EXPECT_TRUE(replay(system, *abstraction.trace()).accepted);
}

}  // namespace
}  // namespace cairn
