// SPDX-License-Identifier: MIT
#pragma once

#include "sat/script.h"

namespace cairn::sat {

/// Small scripts have at most 14 variables, so that an oracle can enumerate; hard ones 50 to 250
/// and queries that take thousands of conflicts.
enum class Difficulty { Small, Hard };

/// A script that keeps the contract of solver.h. The same seed gives the same script.
Script generate_script(std::uint64_t seed, Difficulty difficulty);

}  // namespace cairn::sat
