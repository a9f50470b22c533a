// SPDX-License-Identifier: MIT
#include "engine/word/ctigar.h"

#include <gtest/gtest.h>

#include "word_support.h"

namespace cairn {
namespace {

using namespace support;

CtigarConfig random_config(Rng& rng) {
  using When = CtigarConfig::When;
  CtigarConfig config;
  config.common = random_word_config(rng);
  config.lifting = any_of(rng, {When::Eager, When::Lazy});
  config.consecution = any_of(rng, {When::Eager, When::Lazy});
  config.spurious = static_cast<std::uint32_t>(rng.below(5));
  config.predicates =
      any_of(rng, {FirstPredicates::None, FirstPredicates::Property, FirstPredicates::All});
  return config;
}

TEST(Ctigar, AnswersRandomAutomataWithEvidence) {
  std::uint64_t safe_ones = 0;
  constexpr std::uint64_t kCount = 2000;
  for (std::uint64_t seed = 0; seed < kCount; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const CtigarConfig config = random_config(rng);
    const WordCase instance(seed, random_lowering(rng));
    QuietContext quiet;
    const Answer<WordSystem> answer = Ctigar(instance.system, config, quiet.get()).run();
    expect_truth(instance, answer);
    if (HasFailure()) return;
    if (std::holds_alternative<Safe<WordSystem>>(answer)) ++safe_ones;
  }
  EXPECT_GT(safe_ones, kCount / 10);
  EXPECT_LT(safe_ones, kCount - kCount / 10);
}

TEST(Ctigar, GoesOnWhereItStopped) {
  int most = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const CtigarConfig config = random_config(rng);
    const WordCase instance(seed);
    int turns = 0;
    expect_truth(instance, run_word_by_turns<Ctigar>(instance.system, config, turns));
    most = std::max(most, turns);
    if (HasFailure()) return;
  }
  EXPECT_GT(most, 1);
}

}  // namespace
}  // namespace cairn
