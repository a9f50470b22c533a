// SPDX-License-Identifier: MIT
//
// Options of compilers, spelled as compilers spell them, for all commands that read C.
#pragma once

#include <string>
#include <vector>

#include "input/program_reader.h"

namespace CLI {
class App;
}

namespace cairn {

/// Adds -D, -U, -I, --include, --isystem, --std, --m32, --m64, -W, -w and --data-model to the group
/// "C programs"; their order counts. Takes the group's parse_complete_callback.
void add_compiler_options(CLI::App& group, ProgramInput& input);

/// The command-line reader knows one letter or two dashes: "-include" becomes "--include", and so
/// do
/// "-isystem", "-std=", "-m32" and "-m64", if the first argument is a command that reads C.
void spell_compiler_options(std::vector<std::string>& arguments);

}  // namespace cairn
