// SPDX-License-Identifier: MIT
#include "engine/ic3/transition.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

TEST(TransitionTest, ReadsInitialStatesOffACube) {
  BitSystem system;
  system.add_input();
  system.add_latch("zero", kFalse);
  system.add_latch("one", kTrue);
  system.add_uninitialised_latch("any");
  const ic3::Transition transition(system, {});
  const Lit zero(transition.latch(0)), one(transition.latch(1)), any(transition.latch(2));
  EXPECT_EQ(transition.initial(zero), Lbool::False);
  EXPECT_EQ(transition.initial(~one), Lbool::False);
  EXPECT_EQ(transition.initial(any), Lbool::Undef);
  EXPECT_EQ(transition.initial(~any), Lbool::Undef);
  EXPECT_TRUE(transition.intersects_initial(Cube()));
  EXPECT_TRUE(transition.intersects_initial(Cube({~zero, one})));
  EXPECT_TRUE(transition.intersects_initial(Cube({any})));
  EXPECT_TRUE(transition.intersects_initial(Cube({~any, one})));
  EXPECT_FALSE(transition.intersects_initial(Cube({zero})));
  EXPECT_FALSE(transition.intersects_initial(Cube({~zero, ~one, any})));
}

TEST(TransitionTest, KnowsConstantNextFunctions) {
  BitSystem system;
  const Lit a = system.add_latch(), b = system.add_latch(), c = system.add_latch();
  system.set_next(a, kTrue);
  system.set_next(b, kFalse);
  system.set_next(c, ~a);
  const ic3::Transition transition(system, {});
  EXPECT_EQ(transition.next(Lit(transition.latch(0))), kTrue);
  EXPECT_EQ(transition.next(~Lit(transition.latch(0))), kFalse);
  EXPECT_EQ(transition.next(Lit(transition.latch(1))), kFalse);
  EXPECT_EQ(transition.next(Lit(transition.latch(2))), ~Lit(transition.latch(0)));
}

TEST(TransitionTest, NumbersInputsThenLatches) {
  BitSystem system;
  system.add_latch();
  system.add_input();
  system.add_latch();
  const ic3::Transition transition(system, {});
  EXPECT_EQ(transition.num_inputs(), 1u);
  EXPECT_EQ(transition.num_latches(), 2u);
  EXPECT_TRUE(transition.is_input(Var{1}));
  EXPECT_FALSE(transition.is_input(Var{0}));
  EXPECT_FALSE(transition.is_latch(Var{1}));
  EXPECT_TRUE(transition.is_latch(Var{2}));
  EXPECT_TRUE(transition.is_latch(Var{3}));
  EXPECT_FALSE(transition.is_latch(Var{4}));
  EXPECT_EQ(transition.latch_position(Var{3}), 1u);
}

TEST(TransitionTest, HasOneBadStateForAll) {
  BitSystem system;
  const Lit a = system.add_latch(), b = system.add_latch();
  system.bad = {a, b};
  const ic3::Transition transition(system, {});
  sat::Solver solver;
  transition.load(solver);
  const Lit x(transition.latch(0)), y(transition.latch(1));
  for (const Lit latch : {x, y}) {
    const std::vector<Lit> assumptions = {latch, ~transition.bad()};
    EXPECT_EQ(solver.solve(assumptions), sat::Result::Unsatisfiable);
  }
  const std::vector<Lit> neither = {~x, ~y, transition.bad()};
  EXPECT_EQ(solver.solve(neither), sat::Result::Unsatisfiable);
  system.bad.clear();
  EXPECT_EQ(ic3::Transition(system, {}).bad(), kFalse);
}

TEST(TransitionTest, ComputesTheFirstState) {
  BitSystem system = support::mod_counter(3, 8, 5);
  const Lit one = system.add_latch("one", kTrue);
  system.bad.push_back(system.aig.and_gate(one, ~Lit(system.latches[0].var)));
  const ic3::Transition transition(system, {});
  EXPECT_EQ(transition.first_values()[transition.latch(3).index], 1);
  EXPECT_EQ(transition.first_values()[transition.latch(0).index], 0);
  // The counter becomes 1: its lowest bit is the only one that is set.
  for (std::uint32_t i = 0; i < 3; ++i) {
    const Lit next = transition.next(Lit(transition.latch(i)));
    EXPECT_EQ((transition.first_values()[next.var().index] != 0) != next.negated(), i == 0);
  }
}

support::RandomSystemOptions without_reset_functions() {
  support::RandomSystemOptions options;
  options.reset_function = 0;
  return options;
}

using Encoding = DefinitionsOptions::Encoding;

// In every encoding, with elimination or without, the clauses leave exactly the values that the
// graph computes.
TEST(TransitionTest, MeansWhatTheGraphComputes) {
  std::uint32_t eliminated = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const BitSystem system = support::random_system(seed, without_reset_functions());
    for (const DefinitionsOptions& options : std::initializer_list<DefinitionsOptions>{
             {.encoding = Encoding::Gates, .eliminate = false},
             {.encoding = Encoding::Gates, .eliminate = true},
             {.encoding = Encoding::Cuts, .eliminate = false},
             {.encoding = Encoding::Cuts, .eliminate = true}}) {
      SCOPED_TRACE(testing::Message()
                   << "seed " << seed << " cuts " << (options.encoding == Encoding::Cuts)
                   << " eliminate " << options.eliminate);
      const ic3::Transition transition(system, options);
      eliminated += transition.num_eliminated();
      if (!options.eliminate) {
        ASSERT_EQ(transition.num_eliminated(), 0u);
      }
      sat::Solver solver;
      transition.load(solver);
      Rng rng(seed);
      for (int round = 0; round < 8; ++round) {
        std::vector<std::uint64_t> values(system.aig.size(), 0);
        std::vector<Lit> assumptions;
        const auto give = [&](Var node, Var var) {
          const bool value = rng.chance(50);
          values[node.index] = value ? 1 : 0;
          assumptions.push_back(Lit(var, !value));
        };
        for (std::uint32_t i = 0; i < system.inputs.size(); ++i)
          give(system.inputs[i], transition.input(i));
        for (std::uint32_t i = 0; i < system.latches.size(); ++i)
          give(system.latches[i].var, transition.latch(i));
        for (auto& value : values) value = value != 0 ? ~std::uint64_t{0} : 0;
        evaluate_gates(system.aig, values);
        const auto expect = [&](Lit literal, bool value) {
          assumptions.push_back(literal ^ !value);
          EXPECT_EQ(solver.solve(assumptions), sat::Result::Satisfiable);
          assumptions.back() = literal ^ value;
          EXPECT_EQ(solver.solve(assumptions), sat::Result::Unsatisfiable);
          assumptions.pop_back();
        };
        const auto value = [&](Lit lit) { return (value_of(values, lit) & 1) != 0; };
        for (std::uint32_t i = 0; i < system.latches.size(); ++i)
          expect(transition.next(Lit(transition.latch(i))), value(system.latches[i].next));
        bool bad = false;
        for (const Lit lit : system.bad) bad = bad || value(lit);
        expect(transition.bad(), bad);
        for (std::size_t i = 0; i < system.constraints.size(); ++i)
          expect(transition.constraints()[i], value(system.constraints[i]));
      }
    }
  }
  EXPECT_GT(eliminated, 100u);
}

/// Of three latches, one is uninitialised; gates over the state, one of them not known at first,
/// and one that reads the input.
BitSystem gates_over_the_state() {
  BitSystem system;
  const Lit input = system.add_input();
  const Lit a = system.add_latch("", kTrue), b = system.add_latch("", kTrue),
            c = system.add_uninitialised_latch();
  const Lit both = system.aig.and_gate(a, b);
  system.set_next(a, b);
  system.set_next(b, system.aig.and_gate(a, input));
  system.set_next(c, system.aig.and_gate(b, c));
  system.bad = {~both};
  return system;
}

TEST(TransitionTest, WithoutInternalSignalsThereAreNone) {
  const ic3::Transition transition(gates_over_the_state(), {.eliminate = false});
  EXPECT_EQ(transition.num_signals(), 0u);
  for (std::uint32_t v = 1; v < transition.num_vars(); ++v)
    EXPECT_EQ(transition.is_state(Var{v}), transition.is_latch(Var{v}));
}

TEST(TransitionTest, InternalSignalsAreFunctionsOfTheStateThatAreKnownAtFirst) {
  const BitSystem system = gates_over_the_state();
  const ic3::Transition transition(system, {.eliminate = false},
                                   ic3::Transition::InternalSignals::Yes);
  ASSERT_EQ(transition.num_signals(), 1u);
  const Var var = transition.state_var(3);
  EXPECT_TRUE(transition.is_signal(var) && transition.is_state(var));
  EXPECT_FALSE(transition.is_latch(var));
  EXPECT_EQ(transition.position(var), 3u);
  const bool negated = transition.node_of(Lit(var)) == system.bad[0];
  const Lit both = Lit(var) ^ negated;
  EXPECT_EQ(transition.node_of(both), ~system.bad[0]);
  EXPECT_EQ(transition.bad(), ~both);
  EXPECT_EQ(transition.initial(both), Lbool::True);
  EXPECT_TRUE(transition.intersects_initial(Cube({both})));
  EXPECT_FALSE(transition.intersects_initial(Cube({~both})));
  for (const bool a : {false, true})
    for (const bool b : {false, true})
      EXPECT_EQ(transition.signal_values({a, b, false})[0] != negated, a && b);
}

TEST(TransitionTest, TheNextValueOfASignalIsThatOfItsGate) {
  const BitSystem system = gates_over_the_state();
  const ic3::Transition transition(system, {.eliminate = false},
                                   ic3::Transition::InternalSignals::Yes);
  sat::Solver solver;
  transition.load(solver);
  const Lit signal(transition.state_var(3));
  const Lit a(transition.latch(0)), b(transition.latch(1));
  // Both are true after the step if and only if b, a and the input are.
  const Lit after = transition.next(signal) ^ (transition.initial(signal) == Lbool::False);
  const auto possible = [&](std::vector<Lit> lits) {
    return solver.solve(lits) == sat::Result::Satisfiable;
  };
  const Lit input(transition.input(0));
  EXPECT_TRUE(possible({after}));
  EXPECT_FALSE(possible({after, ~b}));
  EXPECT_FALSE(possible({after, ~a}));
  EXPECT_FALSE(possible({after, ~input}));
  EXPECT_FALSE(possible({~after, a, b, input}));
}

}  // namespace
}  // namespace cairn
