// SPDX-License-Identifier: MIT
#include "engine/ic3/successor.h"

#include <gtest/gtest.h>

#include "support/tiny_systems.h"

namespace cairn {
namespace {

TEST(SuccessorTest, TellsEachLatchAfterTheStep) {
  const BitSystem system = support::enabled_counter(3, 7, 7);
  const ic3::Transition transition(system, {});
  ic3::Successor successor(transition);
  for (std::uint32_t value = 0; value < 6; ++value)
    for (const bool enabled : {false, true}) {
      ic3::LatchValues step(transition.num_vars());
      for (std::uint32_t i = 0; i < 3; ++i)
        step.set(Lit(transition.latch(i)) ^ ((value >> i & 1) == 0));
      step.set(Lit(transition.input(0)) ^ !enabled);
      successor.start(step);
      const std::uint32_t after = value + (enabled ? 1 : 0);
      for (std::uint32_t i = 3; i-- > 0;) {
        const Lit latch(transition.latch(i));
        EXPECT_EQ(successor.holds(latch), (after >> i & 1) != 0) << value << " bit " << i;
        EXPECT_NE(successor.holds(~latch), successor.holds(latch));
      }
    }
}

}  // namespace
}  // namespace cairn
