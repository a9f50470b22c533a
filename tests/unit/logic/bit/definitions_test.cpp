// SPDX-License-Identifier: MIT
#include "logic/bit/definitions.h"

#include <gtest/gtest.h>

#include <map>

#include "base/rng.h"

namespace cairn {
namespace {

using Clause = std::vector<Lit>;

std::map<std::uint32_t, std::vector<Clause>> by_owner(const Definitions& definitions) {
  std::map<std::uint32_t, std::vector<Clause>> clauses;
  definitions.for_each([&](Var owner, std::span<const Lit> clause) {
    clauses[owner.index].emplace_back(clause.begin(), clause.end());
  });
  return clauses;
}

bool satisfied(const std::vector<Clause>& clauses, const std::vector<bool>& values) {
  for (const Clause& clause : clauses) {
    bool any = false;
    for (const Lit lit : clause) any = any || values[lit.var().index] != lit.negated();
    if (!any) return false;
  }
  return true;
}

struct RandomGraph {
  Aig aig;
  std::vector<Var> leaves;
  std::vector<Lit> roots;
};

/// Some graphs are verbatim: with gates that have constant, equal or opposite operands.
RandomGraph random_graph(std::uint64_t seed) {
  Rng rng(seed);
  RandomGraph graph;
  std::vector<Lit> lits = {kFalse};
  for (int i = 0; i < 4; ++i) {
    lits.push_back(graph.aig.add_leaf());
    graph.leaves.push_back(lits.back().var());
  }
  const bool verbatim = rng.chance(40);
  const auto pick = [&] {
    // Recent gates more often, so that there is something to eliminate.
    const std::size_t from = rng.chance(60) && lits.size() > 6 ? lits.size() - 6 : 0;
    return lits[from + rng.below(lits.size() - from)] ^ rng.chance(50);
  };
  for (std::uint64_t i = 3 + rng.below(14); i > 0; --i) {
    const Lit a = pick(), b = pick(), c = pick();
    lits.push_back(verbatim            ? graph.aig.append_and(a, b)
                   : rng.chance(50)    ? graph.aig.and_gate(a, b)
                   : rng.below(2) == 0 ? graph.aig.xor_gate(a, b)
                                       : graph.aig.if_then_else(a, b, c));
  }
  graph.roots = {lits.back(), pick(), ~pick()};
  return graph;
}

using Encoding = DefinitionsOptions::Encoding;

class DefinitionsOfRandomGraphs : public testing::TestWithParam<std::tuple<Encoding, bool>> {
 protected:
  static Definitions define(const RandomGraph& graph) {
    const auto [encoding, eliminate] = GetParam();
    return Definitions(graph.aig, graph.leaves, graph.roots,
                       {.encoding = encoding, .eliminate = eliminate});
  }
};

// The promise to the solver's domains: whatever the operands are, the owner has exactly one value.
TEST_P(DefinitionsOfRandomGraphs, AreTotalFunctionsOfSmallerVariables) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const RandomGraph graph = random_graph(seed);
    const Definitions definitions = define(graph);
    for (const auto& [owner, clauses] : by_owner(definitions)) {
      std::vector<std::uint32_t> operands;
      for (const Clause& clause : clauses)
        for (const Lit lit : clause)
          if (lit.var().index != owner) operands.push_back(lit.var().index);
      std::sort(operands.begin(), operands.end());
      operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
      if (!operands.empty()) {
        ASSERT_LT(operands.back(), owner);
        ASSERT_GT(operands.front(), 0u);
      }
      std::vector<bool> values(definitions.num_vars(), false);
      for (std::uint32_t row = 0; row < (1u << operands.size()); ++row) {
        for (std::size_t i = 0; i < operands.size(); ++i) values[operands[i]] = (row >> i & 1) != 0;
        values[owner] = false;
        const bool may_be_false = satisfied(clauses, values);
        values[owner] = true;
        ASSERT_NE(may_be_false, satisfied(clauses, values)) << "variable " << owner;
      }
    }
  }
}

TEST_P(DefinitionsOfRandomGraphs, GiveRootsTheValuesOfTheGraph) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const RandomGraph graph = random_graph(seed);
    const Definitions definitions = define(graph);
    const auto clauses = by_owner(definitions);
    for (std::uint32_t row = 0; row < (1u << graph.leaves.size()); ++row) {
      std::vector<std::uint64_t> expected(graph.aig.size(), 0);
      std::vector<bool> values(definitions.num_vars(), false);
      for (std::size_t i = 0; i < graph.leaves.size(); ++i) {
        const bool value = (row >> i & 1) != 0;
        expected[graph.leaves[i].index] = value ? ~std::uint64_t{0} : 0;
        values[1 + i] = value;
      }
      evaluate_gates(graph.aig, expected);
      for (const auto& [owner, defining] : clauses) {
        values[owner] = true;
        if (!satisfied(defining, values)) values[owner] = false;
      }
      for (const Lit root : graph.roots) {
        const Lit image = definitions.literal(root);
        ASSERT_EQ(values[image.var().index] != image.negated(), (value_of(expected, root) & 1) != 0)
            << "row " << row;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryEncodingWithAndWithoutElimination, DefinitionsOfRandomGraphs,
                         testing::Combine(testing::Values(Encoding::Gates, Encoding::Cuts),
                                          testing::Bool()));

TEST(DefinitionsTest, NumbersLeavesInTheirOrder) {
  Aig aig;
  const Lit a = aig.add_leaf(), b = aig.add_leaf(), c = aig.add_leaf();
  const std::vector<Var> leaves = {c.var(), a.var(), b.var()};
  const Lit root = aig.and_gate(a, b);
  const Definitions definitions(aig, leaves, std::span(&root, 1));
  EXPECT_EQ(definitions.literal(~c), Lit(Var{1}, true));
  EXPECT_EQ(definitions.literal(a), Lit(Var{2}));
  EXPECT_EQ(definitions.literal(b), Lit(Var{3}));
  EXPECT_EQ(definitions.literal(root), Lit(Var{4}));
  EXPECT_EQ(definitions.literal(kTrue), kTrue);
}

TEST(DefinitionsTest, MakesAChainOfConjunctionsOneWideGate) {
  Aig aig;
  std::vector<Var> leaves;
  Lit chain = kTrue;
  for (int i = 0; i < 8; ++i) {
    const Lit leaf = aig.add_leaf();
    leaves.push_back(leaf.var());
    chain = aig.and_gate(chain, leaf);
  }
  const Definitions wide(aig, leaves, std::span(&chain, 1));
  EXPECT_EQ(wide.num_eliminated(), 6u);
  EXPECT_EQ(wide.num_vars(), 1u + 8 + 1);
  EXPECT_EQ(wide.num_clauses(), 9u);
  const Definitions plain(aig, leaves, std::span(&chain, 1), {.eliminate = false});
  EXPECT_EQ(plain.num_eliminated(), 0u);
  EXPECT_EQ(plain.num_vars(), 1u + 8 + 7);
  EXPECT_EQ(plain.num_clauses(), 21u);
}

TEST(DefinitionsTest, KeepsToTheLimitOnLength) {
  Aig aig;
  std::vector<Var> leaves;
  Lit chain = kTrue;
  for (int i = 0; i < 12; ++i) {
    const Lit leaf = aig.add_leaf();
    leaves.push_back(leaf.var());
    chain = aig.and_gate(chain, leaf);
  }
  const Definitions definitions(aig, leaves, std::span(&chain, 1), {.max_length = 5});
  EXPECT_GT(definitions.num_eliminated(), 0u);
  definitions.for_each([](Var, std::span<const Lit> clause) { EXPECT_LE(clause.size(), 5u); });
}

TEST(DefinitionsTest, LeavesOutWhatNoRootNeeds) {
  Aig aig;
  const Lit a = aig.add_leaf(), b = aig.add_leaf();
  const Lit used = aig.and_gate(a, b), unused = aig.and_gate(~a, b);
  const std::vector<Var> leaves = {a.var(), b.var()};
  const Definitions definitions(aig, leaves, std::span(&used, 1));
  EXPECT_EQ(definitions.known_literal(unused), kNoLit);
  EXPECT_EQ(definitions.num_clauses(), 3u);
}

}  // namespace
}  // namespace cairn
