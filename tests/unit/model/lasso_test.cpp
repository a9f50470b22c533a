// SPDX-License-Identifier: MIT
#include "model/lasso.h"

#include <gtest/gtest.h>

#include "model/simulate.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

/// A latch that toggles, the property's own, beside a counter modulo 4.
BitSystem toggler_and_counter() {
  BitSystem system = support::mod_counter(2, 4, 3);
  const Lit toggle = system.add_latch();
  system.set_next(toggle, ~toggle);
  system.justice = {{toggle}};
  return system;
}

TEST(CloseLoop, GoesRoundUntilAllLatchesComeBack) {
  const BitSystem system = toggler_and_counter();
  BitTrace trace;
  trace.initial.assign(3, Lbool::Undef);
  trace.inputs.resize(2);
  trace.justice = {0};
  trace.loop_start = 0;
  ASSERT_TRUE(close_loop(system, trace, 100));
  EXPECT_EQ(trace.length(), 4u);
  EXPECT_TRUE(replay(system, trace).accepted);
}

TEST(CloseLoop, GivesUpWhereThatTakesTooLong) {
  const BitSystem system = toggler_and_counter();
  BitTrace trace;
  trace.initial.assign(3, Lbool::Undef);
  trace.inputs.resize(2);
  trace.loop_start = 0;
  EXPECT_FALSE(close_loop(system, trace, 3));
  EXPECT_EQ(trace.length(), 2u);
}

}  // namespace
}  // namespace cairn
