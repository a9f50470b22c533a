// SPDX-License-Identifier: MIT
//
// Each option does something: its counter moves, or the number of queries changes.
#include <gtest/gtest.h>

#include <functional>

#include "engine/ic3cfa/ic3cfa.h"
#include "support/quiet_context.h"
#include "support/random_cfa.h"

namespace cairn {
namespace {

using Config = ic3cfa::Ic3CfaConfig;

struct Totals {
  std::uint64_t queries = 0, multi = 0, precubes = 0, shortcuts = 0, reused = 0, pushed = 0;
  std::uint64_t superfluous = 0, interpolants = 0, interpolated = 0, dropped = 0, cores = 0,
                assumed = 0, widened = 0;
  std::uint64_t bits = 0, joined = 0, upper = 0, lower = 0, extended = 0, facts = 0;
  std::uint64_t parts = 0, clauses_compared = 0;
  std::uint64_t dont_care = 0, primed = 0, partial = 0, returned = 0, cache_hits = 0;
  std::uint64_t ctgs = 0, ctgs_blocked = 0;
  std::uint64_t interpolant_cubes = 0;
  std::uint64_t edges_tried = 0, edges_done = 0;
};

/// Two loops one after the other, each with three ways around; an input chooses.
Cfa loops(std::uint64_t seed) {
  Rng rng(seed);
  Cfa cfa;
  cfa.terms = std::make_shared<Terms>();
  cfa.sites = std::make_shared<const std::vector<SourceSite>>();
  Terms& terms = *cfa.terms;
  for (const char* name : {"a", "b", "c"}) {
    ProgramVariable variable;
    variable.term = terms.variable(name, Sort::bit_vector(3));
    cfa.variables.push_back(variable);
  }
  CfaInput input;
  input.term = terms.variable("choice", Sort::bit_vector(3));
  cfa.inputs.push_back(input);
  cfa.initial = cfa.add_location();
  cfa.error = cfa.add_location();
  const LocationId first = cfa.add_location(), second = cfa.add_location();
  const auto random = [&](Sort sort) { return support::random_term(cfa, rng, sort); };
  const auto add = [&](LocationId from, LocationId to, std::uint64_t choice, Term guard) {
    const Term variable = cfa.variables[rng.below(3)].term;
    cfa.add_edge(from, to,
                 sequence({assume(terms.equal(input.term, terms.bv(3, choice))), assume(guard),
                           assign(variable, random(Sort::bit_vector(3)))}));
  };
  std::vector<CommandRef> start;
  for (const ProgramVariable& variable : cfa.variables)
    start.push_back(assign(variable.term, terms.bv(3, rng.below(8))));
  cfa.add_edge(cfa.initial, first, sequence(start));
  for (const LocationId location : {first, second})
    for (std::uint64_t i = 0; i < 3; ++i) add(location, location, i, random(Sort::boolean()));
  add(first, second, 3, random(Sort::boolean()));
  const Term bad = terms.and_(random(Sort::boolean()), random(Sort::boolean()));
  add(second, cfa.error, 3, terms.and_(bad, random(Sort::boolean())));
  return cfa;
}

Totals totals_of(const Config& config) {
  Totals totals;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Cfa cfa = seed % 3 == 0 ? support::random_cfa(500'000 + seed, {12, 5, 8}) : loops(seed);
    cfa.check_invariants();
    support::QuietContext context(1);
    ic3cfa::Ic3Cfa engine(cfa, config, context.get());
    EXPECT_FALSE(std::holds_alternative<Unknown>(engine.run()));
    totals.queries += engine.queries().queries;
    totals.multi += engine.queries().multi_queries;
    totals.precubes += engine.queries().precubes;
    totals.interpolants += engine.queries().interpolants;
    totals.interpolated += engine.generalizations().interpolated;
    totals.interpolant_cubes += engine.generalizations().interpolant_cubes;
    totals.shortcuts += engine.stats().shortcuts;
    totals.reused += engine.stats().reused;
    totals.pushed += engine.stats().pushed;
    totals.edges_tried += engine.stats().edges_tried;
    totals.edges_done += engine.stats().edges_done;
    totals.superfluous += engine.stats().superfluous;
    totals.dropped += engine.generalizations().dropped;
    totals.cores += engine.generalizations().dropped_by_core;
    totals.assumed += engine.generalizations().assumed;
    totals.widened += engine.generalizations().widened;
    totals.bits += engine.generalizations().bits;
    totals.joined += engine.generalizations().joined;
    totals.dont_care += engine.generalizations().dont_care;
    totals.ctgs += engine.generalizations().ctgs;
    totals.ctgs_blocked += engine.generalizations().ctgs_blocked;
    totals.primed += engine.queries().primed;
    totals.partial += engine.stats().partial;
    totals.returned += engine.stats().returned;
    totals.cache_hits += engine.smt().cache_hits;
    totals.upper += engine.contexts().upper;
    totals.lower += engine.contexts().lower;
    totals.extended += engine.contexts().extended;
    totals.clauses_compared += engine.contexts().clauses_compared;
    totals.parts += engine.generalizations().parts;
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
  EXPECT_EQ(totals_of(*ic3cfa::ic3cfa_plan("A")).dropped, 0u);
  EXPECT_GT(totals_of(*ic3cfa::ic3cfa_plan("B")).dropped, 0u);
  EXPECT_GT(totals_of(*ic3cfa::ic3cfa_plan("H")).assumed, 0u);
}

TEST(Ic3CfaOptions, NewGeneralizationDropsLiteralsWithoutAQuery) {
  EXPECT_EQ(totals_of(*ic3cfa::ic3cfa_plan("D")).assumed, 0u);
  EXPECT_GT(totals_of(*ic3cfa::ic3cfa_plan("H")).assumed, 0u);
}

/// a = 1; b = 0; while (*) { assert(a == 1); b += 2; } assert(a != 1 || b % 2 == 0);
Cfa two_assertions() {
  Cfa cfa;
  cfa.terms = std::make_shared<Terms>();
  cfa.sites = std::make_shared<const std::vector<SourceSite>>();
  Terms& terms = *cfa.terms;
  for (const char* name : {"a", "b"}) {
    ProgramVariable variable;
    variable.term = terms.variable(name, Sort::bit_vector(3));
    cfa.variables.push_back(variable);
  }
  const Term a = cfa.variables[0].term, b = cfa.variables[1].term;
  const Term is_one = terms.equal(a, terms.bv(3, 1));
  cfa.initial = cfa.add_location();
  cfa.error = cfa.add_location();
  const LocationId loop = cfa.add_location(), end = cfa.add_location();
  cfa.add_edge(cfa.initial, loop, sequence({assign(a, terms.bv(3, 1)), assign(b, terms.bv(3, 0))}));
  cfa.add_edge(loop, loop, assign(b, terms.make(Op::BvAdd, {b, terms.bv(3, 2)})));
  cfa.add_edge(loop, cfa.error, assume(terms.not_(is_one)));
  cfa.add_edge(loop, end, assume(terms.true_term()));
  const Term is_odd = terms.equal(terms.extract(b, 0, 0), terms.bv(1, 1));
  cfa.add_edge(end, cfa.error, assume(terms.and_(is_one, is_odd)));
  return cfa;
}

TEST(Ic3CfaOptions, LiteralsThatAFrameHasAnywayAreDropped) {
  const Cfa cfa = two_assertions();
  cfa.check_invariants();
  const auto dont_care = [&](const char* plan) {
    support::QuietContext context(1);
    ic3cfa::Ic3Cfa engine(cfa, *ic3cfa::ic3cfa_plan(plan), context.get());
    EXPECT_TRUE(std::holds_alternative<Safe<Cfa>>(engine.run()));
    return engine.generalizations().dont_care;
  };
  EXPECT_EQ(dont_care("D"), 0u);
  EXPECT_GT(dont_care("H"), 0u);
}

TEST(Ic3CfaOptions, CounterexamplesToGeneralizationAreBlocked) {
  Config config = bare();
  config.ctg = 0;
  const Totals none = totals_of(config);
  EXPECT_EQ(none.ctgs, 0u);
  config.ctg = 3;
  const Totals some = totals_of(config);
  EXPECT_GT(some.ctgs_blocked, 0u);
  EXPECT_GT(some.ctgs, some.ctgs_blocked);
  config.ctg_depth = 0;
  EXPECT_EQ(totals_of(config).ctgs, 0u);
  config.ctg_depth = 2;
  EXPECT_NE(totals_of(config).ctgs, some.ctgs);
}

TEST(Ic3CfaOptions, QueriesWithoutPrimedVariables) {
  EXPECT_GT(totals_of(*ic3cfa::ic3cfa_plan("H")).primed, 0u);
  EXPECT_EQ(totals_of(*ic3cfa::ic3cfa_plan("I")).primed, 0u);
}

TEST(Ic3CfaOptions, ModelsDecideWherePreimagesAreTooLarge) {
  Config config = bare();
  const Totals usual = totals_of(config);
  EXPECT_GT(usual.partial, 0u);
  config.literal_nodes = 3;
  EXPECT_NE(totals_of(config).queries, usual.queries);
}

TEST(Ic3CfaOptions, ObligationsThatReturnMayBeBlocked) {
  Config config = *ic3cfa::ic3cfa_plan("G");
  config.check_returned = true;
  EXPECT_GT(totals_of(config).returned, 0u);
  config.check_returned = false;
  EXPECT_EQ(totals_of(config).returned, 0u);
}

TEST(Ic3CfaOptions, TheCacheRemembersAnswers) {
  Config config = *ic3cfa::ic3cfa_plan("D");
  EXPECT_EQ(totals_of(config).cache_hits, 0u);
  config.cache = 1000;
  EXPECT_GT(totals_of(config).cache_hits, 0u);
}

TEST(Ic3CfaOptions, FailuresInARowEndGeneralization) {
  Config config = bare();
  config.drop_failures = 1;
  EXPECT_LT(totals_of(config).dropped, totals_of(bare()).dropped);
}

TEST(Ic3CfaOptions, EdgeApproachesAskDifferently) {
  const Totals multi = totals_of(*ic3cfa::ic3cfa_plan("B"));
  const Totals single = totals_of(*ic3cfa::ic3cfa_plan("C"));
  const Totals incremental = totals_of(*ic3cfa::ic3cfa_plan("D"));
  EXPECT_GT(multi.multi, 0u);
  EXPECT_EQ(single.multi, 0u);
  EXPECT_NE(incremental.queries, single.queries);
}

TEST(Ic3CfaOptions, TheOrderOfObligationsMatters) {
  const std::uint64_t smallest = totals_of(*ic3cfa::ic3cfa_plan("D")).queries;
  EXPECT_NE(totals_of(*ic3cfa::ic3cfa_plan("E")).queries, smallest);
  EXPECT_NE(totals_of(*ic3cfa::ic3cfa_plan("F")).queries, smallest);
}

TEST(Ic3CfaOptions, ObligationsAreReused) {
  EXPECT_EQ(totals_of(*ic3cfa::ic3cfa_plan("D")).reused, 0u);
  EXPECT_GT(totals_of(*ic3cfa::ic3cfa_plan("G")).reused, 0u);
  Config config = bare();
  config.reuse = Config::Reuse::AtOnce;
  EXPECT_GT(totals_of(config).reused, 0u);
}

TEST(Ic3CfaOptions, PredecessorCubesAndContextsAnswerQueries) {
  EXPECT_GT(totals_of(*ic3cfa::ic3cfa_plan("J")).precubes, 0u);
  EXPECT_GT(totals_of(*ic3cfa::ic3cfa_plan("M")).upper, 0u);
  EXPECT_GT(totals_of(*ic3cfa::ic3cfa_plan("L")).lower, 0u);
  EXPECT_GT(totals_of(*ic3cfa::ic3cfa_plan("M")).extended, 0u);
}

TEST(Ic3CfaOptions, FramesAreComparedByVersionsOrClauses) {
  Config config = *ic3cfa::ic3cfa_plan("M");
  config.frame_test = Config::FrameTest::Versions;
  const Totals versions = totals_of(config);
  EXPECT_EQ(versions.clauses_compared, 0u);
  config.frame_test = Config::FrameTest::Clauses;
  const Totals clauses = totals_of(config);
  EXPECT_GT(clauses.clauses_compared, 0u);
  // What versions know holds clause by clause too, and more does.
  EXPECT_GT(clauses.upper + clauses.lower + clauses.extended,
            versions.upper + versions.lower + versions.extended);
}

TEST(Ic3CfaOptions, LemmasAreTriedAlongEdges) {
  Config config = bare();
  EXPECT_EQ(totals_of(config).edges_tried, 0u);
  config.propagate_edges = true;
  const Totals on = totals_of(config);
  EXPECT_GT(on.edges_done, 0u);
  EXPECT_GT(on.edges_tried, on.edges_done);
}

TEST(Ic3CfaOptions, WithoutGeneralizationNoPartsAreFound) {
  Config config = bare();
  EXPECT_GT(totals_of(config).parts, 0u);
  config.generalize = Config::Generalize::None;
  EXPECT_EQ(totals_of(config).parts, 0u);
}

/// a, b and d are arbitrary; then c is the product of a and b, or if d is not 7 that of a | 2 and
/// b | 2; at last c == 1021 && a > 1 && b > 1 && d == 7 is an error. That number is prime, so the
/// queries with d and without it have no short answer, and one does not help with the other.
Cfa factors() {
  Cfa cfa;
  cfa.terms = std::make_shared<Terms>();
  cfa.sites = std::make_shared<const std::vector<SourceSite>>();
  Terms& terms = *cfa.terms;
  const Sort half = Sort::bit_vector(10), whole = Sort::bit_vector(20);
  std::vector<CommandRef> start;
  for (const auto& [name, sort] : {std::pair{"a", half}, {"b", half}, {"d", half}, {"c", whole}}) {
    ProgramVariable variable;
    variable.term = terms.variable(name, sort);
    cfa.variables.push_back(variable);
    CfaInput input;
    input.term = terms.variable(std::string("any_") + name, sort);
    cfa.inputs.push_back(input);
    start.push_back(assign(variable.term, input.term));
  }
  const Term a = cfa.variables[0].term, b = cfa.variables[1].term, d = cfa.variables[2].term;
  const Term c = cfa.variables[3].term, one = terms.bv(10, 1), two = terms.bv(10, 2);
  const Term is_seven = terms.equal(d, terms.bv(10, 7));
  const auto product = [&](Term left, Term right) {
    return terms.make(Op::BvMul, {terms.zero_extend(left, 20), terms.zero_extend(right, 20)});
  };
  cfa.initial = cfa.add_location();
  cfa.error = cfa.add_location();
  const LocationId chosen = cfa.add_location(), multiplied = cfa.add_location();
  cfa.add_edge(cfa.initial, chosen, sequence(start));
  cfa.add_edge(chosen, multiplied,
               assign(c, terms.ite(is_seven, product(a, b),
                                   product(terms.make(Op::BvOr, {a, two}),
                                           terms.make(Op::BvOr, {b, two})))));
  cfa.add_edge(
      multiplied, cfa.error,
      sequence({assume(terms.equal(c, terms.bv(20, 1021))), assume(terms.make(Op::BvUlt, {one, a})),
                assume(terms.make(Op::BvUlt, {one, b})), assume(is_seven)}));
  return cfa;
}

struct Hasty {
  Answer<Cfa> answer;
  std::uint64_t timeouts = 0;
};

Hasty hasty(double critical, double noncritical) {
  const Cfa cfa = factors();
  cfa.check_invariants();
  Config config = bare();
  config.critical_seconds = critical;
  config.noncritical_seconds = noncritical;
  support::QuietContext context(1);
  ic3cfa::Ic3Cfa engine(cfa, config, context.get());
  Answer<Cfa> answer = engine.run();
  return {std::move(answer), engine.queries().timeouts};
}

TEST(Ic3CfaOptions, AQueryOfGeneralizationThatTakesTooLongCostsALiteralOnly) {
  EXPECT_EQ(hasty(0, 0).timeouts, 0u);
  const Hasty result = hasty(0, 1e-9);
  EXPECT_GT(result.timeouts, 0u);
  EXPECT_TRUE(std::holds_alternative<Safe<Cfa>>(result.answer));
}

TEST(Ic3CfaOptions, AQueryOfTheSearchThatTakesTooLongEndsIt) {
  const Hasty result = hasty(1e-9, 0);
  ASSERT_TRUE(std::holds_alternative<Unknown>(result.answer));
  EXPECT_EQ(std::get<Unknown>(result.answer).explanation, "timeout");
}

// An interpolant is used only if it is inductive along the other edges as well.
TEST(Ic3CfaOptions, InterpolantsBecomeLemmas) {
  for (const char* plan : {"N", "P"}) {
    const Totals totals = totals_of(*ic3cfa::ic3cfa_plan(plan));
    EXPECT_GT(totals.interpolated, 0u) << plan;
    EXPECT_GT(totals.interpolants, totals.interpolated) << plan;
    EXPECT_GT(totals.interpolant_cubes, totals.interpolated) << plan;  // some took several
  }
  const Totals without = totals_of(*ic3cfa::ic3cfa_plan("O"));
  EXPECT_EQ(without.interpolants, 0u);
  EXPECT_EQ(without.interpolated, 0u);
}

TEST(Ic3CfaOptions, SemanticBlockingLeavesCubesOut) {
  EXPECT_GT(totals_of(*ic3cfa::ic3cfa_plan("Q")).superfluous, 0u);
  EXPECT_EQ(totals_of(*ic3cfa::ic3cfa_plan("O")).superfluous, 0u);
}

TEST(Ic3CfaOptions, QueryFormsDiffer) {
  Config config = *ic3cfa::ic3cfa_plan("A");
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

TEST(Ic3CfaOptions, SplittingEdgesChangesTheQueries) {
  Config config = bare();
  config.split_limit = 64;
  EXPECT_NE(totals_of(config).queries, totals_of(bare()).queries);
}

TEST(Ic3CfaOptions, PlansHaveNames) {
  EXPECT_EQ(ic3cfa::ic3cfa_plans().size(), 18u);
  EXPECT_FALSE(ic3cfa::ic3cfa_plan("R"));
  EXPECT_FALSE(ic3cfa::ic3cfa_plan(""));
  EXPECT_TRUE(ic3cfa::ic3cfa_plan("o"));
  for (const std::string& name : ic3cfa::ic3cfa_plans())
    EXPECT_EQ(ic3cfa::ic3cfa_plan(name)->validate(), "");
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
