// SPDX-License-Identifier: MIT
//
// Where SMT-LIB leaves a value open and Cairn's terms don't (logic/word/term.h): conversions of
// floats that are out of range, the sign of the minimum of two zeros, the bits of a NaN, division
// by zero of integers and reals. What speaks to another solver guards these operations.
#pragma once

#include <optional>

#include "logic/word/term.h"

namespace cairn {

/// The operation means what SMT-LIB says if `defined` holds, and is `otherwise` if not.
struct CornerCase {
  Term defined;
  Term otherwise;
};

/// None if SMT-LIB defines the operation everywhere. Both terms are over the operands of `term`.
std::optional<CornerCase> corner_case(Terms& terms, Term term);

}  // namespace cairn
