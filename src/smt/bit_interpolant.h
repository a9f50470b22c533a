// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "base/budget.h"
#include "logic/word/term.h"

namespace cairn {

/// An interpolant of the conjunctions of `a` and of `b`, from a resolution proof over their bits
/// (sat/interpolate.h, McMillan's system): a Boolean term over single bits of the variables that
/// both have. None if the conjunctions are consistent, a term has no bits, or the budget ends.
std::optional<Term> bit_interpolant(Terms& terms, std::span<const Term> a, std::span<const Term> b,
                                    const Budget& budget);

}  // namespace cairn
