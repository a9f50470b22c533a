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
  std::uint64_t safe_ones = 0;
  constexpr std::uint64_t kCount = 2000;
  for (std::uint64_t seed = 0; seed < kCount; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Ic3iaConfig config = random_config(rng);
    const WordCase instance(seed, random_lowering(rng));
    QuietContext quiet;
    const Answer<WordSystem> answer = Ic3ia(instance.system, config, quiet.get()).run();
    expect_truth(instance, answer);
    if (HasFailure()) return;
    if (std::holds_alternative<Safe<WordSystem>>(answer)) ++safe_ones;
  }
  EXPECT_GT(safe_ones, kCount / 10);
  EXPECT_LT(safe_ones, kCount - kCount / 10);
}

TEST(Ic3ia, GoesOnWhereItStopped) {
  int most = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Ic3iaConfig config = random_config(rng);
    const WordCase instance(seed);
    int turns = 0;
    expect_truth(instance, run_word_by_turns<Ic3ia>(instance.system, config, turns));
    most = std::max(most, turns);
    if (HasFailure()) return;
  }
  EXPECT_GT(most, 1);
}

}  // namespace
}  // namespace cairn
