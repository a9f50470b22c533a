// SPDX-License-Identifier: MIT
#include "engine/ic3cfa/ic3cfa.h"

#include <gtest/gtest.h>

#include "certify/check_cfa.h"
#include "support/cfa_oracle.h"
#include "support/quiet_context.h"
#include "support/random_cfa.h"

namespace cairn {
namespace {

using Config = ic3cfa::Ic3CfaConfig;

Answer<Cfa> solve(const Cfa& cfa, const Config& config) {
  support::QuietContext context(7);
  return ic3cfa::Ic3Cfa(cfa, config, context.get()).run();
}

/// Empty if the answer is the oracle's, with evidence.
std::string fault_of(const Cfa& cfa, const support::CfaOracle& oracle, const Answer<Cfa>& answer) {
  if (const auto* safe = std::get_if<Safe<Cfa>>(&answer))
    return oracle.safe() ? oracle.check(safe->invariant) : "a wrong proof";
  if (const auto* unsafe = std::get_if<Unsafe<Cfa>>(&answer))
    return oracle.safe() ? "a wrong counterexample" : judge(cfa, unsafe->trace);
  return "no answer";
}

Config random_config(Rng& rng) {
  Config config;
  if (rng.chance(40)) {
    const std::vector<std::string> plans = ic3cfa::ic3cfa_plans();
    config = *ic3cfa::ic3cfa_plan(plans[rng.below(plans.size())]);
  }
  const auto some = [&](bool& option) {
    if (rng.chance(30)) option = !option;
  };
  if (rng.chance(30)) config.generalize = static_cast<Config::Generalize>(rng.below(3));
  if (rng.chance(30)) config.edges = static_cast<Config::EdgeApproach>(rng.below(4));
  if (rng.chance(30)) config.order = static_cast<Config::Order>(rng.below(3));
  if (rng.chance(30)) config.reuse = static_cast<Config::Reuse>(rng.below(3));
  if (rng.chance(30)) config.query = static_cast<Config::Query>(rng.below(3));
  some(config.relind_alt);
  some(config.precubes);
  some(config.contexts);
  some(config.lower_bounds);
  some(config.extended_context);
  if (rng.chance(30)) config.frame_test = Config::FrameTest::Clauses;
  config.lower_bounds = config.lower_bounds && config.contexts;
  config.extended_context = config.extended_context && config.contexts;
  if (rng.chance(10)) config.interpolation = true;
  some(config.semantic_blocking);
  some(config.requeue_shortcut);
  some(config.cores);
  some(config.self_induction);
  some(config.propagate);
  some(config.push_new);
  some(config.weaken);
  some(config.seeds);
  some(config.check_returned);
  some(config.down);
  some(config.activity);
  some(config.bits);
  if (rng.chance(20)) config.drop_failures = 1;
  if (rng.chance(50)) config.ctg = static_cast<std::uint32_t>(rng.below(4));
  if (rng.chance(30)) config.ctg_depth = static_cast<std::uint32_t>(1 + rng.below(3));
  if (rng.chance(10)) config.cache = 100;
  if (rng.chance(20)) config.split_limit = 1;
  if (rng.chance(20)) config.literal_nodes = 3;
  return config;
}

TEST(Ic3Cfa, AgreesWithTheOracleByDefault) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Cfa cfa = support::random_cfa(seed);
    const support::CfaOracle oracle(cfa);
    ASSERT_EQ(fault_of(cfa, oracle, solve(cfa, {})), "") << "seed " << seed;
  }
}

TEST(Ic3Cfa, AgreesWithTheOracleUnderRandomOptions) {
  Rng rng(11);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Cfa cfa = support::random_cfa(100'000 + seed);
    const support::CfaOracle oracle(cfa);
    ASSERT_EQ(fault_of(cfa, oracle, solve(cfa, random_config(rng))), "") << "seed " << seed;
  }
}

TEST(Ic3Cfa, EveryPlanAgreesWithTheOracle) {
  for (const std::string& plan : ic3cfa::ic3cfa_plans())
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const Cfa cfa = support::random_cfa(200'000 + seed);
      const support::CfaOracle oracle(cfa);
      ASSERT_EQ(fault_of(cfa, oracle, solve(cfa, *ic3cfa::ic3cfa_plan(plan))), "")
          << "plan " << plan << ", seed " << seed;
    }
}

TEST(Ic3Cfa, ItsProofsAreAcceptedByTheChecker) {
  support::QuietContext context;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Cfa cfa = support::random_cfa(300'000 + seed);
    const Answer<Cfa> answer = solve(cfa, {});
    if (const auto* safe = std::get_if<Safe<Cfa>>(&answer)) {
      const Judgement judgement = check_cfa_invariant(cfa, safe->invariant, {}, context.get());
      ASSERT_EQ(judgement.outcome(), Outcome::Holds) << "seed " << seed;
    }
  }
}

TEST(Ic3Cfa, GoesOnWhereItStopped) {
  std::uint64_t turns = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Cfa cfa = support::random_cfa(400'000 + seed, {20, 6, 9});
    const support::CfaOracle oracle(cfa);
    support::QuietContext context;
    Budget share(&context.budget);
    ic3cfa::Ic3Cfa engine(cfa, *ic3cfa::ic3cfa_plan(seed % 2 == 0 ? "A" : "B"),
                          Context{context.log, share, context.progress, 0});
    Answer<Cfa> answer = Unknown{};
    for (int turn = 0; turn < 100'000 && std::holds_alternative<Unknown>(answer); ++turn) {
      share.renew(0);
      answer = engine.run();
      ++turns;
    }
    ASSERT_EQ(fault_of(cfa, oracle, answer), "") << "seed " << seed;
  }
  EXPECT_GT(turns, 70u);
}

}  // namespace
}  // namespace cairn
