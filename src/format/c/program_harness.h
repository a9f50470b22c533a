// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "format/c/c_harness.h"
#include "format/c/program_trace.h"
#include "format/source.h"
#include "model/program.h"

namespace cairn {

/// What a harness needs to make the program, whose first file is `file`, run as in the trace.
Harness harness_of(const Program& program, const ProgramTrace& trace,
                   const std::vector<Source>& sources, const std::string& file, bool lp64);

}  // namespace cairn
