// SPDX-License-Identifier: MIT
//
// A run on a program as JSON; docs/json.md describes every field.
#pragma once

#include <string>
#include <vector>

#include "format/c/program_trace.h"
#include "run/program/check.h"
#include "run/program/findings.h"
#include "run/program/invariant.h"
#include "run/report.h"

namespace cairn {

/// What a report on a program tells besides the answer.
struct ProgramFacts {
  const Program* program = nullptr;       ///< null if the run ended before it was read
  std::vector<LoopInvariant> invariants;  ///< with Safe
  const ProgramTrace* trace = nullptr;    ///< with Unsafe
  const ProgramFindings* findings = nullptr;
};

std::string report_json(const ProgramOutcome& outcome, const ProgramFacts& facts,
                        const RunFacts& run);

/// The verdicts of assertions, a line of JSON each.
std::string row_lines(const Program& program, const ProgramFindings& findings);

}  // namespace cairn
