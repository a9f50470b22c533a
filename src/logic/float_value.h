// SPDX-License-Identifier: MIT
//
// The reference semantics of floats by IEEE 754 (2019), written for obviousness: operands become
// exact rationals, the operation is done on those, and the result is rounded once to the format.
#pragma once

#include <span>

#include "logic/term.h"

namespace cairn {

/// One operation of floats on values; `sort` is that of the result. See apply() in term_eval.h.
Value apply_float(Op op, std::span<const Value> operands, std::span<const std::uint32_t> parameters,
                  Sort sort);

}  // namespace cairn
