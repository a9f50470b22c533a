// SPDX-License-Identifier: MIT
#include "engine/tree_ic3/tree_ic3.h"

#include <gtest/gtest.h>

#include "support/cfa_judged.h"

namespace cairn {
namespace {

using support::CfaVerdicts;
using support::expect_all_decided;

support::MakeCfaEngine tree_ic3(tree_ic3::TreeIc3Config config = {}, SmtConfig smt = {}) {
  return [=](const Cfa& cfa, const Context& context) {
    return std::make_unique<tree_ic3::TreeIc3>(cfa, config, smt, context);
  };
}

TEST(TreeIc3, DecidesRandomAutomata) {
  expect_all_decided(0, 1000, tree_ic3());
}

TEST(TreeIc3, DecidesThemInEveryConfiguration) {
  std::uint64_t first = 1000;
  for (const bool drop : {false, true})
    for (const bool propagate : {false, true}) {
      tree_ic3::TreeIc3Config config;
      config.drop = drop;
      config.propagate = propagate;
      SCOPED_TRACE(first);
      expect_all_decided(first, 100, tree_ic3(config));
      first += 100;
    }
}

TEST(TreeIc3, AsksEverySolver) {
  for (const std::string& solver : known_smt_solvers()) {
    SmtConfig smt;
    smt.solver = solver;
    const std::uint64_t count = solver == "cvc5" ? 3 : 50;
    const CfaVerdicts verdicts = support::judge_on_random_automata(3000, count, tree_ic3({}, smt));
    EXPECT_EQ(verdicts.unknown, 0u) << solver;
  }
}

TEST(TreeIc3, GoesOnWhereItStopped) {
  const CfaVerdicts verdicts = support::judge_by_turns(4000, 60, tree_ic3());
  EXPECT_EQ(verdicts.unknown, 0u);
  EXPECT_GT(verdicts.safe, 0u);
}

}  // namespace
}  // namespace cairn
