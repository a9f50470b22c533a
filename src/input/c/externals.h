// SPDX-License-Identifier: MIT
//
// Violations that depend on functions without an exact model are not shown.
#pragma once

#include <string>
#include <vector>

#include "model/program.h"

namespace cairn {

/// Makes every assert of a property two: where `tainted` holds, what fails is a limit that names
/// the functions. A run that called one of these uses values and memory that include what happens,
/// but nobody knows which of them: what holds for all of them holds, and what fails for some is
/// open.
void guard_properties(Program& program, Term tainted, const std::vector<std::string>& functions);

}  // namespace cairn
