// SPDX-License-Identifier: MIT
//
// Formulas of proofs, made readable. Engines on bits say what they found clause by clause; people
// want to see x <= 10, x == y, x + y == n. So simple facts of that kind are guessed, those that
// models of the formula refute are thrown away, a solver confirms the others, and clauses that
// follow from what is kept go.
//
// Variables that have no name in the source go where the formula says what they equal (a pass may
// have replaced the variable of the source by one of Cairn's own).
#pragma once

#include <vector>

#include "base/context.h"
#include "format/c/c_expression.h"

namespace cairn {

/// Facts that follow from the formula, and from which all those of its conjuncts follow that have a
/// C form. Conjuncts without one are among the result. Works until the budget is exhausted; what is
/// found until then is right, but less simple. False if the formula has no model.
std::vector<Term> readable_facts(Terms& terms, Term formula, const CNames& names,
                                 const Context& context);

}  // namespace cairn
