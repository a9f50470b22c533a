// SPDX-License-Identifier: MIT
//
// A run on a program as JSON; docs/json.md describes every field.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "run/program_check.h"
#include "run/program_findings.h"
#include "run/program_invariant.h"
#include "run/program_trace.h"

namespace cairn {

struct ProgramFacts {
  std::vector<std::string> files;
  std::string engine;
  std::string plan;  ///< empty if none was asked for
  std::string property;
  const Program* program = nullptr;  ///< null if the run ended before it was read
  double seconds = 0;                ///< wall clock since the start
  std::uint64_t seed = 0;
  /// Files as written, by what they are: "witness", "harness", "sv_witness", "graphml".
  std::vector<std::pair<std::string, std::string>> written;
  std::vector<LoopInvariant> invariants;  ///< with Safe
  const ProgramTrace* trace = nullptr;    ///< with Unsafe
  const ProgramFindings* findings = nullptr;
};

std::string_view verdict_word(const Answer<Cfa>& answer);

/// One JSON object, indented, with a final newline. Bytes that are not UTF-8 are replaced.
std::string report_json(const ProgramOutcome& outcome, const ProgramFacts& facts);

}  // namespace cairn
