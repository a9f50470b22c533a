// SPDX-License-Identifier: MIT
#include "transform/bit/reverse.h"

#include <gtest/gtest.h>

#include "engine/ic3/ic3.h"
#include "support/judged.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"
#include "transform/bit/resets.h"

namespace cairn {
namespace {

/// The answer of IC3 on what the pass makes, in the vocabulary of `system`.
template <class P>
Answer<BitSystem> solve(P& pass, const BitSystem& system, const Context& context) {
  Resets resets(context);
  const BitSystem plain = resets.apply(pass.apply(system));
  ic3::Ic3 engine(plain, {}, context);
  Answer<BitSystem> answer = engine.run();
  if (auto* safe = std::get_if<Safe<BitSystem>>(&answer))
    safe->invariant = pass.restore_invariant(resets.restore_invariant(std::move(safe->invariant)));
  if (auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer))
    unsafe->trace = pass.restore_trace(resets.restore_trace(std::move(unsafe->trace)));
  return answer;
}

/// The verdict is right, and the evidence holds.
void expect_right(const BitSystem& system, const Answer<BitSystem>& answer) {
  ASSERT_EQ(std::holds_alternative<Safe<BitSystem>>(answer), support::explore(system).safe());
  if (const auto* safe = std::get_if<Safe<BitSystem>>(&answer)) {
    const Judgement judgement = support::judge(system, safe->invariant);
    EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
    return;
  }
  const Replay replayed = replay(system, std::get<Unsafe<BitSystem>>(answer).trace);
  EXPECT_TRUE(replayed.accepted) << replayed.reason;
}

TEST(ReverseTest, RunsFromBadStatesToInitialOnes) {
  support::QuietContext context;
  const BitSystem system = support::mod_counter(4, 11, 7);
  Reverse pass(context.get());
  const BitSystem reversed = pass.apply(system);
  EXPECT_EQ(reversed.latches.size(), system.latches.size() + 2);
  EXPECT_EQ(reversed.bad.size(), 1u);
  EXPECT_EQ(reversed.constraints.size(), 1u);
}

TEST(ReverseTest, TurnsTracesRound) {
  support::QuietContext context;
  const BitSystem system = support::mod_counter(4, 11, 7);
  Reverse pass(context.get());
  const Answer<BitSystem> answer = solve(pass, system, context.get());
  expect_right(system, answer);
  EXPECT_EQ(std::get<Unsafe<BitSystem>>(answer).trace.length(), 8u);
}

TEST(ReverseTest, AgreesWithTheOracle) {
  support::RandomSystemOptions shape;
  shape.max_latches = 7;
  shape.max_gates = 30;
  int safe = 0, unsafe = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const BitSystem system = support::random_system(seed, shape);
    if (system.bad.empty()) continue;
    support::QuietContext context(seed);
    Reverse pass(context.get());
    const Answer<BitSystem> answer = solve(pass, system, context.get());
    expect_right(system, answer);
    ++(std::holds_alternative<Safe<BitSystem>>(answer) ? safe : unsafe);
  }
  EXPECT_GT(safe, 20);
  EXPECT_GT(unsafe, 20);
}

}  // namespace
}  // namespace cairn
