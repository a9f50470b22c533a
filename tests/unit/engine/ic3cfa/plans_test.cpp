// SPDX-License-Identifier: MIT
//
// Plans A to Q are the rows of table 5.1 of the dissertation [Lan18], compared field by field. The
// table is spelt out as it is printed; the legend is that of section 5.2.1:
//
//   Generalize: None (N), Old (O), New (W). Edge approach: Multi (M), Single (S), Incremental (I);
//   a blank (-) where the row does not say: without generalization it does not matter, and rows
//   from H on are section 5.2.2's Baseline, "incremental single-step generalization". Obligation
//   order: Smallest (S), Largest (L), Random (R). The other columns are true (T) or false (F).
#include <gtest/gtest.h>

#include <string>

#include "engine/ic3cfa/config.h"

namespace cairn::ic3cfa {
namespace {

using Config = Ic3CfaConfig;

struct Row {
  const char* plan;
  const char* columns;  ///< in the order of the table, without the blanks between them
};

/// Columns: Generalize, Edge approach, Obligation order, Reuse, RelIndAlt, PreCubes, Generalization
/// Caching, Lower Bounds, Extended Context, Interpolation, Semantic Blocking.
constexpr Row kTable[] = {
    {"A", "N-S FFFFFFFF"},  // IC3CFA
    {"B", "OMS FFFFFFFF"},  // IC3-Gen Multi
    {"C", "OSS FFFFFFFF"},  // IC3-Gen Single
    {"D", "OIS FFFFFFFF"},  // IC3-Gen Incremental
    {"E", "OIL FFFFFFFF"},  // IC3-Gen Order Largest
    {"F", "OIR FFFFFFFF"},  // IC3-Gen Order Random
    {"G", "OIS TFFFFFFF"},  // IC3-Gen Reuse
    {"H", "W-S TFFFFFFF"},  // New-Gen Don't care
    {"I", "W-S TTFFFFFF"},  // New-Gen RelIndAlt
    {"J", "W-S TFTFFFFF"},  // New-Gen PreCubes
    {"K", "W-S TFFTFFFF"},  // New-Gen Upper Bounds
    {"L", "W-S TFFTTFFF"},  // New-Gen Lower Bounds
    {"M", "W-S TFFTTTFF"},  // New-Gen Extended Context
    {"N", "W-S TFFFFFTF"},  // New-Gen Interpolation
    {"O", "W-S TTTTTFFF"},  // New-Gen All
    {"P", "W-S TTTTTFTF"},  // New-Gen All Interpolation
    {"Q", "W-S TTTTTFFT"},  // New-Gen All Semantic Blocking
};

char letter(Config::Generalize value) {
  switch (value) {
    case Config::Generalize::None:
      return 'N';
    case Config::Generalize::Old:
      return 'O';
    case Config::Generalize::New:
      return 'W';
  }
  return '?';
}

char letter(Config::EdgeApproach value) {
  switch (value) {
    case Config::EdgeApproach::Multi:
      return 'M';
    case Config::EdgeApproach::Single:
      return 'S';
    case Config::EdgeApproach::Incremental:
      return 'I';
    case Config::EdgeApproach::Joint:
      break;
  }
  return '?';
}

char letter(Config::Order value) {
  switch (value) {
    case Config::Order::Smallest:
      return 'S';
    case Config::Order::Largest:
      return 'L';
    case Config::Order::Random:
      return 'R';
  }
  return '?';
}

char letter(Config::Reuse value) {
  switch (value) {
    case Config::Reuse::None:
      return 'F';
    case Config::Reuse::Next:
      return 'T';
    case Config::Reuse::AtOnce:
      break;
  }
  return '?';
}

char letter(bool value) {
  return value ? 'T' : 'F';
}

/// The row that a configuration makes, as the table has it.
std::string columns_of(const Config& config) {
  return {letter(config.generalize),    letter(config.edges),
          letter(config.order),         ' ',
          letter(config.reuse),         letter(config.relind_alt),
          letter(config.precubes),      letter(config.contexts),
          letter(config.lower_bounds),  letter(config.extended_context),
          letter(config.interpolation), letter(config.semantic_blocking)};
}

TEST(Ic3CfaPlans, AreTheRowsOfTable51) {
  ASSERT_EQ(std::size(kTable), 17u);
  char plan = 'A';
  for (const Row& row : kTable) {
    SCOPED_TRACE(row.plan);
    EXPECT_EQ(row.plan, std::string(1, plan++));
    const auto config = ic3cfa_plan(row.plan);
    ASSERT_TRUE(config);
    std::string expected = row.columns;
    if (expected[1] == '-') expected[1] = 'I';
    EXPECT_EQ(columns_of(*config), expected);
  }
}

// What Cairn has beyond the dissertation is no part of its configurations, and what section 5.2.1
// does not vary is the same in all rows.
TEST(Ic3CfaPlans, HaveNothingBeyondTheDissertation) {
  for (const Row& row : kTable) {
    SCOPED_TRACE(row.plan);
    const Config config = ic3cfa_plan(row.plan).value();
    for (bool Config::*option : {&Config::cores, &Config::propagate, &Config::propagate_edges,
                                 &Config::push_new, &Config::down, &Config::activity, &Config::bits,
                                 &Config::check_returned, &Config::weaken, &Config::seeds})
      EXPECT_FALSE(config.*option);
    // Lemma 4.2; theorem 4.1 excludes it for cubes that were generalized.
    EXPECT_EQ(config.self_induction, config.generalize == Config::Generalize::None);
    EXPECT_EQ(config.ctg, 0u);
    EXPECT_EQ(config.drop_failures, 0u);
    EXPECT_EQ(config.cache, 0u);
    EXPECT_EQ(config.critical_seconds, 0);
    EXPECT_EQ(config.noncritical_seconds, 0);
    EXPECT_EQ(config.max_level, 0u);
    EXPECT_EQ(config.query, Config::Query::Filter);            // algorithm 14 asks edge by edge
    EXPECT_TRUE(config.requeue_shortcut);                      // page 113
    EXPECT_EQ(config.frame_test, Config::FrameTest::Clauses);  // definition 4.11
  }
}

}  // namespace
}  // namespace cairn::ic3cfa
