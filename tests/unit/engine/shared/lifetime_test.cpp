// SPDX-License-Identifier: MIT
#include "engine/shared/lifetime.h"

#include <gtest/gtest.h>

#include <vector>

#include "certify/check_certificate.h"
#include "support/quiet_context.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

void expect_certified(const BitSystem& system, std::uint32_t last) {
  SCOPED_TRACE(testing::Message() << "last " << last);
  support::QuietContext context;
  const Judgement judgement =
      check_invariant(system, bounded_lifetime_invariant(system, last), {}, context.get());
  EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
}

// Counts until the constraint forbids 3: from 0, a run has three constrained steps; the bad state
// is 3.
void count_until_three(BitSystem& system, Lit low, Lit high) {
  const std::vector<Lit> bits = {low, high};
  const std::vector<Lit> next = support::incremented(system.aig, bits);
  for (std::size_t i = 0; i < bits.size(); ++i) system.set_next(bits[i], next[i]);
  const Lit three = support::equals_number(system.aig, bits, 3);
  system.constraints.push_back(~three);
  system.bad.push_back(three);
}

TEST(LifetimeTest, CertifiesARunThatStartsInOneState) {
  BitSystem system;
  const Lit low = system.add_latch(), high = system.add_latch();
  count_until_three(system, low, high);
  for (const std::uint32_t last : {3u, 4u, 9u}) expect_certified(system, last);
}

// State 1 is a first step and also the step after 0: only the step counter tells them apart.
TEST(LifetimeTest, CertifiesRunsThatPassThroughFirstStatesOfOthers) {
  BitSystem system;
  const Lit low = system.add_uninitialised_latch(), high = system.add_uninitialised_latch();
  count_until_three(system, low, high);
  for (const std::uint32_t last : {3u, 4u, 9u}) expect_certified(system, last);
}

TEST(LifetimeTest, CertifiesRunsWhoseFirstStateIsAFunctionOfInputs) {
  BitSystem system;
  const Lit x = system.add_input(), y = system.add_input();
  const Lit low = system.add_latch("", x), high = system.add_latch("", y);
  count_until_three(system, low, high);
  for (const std::uint32_t last : {3u, 4u, 9u}) expect_certified(system, last);
}

}  // namespace
}  // namespace cairn
