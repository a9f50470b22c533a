// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "model/interpret.h"

namespace cairn {

/// A C file that, compiled together with the program, makes it run into its error: the functions
/// that return arbitrary values return those of the counterexample, in order, then 0. The
/// functions are weak, so that the program's own win. What a file cannot do (uninitialised
/// variables) is said in a comment.
std::string write_c_harness(const std::vector<InputValue>& inputs, const std::string& program);

}  // namespace cairn
