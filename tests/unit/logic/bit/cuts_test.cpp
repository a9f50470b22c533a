// SPDX-License-Identifier: MIT
#include "logic/bit/cuts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "logic/bit/definitions.h"

namespace cairn {
namespace {

using Encoding = DefinitionsOptions::Encoding;

/// What a product says, row by row.
Truth truth_of(const Product& product) {
  std::uint32_t truth = 0;
  for (std::uint32_t row = 0; row < 16; ++row)
    if ((product.positive & ~row) == 0 && (product.negative & row) == 0) truth |= 1u << row;
  return static_cast<Truth>(truth);
}

TEST(IrredundantSumTest, IsEqualToEveryFunctionOfFourVariables) {
  for (std::uint32_t f = 0; f < 65536; ++f) {
    std::uint32_t sum = 0;
    for (const Product& product : irredundant_sum(static_cast<Truth>(f))) sum |= truth_of(product);
    ASSERT_EQ(sum, f);
  }
}

TEST(IrredundantSumTest, NeedsEachOfItsProductsAndTheirLiterals) {
  for (std::uint32_t f = 0; f < 65536; ++f) {
    const std::vector<Product> products = irredundant_sum(static_cast<Truth>(f));
    for (std::size_t left_out = 0; left_out < products.size(); ++left_out) {
      std::uint32_t others = 0;
      for (std::size_t i = 0; i < products.size(); ++i)
        if (i != left_out) others |= truth_of(products[i]);
      ASSERT_NE(others, f);
      for (std::uint32_t i = 0; i < 4; ++i) {
        Product larger = products[left_out];
        const auto mask = static_cast<std::uint8_t>(~(1u << i));
        larger.positive &= mask;
        larger.negative &= mask;
        if (truth_of(larger) == truth_of(products[left_out])) continue;
        ASSERT_NE(truth_of(larger) & ~f, 0u) << "function " << f;
      }
    }
  }
}

struct Graph {
  Aig aig;
  std::vector<Var> leaves;
  std::vector<Lit> roots;

  Lit leaf() {
    const Lit made = aig.add_leaf();
    leaves.push_back(made.var());
    return made;
  }
  Definitions definitions(Encoding encoding) const {
    return Definitions(aig, leaves, roots, {.encoding = encoding, .eliminate = false});
  }
};

/// Larger than a cut can see at once; some have gates with constant, equal or opposite operands.
Graph random_graph(std::uint64_t seed) {
  Rng rng(seed);
  Graph graph;
  std::vector<Lit> lits = {kFalse};
  for (int i = 0; i < 7; ++i) lits.push_back(graph.leaf());
  const bool verbatim = rng.chance(40);
  const auto pick = [&] { return lits[rng.below(lits.size())] ^ rng.chance(50); };
  for (std::uint64_t i = 5 + rng.below(40); i > 0; --i) {
    const Lit a = pick(), b = pick(), c = pick();
    lits.push_back(verbatim            ? graph.aig.append_and(a, b)
                   : rng.chance(50)    ? graph.aig.and_gate(a, b)
                   : rng.below(2) == 0 ? graph.aig.xor_gate(a, b)
                                       : graph.aig.if_then_else(a, b, c));
  }
  graph.roots = {lits.back(), pick(), ~pick(), pick()};
  return graph;
}

TEST(CutCoverTest, ComputesWhatTheGraphComputes) {
  std::uint64_t wide = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const Graph graph = random_graph(seed);
    const CutCover cover(graph.aig, graph.roots);
    // 128 rows of seven leaves as two words.
    for (std::uint64_t word = 0; word < 2; ++word) {
      std::vector<std::uint64_t> values(graph.aig.size(), 0);
      for (std::uint64_t row = 0; row < 64; ++row)
        for (std::size_t i = 0; i < graph.leaves.size(); ++i)
          values[graph.leaves[i].index] |= ((row + 64 * word) >> i & 1) << row;
      evaluate_gates(graph.aig, values);
      for (std::uint32_t v = 1; v < graph.aig.size(); ++v) {
        if (!cover.has(Var{v})) continue;
        const Cut& cut = cover.cut(Var{v});
        wide += cut.size > 2 ? 1 : 0;
        for (std::uint64_t row = 0; row < 64; ++row) {
          std::uint32_t seen = 0;
          for (std::uint32_t i = 0; i < cut.size; ++i)
            seen |= static_cast<std::uint32_t>(values[cut.nodes[i].index] >> row & 1) << i;
          ASSERT_EQ(cut.function >> seen & 1u, values[v] >> row & 1u) << "node " << v;
        }
      }
    }
  }
  EXPECT_GT(wide, 1000u);
}

TEST(CutCoverTest, HasAllRootsAndWhatItsCutsRead) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const Graph graph = random_graph(seed);
    const CutCover cover(graph.aig, graph.roots);
    std::vector<bool> read(graph.aig.size(), false);
    for (const Lit root : graph.roots) {
      read[root.var().index] = true;
    }
    for (std::uint32_t v = graph.aig.size() - 1; v > 0; --v) {
      ASSERT_EQ(cover.has(Var{v}), read[v] && graph.aig.is_and(Var{v})) << "node " << v;
      if (!cover.has(Var{v})) continue;
      const auto nodes = cover.cut(Var{v}).used();
      ASSERT_TRUE(std::is_sorted(nodes.begin(), nodes.end()));
      for (const Var node : nodes) {
        ASSERT_LT(node, Var{v});
        ASSERT_GT(node, Var{0});
        read[node.index] = true;
      }
    }
  }
}

TEST(CutCoverTest, MostlyTakesFewerClausesAndVariablesThanGates) {
  std::size_t gates_clauses = 0, cuts_clauses = 0, gates_vars = 0, cuts_vars = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Graph graph = random_graph(seed);
    const Definitions gates = graph.definitions(Encoding::Gates);
    const Definitions cuts = graph.definitions(Encoding::Cuts);
    gates_clauses += gates.num_clauses();
    cuts_clauses += cuts.num_clauses();
    gates_vars += gates.num_vars();
    cuts_vars += cuts.num_vars();
  }
  EXPECT_LT(10 * cuts_clauses, 9 * gates_clauses);
  EXPECT_LT(10 * cuts_vars, 9 * gates_vars);
}

TEST(CutCoverTest, MakesAMajorityOneDefinition) {
  Graph graph;
  const Lit a = graph.leaf(), b = graph.leaf(), c = graph.leaf();
  Aig& aig = graph.aig;
  graph.roots = {aig.or_gate(aig.and_gate(a, b), aig.and_gate(c, aig.or_gate(a, b)))};
  EXPECT_EQ(graph.definitions(Encoding::Cuts).num_clauses(), 6u);
  EXPECT_EQ(graph.definitions(Encoding::Cuts).num_vars(), 1u + 3 + 1);
  EXPECT_EQ(graph.definitions(Encoding::Gates).num_clauses(), 12u);
}

TEST(CutCoverTest, FindsExclusiveOrAndIfThenElse) {
  Graph graph;
  const Lit a = graph.leaf(), b = graph.leaf(), c = graph.leaf();
  graph.roots = {graph.aig.xor_gate(a, b), graph.aig.if_then_else(c, a, ~b)};
  EXPECT_EQ(graph.definitions(Encoding::Cuts).num_clauses(), 8u);
  EXPECT_EQ(graph.definitions(Encoding::Cuts).num_vars(), 1u + 3 + 2);
}

TEST(CutCoverTest, CoversAChainWithWideConjunctions) {
  Graph graph;
  Lit chain = graph.leaf();
  for (int i = 0; i < 3000; ++i) chain = graph.aig.and_gate(chain, graph.leaf());
  graph.roots = {chain};
  EXPECT_EQ(graph.definitions(Encoding::Cuts).num_clauses(), 5u * 1000);
}

TEST(CutCoverTest, KnowsConstantsAndCopies) {
  Graph graph;
  const Lit a = graph.leaf(), b = graph.leaf();
  Aig& aig = graph.aig;
  const Lit both = aig.append_and(a, b);
  const Lit never = aig.append_and(both, aig.append_and(~a, b));
  const Lit copy = aig.append_and(aig.append_and(a, a), ~never);
  graph.roots = {never, copy};
  const CutCover cover(aig, graph.roots);
  EXPECT_EQ(cover.cut(never.var()).size, 0);
  EXPECT_EQ(cover.cut(copy.var()).size, 1);
  EXPECT_EQ(cover.cut(copy.var()).nodes[0], a.var());
  EXPECT_FALSE(cover.has(both.var()));
}

}  // namespace
}  // namespace cairn
