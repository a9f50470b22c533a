// SPDX-License-Identifier: MIT
#include "engine/word/ctigar.h"

#include <gtest/gtest.h>

#include "word_support.h"

namespace cairn {
namespace {

using namespace support;

word::CtigarConfig random_config(Rng& rng) {
  using When = word::CtigarConfig::When;
  word::CtigarConfig config;
  config.common = random_word_config(rng);
  config.lifting = any_of(rng, {When::Eager, When::Lazy});
  config.consecution = any_of(rng, {When::Eager, When::Lazy});
  config.spurious = static_cast<std::uint32_t>(rng.below(5));
  config.predicates = any_of(rng, {word::FirstPredicates::None, word::FirstPredicates::Property,
                                   word::FirstPredicates::All});
  return config;
}

TEST(Ctigar, AnswersRandomAutomataWithEvidence) {
  expect_truth_of_random_automata<word::Ctigar>(2000, random_config);
}

TEST(Ctigar, AnswersRandomSystemsWithEvidence) {
  expect_evidence_for_random_systems<word::Ctigar>(2000, random_config);
}

TEST(Ctigar, RespectsConstraints) {
  expect_evidence_with_constraints<word::Ctigar>(300, random_config);
}

TEST(Ctigar, GoesOnWhereItStopped) {
  expect_it_goes_on_where_it_stopped<word::Ctigar>(random_config);
}

TEST(Ctigar, FollowsSpuriousStepsOnlyIfItIsLazy) {
  word::CtigarConfig config;
  config.predicates = word::FirstPredicates::None;
  EXPECT_GT(sum_of<word::Ctigar>("ctigar.spurious", config), 0u);
  config.spurious = 0;
  EXPECT_EQ(sum_of<word::Ctigar>("ctigar.spurious", config), 0u);
  EXPECT_GT(sum_of<word::Ctigar>("ctigar.consecution_failures", config), 0u);
  config.spurious = 3;
  config.consecution = word::CtigarConfig::When::Eager;
  EXPECT_EQ(sum_of<word::Ctigar>("ctigar.spurious", config), 0u);
}

TEST(Ctigar, RefinesAfterFailuresOfLiftingIfItIsEager) {
  word::CtigarConfig config;
  config.predicates = word::FirstPredicates::None;
  const auto lazy = sum_of<word::Ctigar>("ctigar.predicates", config);
  config.lifting = word::CtigarConfig::When::Eager;
  EXPECT_GT(sum_of<word::Ctigar>("ctigar.predicates", config), lazy);
  EXPECT_EQ(sum_of<word::Ctigar>("ctigar.consecution_failures", config), 0u);
}

}  // namespace
}  // namespace cairn
