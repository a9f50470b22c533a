// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include "base/context.h"
#include "model/answer.h"
#include "model/bit_system.h"
#include "support/quiet_context.h"

namespace cairn::support {

struct TurnsTaken {
  Answer<BitSystem> answer;
  int turns = 0;
};

/// Calls run() of an engine again and again, with a budget that ends almost at once. `more` goes to
/// the engine's constructor after its configuration.
template <class E, class Config, class... More>
TurnsTaken run_by_turns(const BitSystem& system, const Config& config, const More&... more) {
  constexpr int kTooMany = 1'000'000;
  QuietContext context;
  Budget share(&context.budget);
  E engine(system, config, more..., Context{context.log, share, context.progress, 0});
  TurnsTaken taken;
  do {
    share.renew(0);
    taken.answer = engine.run();
    ++taken.turns;
    if (!std::holds_alternative<Unknown>(taken.answer)) return taken;
    EXPECT_EQ(std::get<Unknown>(taken.answer).reason, Unknown::Reason::Time);
  } while (taken.turns < kTooMany && !testing::Test::HasFailure());
  ADD_FAILURE() << "no end";
  return taken;
}

}  // namespace cairn::support
