// SPDX-License-Identifier: MIT
//
// Random C programs that end: loops with constant bounds or bounds from small inputs, numbers of at
// most 32 bits, few of them. Inputs come from `in(n)`, which gives a number below n, and are few
// enough to try them all. `SEE(i, x)` is point i of the program, where the value x (an int) is
// seen: who uses the text says what the two mean. No behaviour is undefined but signed overflow,
// which must wrap around.
#pragma once

#include <cstdint>
#include <string>

namespace cairn::support {

/// Points are numbered from 0.
inline constexpr unsigned kBoundedCPoints = 3;

/// Definitions whose names end with the suffix, the last of them `static void
/// program<suffix>(void)`.
std::string random_bounded_c(std::uint64_t seed, const std::string& suffix);

}  // namespace cairn::support
