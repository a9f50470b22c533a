// SPDX-License-Identifier: MIT
//
// From objects in memory to variables. Each object's leaves become variables (scalars) or arrays;
// leaves that the program looks at as something else than their type become arrays of bytes, little
// endian. Reads and writes are resolved by what the pointer may point to: one variable where that
// is certain, else a choice by comparing addresses. A read that meets no object yields an arbitrary
// value, a write that meets none does nothing.
#pragma once

#include <optional>

#include "input/c/c_reader.h"
#include "input/c/c_unit.h"

namespace cairn {

/// The finished program. Calls through pointers become chains of calls; calls that close a cycle
/// become limits.
/// Nothing if the program looks at the bits of floats and the unit does not keep these
/// (CReadOptions::float_bits).
std::optional<Program> resolve_memory(CUnit unit, const CReadOptions& options);

}  // namespace cairn
