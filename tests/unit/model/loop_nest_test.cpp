// SPDX-License-Identifier: MIT
#include "model/loop_nest.h"

#include <gtest/gtest.h>

#include <string>

#include "support/random_cfa.h"

namespace cairn {
namespace {

/// An automaton with these edges, from location 0 to the error at 1.
Cfa graph(std::uint32_t locations, const std::vector<std::pair<unsigned, unsigned>>& edges) {
  Cfa cfa;
  cfa.terms = std::make_shared<Terms>();
  cfa.sites = std::make_shared<const std::vector<SourceSite>>();
  for (std::uint32_t i = 0; i < locations; ++i) cfa.add_location();
  cfa.initial = {0};
  cfa.error = {1};
  for (const auto& [source, target] : edges) cfa.add_edge({source}, {target}, skip_command());
  return cfa;
}

/// "0 (2 3) 1"
std::string text(const LoopNest& nest) {
  std::string result;
  std::vector<std::uint32_t> ends;
  for (std::uint32_t i = 0; i < nest.order.size(); ++i) {
    if (i > 0) result += ' ';
    if (nest.order[i].is_head) {
      result += '(';
      ends.push_back(nest.order[i].end);
    }
    result += std::to_string(nest.order[i].location.index);
    for (; !ends.empty() && ends.back() == i + 1; ends.pop_back()) result += ')';
  }
  return result;
}

TEST(LoopNest, OrdersALine) {
  EXPECT_EQ(text(loop_nest(graph(4, {{0, 3}, {3, 2}, {2, 1}}))), "0 3 2 1");
}

TEST(LoopNest, FindsLoopsInLoops) {
  // 2 is the outer head, 3 the inner one; 4 goes around itself.
  const Cfa cfa = graph(6, {{0, 2}, {2, 3}, {3, 5}, {5, 3}, {3, 4}, {4, 4}, {4, 2}, {2, 1}});
  EXPECT_EQ(text(loop_nest(cfa)), "0 (2 (3 5) (4)) 1");
}

TEST(LoopNest, LeavesOutWhatIsOnNoPath) {
  const Cfa cfa = graph(5, {{0, 2}, {2, 1}, {2, 3}, {3, 3}, {4, 2}});
  const LoopNest nest = loop_nest(cfa);
  EXPECT_EQ(text(nest), "0 2 1");
  EXPECT_EQ(nest.position[3], LoopNest::kOutside);
  EXPECT_EQ(nest.position[4], LoopNest::kOutside);
}

TEST(LoopNest, HasEveryEdgeBackAtAHead) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Cfa cfa = support::random_cfa(seed);
    const LoopNest nest = loop_nest(cfa);
    for (const CfaEdge& edge : cfa.edges) {
      const std::uint32_t from = nest.position[edge.source.index];
      const std::uint32_t to = nest.position[edge.target.index];
      if (from == LoopNest::kOutside || to == LoopNest::kOutside || to > from) continue;
      EXPECT_TRUE(nest.order[to].is_head) << seed;
      EXPECT_GT(nest.order[to].end, from) << seed;
    }
  }
}

TEST(LoopNest, IsNotRecursive) {
  constexpr std::uint32_t kMany = 100'000;
  std::vector<std::pair<unsigned, unsigned>> edges{{0, 2}};
  for (std::uint32_t i = 2; i + 1 < kMany; ++i) edges.emplace_back(i, i + 1);
  edges.emplace_back(kMany - 1, 2);
  edges.emplace_back(kMany - 1, 1);
  const LoopNest nest = loop_nest(graph(kMany, edges));
  EXPECT_EQ(nest.order.size(), kMany);
  EXPECT_EQ(nest.order[1].end, kMany - 1);
}

}  // namespace
}  // namespace cairn
