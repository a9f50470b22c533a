// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "logic/word/term_eval.h"

namespace cairn::tree_ic3 {

/// Literals, true under the assignment, that imply the formula, which is true there: of a
/// disjunction one that is true is enough.
std::vector<Term> implicant(Terms& terms, Term formula, const Assignment& assignment);

}  // namespace cairn::tree_ic3
