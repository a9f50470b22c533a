// SPDX-License-Identifier: MIT
//
// Several workers on one program, each a process with a plan of its own. A worker checks its own
// answer, as a run without workers does; the first one that has a checked answer writes the files
// and says the rest, and the process that started it prints what belongs to standard output.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/program_answer.h"
#include "cli/session.h"
#include "run/program_check.h"

namespace cairn {

struct ProgramPlan {
  std::string name;
  ProgramCheckOptions check;
  std::uint64_t seed = 0;
  double weight = 1;
};

struct ProgramWorkers {
  std::vector<ProgramPlan> plans;  ///< none: no workers
  std::uint32_t slots = 1;
};

/// What is left to do for an answer that a worker gave.
struct GivenAnswer {
  int code = 0;
  std::string text;  ///< for standard output
};

/// Nothing if no worker has an answer; then `unknown` says why. `answer` is how it is to be given.
std::optional<GivenAnswer> run_program_workers(const Program& program,
                                               const std::vector<Source>& sources,
                                               const ProgramWorkers& workers,
                                               const ProgramAnswerOptions& answer,
                                               const std::optional<std::uint64_t>& bytes,
                                               Session& session, Unknown& unknown);

}  // namespace cairn
