// SPDX-License-Identifier: MIT
#include "model/cfa.h"

#include <gtest/gtest.h>

#include "support/cfa_oracle.h"
#include "support/random_cfa.h"

namespace cairn {
namespace {

struct Small {
  Small() {
    cfa.terms = std::make_shared<Terms>();
    cfa.sites = std::make_shared<const std::vector<SourceSite>>();
    x = cfa.terms->variable("x", Sort::bit_vector(8));
    y = cfa.terms->variable("y", Sort::bit_vector(8));
    cfa.variables = {{x, "x", "", Show::Raw}, {y, "y", "", Show::Raw}};
  }
  Term number(std::uint64_t value) { return cfa.terms->bv(8, value); }
  Term plus(Term a, Term b) { return cfa.terms->make(Op::BvAdd, {a, b}); }

  Cfa cfa;
  Term x, y;
};

Value byte(std::uint64_t value) {
  return Value(BitVector(8, value));
}

TEST(Commands, SequencesFlattenAndDropSkips) {
  Small small;
  const CommandRef a = assign(small.x, small.number(1)), b = assign(small.y, small.number(2));
  const CommandRef all = sequence({skip_command(), sequence({a, b}), skip_command(), a});
  ASSERT_EQ(all->kind, Command::Kind::Sequence);
  EXPECT_EQ(all->parts, (std::vector<CommandRef>{a, b, a}));
  EXPECT_EQ(sequence({skip_command(), a}), a);
  EXPECT_EQ(sequence({}), skip_command());
}

TEST(Commands, ChoicesFlattenAndKeepSkips) {
  Small small;
  const CommandRef a = assign(small.x, small.number(1));
  const CommandRef all = choice({choice({a, skip_command()}), a});
  ASSERT_EQ(all->kind, Command::Kind::Choice);
  EXPECT_EQ(all->parts.size(), 3u);
  EXPECT_TRUE(choice({})->parts.empty());
}

TEST(Execute, AssignsAllAtOnce) {
  Small small;
  Command swap;
  swap.kind = Command::Kind::Assign;
  swap.targets = {small.x, small.y};
  swap.values = {small.y, small.x};
  Assignment state = {{small.x, byte(3)}, {small.y, byte(5)}};
  ASSERT_TRUE(execute(*small.cfa.terms, swap, {}, state));
  EXPECT_EQ(state.at(small.x), byte(5));
  EXPECT_EQ(state.at(small.y), byte(3));
}

TEST(Execute, TakesBackWhatABlockedBranchDid) {
  Small small;
  Terms& terms = *small.cfa.terms;
  const CommandRef blocked =
      sequence({assign(small.x, small.number(9)), assume(terms.equal(small.y, small.number(1)))});
  const CommandRef open = assign(small.y, small.x);
  Assignment state = {{small.x, byte(4)}, {small.y, byte(0)}};
  std::vector<const Command*> path;
  ASSERT_TRUE(execute(terms, *choice({blocked, open}), {}, state, &path));
  EXPECT_EQ(state.at(small.x), byte(4));
  EXPECT_EQ(state.at(small.y), byte(4));
  EXPECT_EQ(path, (std::vector<const Command*>{open.get()}));
}

TEST(Execute, InputsDoNotStayInTheState) {
  Small small;
  const Term input = small.cfa.terms->variable("i", Sort::bit_vector(8));
  Assignment state;
  ASSERT_TRUE(execute(*small.cfa.terms, *assign(small.x, input), {{input, byte(7)}}, state));
  EXPECT_EQ(state.at(small.x), byte(7));
  EXPECT_FALSE(state.contains(input));
}

TEST(Execute, BearsLongSequences) {
  Small small;
  const CommandRef step = assign(small.x, small.plus(small.x, small.number(1)));
  const CommandRef all = sequence(std::vector<CommandRef>(50'000, step));
  Assignment state;
  ASSERT_TRUE(execute(*small.cfa.terms, *all, {}, state));
  EXPECT_EQ(state.at(small.x), byte(50'000 % 256));
  const Effect effect = effect_of(*small.cfa.terms, *all);
  EXPECT_EQ(evaluate(*small.cfa.terms, effect.next.at(small.x), {}), byte(50'000 % 256));
  EXPECT_TRUE(wep(*small.cfa.terms, *all, small.cfa.terms->true_term()) ==
              small.cfa.terms->true_term());
}

TEST(Wep, FollowsTheDefinitions) {
  Small small;
  Terms& terms = *small.cfa.terms;
  const Term post = terms.equal(small.x, small.number(3));
  const Term guard = terms.equal(small.y, small.number(1));
  EXPECT_EQ(wep(terms, *assume(guard), post), terms.and_(post, guard));
  EXPECT_EQ(wep(terms, *assign(small.x, small.y), post), terms.equal(small.y, small.number(3)));
  EXPECT_EQ(wep(terms, *sequence({assign(small.x, small.y), assume(guard)}), post),
            terms.and_(terms.equal(small.y, small.number(3)), guard));
  EXPECT_EQ(wep(terms, *choice({assume(guard), assign(small.x, small.y)}), post),
            terms.or_(terms.and_(post, guard), terms.equal(small.y, small.number(3))));
  EXPECT_EQ(wep(terms, *choice({}), post), terms.false_term());
}

TEST(Split, MultipliesOutAndKeepsToTheLimit) {
  Small small;
  const CommandRef a = assign(small.x, small.number(1)), b = assign(small.x, small.number(2));
  const CommandRef both = choice({a, b});
  EXPECT_EQ(split(a, 1), std::vector<CommandRef>{a});
  EXPECT_EQ(split(sequence({both, a, both}), 4).size(), 4u);
  EXPECT_TRUE(split(sequence({both, a, both}), 3).empty());
  EXPECT_EQ(split(choice({a, sequence({b, both})}), 3).size(), 3u);
  ASSERT_EQ(split(choice({}), 5).size(), 1u);
  EXPECT_TRUE(split(choice({}), 5)[0]->parts.empty());
}

TEST(Judge, SaysWhichStepIsWrong) {
  Small small;
  Terms& terms = *small.cfa.terms;
  Cfa& cfa = small.cfa;
  cfa.initial = cfa.add_location();
  const LocationId middle = cfa.add_location();
  cfa.error = cfa.add_location();
  cfa.add_edge(cfa.initial, middle, assign(small.x, small.number(2)));
  cfa.add_edge(middle, cfa.error, assume(terms.equal(small.x, small.y)));
  cfa.check_invariants();
  CfaTrace trace;
  trace.initial = {{small.y, byte(2)}};
  trace.steps = {{0, {}}, {1, {}}};
  EXPECT_EQ(judge(cfa, trace), "");
  trace.initial = {{small.y, byte(3)}};
  EXPECT_EQ(judge(cfa, trace), "step 1: edge 1 blocks");
  trace.steps = {{1, {}}};
  EXPECT_EQ(judge(cfa, trace), "step 0: edge 1 leaves location 1, but control is at 0");
  trace.steps = {{0, {}}};
  EXPECT_EQ(judge(cfa, trace), "the run ends at location 1, not at the error");
  trace.steps = {{7, {}}};
  EXPECT_EQ(judge(cfa, trace), "step 0: there is no edge 7");
}

/// A random command with a random state and random inputs.
class RandomCommands : public testing::Test {
 protected:
  void make(std::uint64_t seed) {
    cfa = support::random_cfa(seed);
    Rng rng(seed ^ 0x5EED);
    command = support::random_command(cfa, rng, 4);
    post = support::random_term(cfa, rng, Sort::boolean());
    state.clear();
    inputs.clear();
    for (const ProgramVariable& variable : cfa.variables)
      state.emplace(variable.term, any(rng, variable.term));
    for (const CfaInput& input : cfa.inputs) inputs.emplace(input.term, any(rng, input.term));
    all = state;
    all.insert(inputs.begin(), inputs.end());
  }
  Value any(Rng& rng, Term term) {
    const Sort sort = cfa.terms->sort(term);
    return sort.is_bool() ? Value(rng.chance(50))
                          : Value(BitVector(sort.width(), rng.below(1u << sort.width())));
  }

  Cfa cfa;
  CommandRef command;
  Term post;
  Assignment state, inputs, all;
};

TEST_F(RandomCommands, EffectsAreWhatExecutionDoes) {
  unsigned passed = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    make(seed);
    const Effect effect = effect_of(*cfa.terms, *command);
    Assignment after = state;
    const bool passes = execute(*cfa.terms, *command, inputs, after);
    passed += passes;
    ASSERT_EQ(evaluate(*cfa.terms, effect.guard, all).as_bool(), passes) << "seed " << seed;
    if (!passes) continue;
    for (const ProgramVariable& variable : cfa.variables) {
      const auto next = effect.next.find(variable.term);
      const Term value = next != effect.next.end() ? next->second : variable.term;
      ASSERT_EQ(evaluate(*cfa.terms, value, all), after.at(variable.term)) << "seed " << seed;
    }
  }
  EXPECT_GT(passed, 400u);
}

TEST_F(RandomCommands, WepIsWhatLeadsIntoThePostcondition) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    make(seed);
    const Term pre = wep(*cfa.terms, *command, post);
    Assignment after = state;
    const bool reaches =
        execute(*cfa.terms, *command, inputs, after) && evaluate(*cfa.terms, post, after).as_bool();
    ASSERT_EQ(evaluate(*cfa.terms, pre, all).as_bool(), reaches) << "seed " << seed;
  }
}

TEST_F(RandomCommands, OneOfTheSplitCommandsDoesWhatTheWholeDoes) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    make(seed);
    Assignment after = state;
    const bool passes = execute(*cfa.terms, *command, inputs, after);
    unsigned ways = 0;
    for (const CommandRef& way : split(command, 100'000)) {
      Assignment other = state;
      if (!execute(*cfa.terms, *way, inputs, other)) continue;
      ++ways;
      ASSERT_EQ(other, after) << "seed " << seed;
    }
    ASSERT_EQ(ways, passes ? 1u : 0u) << "seed " << seed;
  }
}

TEST(RandomCfas, AreInOrderAndDeterministicAndOfBothVerdicts) {
  unsigned safe = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Cfa cfa = support::random_cfa(seed);
    cfa.check_invariants();
    const support::CfaOracle oracle(cfa);
    ASSERT_TRUE(oracle.deterministic()) << "seed " << seed;
    safe += oracle.safe();
    if (oracle.safe())
      ASSERT_EQ(oracle.check(oracle.exact_invariant()), "") << "seed " << seed;
    else
      ASSERT_EQ(judge(cfa, oracle.trace()), "") << "seed " << seed;
  }
  EXPECT_GT(safe, 100u);
  EXPECT_LT(safe, 400u);
}

}  // namespace
}  // namespace cairn
