// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "model/cfa.h"

namespace cairn {

/// An automaton as constrained Horn clauses in SMT-LIB, for solvers such as Z3's Spacer: one
/// predicate over the variables for each location, one clause for each edge. Satisfiable if and
/// only if the error location is not reachable.
std::string horn_clauses(const Cfa& cfa);

}  // namespace cairn
