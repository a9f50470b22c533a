// SPDX-License-Identifier: MIT
//
// The part of the C front end that knows Clang: from files to a CUnit. No Clang header shows here.
#pragma once

#include <vector>

#include "input/c/c_reader.h"
#include "input/c/c_unit.h"

namespace cairn {

/// The procedure that initialises the globals and calls the entry function.
inline constexpr const char* kStartProcedure = "start";

/// Throws InputError.
CUnit translate_c(const std::vector<Source>& files, const CReadOptions& options, const Log& log);

}  // namespace cairn
