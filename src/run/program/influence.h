// SPDX-License-Identifier: MIT
//
// Partial counterexamples [Lan18, section 5.2.3]: which of the values that a failing run takes from
// outside matter. The run's path is executed on symbols; that it fails is a formula over its
// inputs, and an unsatisfiable core of its negation names the inputs that are needed. All others
// may have any values that the assumptions allow: the run goes the same way and fails.
#pragma once

#include <vector>

#include "base/context.h"
#include "model/interpret.h"
#include "model/program.h"

namespace cairn {

/// For each value that a Havoc of the run takes, in order, whether any other value does as well.
/// Empty if that was not found out within `seconds` of processor time, or if the program has calls.
std::vector<bool> free_inputs(const Program& program, const ProgramFailure& failure, double seconds,
                              const Context& context);

}  // namespace cairn
