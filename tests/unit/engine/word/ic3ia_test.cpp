// SPDX-License-Identifier: MIT
#include "engine/word/ic3ia.h"

#include <gtest/gtest.h>

#include "word_support.h"

namespace cairn {
namespace {

using namespace support;

word::Ic3iaConfig random_config(Rng& rng) {
  word::Ic3iaConfig config;
  config.common = random_word_config(rng);
  config.refine = any_of(
      rng, {word::Ic3iaConfig::Refine::Preconditions, word::Ic3iaConfig::Refine::Interpolants});
  config.predicates = any_of(rng, {word::FirstPredicates::None, word::FirstPredicates::Property,
                                   word::FirstPredicates::All});
  return config;
}

TEST(Ic3ia, AnswersRandomAutomataWithEvidence) {
  expect_truth_of_random_automata<word::Ic3ia>(2000, random_config);
}

TEST(Ic3ia, AnswersRandomSystemsWithEvidence) {
  expect_evidence_for_random_systems<word::Ic3ia>(2000, random_config);
}

TEST(Ic3ia, RespectsConstraints) {
  expect_evidence_with_constraints<word::Ic3ia>(300, random_config);
}

TEST(Ic3ia, GoesOnWhereItStopped) {
  expect_it_goes_on_where_it_stopped<word::Ic3ia>(random_config);
}

TEST(Ic3ia, BeginsWithThePredicatesThatItIsTold) {
  word::Ic3iaConfig config;
  config.predicates = word::FirstPredicates::None;
  const auto refinements = sum_of<word::Ic3ia>("ic3ia.refinements", config);
  const auto needed = sum_of<word::Ic3ia>("ic3ia.predicates", config);
  EXPECT_GT(refinements, 0u);
  EXPECT_GT(needed, 0u);
  config.predicates = word::FirstPredicates::All;
  EXPECT_LT(sum_of<word::Ic3ia>("ic3ia.refinements", config), refinements);
  EXPECT_GT(sum_of<word::Ic3ia>("ic3ia.predicates", config), needed);
}

TEST(Ic3ia, AsksForInterpolantsOnlyIfItIsTold) {
  word::Ic3iaConfig config;
  config.predicates = word::FirstPredicates::None;
  EXPECT_EQ(sum_of<word::Ic3ia>("ic3ia.smt.interpolants", config), 0u);
  config.refine = word::Ic3iaConfig::Refine::Interpolants;
  EXPECT_GT(sum_of<word::Ic3ia>("ic3ia.smt.interpolants", config), 0u);
}

}  // namespace
}  // namespace cairn
