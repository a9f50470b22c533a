// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "smt/smt_solver.h"

namespace cairn {

/// Whether this build has Z3.
bool has_z3();
/// Requires has_z3(). All of Z3's exceptions become the answer Unknown. A solver has a context of
/// its own.
std::unique_ptr<SmtSolver> make_z3_solver(Terms& terms, const Context& context);

}  // namespace cairn
