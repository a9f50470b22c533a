// SPDX-License-Identifier: MIT
//
// Engines that are told lemmas of others.
#include "model/exchange.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "engine/bmc/bmc.h"
#include "engine/ic3/ic3.h"
#include "engine/kind/kind.h"
#include "engine/shared/inductive_lemmas.h"
#include "support/judged.h"
#include "support/list_exchange.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

using support::ListExchange;

Context with(support::QuietContext& context, ListExchange& exchange) {
  Context result = context.get();
  result.exchange = &exchange;
  return result;
}

/// What IC3 publishes about a system.
std::vector<SharedLemma> lemmas_of(const BitSystem& system) {
  support::QuietContext context;
  ListExchange exchange;
  ic3::Ic3 engine(system, {}, with(context, exchange));
  engine.run();
  return exchange.published;
}

/// Cubes and levels drawn at random, some of them not even in order: lies, most of them.
std::vector<SharedLemma> lies(std::size_t latches, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<SharedLemma> lemmas(50);
  for (SharedLemma& lemma : lemmas) {
    lemma.level =
        rng.chance(30) ? SharedLemma::kEverywhere : static_cast<std::uint32_t>(rng.below(9));
    for (std::uint32_t i = 0; i < latches + 1; ++i)
      if (rng.chance(40)) lemma.cube.push_back(static_cast<std::uint32_t>(2 * i + rng.below(2)));
    if (rng.chance(5) && !lemma.cube.empty()) lemma.cube.push_back(lemma.cube.front());
  }
  return lemmas;
}

TEST(ExchangeTest, WhatIc3PublishesIsTrue) {
  const BitSystem system = support::enabled_counter(6, 50, 60);
  const auto oracle = support::explore(system);
  const std::vector<SharedLemma> lemmas = lemmas_of(system);
  EXPECT_FALSE(lemmas.empty());
  for (const SharedLemma& lemma : lemmas)
    for (std::size_t i = 0; i < oracle.states.size(); ++i) {
      if (oracle.depths[i] > lemma.level) continue;
      bool is_in = true;
      for (const std::uint32_t code : lemma.cube)
        is_in = is_in && ((oracle.states[i] >> (code / 2)) & 1) == code % 2;
      EXPECT_FALSE(is_in);
    }
}

// Others push them themselves, so it is news only if somebody asks for it. What is told changes
// nothing of what the teller does.
TEST(ExchangeTest, LemmasThatMoveUpAreToldAgainIfAskedFor) {
  const BitSystem system = support::enabled_counter(6, 50, 60);
  std::size_t told[2] = {};
  std::uint64_t pushed[2] = {};
  for (const bool share_moved : {false, true}) {
    ic3::Ic3Config config;
    config.share_moved = share_moved;
    config.infinity = false;  // lemmas that get there are told in any case
    config.proof_layers = false;
    support::QuietContext context;
    ListExchange exchange;
    ic3::Ic3 engine(system, config, with(context, exchange));
    support::expect_verdict(system, engine.run(), true);
    told[share_moved] = exchange.published.size();
    pushed[share_moved] = engine.stats().pushed;
  }
  EXPECT_GT(pushed[0], 0u);
  EXPECT_EQ(pushed[1], pushed[0]);
  EXPECT_GT(told[1], told[0]);
  EXPECT_LE(told[1], told[0] + pushed[0]);  // those that shrink are new, and told in any case
}

// However that is found out: when it is made or pushed, when it is asked for, or together with
// others.
TEST(ExchangeTest, LemmasThatHoldEverywhereAreTold) {
  for (const int way : {0, 1, 2}) {
    std::uint64_t found = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      support::RandomSystemOptions shape;
      shape.reset_function = 0;
      shape.max_latches = 9;
      shape.max_gates = 40;
      const BitSystem system = support::random_system(seed, shape);
      ic3::Ic3Config config;
      config.proof_layers = way == 0;
      config.infinity = way == 1;
      config.infinite_subset = way == 2;
      support::QuietContext context;
      ListExchange exchange;
      ic3::Ic3 engine(system, config, with(context, exchange));
      const Answer<BitSystem> answer = engine.run();
      support::expect_verdict(system, answer, std::holds_alternative<Safe<BitSystem>>(answer));
      const auto told = std::count_if(
          exchange.published.begin(), exchange.published.end(),
          [](const SharedLemma& lemma) { return lemma.level == SharedLemma::kEverywhere; });
      EXPECT_EQ(static_cast<std::uint64_t>(told), engine.stats().infinity_lemmas);
      found += engine.stats().infinity_lemmas;
    }
    EXPECT_GT(found, 0u) << way;
  }
}

TEST(ExchangeTest, Ic3TakesWhatAnotherFoundAndProvesTheSame) {
  const BitSystem system = support::enabled_counter(6, 50, 60);
  support::QuietContext context;
  ListExchange exchange(lemmas_of(system));
  ic3::Ic3 engine(system, {}, with(context, exchange));
  support::expect_verdict(system, engine.run(), true);
  EXPECT_GT(engine.stats().imports_done, 0u);
  EXPECT_EQ(engine.stats().imports_done, exchange.counts().taken);
}

ic3::Ic3Config taking(ic3::Ic3Config::Import import_lemmas) {
  ic3::Ic3Config config;
  config.import_lemmas = import_lemmas;
  return config;
}

// Every query is for an obligation then, and lemmas that no obligation wants stay out.
TEST(ExchangeTest, Ic3TakesWhatItWants) {
  const BitSystem system = support::enabled_counter(6, 50, 60);
  std::vector<SharedLemma> lemmas = lemmas_of(system);
  for (SharedLemma& lemma : lemmas)
    if (lemma.level == SharedLemma::kEverywhere) lemma.level = 100;  // these are asked for at once
  support::QuietContext context;
  ListExchange exchange(lemmas);
  ic3::Ic3 engine(system, taking(ic3::Ic3Config::Import::Wanted), with(context, exchange));
  support::expect_verdict(system, engine.run(), true);
  EXPECT_GT(engine.stats().imports_done, 0u);
  EXPECT_EQ(engine.stats().imports_done, exchange.counts().taken);
  EXPECT_GE(engine.stats().imports_useful, engine.stats().imports_done);
  EXPECT_EQ(engine.stats().imports.satisfiable, engine.stats().imports_refused);
  EXPECT_EQ(engine.stats().imports.unsatisfiable, engine.stats().imports_done);
}

// A whole state settles no obligation that is a cube of several.
TEST(ExchangeTest, WhatNobodyWantsCostsNoQuery) {
  const BitSystem system = support::enabled_counter(6, 50, 60);
  const auto queries = [&](ic3::Ic3Config::Import import_lemmas) {
    support::QuietContext context;
    std::vector<std::uint32_t> whole_state;  // 63, which no cube of several states is part of
    for (std::uint32_t i = 0; i < 6; ++i) whole_state.push_back(2 * i + 1);
    ListExchange exchange({{whole_state, 100}});
    ic3::Ic3 engine(system, taking(import_lemmas), with(context, exchange));
    support::expect_verdict(system, engine.run(), true);
    return engine.stats().imports.satisfiable + engine.stats().imports.unsatisfiable;
  };
  EXPECT_GT(queries(ic3::Ic3Config::Import::Arriving), 0u);
  EXPECT_EQ(queries(ic3::Ic3Config::Import::Wanted), 0u);
}

TEST(ExchangeTest, Ic3MayTellAndTakeNothing) {
  const BitSystem system = support::enabled_counter(6, 50, 60);
  support::QuietContext context;
  ListExchange exchange(lemmas_of(system));
  ic3::Ic3 engine(system, taking(ic3::Ic3Config::Import::None), with(context, exchange));
  support::expect_verdict(system, engine.run(), true);
  EXPECT_EQ(engine.stats().imports_tried, 0u);
  EXPECT_EQ(exchange.published, lemmas_of(system));
}

TEST(ExchangeTest, WhoLeavesConstraintsOutUsuallyTakesNothing) {
  const auto looked_at = [](const BitSystem& system, bool abstract,
                            ic3::Ic3Config::Import import_lemmas) {
    support::QuietContext context;
    ListExchange exchange(lies(system.latches.size(), 1));
    ic3::Ic3Config config = taking(import_lemmas);
    config.abstract_constraints = abstract;
    ic3::Ic3 engine(system, config, with(context, exchange));
    support::expect_verdict(system, engine.run(), true);
    return engine.stats().imports_tried;
  };
  const auto usual = ic3::Ic3Config::Import::Usual;
  const BitSystem constrained = support::constrained_counter(4, 9, 12);
  const BitSystem plain = support::enabled_counter(5, 20, 25);
  EXPECT_EQ(looked_at(constrained, true, usual), 0u);
  EXPECT_GT(looked_at(constrained, true, ic3::Ic3Config::Import::Arriving), 0u);
  EXPECT_GT(looked_at(constrained, false, usual), 0u);
  EXPECT_GT(looked_at(plain, true, usual), 0u);
}

// Lemmas are asked for, so lies do no harm.
TEST(ExchangeTest, LiesDoNotMisleadIc3) {
  const BitSystem safe = support::enabled_counter(5, 20, 25), unsafe = support::shift_register(5);
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    for (const auto import_lemmas :
         {ic3::Ic3Config::Import::Arriving, ic3::Ic3Config::Import::Wanted})
      for (const BitSystem* system : {&safe, &unsafe}) {
        support::QuietContext context(seed);
        ListExchange exchange(lies(system->latches.size(), seed));
        ic3::Ic3 engine(*system, taking(import_lemmas), with(context, exchange));
        support::expect_verdict(*system, engine.run(), system == &safe);
      }
}

TEST(ExchangeTest, LiesDoNotMisleadInduction) {
  const BitSystem safe = support::enabled_counter(4, 10, 12), unsafe = support::shift_register(5);
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    for (const BitSystem* system : {&safe, &unsafe}) {
      support::QuietContext context(seed);
      ListExchange exchange(lies(system->latches.size(), seed));
      kind::Kind engine(*system, {}, {}, with(context, exchange));
      support::expect_verdict(*system, engine.run(), system == &safe);
    }
}

/// Counts to 5 and starts again; bad at 7, which 6 leads to.
BitSystem counter() {
  return support::enabled_counter(3, 6, 7);
}

// The states 6 and 7 have both of the upper bits set; none of those below leads there.
TEST(ExchangeTest, InductionIsStrengthenedByAnInvariant) {
  const BitSystem system = counter();
  const auto largest_k = [&](std::vector<SharedLemma> lemmas) {
    support::QuietContext context;
    ListExchange exchange(std::move(lemmas));
    kind::Kind engine(system, {}, {}, with(context, exchange));
    support::expect_verdict(system, engine.run(), true);
    return std::pair(engine.stats().k, engine.stats().lemmas);
  };
  const SharedLemma invariant{{3, 5}, SharedLemma::kEverywhere};
  EXPECT_EQ(largest_k({invariant}).second, 1u);
  EXPECT_LE(largest_k({invariant}).first, largest_k({}).first);
  EXPECT_EQ(largest_k({{{3, 5}, 100}}).second, 0u);  // not for ever
}

TEST(ExchangeTest, OnlyWhatIsInductiveIsAccepted) {
  const BitSystem system = counter();
  support::QuietContext context;
  InductiveLemmas lemmas(system, context.budget);
  const auto cube = [&](std::vector<std::uint32_t> codes) {
    return *latch_cube(system, {std::move(codes), 0});
  };
  EXPECT_FALSE(lemmas.add(cube({1})));        // odd numbers are reached
  EXPECT_FALSE(lemmas.add(cube({1, 3, 5})));  // 7 is not, but 6, from anywhere, leads to it
  EXPECT_TRUE(lemmas.add(cube({3, 5})));
  EXPECT_TRUE(lemmas.add(cube({1, 3, 5})));
}

TEST(ExchangeTest, CubesThatAreNoneAreRefused) {
  const BitSystem system = counter();
  EXPECT_FALSE(latch_cube(system, {{}, 1}));
  EXPECT_FALSE(latch_cube(system, {{0, 2}, 1}));   // contains the first state
  EXPECT_FALSE(latch_cube(system, {{3, 3}, 1}));   // twice
  EXPECT_FALSE(latch_cube(system, {{5, 3}, 1}));   // not in order
  EXPECT_FALSE(latch_cube(system, {{3, 11}, 1}));  // no such latch
  EXPECT_TRUE(latch_cube(system, {{3, 5}, 1}));
}

TEST(ExchangeTest, BoundedSearchAssumesWhatIsTrue) {
  const BitSystem system = support::enabled_counter(4, 14, 13);
  support::QuietContext context;
  ListExchange exchange({{{3, 5, 7}, SharedLemma::kEverywhere}, {{7}, 3}});
  Bmc engine(system, {}, with(context, exchange));
  support::expect_verdict(system, engine.run(), false);
  EXPECT_GT(engine.stats().search.lemmas, 0u);
}

/// A bad step may have no constrained successor; what the unrolling has after it is no run.
TEST(ExchangeTest, BoundedSearchFindsWhatEndsBeforeALemmaSpeaks) {
  BitSystem system;
  Aig& aig = system.aig;
  const Lit x = aig.add_leaf(), first = aig.add_leaf(), a = aig.add_leaf(), b = aig.add_leaf(),
            c = aig.add_leaf();
  system.inputs = {x.var()};
  // If x at first, then a, b and c in the steps 1, 2 and 3; but b is unconstrained.
  system.latches = {{first.var(), kFalse, kTrue},
                    {a.var(), aig.and_gate(x, first), kFalse},
                    {b.var(), a, kFalse},
                    {c.var(), b, kFalse}};
  system.constraints = {~b, ~c};
  system.bad = {a};
  support::QuietContext context;
  ListExchange exchange({{{7}, SharedLemma::kEverywhere}});
  BmcConfig config;
  config.step = 5;
  config.last = 20;
  Bmc engine(system, config, with(context, exchange));
  support::expect_verdict(system, engine.run(), false);
}

}  // namespace
}  // namespace cairn
