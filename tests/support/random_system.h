// SPDX-License-Identifier: MIT
//
// Random small systems, the same for the same seed. Purely random logic has bad states that are
// reachable at once or never; so part of the latches form counters, shift registers and rings,
// gated by random logic, which gives counterexamples of all lengths.
#pragma once

#include <cstdint>

#include "model/bit_system.h"

namespace cairn::support {

struct RandomSystemOptions {
  unsigned max_inputs = 3;
  unsigned max_latches = 7;
  unsigned max_gates = 20;  ///< of random logic; counters, comparisons and resets add their own
  unsigned max_bads = 3;

  // In percent of systems.
  unsigned no_inputs = 8;
  unsigned no_latches = 4;
  unsigned constrained = 30;
  unsigned contradictory = 3;

  // In percent of bad states.
  unsigned constant_bad = 5;

  // In percent of latches; the rest is reset to 0. The first and the last of these are for those
  // half of the systems whose resets are not all constant.
  unsigned uninitialised = 15;
  unsigned reset_one = 15;
  unsigned reset_function = 20;  ///< reads inputs, other latches and gates of its own
};

BitSystem random_system(std::uint64_t seed, const RandomSystemOptions& options = {});

}  // namespace cairn::support
