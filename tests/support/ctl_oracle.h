// SPDX-License-Identifier: MIT
//
// The truth about CTL on small systems, by looking at every state and every input: fixed points
// for EX and EU, strongly connected components [Tarjan's algorithm] for EG with fairness.
#pragma once

#include <cstdint>

#include "model/ctl.h"

namespace cairn::support {

struct CtlTruth {
  bool holds = false;     ///< in every initial state that is fair
  bool has_fair = false;  ///< some initial state is
};

/// For systems of at most 16 latches and inputs in all.
CtlTruth explore_ctl(const CtlSystem& system);

/// A random formula over literals of the system (if `reads_inputs`, also such that read inputs),
/// with at most `size` operators, and up to two random fairness literals. The same for the same
/// seed.
CtlSystem random_ctl_system(BitSystem system, std::uint64_t seed, std::uint32_t size,
                            bool reads_inputs);

}  // namespace cairn::support
