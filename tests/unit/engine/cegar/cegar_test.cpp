// SPDX-License-Identifier: MIT
#include "engine/cegar/cegar.h"

#include <gtest/gtest.h>

#include "support/cfa_judged.h"

namespace cairn {
namespace {

using support::CfaVerdicts;
using support::expect_all_decided;
using support::QuietContext;
using Abstraction = cegar::CegarConfig::Abstraction;
using Refine = cegar::CegarConfig::Refine;
using Search = cegar::CegarConfig::Search;

support::MakeCfaEngine cegar(cegar::CegarConfig config = {}, SmtConfig smt = {}) {
  return [=](const Cfa& cfa, const Context& context) {
    return std::make_unique<cegar::Cegar>(cfa, config, smt, context);
  };
}

TEST(Cegar, DecidesRandomAutomata) {
  expect_all_decided(0, 1000, cegar());
}

TEST(Cegar, DecidesThemInEveryConfiguration) {
  std::uint64_t first = 1000;
  for (const Abstraction abstraction : {Abstraction::Cartesian, Abstraction::Boolean})
    for (const Refine refine : {Refine::Interpolants, Refine::Preconditions})
      for (const Search search : {Search::Breadth, Search::Depth})
        for (const bool drop : {false, true}) {
          cegar::CegarConfig config;
          config.abstraction = abstraction;
          config.refine = refine;
          config.search = search;
          config.drop = drop;
          SCOPED_TRACE(first);
          expect_all_decided(first, 60, cegar(config));
          first += 60;
        }
}

TEST(Cegar, AsksEverySolver) {
  for (const std::string& solver : known_smt_solvers())
    for (const Refine refine : {Refine::Interpolants, Refine::Preconditions}) {
      SmtConfig smt;
      smt.solver = solver;
      cegar::CegarConfig config;
      config.refine = refine;
      // cvc5 searches for interpolants as long as one lets it.
      if (solver == "cvc5" && refine == Refine::Interpolants) continue;
      const std::uint64_t count = solver == "cvc5" ? 3 : 50;
      const CfaVerdicts verdicts =
          support::judge_on_random_automata(3000, count, cegar(config, smt));
      EXPECT_EQ(verdicts.unknown, 0u) << solver;
    }
}

TEST(Cegar, GoesOnWhereItStopped) {
  for (const Abstraction abstraction : {Abstraction::Cartesian, Abstraction::Boolean}) {
    cegar::CegarConfig config;
    config.abstraction = abstraction;
    const CfaVerdicts verdicts = support::judge_by_turns(4000, 40, cegar(config));
    EXPECT_EQ(verdicts.unknown, 0u);
    EXPECT_GT(verdicts.safe, 0u);
  }
}

TEST(Cegar, SaysNothingWithoutTime) {
  std::uint64_t unknown = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Cfa cfa = support::random_cfa(seed);
    QuietContext quiet;
    quiet.budget.request_stop(StopReason::Time);
    const Answer<Cfa> answer = cegar()(cfa, quiet.get())->run();
    if (!std::holds_alternative<Unknown>(answer)) continue;  // the graph has no path to the error
    EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Time);
    ++unknown;
  }
  EXPECT_GT(unknown, 10u);
}

}  // namespace
}  // namespace cairn
