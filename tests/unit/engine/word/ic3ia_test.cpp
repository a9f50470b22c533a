// SPDX-License-Identifier: MIT
#include "engine/word/ic3ia.h"

#include <gtest/gtest.h>

#include "word_support.h"

namespace cairn {
namespace {

using namespace support;

Ic3iaConfig random_config(Rng& rng) {
  Ic3iaConfig config;
  config.common = random_word_config(rng);
  config.refine =
      any_of(rng, {Ic3iaConfig::Refine::Preconditions, Ic3iaConfig::Refine::Interpolants});
  config.predicates =
      any_of(rng, {FirstPredicates::None, FirstPredicates::Property, FirstPredicates::All});
  return config;
}

TEST(Ic3ia, AnswersRandomAutomataWithEvidence) {
  expect_truth_of_random_automata<Ic3ia>(2000, random_config);
}

TEST(Ic3ia, AnswersRandomSystemsWithEvidence) {
  expect_evidence_for_random_systems<Ic3ia>(2000, random_config);
}

TEST(Ic3ia, RespectsConstraints) {
  expect_evidence_with_constraints<Ic3ia>(300, random_config);
}

TEST(Ic3ia, GoesOnWhereItStopped) {
  expect_it_goes_on_where_it_stopped<Ic3ia>(random_config);
}

TEST(Ic3ia, BeginsWithThePredicatesThatItIsTold) {
  Ic3iaConfig config;
  config.predicates = FirstPredicates::None;
  const auto refinements = sum_of<Ic3ia>("ic3ia.refinements", config);
  const auto needed = sum_of<Ic3ia>("ic3ia.predicates", config);
  EXPECT_GT(refinements, 0u);
  EXPECT_GT(needed, 0u);
  config.predicates = FirstPredicates::All;
  EXPECT_LT(sum_of<Ic3ia>("ic3ia.refinements", config), refinements);
  EXPECT_GT(sum_of<Ic3ia>("ic3ia.predicates", config), needed);
}

TEST(Ic3ia, AsksForInterpolantsOnlyIfItIsTold) {
  Ic3iaConfig config;
  config.predicates = FirstPredicates::None;
  EXPECT_EQ(sum_of<Ic3ia>("ic3ia.smt.interpolants", config), 0u);
  config.refine = Ic3iaConfig::Refine::Interpolants;
  EXPECT_GT(sum_of<Ic3ia>("ic3ia.smt.interpolants", config), 0u);
}

}  // namespace
}  // namespace cairn
