// SPDX-License-Identifier: MIT
//
// Each option does something: its counter moves, or the number of questions changes.
#include <gtest/gtest.h>

#include <functional>

#include "engine/ic3cfa/ic3cfa.h"
#include "support/quiet_context.h"
#include "support/random_cfa.h"

namespace cairn {
namespace {

using Config = Ic3CfaConfig;

struct Totals {
  std::uint64_t queries = 0, multi = 0, precubes = 0, shortcuts = 0, reused = 0, pushed = 0;
  std::uint64_t superfluous = 0, interpolants = 0, dropped = 0, cores = 0, assumed = 0, widened = 0;
  std::uint64_t bits = 0, joined = 0, upper = 0, lower = 0, extended = 0, facts = 0, partial = 0;
};

Totals totals_of(const Config& config) {
  Totals totals;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const Cfa cfa = support::random_cfa(500'000 + seed, {12, 5, 8});
    support::QuietContext context(1);
    Ic3Cfa engine(cfa, config, context.get());
    EXPECT_FALSE(std::holds_alternative<Unknown>(engine.run()));
    totals.queries += engine.queries().queries;
    totals.multi += engine.queries().multi_queries;
    totals.precubes += engine.queries().precubes;
    totals.interpolants += engine.queries().interpolants;
    totals.shortcuts += engine.stats().shortcuts;
    totals.reused += engine.stats().reused;
    totals.pushed += engine.stats().pushed;
    totals.superfluous += engine.stats().superfluous;
    totals.partial += engine.stats().partial;
    totals.dropped += engine.generalizations().dropped;
    totals.cores += engine.generalizations().dropped_by_core;
    totals.assumed += engine.generalizations().assumed;
    totals.widened += engine.generalizations().widened;
    totals.bits += engine.generalizations().bits;
    totals.joined += engine.generalizations().joined;
    totals.upper += engine.contexts().upper;
    totals.lower += engine.contexts().lower;
    totals.extended += engine.contexts().extended;
    if (engine.seeds() != nullptr) totals.facts += engine.seeds()->facts;
  }
  return totals;
}

/// The default without facts, which leave random automata little to do.
Config bare() {
  Config config;
  config.seeds = false;
  return config;
}

TEST(Ic3CfaOptions, GeneralizationDropsLiterals) {
  EXPECT_EQ(totals_of(*ic3cfa_plan("A")).dropped, 0u);
  EXPECT_GT(totals_of(*ic3cfa_plan("B")).dropped, 0u);
  EXPECT_GT(totals_of(*ic3cfa_plan("H")).assumed, 0u);
}

TEST(Ic3CfaOptions, EdgeApproachesAskDifferently) {
  const Totals multi = totals_of(*ic3cfa_plan("B"));
  const Totals single = totals_of(*ic3cfa_plan("C"));
  const Totals incremental = totals_of(*ic3cfa_plan("D"));
  EXPECT_GT(multi.multi, 0u);
  EXPECT_EQ(single.multi, 0u);
  EXPECT_LT(incremental.queries, single.queries);
}

TEST(Ic3CfaOptions, TheOrderOfObligationsMatters) {
  const std::uint64_t smallest = totals_of(*ic3cfa_plan("D")).queries;
  EXPECT_NE(totals_of(*ic3cfa_plan("E")).queries, smallest);
  EXPECT_NE(totals_of(*ic3cfa_plan("F")).queries, smallest);
}

TEST(Ic3CfaOptions, ObligationsAreReused) {
  EXPECT_EQ(totals_of(*ic3cfa_plan("D")).reused, 0u);
  EXPECT_GT(totals_of(*ic3cfa_plan("G")).reused, 0u);
  Config config = bare();
  config.reuse = Config::Reuse::AtOnce;
  EXPECT_GT(totals_of(config).reused, 0u);
}

TEST(Ic3CfaOptions, PredecessorCubesAndContextsAnswerQuestions) {
  EXPECT_GT(totals_of(*ic3cfa_plan("J")).precubes, 0u);
  EXPECT_GT(totals_of(*ic3cfa_plan("K")).upper, 0u);
  EXPECT_GT(totals_of(*ic3cfa_plan("L")).lower, 0u);
  EXPECT_GT(totals_of(*ic3cfa_plan("M")).extended, 0u);
}

TEST(Ic3CfaOptions, InterpolationAndSemanticBlockingHappen) {
  EXPECT_GT(totals_of(*ic3cfa_plan("N")).interpolants, 0u);
  Config config = *ic3cfa_plan("Q");
  config.generalize = Config::Generalize::Old;
  EXPECT_GT(totals_of(config).superfluous + totals_of(*ic3cfa_plan("Q")).superfluous, 0u);
}

TEST(Ic3CfaOptions, QueryFormsDiffer) {
  Config config = *ic3cfa_plan("A");
  EXPECT_GT(totals_of(config).shortcuts, 0u);
  config.query = Config::Query::AndFilter;
  EXPECT_GT(totals_of(config).multi, 0u);
  config.query = Config::Query::First;
  config.requeue_shortcut = false;
  EXPECT_EQ(totals_of(config).shortcuts, 0u);
}

TEST(Ic3CfaOptions, WhatGoesBeyondTheDissertationHappens) {
  const Totals totals = totals_of(bare());
  EXPECT_GT(totals.cores, 0u);
  EXPECT_GT(totals.joined, 0u);
  EXPECT_GT(totals.pushed, 0u);
  EXPECT_GT(totals.widened, 0u);
  EXPECT_GT(totals_of({}).facts, 0u);
  Config config = bare();
  config.bits = true;
  config.weaken = false;
  EXPECT_GT(totals_of(config).bits, 0u);
  for (bool Config::*option : {&Config::cores, &Config::self_induction, &Config::propagate,
                               &Config::push_new, &Config::down, &Config::activity}) {
    Config without = bare();
    without.*option = false;
    EXPECT_NE(totals_of(without).queries, totals.queries);
  }
}

TEST(Ic3CfaOptions, SplittingEdgesSavesPartialPredecessors) {
  Config config = bare();
  config.split_limit = 64;
  config.literal_nodes = 500;
  EXPECT_LT(totals_of(config).partial, totals_of(bare()).partial);
}

TEST(Ic3CfaOptions, PlansHaveNames) {
  EXPECT_EQ(ic3cfa_plans().size(), 18u);
  EXPECT_FALSE(ic3cfa_plan("R"));
  EXPECT_FALSE(ic3cfa_plan(""));
  EXPECT_TRUE(ic3cfa_plan("o"));
  for (const std::string& name : ic3cfa_plans()) EXPECT_EQ(ic3cfa_plan(name)->validate(), "");
}

TEST(Ic3CfaOptions, ContradictionsAreRefused) {
  Config config;
  config.lower_bounds = true;
  EXPECT_NE(config.validate(), "");
  config = {};
  config.solver = "nobody";
  EXPECT_NE(config.validate(), "");
}

}  // namespace
}  // namespace cairn
