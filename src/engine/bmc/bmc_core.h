// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "model/bit_system.h"

namespace cairn {

/// Which latches it takes to see that no bad state is reachable up to a bound: with any value, at
/// any time, of the others there is still no counterexample. What is left is an abstraction of the
/// system, and a first answer to the query what a property depends on [MS08, sections 3 and 6].
///
/// Positions of latches, ascending; not the smallest set, but one from which a refutation could not
/// be made to leave out more. Nothing if the budget ran out, or there is a counterexample.
std::optional<std::vector<std::uint32_t>> latches_that_matter(const BitSystem& system,
                                                              std::span<const Lit> bad,
                                                              std::uint32_t bound,
                                                              const Budget& budget);

}  // namespace cairn
