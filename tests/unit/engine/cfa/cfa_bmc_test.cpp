// SPDX-License-Identifier: MIT
#include "engine/cfa/cfa_bmc.h"

#include <gtest/gtest.h>

#include "support/cfa_judged.h"

namespace cairn {
namespace {

using support::CfaVerdicts;
using support::QuietContext;

constexpr std::uint32_t kFar = 40;  // no random automaton has an error that lies deeper

support::MakeCfaEngine bmc(CfaBmcConfig config = {}, SmtConfig smt = {}) {
  if (config.last == CfaBmcConfig::kNoLimit) config.last = kFar;
  return [=](const Cfa& cfa, const Context& context) {
    return std::make_unique<CfaBmc>(cfa, config, smt, context);
  };
}

/// Right on each automaton; every error is found.
void expect_all_errors(std::uint64_t first, std::uint64_t count,
                       const support::MakeCfaEngine& make) {
  const CfaVerdicts verdicts = support::judge_on_random_automata(first, count, make);
  std::uint64_t unsafe = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Cfa cfa = support::random_cfa(seed);
    unsafe += !support::CfaOracle(cfa).safe();
  }
  EXPECT_EQ(verdicts.unsafe, unsafe);
  EXPECT_GT(unsafe, count / 10);
}

TEST(CfaBmc, FindsTheErrorsOfRandomAutomata) {
  expect_all_errors(0, 1000, bmc());
}

TEST(CfaBmc, FindsThemWhateverTheSettings) {
  CfaBmcConfig places;
  places.prune = CfaBmcConfig::Prune::Places;
  expect_all_errors(1000, 200, bmc(places));
  CfaBmcConfig steps;
  steps.step = 7;
  steps.prune = CfaBmcConfig::Prune::None;
  expect_all_errors(1200, 200, bmc(steps));
  SmtConfig cached;
  cached.cache = 100;
  expect_all_errors(1400, 100, bmc({}, cached));
}

TEST(CfaBmc, AsksEverySolver) {
  for (const std::string& solver : known_smt_solvers()) {
    SmtConfig smt;
    smt.solver = solver;
    CfaBmcConfig config;
    config.last = 8;
    const CfaVerdicts verdicts =
        support::judge_on_random_automata(2000, solver == "cvc5" ? 5 : 100, bmc(config, smt));
    EXPECT_GT(verdicts.unsafe, 0u) << solver;
  }
}

TEST(CfaBmc, GoesOnWhereItStopped) {
  const CfaVerdicts verdicts = support::judge_by_turns(3000, 60, bmc());
  EXPECT_GT(verdicts.unsafe, 0u);
}

/// Of random automata by seed, the first for which the answer is of this kind.
template <class Kind>
Answer<Cfa> first_answer(const support::MakeCfaEngine& make, Cfa& cfa) {
  for (std::uint64_t seed = 0;; ++seed) {
    cfa = support::random_cfa(seed);
    QuietContext quiet;
    Answer<Cfa> answer = make(cfa, quiet.get())->run();
    if (std::holds_alternative<Kind>(answer)) return answer;
  }
}

TEST(CfaBmc, FindsAShortestPath) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Cfa cfa = support::random_cfa(seed);
    const support::CfaOracle oracle(cfa);
    if (oracle.safe()) continue;
    QuietContext quiet;
    const Answer<Cfa> answer = bmc()(cfa, quiet.get())->run();
    ASSERT_TRUE(std::holds_alternative<Unsafe<Cfa>>(answer));
    EXPECT_EQ(std::get<Unsafe<Cfa>>(answer).trace.steps.size(), oracle.trace().steps.size());
  }
}

/// Two edges, then the error, which is not reached; and a cycle from which none is.
Cfa straight_line() {
  const auto terms = std::make_shared<Terms>();
  Cfa cfa;
  cfa.terms = terms;
  const Term x = terms->variable("x", Sort::bit_vector(8));
  cfa.variables = {{x, "x", "", Show::Unsigned}};
  cfa.sites = std::make_shared<const std::vector<SourceSite>>();
  cfa.initial = cfa.add_location();
  cfa.error = cfa.add_location();
  const LocationId middle = cfa.add_location();
  const LocationId idle = cfa.add_location();
  cfa.add_edge(cfa.initial, middle, assume(terms->make(Op::BvUlt, {x, terms->bv(8, 5)})));
  cfa.add_edge(middle, cfa.error, assume(terms->equal(x, terms->bv(8, 7))));
  cfa.add_edge(middle, idle, skip_command());
  cfa.add_edge(idle, idle, skip_command());
  return cfa;
}

TEST(CfaBmc, ProvesWhatHasNoCycle) {
  const Cfa cfa = straight_line();
  QuietContext quiet;
  const Answer<Cfa> answer = bmc()(cfa, quiet.get())->run();
  ASSERT_TRUE(std::holds_alternative<Safe<Cfa>>(answer));
  EXPECT_EQ(support::CfaOracle(cfa).check(std::get<Safe<Cfa>>(answer).invariant), "");
}

TEST(CfaBmc, HasNoFormulasIfThereWasACycle) {
  Cfa cfa = straight_line();
  const auto is_unrolling = [&] {
    QuietContext quiet;
    const Answer<Cfa> answer = bmc()(cfa, quiet.get())->run();
    return std::get<Safe<Cfa>>(answer).invariant.unrolling.has_value();
  };
  cfa.locations[3].cut = true;  // not on the way to the error
  EXPECT_FALSE(is_unrolling());
  cfa.locations[2].cut = true;
  EXPECT_TRUE(is_unrolling());
}

TEST(CfaBmc, ProvesByUnrollingThatRunsEnd) {
  std::uint64_t proofs = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    const Cfa cfa = support::random_cfa(seed);
    QuietContext quiet;
    const Answer<Cfa> answer = bmc()(cfa, quiet.get())->run();
    const auto* safe = std::get_if<Safe<Cfa>>(&answer);
    if (safe == nullptr || !safe->invariant.unrolling) continue;
    EXPECT_EQ(support::CfaOracle(cfa).check(safe->invariant), "");
    ++proofs;
  }
  EXPECT_GT(proofs, 5u);
}

TEST(CfaBmc, StopsAtTheLastBound) {
  CfaBmcConfig config;
  config.last = 0;
  Cfa cfa;
  const Answer<Cfa> answer = first_answer<Unknown>(bmc(config), cfa);
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Bound);
  EXPECT_EQ(std::get<Unknown>(answer).bound, 0);
}

}  // namespace
}  // namespace cairn
