// SPDX-License-Identifier: MIT
#include "transform/bit/target_enlargement.h"

#include <gtest/gtest.h>

#include "engine/ic3/ic3.h"
#include "engine/kind/kind.h"
#include "support/judged.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"
#include "transform/bit/resets.h"

namespace cairn {
namespace {

std::unique_ptr<Engine<BitSystem>> make_ic3(const BitSystem& system, const Context& context) {
  return std::make_unique<ic3::Ic3>(system, ic3::Ic3Config(), context);
}

std::unique_ptr<Engine<BitSystem>> make_kind(const BitSystem& system, const Context& context) {
  return std::make_unique<kind::Kind>(system, kind::KindConfig(), ic3::Ic3Config(), context);
}

/// The answer of an engine on what the pass makes, in the vocabulary of `system`.
template <class P>
Answer<BitSystem> solve(P& pass, const BitSystem& system, const Context& context,
                        decltype(make_ic3)& make = make_ic3) {
  Resets resets(context);
  const BitSystem plain = resets.apply(pass.apply(system));
  const auto engine = make(plain, context);
  Answer<BitSystem> answer = engine->run();
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

TEST(TargetEnlargementTest, BadStatesAreReachedEarlier) {
  const BitSystem system = support::mod_counter(4, 11, 7);
  for (const std::uint32_t steps : {1u, 2u, 3u}) {
    TargetEnlargement pass(steps);
    const BitSystem enlarged = pass.apply(system);
    EXPECT_EQ(enlarged.inputs.size(), system.inputs.size() * (steps + 1));
    support::QuietContext context;
    ic3::Ic3 engine(enlarged, {}, context.get());
    const Answer<BitSystem> answer = engine.run();
    ASSERT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(answer));
    const BitTrace& trace = std::get<Unsafe<BitSystem>>(answer).trace;
    EXPECT_EQ(trace.length(), 8u - steps);
    const BitTrace restored = pass.restore_trace(trace);
    EXPECT_EQ(restored.length(), 8u);
    EXPECT_TRUE(replay(system, restored).accepted);
  }
}

// The steps that are looked ahead must be constrained: the bad state itself is not.
TEST(TargetEnlargementTest, LooksAheadAlongConstrainedStepsOnly) {
  const BitSystem system = support::constrained_counter(4, 9, 11);
  support::QuietContext context;
  TargetEnlargement pass(2);
  expect_right(system, solve(pass, system, context.get()));
}

// The bad state is not inductive by itself, but is if no predecessor of it is reached either. The
// engine may rely on that without saying so: that nothing is bad is part of every invariant.
TEST(TargetEnlargementTest, AnInvariantSaysThatNoEnlargedBadStateIsReached) {
  BitSystem system;
  const Lit kept = system.add_latch(), follows = system.add_latch();
  system.set_next(follows, kept);
  system.bad = {follows};
  TargetEnlargement pass(1);
  const BitSystem enlarged = pass.apply(system);
  const BitInvariant nothing(enlarged.inputs.size(), enlarged.latches.size());
  EXPECT_EQ(support::judge(enlarged, nothing).outcome(), Outcome::Holds);
  EXPECT_NE(support::judge(system, nothing).outcome(), Outcome::Holds);
  EXPECT_EQ(support::judge(system, pass.restore_invariant(nothing)).outcome(), Outcome::Holds);
}

TEST(TargetEnlargementTest, AgreesWithTheOracleEvenTwice) {
  support::RandomSystemOptions shape;
  shape.max_latches = 7;
  shape.max_gates = 30;
  int safe = 0, unsafe = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const BitSystem system = support::random_system(seed, shape);
    if (system.bad.empty()) continue;
    support::QuietContext context(seed);
    TargetEnlargement first(1 + static_cast<std::uint32_t>(seed % 3)), second(1);
    Answer<BitSystem> answer = solve(second, first.apply(system), context.get());
    if (auto* proof = std::get_if<Safe<BitSystem>>(&answer))
      proof->invariant = first.restore_invariant(std::move(proof->invariant));
    if (auto* run = std::get_if<Unsafe<BitSystem>>(&answer))
      run->trace = first.restore_trace(std::move(run->trace));
    expect_right(system, answer);
    ++(std::holds_alternative<Safe<BitSystem>>(answer) ? safe : unsafe);
  }
  EXPECT_GT(safe, 20);
  EXPECT_GT(unsafe, 20);
}

TEST(TargetEnlargementTest, InvariantsOfInductionComeBack) {
  int safe_ones = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    support::RandomSystemOptions shape;
    shape.max_latches = 6;
    const BitSystem system = support::random_system(seed, shape);
    TargetEnlargement pass(1 + seed % 3);
    support::QuietContext context;
    const Answer<BitSystem> answer = solve(pass, system, context.get(), make_kind);
    expect_right(system, answer);
    safe_ones += std::holds_alternative<Safe<BitSystem>>(answer) ? 1 : 0;
  }
  EXPECT_GT(safe_ones, 30);
}

}  // namespace
}  // namespace cairn
