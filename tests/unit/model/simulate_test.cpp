// SPDX-License-Identifier: MIT
#include "model/simulate.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/oracle.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

using Words = std::vector<std::uint64_t>;

/// One run at a time, with the reset functions found by trying every value of the latches that have
/// one: slow, and nothing in common with the simulators.
class PlainRun {
 public:
  explicit PlainRun(const BitSystem& system) : system_(system), values_(system.aig.size()) {}

  void start(const std::vector<bool>& inputs, const std::vector<bool>& uninitialised) {
    std::vector<std::size_t> functions;
    std::vector<bool> state = uninitialised;
    for (std::size_t i = 0; i < state.size(); ++i) {
      const Latch& latch = system_.latches[i];
      if (latch.has_constant_reset()) state[i] = latch.reset == kTrue;
      if (!latch.has_constant_reset() && !latch.is_uninitialised()) functions.push_back(i);
    }
    for (unsigned guess = 0; guess < (1u << functions.size()); ++guess) {
      for (std::size_t i = 0; i < functions.size(); ++i) state[functions[i]] = (guess >> i) & 1;
      evaluate(state, inputs);
      bool agrees = true;
      for (const std::size_t i : functions) agrees &= state[i] == value(system_.latches[i].reset);
      if (agrees) return;
    }
    FAIL() << "no first state";
  }
  void step(const std::vector<bool>& inputs) {
    std::vector<bool> state;
    for (const Latch& latch : system_.latches) state.push_back(value(latch.next));
    evaluate(state, inputs);
  }
  bool value(Lit lit) const { return values_[lit.var().index] != lit.negated(); }
  bool constrained() const {
    for (const Lit constraint : system_.constraints)
      if (!value(constraint)) return false;
    return true;
  }

 private:
  void evaluate(const std::vector<bool>& state, const std::vector<bool>& inputs) {
    for (std::size_t i = 0; i < state.size(); ++i) values_[system_.latches[i].var.index] = state[i];
    for (std::size_t i = 0; i < inputs.size(); ++i) values_[system_.inputs[i].index] = inputs[i];
    for (std::uint32_t v = 1; v < system_.aig.size(); ++v)
      if (system_.aig.is_and(Var{v}))
        values_[v] = value(system_.aig.left(Var{v})) && value(system_.aig.right(Var{v}));
  }

  const BitSystem& system_;
  std::vector<bool> values_;
};

Words random_simplifiable(Rng& rng, std::size_t count) {
  Words words(count);
  for (auto& word : words) word = rng.next();
  return words;
}

std::vector<bool> run_of(const Words& words, unsigned run) {
  std::vector<bool> bits;
  for (const std::uint64_t word : words) bits.push_back((word >> run) & 1);
  return bits;
}

Lit any_literal(const BitSystem& system, std::uint32_t var) {
  return Lit(Var{var % system.aig.size()}, var % 3 == 0);
}

TEST(ParallelSimulatorTest, Agrees64TimesWithOneRunAfterTheOther) {
  constexpr int kSteps = 6;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const BitSystem system = support::random_system(seed);
    Rng rng(seed);
    const Words uninitialised = random_simplifiable(rng, system.latches.size());
    std::vector<Words> inputs;
    for (int i = 0; i < kSteps; ++i)
      inputs.push_back(random_simplifiable(rng, system.inputs.size()));

    std::vector<PlainRun> plain(64, PlainRun(system));
    ParallelSimulator parallel(system);
    std::uint64_t constrained = ~std::uint64_t{0};
    for (int i = 0; i < kSteps; ++i) {
      if (i == 0)
        parallel.start(inputs[0], uninitialised);
      else
        parallel.step(inputs[i]);
      for (unsigned run = 0; run < 64; ++run) {
        if (i == 0)
          plain[run].start(run_of(inputs[0], run), run_of(uninitialised, run));
        else
          plain[run].step(run_of(inputs[i], run));
        if (!plain[run].constrained()) constrained &= ~(std::uint64_t{1} << run);
        for (std::uint32_t v = 0; v < 3 * system.aig.size(); ++v) {
          const Lit lit = any_literal(system, v);
          ASSERT_EQ((parallel.value(lit) >> run) & 1, plain[run].value(lit) ? 1u : 0u)
              << "seed " << seed << " step " << i << " run " << run << " literal " << lit.code();
        }
      }
      ASSERT_EQ(parallel.constrained(), constrained) << "seed " << seed << " step " << i;
    }
  }
}

TEST(ParallelSimulatorTest, StartsAfreshEachTime) {
  const BitSystem system = support::constrained_counter(3, 2, 1);
  ParallelSimulator simulator(system);
  for (int round = 0; round < 2; ++round) {
    simulator.start({}, Words(3, 0));
    EXPECT_EQ(simulator.constrained(), ~std::uint64_t{0});
    EXPECT_EQ(simulator.value(system.bad[0]), 0u);
    simulator.step(Words{});
    EXPECT_EQ(simulator.value(system.bad[0]), ~std::uint64_t{0});
    simulator.step(Words{});
    EXPECT_EQ(simulator.constrained(), 0u);
    simulator.step(Words{});
    EXPECT_EQ(simulator.constrained(), 0u) << "a broken constraint stays broken";
  }
}

TEST(ParallelSimulatorTest, RandomRunsVisitOnlyReachableStates) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const BitSystem system = support::random_system(seed);
    const support::OracleResult truth = support::explore(system);
    Rng rng(seed);
    ParallelSimulator simulator(system);
    simulator.start(rng);
    for (std::uint32_t step = 0; step < 20; ++step) {
      for (std::size_t i = 0; i < system.bad.size(); ++i)
        if ((simulator.value(system.bad[i]) & simulator.constrained()) != 0) {
          ASSERT_TRUE(truth.distance[i].has_value()) << "seed " << seed;
          ASSERT_LE(*truth.distance[i], step) << "seed " << seed;
        }
      simulator.step(rng);
    }
  }
}

TEST(TernarySimulatorTest, StandsForEveryConcreteRun) {
  constexpr int kSteps = 6;
  unsigned known = 0;
  unsigned unknown = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const BitSystem system = support::random_system(seed);
    Rng rng(seed);
    ParallelSimulator concrete(system);
    TernarySimulator ternary(system);
    for (int step = 0; step < kSteps; ++step) {
      std::vector<Lbool> some(system.inputs.size());
      Words inputs(system.inputs.size());
      for (std::size_t i = 0; i < some.size(); ++i) {
        some[i] = static_cast<Lbool>(rng.below(3));
        inputs[i] = some[i] == Lbool::Undef  ? rng.next()
                    : some[i] == Lbool::True ? ~std::uint64_t{0}
                                             : 0;
      }
      if (step == 0) {
        concrete.start(inputs, random_simplifiable(rng, system.latches.size()));
        ternary.start(some);
      } else {
        concrete.step(inputs);
        ternary.step(some);
      }
      for (std::uint32_t v = 0; v < system.aig.size(); ++v) {
        const Lit lit = any_literal(system, v);
        const Lbool value = ternary.value(lit);
        ++(value == Lbool::Undef ? unknown : known);
        if (value == Lbool::Undef) continue;
        ASSERT_EQ(concrete.value(lit), value == Lbool::True ? ~std::uint64_t{0} : 0)
            << "seed " << seed << " step " << step << " literal " << lit.code();
      }
    }
  }
  EXPECT_GT(known, 1000u);
  EXPECT_GT(unknown, 1000u);
}

TEST(TernarySimulatorTest, WithoutUndefIsConcrete) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const BitSystem system = support::random_system(seed);
    Rng rng(seed);
    TernarySimulator simulator(system);
    const auto random_values = [&](std::size_t count) {
      std::vector<Lbool> values(count);
      for (Lbool& value : values) value = to_lbool(rng.chance(50));
      return values;
    };
    simulator.start(random_values(system.inputs.size()), random_values(system.latches.size()));
    for (int step = 0; step < 3; ++step) {
      for (std::uint32_t v = 0; v < system.aig.size(); ++v)
        ASSERT_NE(simulator.value(Lit(Var{v})), Lbool::Undef) << "seed " << seed;
      simulator.step(random_values(system.inputs.size()));
    }
  }
}

TEST(TernarySimulatorTest, InitialValuesDecideOnlyWhatResetsLeaveOpen) {
  const BitSystem system = support::reset_functions();  // a = ~b, b = input, c uninitialised
  const Lit a(system.latches[0].var);
  const Lit b(system.latches[1].var);
  const Lit c(system.latches[2].var);
  TernarySimulator simulator(system);
  simulator.start({Lbool::Undef});
  EXPECT_EQ(simulator.value(a), Lbool::Undef);
  EXPECT_EQ(simulator.value(c), Lbool::Undef);
  simulator.start({Lbool::True}, {Lbool::True, Lbool::False, Lbool::True});
  EXPECT_EQ(simulator.value(a), Lbool::False);
  EXPECT_EQ(simulator.value(b), Lbool::True);
  EXPECT_EQ(simulator.value(c), Lbool::True);
  simulator.start({Lbool::Undef}, {Lbool::Undef, Lbool::True, Lbool::Undef});
  EXPECT_EQ(simulator.value(a), Lbool::False);
  EXPECT_EQ(simulator.value(b), Lbool::True);
  EXPECT_EQ(simulator.value(c), Lbool::Undef);
}

}  // namespace
}  // namespace cairn
