// SPDX-License-Identifier: MIT
#include "transform/bit/resets.h"

#include <gtest/gtest.h>

#include "certify/check_certificate.h"
#include "support/quiet_context.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

TEST(ResetsTest, LeavesConstantsAndUninitialisedLatchesOnly) {
  support::QuietContext context;
  const BitSystem system = support::reset_functions();
  Resets pass(context.get());
  const BitSystem result = pass.apply(system);
  EXPECT_EQ(result.latches.size(), system.latches.size() + 1);
  EXPECT_EQ(result.constraints.size(), system.constraints.size() + 2);
  for (const Latch& latch : result.latches)
    EXPECT_TRUE(latch.has_constant_reset() || latch.is_uninitialised());
  EXPECT_EQ(result.latches.back().reset, kTrue);
  EXPECT_EQ(result.latches.back().next, kFalse);
}

TEST(ResetsTest, IsTheIdentityIfThereIsNothingToDo) {
  support::QuietContext context;
  const BitSystem system = support::uninitialised_latch();
  Resets pass(context.get());
  EXPECT_EQ(pass.apply(system).latches.size(), system.latches.size());
  BitInvariant invariant(0, 2);
  invariant.conjuncts.push_back(invariant.latch(0));
  EXPECT_EQ(pass.restore_invariant(invariant).conjuncts.size(), 1u);
  BitTrace trace;
  trace.initial = {Lbool::True, Lbool::False};
  EXPECT_EQ(pass.restore_trace(trace).initial.size(), 2u);
}

// An auxiliary latch that was there before keeps its functions, and both proofs hold together.
TEST(ResetsTest, AddsItsLatchBeforeOtherAuxiliaryOnes) {
  support::QuietContext context;
  BitSystem system;
  const Lit x = system.add_input();
  const Lit latch = system.add_latch("", x);
  system.set_next(latch, latch);
  system.bad.push_back(kFalse);
  Resets pass(context.get());
  const BitSystem result = pass.apply(system);
  ASSERT_EQ(result.latches.size(), 2u);
  // The auxiliary latch copies the latch from the first step on; it is reset by a function.
  BitInvariant invariant(1, 2, 1);
  invariant.auxiliary[0] = {invariant.auxiliary_latch(0), invariant.latch(0)};
  invariant.conjuncts.push_back(
      invariant.aig.equal(invariant.auxiliary_latch(0), invariant.latch(0)));
  const BitInvariant restored = pass.restore_invariant(invariant);
  EXPECT_EQ(restored.num_latches, 1u);
  EXPECT_EQ(restored.auxiliary.size(), 2u);
  const Judgement judgement = check_invariant(system, restored, {}, context.get());
  EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
}

}  // namespace
}  // namespace cairn
