// SPDX-License-Identifier: MIT
//
// A counterexample of a program as witnesses of SV-COMP have it.
#pragma once

#include <vector>

#include "format/c/program_trace.h"
#include "format/c/sv_witness.h"
#include "format/source.h"
#include "model/program.h"

namespace cairn {

SvPlace sv_place(const Program& program, SiteId site);

/// What every nondeterministic function returned, then the error. A function returns at the closing
/// parenthesis of its call, which is looked for in `sources`.
std::vector<SvWaypoint> waypoints(const Program& program, const ProgramTrace& trace,
                                  const std::vector<Source>& sources);

}  // namespace cairn
