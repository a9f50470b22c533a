// SPDX-License-Identifier: MIT
#include "format/ivl/ascii_graph.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

using Order = std::vector<std::uint32_t>;

TEST(DefinitionTableTest, FindsDefinitionsOfCloseAndOfFarVariables) {
  for (const std::uint32_t max : {9u, 2'000'000'000u}) {
    const DefinitionTable table(max, {7, max, 1});
    EXPECT_FALSE(table.clash());
    EXPECT_EQ(table.find(7), 1u);
    EXPECT_EQ(table.find(max), 2u);
    EXPECT_EQ(table.find(1), 3u);
    EXPECT_EQ(table.find(2), 0u);
    EXPECT_EQ(table.find(8), 0u);
  }
}

TEST(DefinitionTableTest, ReportsTheFirstVariableThatIsDefinedAgain) {
  for (const std::uint32_t max : {9u, 2'000'000'000u}) {
    const DefinitionTable table(max, {7, 3, max, 3, 7});
    ASSERT_TRUE(table.clash());
    EXPECT_EQ(*table.clash(), std::pair(2u, 4u));
  }
}

TEST(TopologicalOrderTest, KeepsAnOrderThatIsOne) {
  Order cycle;
  EXPECT_EQ(topological_order({{2, 4}, {2, 6}, {4, 4}, {8, 10}}, 3, cycle), (Order{0, 1, 2, 3}));
}

TEST(TopologicalOrderTest, PutsWhatIsReadFirst) {
  Order cycle;
  // Gates 3 = 4 & 5, 4 = 5 & 1, 5 = 1 & 2.
  EXPECT_EQ(topological_order({{8, 10}, {11, 2}, {2, 4}}, 3, cycle), (Order{2, 1, 0}));
}

TEST(TopologicalOrderTest, ReportsTheCycleAndNotTheWayToIt) {
  Order cycle;
  // Gate 0 reads 1 and 2; 1 reads 2; 2 reads 3; 3 reads 2. Gate 2 is put on the stack twice.
  EXPECT_EQ(topological_order({{4, 6}, {6, 0}, {8, 0}, {6, 0}}, 1, cycle), std::nullopt);
  EXPECT_EQ(cycle, (Order{2, 3}));
}

TEST(TopologicalOrderTest, SortsAMillionGatesInAChain) {
  constexpr std::uint32_t kGates = 1'000'000;
  std::vector<AsciiGate> gates(kGates);
  for (std::uint32_t i = 0; i + 1 < kGates; ++i) gates[i] = {2 * (i + 2), 2 * (i + 2) + 1};
  Order cycle;
  const auto order = topological_order(gates, 1, cycle);
  ASSERT_TRUE(order);
  EXPECT_EQ(order->front(), kGates - 1);
  EXPECT_EQ(order->back(), 0u);
}

}  // namespace
}  // namespace cairn
