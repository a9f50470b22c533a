// SPDX-License-Identifier: MIT
#include "transform/cfa/minimize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "support/cfa_oracle.h"
#include "support/quiet_context.h"
#include "transform/cfa/large_blocks.h"

namespace cairn {
namespace {

/// Automata over two-bit variables, written down.
class StaticMinimization : public testing::Test {
 protected:
  StaticMinimization() {
    cfa.terms = std::make_shared<Terms>();
    cfa.sites = std::make_shared<const std::vector<SourceSite>>();
    x = variable("x");
    y = variable("y");
  }

  Term variable(const std::string& name) {
    const Term term = terms().variable(name, Sort::bit_vector(2));
    cfa.variables.push_back({term, name, "", Show::Raw});
    return term;
  }
  Term input(CfaInput::Kind kind) {
    const Term term = terms().variable("i", Sort::bit_vector(2));
    cfa.inputs.push_back({term, kind, kNoSite, ""});
    return term;
  }
  /// Location 0 is the initial one, the last one the error.
  void locations(unsigned count) {
    for (unsigned i = 0; i < count; ++i) cfa.add_location();
    cfa.initial = {0};
    cfa.error = {count - 1};
  }
  void edge(std::uint32_t from, std::uint32_t to, CommandRef command) {
    cfa.add_edge({from}, {to}, std::move(command));
  }
  /// Edges for both values of a condition.
  void branch(std::uint32_t from, Term condition, std::uint32_t then, std::uint32_t otherwise) {
    edge(from, then, assume(condition));
    edge(from, otherwise, assume(terms().not_(condition)));
  }
  Terms& terms() { return *cfa.terms; }
  Term number(std::uint64_t value) { return terms().bv(2, value); }
  Term is(Term term, std::uint64_t value) { return terms().equal(term, number(value)); }
  Term plus_one(Term term) { return terms().make(Op::BvAdd, {term, number(1)}); }

  Cfa minimized(const MinimizeConfig& config = {}) {
    cfa.check_invariants();
    Minimize pass(config, context_.get());
    Cfa result = pass.apply(cfa);
    result.check_invariants();
    pass.visit_counters([this](std::string_view name, std::uint64_t value) {
      counters[std::string(name)] = value;
    });
    return result;
  }
  Cfa after(const std::string& name) {
    cfa.check_invariants();
    const auto pass = Minimize::make(name);
    Cfa result = pass->apply(cfa);
    result.check_invariants();
    return result;
  }

  Cfa cfa;
  Term x, y;
  std::map<std::string, std::uint64_t> counters;
  support::QuietContext context_;
};

TEST_F(StaticMinimization, FollowsConstantsThroughALoopThatKeepsThem) {
  locations(4);
  edge(0, 1, sequence({assign(x, number(2)), assign(y, number(0))}));
  branch(1, is(y, 3), 2, 1);
  cfa.edges.back().command = sequence({cfa.edges.back().command, assign(y, plus_one(y))});
  branch(2, is(x, 2), 1, 3);  // x is always 2 here: the error cannot be reached
  const Cfa result = after("propagation");
  EXPECT_TRUE(support::CfaOracle(result).safe());
  for (const CfaEdge& each : result.edges) EXPECT_NE(each.target, result.error);
  EXPECT_TRUE(minimized().edges.empty());
}

TEST_F(StaticMinimization, ABranchOnWhatDoesNotMatterDisappears) {
  locations(5);
  branch(0, is(y, 1), 1, 2);
  edge(1, 3, assign(y, number(3)));
  edge(2, 3, skip_command());
  edge(3, 4, assume(is(x, 1)));
  const Cfa result = minimized();
  EXPECT_EQ(result.locations.size(), 2u);
  ASSERT_EQ(result.edges.size(), 1u);
  ASSERT_EQ(result.variables.size(), 1u);
  EXPECT_EQ(result.variables[0].term, x);
  EXPECT_EQ(counters.at("needed.variables"), 1u);
  EXPECT_GE(counters.at("skips.parallel_edges"), 1u);
}

TEST_F(StaticMinimization, AnAssumeThatCanBlockStaysThoughItsVariableMattersNowhereElse) {
  locations(4);
  edge(0, 1, assign(y, number(0)));
  edge(1, 2, assume(terms().make(Op::BvUlt, {x, y})));  // never passes
  edge(2, 3, skip_command());
  EXPECT_TRUE(support::CfaOracle(cfa).safe());
  EXPECT_TRUE(support::CfaOracle(minimized()).safe());
}

TEST_F(StaticMinimization, ALoopThatDoesNotEndStays) {
  locations(4);
  edge(0, 1, assign(y, number(0)));
  branch(1, is(y, 1), 2, 1);  // y stays 0
  edge(2, 3, skip_command());
  MinimizeConfig config;
  config.without = {"propagation"};
  EXPECT_TRUE(support::CfaOracle(minimized(config)).safe());
}

TEST_F(StaticMinimization, UninitialisedValuesThatNobodyReadsAreDropped) {
  locations(5);
  const Term first = input(CfaInput::Kind::Uninitialised);
  const Term second = input(CfaInput::Kind::Nondet);
  edge(0, 1, assign(x, first));
  edge(1, 2, assign(x, second));
  branch(2, is(x, 2), 4, 3);
  edge(3, 1, skip_command());
  const Cfa result = after("initialised");
  ASSERT_EQ(result.inputs.size(), 1u);
  EXPECT_EQ(result.inputs[0].term, second);
}

TEST_F(StaticMinimization, AnExpressionTakesThePlaceOfItsOnlyUse) {
  locations(4);
  edge(0, 1, assign(x, plus_one(y)));
  branch(1, is(x, 0), 2, 1);
  edge(2, 3, assume(is(y, 3)));
  const Cfa result = minimized();
  ASSERT_EQ(result.variables.size(), 1u);
  EXPECT_EQ(result.variables[0].term, y);
}

TEST_F(StaticMinimization, TwinsBecomeOne) {
  locations(6);
  branch(0, is(y, 1), 1, 2);
  for (const std::uint32_t twin : {1u, 2u}) edge(twin, twin + 2, assign(x, plus_one(x)));
  for (const std::uint32_t twin : {3u, 4u}) {
    edge(twin, twin - 2, assume(is(x, 0)));
    edge(twin, 5, assume(is(x, 2)));
  }
  const Cfa result = after("bisimulation");
  EXPECT_EQ(result.locations.size(), 4u);
  EXPECT_EQ(result.edges.size(), 5u);
}

TEST_F(StaticMinimization, PassesAreSwitchedOffByName) {
  locations(4);
  edge(0, 1, assign(y, number(1)));
  edge(1, 2, assign(x, number(1)));
  branch(2, is(x, 1), 3, 2);
  MinimizeConfig config;
  config.without = Minimize::pass_names();
  EXPECT_EQ(minimized(config).edges.size(), cfa.edges.size());
  std::erase(config.without, "needed");
  EXPECT_EQ(minimized(config).variables.size(), 1u);
  EXPECT_EQ(counters.at("minimize.rounds"), 2u);
}

TEST_F(StaticMinimization, InvariantsWantAFormulaWhereAWayAroundWasRemoved) {
  locations(5);
  edge(0, 1, assign(x, number(1)));
  edge(1, 2, assign(y, plus_one(y)));
  branch(2, is(x, 2), 1, 3);  // never back
  edge(3, 4, assume(is(y, 3)));
  const Cfa result = after("propagation");
  EXPECT_TRUE(result.locations[1].cut);
  const Cfa blocks = LargeBlocks().apply(result);
  EXPECT_EQ(blocks.locations.size(), 3u);
}

TEST_F(StaticMinimization, LargeBlocksLeaveTheHeadsOfLoops) {
  locations(8);
  edge(0, 1, assign(x, number(0)));
  branch(1, is(x, 3), 6, 2);
  branch(2, is(y, 1), 3, 4);
  edge(3, 5, assign(y, number(2)));
  edge(4, 5, assign(y, plus_one(y)));
  edge(5, 1, assign(x, plus_one(x)));
  edge(6, 7, assume(is(y, 3)));
  const Cfa result = LargeBlocks().apply(cfa);
  EXPECT_EQ(result.locations.size(), 3u);
  EXPECT_EQ(result.edges.size(), 3u);

  LargeBlocksConfig small;
  small.max_nodes = 1;
  EXPECT_EQ(LargeBlocks(small).apply(cfa).locations.size(), 8u);
}

TEST_F(StaticMinimization, LargeBlocksBearManyStatementsAndBranches) {
  const unsigned length = 20'000;
  locations(length + 2);
  for (unsigned i = 0; i < length; ++i) edge(i, i + 1, assign(x, plus_one(x)));
  for (unsigned i = 1; i + 1 < length; i += 2) {
    cfa.edges[i].command = sequence({assume(is(y, 1)), cfa.edges[i].command});
    edge(i, i + 1, assume(terms().not_(is(y, 1))));
  }
  edge(length, length + 1, assume(is(x, 3)));
  LargeBlocksConfig config;
  config.max_nodes = 0;
  EXPECT_EQ(LargeBlocks(config).apply(cfa).locations.size(), 2u);
}

}  // namespace
}  // namespace cairn
