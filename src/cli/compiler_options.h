// SPDX-License-Identifier: MIT
//
// Options of compilers, spelled as compilers spell them, for all commands that read C.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/program.h"

namespace cairn {

/// Adds -D, -U, -I, --include, --isystem, --std, --m32, --m64, -W, -w and --data-model to the group
/// "C programs"; their order counts. Takes the group's parse_complete_callback.
void add_compiler_options(CLI::App& group, ProgramInput& input);

/// The command-line reader knows one letter or two dashes: "-include" becomes "--include", and so
/// do
/// "-isystem", "-std=", "-m32" and "-m64", if the first argument is a command that reads C.
void spell_compiler_options(std::vector<std::string>& arguments);

/// The files of a compilation database (a file, or the folder that has compile_commands.json) that
/// are C.
std::vector<std::string> files_of_build(const std::string& compile_commands);

/// Takes over how the database says that `input.files` are compiled. Throws InputError if it does
/// not know one of them.
void apply_compile_commands(const std::string& compile_commands, ProgramInput& input);

}  // namespace cairn
