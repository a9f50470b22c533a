// SPDX-License-Identifier: MIT
//
// The part of the C front end that knows Clang: from files to a CUnit. No Clang header shows here.
//
// It is a module, cairn_c.so, that is loaded when the first C program comes: Clang's libraries are
// large, and who checks circuits shall not wait for them.
#pragma once

#include <vector>

#include "input/c/c_reader.h"
#include "input/c/c_unit.h"

namespace cairn {

/// The procedure that initialises the globals and calls the entry function.
inline constexpr const char* kStartProcedure = "start";

/// Loads the module, so that a process that is forked has it. Throws InputError if there is none.
void load_c_front_end(const std::string& for_file);

/// Loads the module if need be. Throws InputError, also if there is none.
CUnit translate_c(const std::vector<Source>& files, const CReadOptions& options, const Log& log);

/// The module's only symbol, and its type.
inline constexpr const char* kFrontendSymbol = "cairn_translate_c";
using TranslateC = void(const std::vector<Source>& files, const CReadOptions& options,
                        const Log& log, CUnit& result);

}  // namespace cairn
