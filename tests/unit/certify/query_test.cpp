// SPDX-License-Identifier: MIT
#include "certify/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/rng.h"
#include "logic/word/word_circuits.h"
#include "support/scratch.h"

namespace cairn {
namespace {

using testing::ElementsAre;

TEST(Query, WithoutAnythingHolds) {
  Budget budget;
  EXPECT_EQ(Query("").solve(budget).outcome, Outcome::Holds);
}

TEST(Query, HandlesConstants) {
  Budget budget;
  Query false_goal("");
  false_goal.require(kTrue, "never");
  false_goal.require(kFalse, "always");
  EXPECT_THAT(false_goal.solve(budget).details, ElementsAre("always"));
  false_goal.assume(kFalse);
  EXPECT_EQ(false_goal.solve(budget).outcome, Outcome::Holds);
}

TEST(Query, IsUndecidedWithoutBudget) {
  Budget budget;
  budget.request_stop(StopReason::Interrupt);
  Query query("");
  EXPECT_EQ(query.solve(budget).outcome, Outcome::Undecided);
}

/// Assumes that there is a hole for each pigeon, and one pigeon more than holes.
void assume_pigeons(Query& query, std::size_t holes) {
  Aig& graph = query.graph();
  std::vector<std::vector<Lit>> in(holes + 1);
  for (auto& pigeon : in) {
    for (std::size_t hole = 0; hole < holes; ++hole) pigeon.push_back(graph.add_leaf());
    query.assume(graph.or_all(pigeon));
  }
  for (std::size_t hole = 0; hole < holes; ++hole)
    for (std::size_t a = 0; a < in.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) query.assume(~graph.and_gate(in[a][hole], in[b][hole]));
}

// More conflicts than a goal gets at first; so with the next.
TEST(Query, DecidesHardGoals) {
  Query query("");
  assume_pigeons(query, 8);
  query.require(kFalse, "there is a place for everyone");
  Budget budget;
  EXPECT_EQ(query.solve(budget).outcome, Outcome::Holds);
}

TEST(Query, RefutesHardGoals) {
  Query query("");
  WordCircuits words(query.graph());
  Bits a, b;
  for (int i = 0; i < 14; ++i) a.push_back(query.graph().add_leaf());
  for (int i = 0; i < 14; ++i) b.push_back(query.graph().add_leaf());
  const Bits product =
      words.multiply(WordCircuits::extend(a, 28, kFalse), WordCircuits::extend(b, 28, kFalse));
  query.require(~words.equal(product, WordCircuits::constant(28, 12289 * 10007)),
                "the factors were found");
  Budget budget;
  EXPECT_THAT(query.solve(budget).details, ElementsAre("the factors were found"));
}

/// What is asked of the solver.
std::vector<std::string> clauses_of(const Query& query) {
  const support::Scratch scratch("query");
  query.dump(scratch / "query.cnf", {});
  std::vector<std::string> lines;
  std::ifstream text(scratch / "query.cnf");
  for (std::string line; std::getline(text, line);)
    if (line[0] != 'c' && line[0] != 'p') lines.push_back(line);
  return lines;
}

// The constant is 1, leaves are 2 to 5, and the gate is 6.
TEST(Query, ALemmaIsOneClause) {
  Query query("");
  Aig& graph = query.graph();
  std::vector<Lit> in;
  for (int i = 0; i < 4; ++i) in.push_back(graph.add_leaf());
  query.assume(~graph.and_gate(graph.and_gate(in[0], in[1]), graph.and_gate(~in[2], in[3])));
  EXPECT_THAT(clauses_of(query),
              testing::UnorderedElementsAre("-1 0", "-6 2 0", "-6 3 0", "-6 -4 0", "-6 5 0",
                                            "6 -3 -2 -5 4 0", "-6 0", "0"));
}

// Gates that are read twice, or negated, keep their own variable.
TEST(Query, GatesThatOthersReadStay) {
  Budget budget;
  for (const bool is_shared : {false, true}) {
    Query query("");
    Aig& graph = query.graph();
    const Lit a = graph.add_leaf(), b = graph.add_leaf(), c = graph.add_leaf();
    const Lit both = graph.and_gate(a, b);
    query.assume(graph.and_gate(both ^ !is_shared, c));
    if (is_shared) query.assume(~graph.and_gate(both, ~c));
    query.require(both ^ !is_shared, "the inner gate has another value");
    EXPECT_EQ(query.solve(budget).outcome, Outcome::Holds);
    query.require(~c, "c");
    EXPECT_THAT(query.solve(budget).details, ElementsAre("c"));
  }
}

TEST(Query, TakesWhatIsAssumedForGranted) {
  Query query("");
  Aig& graph = query.graph();
  const Lit a = graph.add_leaf(), b = graph.add_leaf(), c = graph.add_leaf();
  query.assume(graph.and_gate(graph.and_gate(a, ~b), c));
  query.require(graph.and_gate(c, a), "a or c is false");
  Budget budget;
  EXPECT_EQ(query.solve(budget).outcome, Outcome::Holds);
  query.require(b, "b is false");
  EXPECT_THAT(query.solve(budget).details, ElementsAre("b is false"));
}

// A query that takes the solver far longer than the budget lasts.
TEST(Query, StopsWhenTheBudgetRunsOut) {
  Query query("");
  assume_pigeons(query, 14);
  query.require(kFalse, "there is a place for everyone");
  Budget budget;
  std::thread clock([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    budget.request_stop(StopReason::Time);
  });
  EXPECT_EQ(query.solve(budget).outcome, Outcome::Undecided);
  clock.join();
}

TEST(Query, CutsLongDetails) {
  BitSystem system;
  std::vector<Lit> inputs;
  for (int i = 0; i < 100; ++i) inputs.push_back(system.add_input());
  Query query("");
  Frame& frame = query.add_frame(system, "here");
  std::vector<Lit> values;
  for (const Lit input : inputs) values.push_back(frame.value(input));
  query.require(~query.graph().and_all(values), "all are true");
  Budget budget;
  const Query::Answer answer = query.solve(budget);
  EXPECT_EQ(answer.outcome, Outcome::Fails);
  ASSERT_EQ(answer.details.size(), 41u);
  EXPECT_EQ(answer.details[1], "here: input i0 = 1");
  EXPECT_EQ(answer.details.back(), "... and 61 more");
}

TEST(Frame, ReadsDeepCircuitsAndSharesEqualGates) {
  BitSystem system;
  const Lit a = system.add_input();
  const Lit b = system.add_input();
  Lit gate = a;
  for (int i = 0; i < 200000; ++i) gate = system.aig.append_and(~gate, b);
  Query query("");
  Frame& one = query.add_frame(system, "one");
  Frame& two = query.add_frame(system, "two");
  two.set(a.var(), one.value(a));
  two.set(b.var(), one.value(b));
  EXPECT_EQ(one.value(gate), two.value(gate));
}

// Every combination of values decides; the solver must find out.
TEST(Query, AgreesWithTruthTables) {
  Budget budget;
  unsigned holding = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Rng rng(seed);
    Query query("");
    Aig& graph = query.graph();
    std::vector<Lit> pool{kTrue};
    for (int i = 0; i < 4; ++i) pool.push_back(graph.add_leaf());
    const auto any = [&] { return pool[rng.below(pool.size())] ^ rng.chance(50); };
    for (int i = 0; i < 8; ++i) pool.push_back(graph.append_and(any(), any()));
    std::vector<Lit> assumed{any(), any()}, goals{any(), any()};
    for (const Lit lit : assumed) query.assume(lit);
    for (const Lit lit : goals) query.require(lit, "violated");

    bool expected = true;
    for (unsigned bits = 0; bits < 16; ++bits) {
      std::vector<Lbool> values(graph.size(), Lbool::False);
      for (unsigned i = 0; i < 4; ++i) values[i + 1] = to_lbool((bits >> i & 1) != 0);
      evaluate_gates(graph, values);
      const auto holds = [&](Lit lit) { return value_of(values, lit) == Lbool::True; };
      if (holds(assumed[0]) && holds(assumed[1]) && !(holds(goals[0]) && holds(goals[1])))
        expected = false;
    }
    holding += expected ? 1 : 0;
    EXPECT_EQ(query.solve(budget).outcome, expected ? Outcome::Holds : Outcome::Fails) << seed;
  }
  EXPECT_GT(holding, 50u);
  EXPECT_LT(holding, 450u);
}

}  // namespace
}  // namespace cairn
