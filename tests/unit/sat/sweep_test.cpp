// SPDX-License-Identifier: MIT
#include "sat/sweep.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace cairn::sat {
namespace {

constexpr std::uint32_t kLeaves = 6;

/// The values of a literal for all values of the leaves, one bit each.
std::uint64_t table(const Aig& graph, Lit lit) {
  std::vector<std::uint64_t> values(graph.size(), 0);
  for (std::uint32_t i = 0; i < kLeaves; ++i)
    for (std::uint32_t row = 0; row < 64; ++row)
      values[1 + i] |= std::uint64_t{row >> i & 1} << row;
  evaluate_gates(graph, values);
  return value_of(values, lit);
}

Aig with_leaves() {
  Aig graph;
  for (std::uint32_t i = 0; i < kLeaves; ++i) graph.add_leaf();
  return graph;
}

Lit leaf(std::uint32_t i) {
  return Lit(Var{1 + i});
}

SweptLiteral sweep(const Aig& graph, Lit lit, const SweepLimits& limits = {}) {
  const Budget budget;
  return sweep_literal(graph, lit, kLeaves, limits, budget, 1);
}

// a & (b | c) and (a & b) | (a & c) are one gate too many for structural hashing.
Lit distributed(Aig& graph) {
  const Lit one = graph.and_gate(leaf(0), graph.or_gate(leaf(1), leaf(2)));
  const Lit other =
      graph.or_gate(graph.and_gate(leaf(0), leaf(1)), graph.and_gate(leaf(0), leaf(2)));
  return graph.and_gate(graph.or_gate(one, leaf(3)), graph.or_gate(other, leaf(4)));
}

TEST(SweepTest, MergesGatesThatAreEqual) {
  Aig graph = with_leaves();
  const Lit lit = distributed(graph);
  const SweptLiteral swept = sweep(graph, lit);
  EXPECT_EQ(table(swept.graph, swept.literal), table(graph, lit));
  EXPECT_EQ(extract_literal(graph, lit, kLeaves).graph.num_ands(), 8u);
  EXPECT_LE(swept.graph.num_ands(), 5u);
}

TEST(SweepTest, FindsConstants) {
  Aig graph = with_leaves();
  const Lit x = graph.xor_gate(graph.xor_gate(leaf(0), leaf(1)), leaf(2));
  const Lit y = graph.xor_gate(leaf(0), graph.xor_gate(leaf(1), leaf(2)));
  EXPECT_EQ(sweep(graph, graph.xor_gate(x, y)).literal, kFalse);
  EXPECT_EQ(sweep(graph, graph.equal(x, y)).literal, kTrue);
}

TEST(SweepTest, KeepsTheFunctionOfRandomGraphs) {
  Rng rng(3);
  for (int round = 0; round < 200; ++round) {
    Aig graph = with_leaves();
    std::vector<Lit> lits;
    for (std::uint32_t i = 0; i < kLeaves; ++i) lits.push_back(leaf(i));
    for (int i = 0; i < 60; ++i)
      lits.push_back(graph.and_gate(lits[rng.below(lits.size())] ^ rng.chance(50),
                                    lits[rng.below(lits.size())] ^ rng.chance(50)));
    const Lit root = graph.xor_gate(lits.back(), lits[lits.size() - 7]);
    const SweptLiteral swept = sweep(graph, root);
    EXPECT_EQ(table(swept.graph, swept.literal), table(graph, root));
    EXPECT_LE(swept.graph.num_ands(), extract_literal(graph, root, kLeaves).graph.num_ands());
  }
}

TEST(SweepTest, CopiesWhatTheLimitsLeave) {
  Aig graph = with_leaves();
  const Lit lit = distributed(graph);
  const SweptLiteral no_time = sweep(graph, lit, {0, 100});
  EXPECT_EQ(no_time.graph.num_ands(), 8u);
  EXPECT_EQ(table(no_time.graph, no_time.literal), table(graph, lit));
  Budget over;
  over.request_stop(StopReason::Time);
  const SweptLiteral stopped = sweep_literal(graph, lit, kLeaves, {}, over, 1);
  EXPECT_EQ(table(stopped.graph, stopped.literal), table(graph, lit));
}

}  // namespace
}  // namespace cairn::sat
