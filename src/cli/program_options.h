// SPDX-License-Identifier: MIT
//
// The options of commands that read programs.
#pragma once

#include <string>
#include <vector>

#include "cli/answer.h"
#include "input/program_reader.h"

namespace CLI {
class App;
}

namespace cairn {

/// The group of the options that say how C is read.
inline constexpr const char* kCGroup = "c";

/// --data-model, --check, --entry and what else says how C is read.
void add_program_input_options(CLI::App& command, ProgramInput& input);
/// Of Structured Text: takes over the options that other languages have, too. Throws
/// ValidationError.
void complete_st(ProgramInput& input);
/// --harness, --svcomp-witness, --graphml.
void add_program_evidence_options(CLI::App& command, AnswerOptions& answer);

/// The files that were given, or all of the compilation database. Throws RequiredError if there is
/// neither.
void complete_files(std::vector<std::string>& files, const std::string& compile_commands);

}  // namespace cairn
