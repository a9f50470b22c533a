// SPDX-License-Identifier: MIT
//
// Engines on automata, held against the truth about random ones.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "engine/shared/engine.h"
#include "support/cfa_oracle.h"
#include "support/quiet_context.h"
#include "support/random_cfa.h"

namespace cairn::support {

using MakeCfaEngine = std::function<std::unique_ptr<Engine<Cfa>>(const Cfa&, const Context&)>;

struct CfaVerdicts {
  std::uint64_t safe = 0, unsafe = 0, unknown = 0;
};

/// The answer, if it is one, is right, and so is what it rests on.
inline void expect_right(const Cfa& cfa, const CfaOracle& oracle, const Answer<Cfa>& answer,
                         CfaVerdicts& verdicts) {
  if (const auto* safe = std::get_if<Safe<Cfa>>(&answer)) {
    ++verdicts.safe;
    ASSERT_TRUE(oracle.safe());
    ASSERT_EQ(oracle.check(safe->invariant), "");
  } else if (const auto* unsafe = std::get_if<Unsafe<Cfa>>(&answer)) {
    ++verdicts.unsafe;
    ASSERT_FALSE(oracle.safe());
    ASSERT_EQ(judge(cfa, unsafe->trace), "");
  } else {
    ++verdicts.unknown;
  }
}

/// Answers about random automata of these seeds.
inline CfaVerdicts judge_on_random_automata(std::uint64_t first, std::uint64_t count,
                                            const MakeCfaEngine& make,
                                            const RandomCfaOptions& options = {}) {
  CfaVerdicts verdicts;
  for (std::uint64_t seed = first; seed < first + count && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const Cfa cfa = random_cfa(seed, options);
    const CfaOracle oracle(cfa);
    QuietContext quiet;
    expect_right(cfa, oracle, make(cfa, quiet.get())->run(), verdicts);
  }
  return verdicts;
}

/// The engine decides each of them, and right.
inline void expect_all_decided(std::uint64_t first, std::uint64_t count,
                               const MakeCfaEngine& make) {
  const CfaVerdicts verdicts = judge_on_random_automata(first, count, make);
  EXPECT_EQ(verdicts.safe + verdicts.unsafe, count);
  EXPECT_GT(verdicts.safe, count / 10);
  EXPECT_GT(verdicts.unsafe, count / 10);
}

/// The same by many short turns: run() goes on where it stopped.
inline CfaVerdicts judge_by_turns(std::uint64_t first, std::uint64_t count,
                                  const MakeCfaEngine& make) {
  constexpr int kTooMany = 1'000'000;
  CfaVerdicts verdicts;
  for (std::uint64_t seed = first; seed < first + count && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const Cfa cfa = random_cfa(seed);
    const CfaOracle oracle(cfa);
    QuietContext quiet;
    Budget share(&quiet.budget);
    const auto engine = make(cfa, Context{quiet.log, share, quiet.progress, 0});
    Answer<Cfa> answer;
    int turns = 0;
    do {
      share.renew(0);
      answer = engine->run();
    } while (std::holds_alternative<Unknown>(answer) &&
             std::get<Unknown>(answer).reason == Unknown::Reason::Time && ++turns < kTooMany);
    EXPECT_LT(turns, kTooMany);
    expect_right(cfa, oracle, answer, verdicts);
  }
  return verdicts;
}

}  // namespace cairn::support
