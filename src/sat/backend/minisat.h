// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "sat/backend/incremental_solver.h"

namespace cairn {

/// Whether the build has MiniSat (CAIRN_MINISAT).
bool has_minisat();

/// MiniSat [ES03] with Cairn's budget, which must outlive it. Requires has_minisat().
std::unique_ptr<IncrementalSolver> make_minisat(const Budget& budget);

}  // namespace cairn
