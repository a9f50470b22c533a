// SPDX-License-Identifier: MIT
#include "model/unroll.h"

#include <gtest/gtest.h>

#include "model/simulate.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

constexpr std::uint32_t kSteps = 24;

/// The values of the unrolled graph, 64 runs at a time, when its leaves are fed with what a
/// simulation was fed with. `expected` receives the simulation's bad states and constraints by
/// step.
std::vector<std::uint64_t> feed(const BitSystem& system, const Unroller& unroller, Rng& rng,
                                std::vector<std::vector<std::uint64_t>>& expected) {
  ParallelSimulator simulator(system);
  std::vector<std::uint64_t> values(unroller.aig().size(), 0);
  for (std::uint32_t step = 0; step < kSteps; ++step) {
    step == 0 ? simulator.start(rng) : simulator.step(rng);
    for (std::uint32_t i = 0; i < system.inputs.size(); ++i)
      if (const Lit leaf = unroller.input_leaf(i, step); leaf != kNoLit)
        values[leaf.var().index] = simulator.value(Lit(system.inputs[i]));
    for (std::uint32_t i = 0; step == 0 && i < system.latches.size(); ++i)
      if (const Lit leaf = unroller.initial(i);
          system.latches[i].is_uninitialised() && leaf != kNoLit)
        values[leaf.var().index] = simulator.value(Lit(system.latches[i].var));
    auto& here = expected.emplace_back();
    for (const auto* lits : {&system.bad, &system.constraints})
      for (const Lit lit : *lits) here.push_back(simulator.value(lit));
  }
  return values;
}

TEST(UnrollTest, ComputesWhatSimulationComputes) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const BitSystem system = support::random_system(seed);
    Unroller unroller(system, Unroller::Start::Reset);
    std::vector<std::vector<Lit>> unrolled;
    for (std::uint32_t step = 0; step < kSteps; ++step) {
      auto& here = unrolled.emplace_back();
      for (const auto* lits : {&system.bad, &system.constraints})
        for (const Lit lit : *lits) here.push_back(unroller.at(lit, step));
      unroller.forget(step);
    }
    Rng rng(seed);
    std::vector<std::vector<std::uint64_t>> expected;
    std::vector<std::uint64_t> values = feed(system, unroller, rng, expected);
    const Aig& aig = unroller.aig();
    const auto word = [&](Lit lit) {
      return values[lit.var().index] ^ (lit.negated() ? ~std::uint64_t{0} : 0);
    };
    for (std::uint32_t v = 1; v < aig.size(); ++v)
      if (aig.is_and(Var{v})) values[v] = word(aig.left(Var{v})) & word(aig.right(Var{v}));
    for (std::uint32_t step = 0; step < kSteps; ++step)
      for (std::size_t i = 0; i < unrolled[step].size(); ++i)
        EXPECT_EQ(word(unrolled[step][i]), expected[step][i]);
  }
}

TEST(UnrollTest, FoldsACounterWithoutInputsToConstants) {
  const BitSystem system = support::mod_counter(4, 13, 11);
  Unroller unroller(system, Unroller::Start::Reset);
  for (std::uint32_t step = 0; step < 11; ++step)
    EXPECT_EQ(unroller.at(system.bad[0], step), kFalse);
  EXPECT_EQ(unroller.at(system.bad[0], 11), kTrue);
  EXPECT_EQ(unroller.aig().num_ands(), 0u);
}

TEST(UnrollTest, LeavesLatchesFreeWhenStartedAnywhere) {
  const BitSystem system = support::mod_counter(4, 13, 11);
  Unroller unroller(system, Unroller::Start::Anywhere);
  EXPECT_FALSE(unroller.at(system.bad[0], 0).is_constant());
}

TEST(UnrollTest, UnrollsOnlyTheConeThatIsAsked) {
  const BitSystem system = support::shift_register(8);
  Unroller unroller(system, Unroller::Start::Anywhere);
  unroller.at(Lit(system.latches[0].var), 3);
  std::size_t leaves = 0;
  for (std::uint32_t v = 1; v < unroller.aig().size(); ++v)
    leaves += unroller.aig().is_leaf(Var{v});
  EXPECT_EQ(leaves, 1u);  // the input of step 2
}

// A query that comes late reaches back into steps whose tables were given up meanwhile.
TEST(UnrollTest, FindsItsWayBackThroughForgottenSteps) {
  constexpr std::uint32_t kLate = 30;
  BitSystem system;
  const Lit input = system.add_input(), other = system.add_input();
  const Lit toggle = system.add_latch("toggle");
  system.set_next(toggle, system.aig.xor_gate(toggle, other));
  std::vector<Lit> shift;
  for (std::uint32_t i = 0; i < kLate + 5; ++i) {
    shift.push_back(system.add_latch());
    system.set_next(shift.back(), i == 0 ? system.aig.and_gate(input, other) : shift[i - 1]);
  }
  Unroller unroller(system, Unroller::Start::Reset);
  for (std::uint32_t step = 0; step < kLate; ++step) {
    unroller.at(toggle, step);
    unroller.forget(step);
  }
  const Lit late = unroller.at(shift[kLate - 1], kLate);
  ASSERT_TRUE(unroller.aig().is_and(late.var()));
  EXPECT_EQ(late, unroller.aig().and_gate(unroller.input_leaf(0, 0), unroller.input_leaf(1, 0)));
  EXPECT_EQ(unroller.at(shift[kLate], kLate), kFalse);  // its reset
}

}  // namespace
}  // namespace cairn
