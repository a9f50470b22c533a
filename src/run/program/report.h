// SPDX-License-Identifier: MIT
//
// A run on a program as JSON; docs/json.md describes every field.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "format/c/program_trace.h"
#include "format/source.h"
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
  const std::vector<Source>* sources = nullptr;  ///< for people who want details
  /// With details: adds them to the row of an assertion, by its index; may be empty.
  std::function<void(std::size_t index, nlohmann::ordered_json& row)> add_to_row;
  /// The same to the whole, such as the waveform of a run of scans.
  std::function<void(nlohmann::ordered_json& report)> add_to_report;
};

/// What `trace`, `inputs` and `invariants` of a report are, for a row of it. With details, steps
/// have their call stacks.
void add_run(nlohmann::ordered_json& to, const Program& program, const ProgramTrace& trace,
             bool has_details);
void add_invariants(nlohmann::ordered_json& to, const Program& program,
                    const std::vector<LoopInvariant>& loops);

std::string report_json(const ProgramOutcome& outcome, const ProgramFacts& facts,
                        const RunFacts& run);

/// The verdicts of assertions, a line of JSON each.
std::string row_lines(const Program& program, const ProgramFindings& findings);

}  // namespace cairn
