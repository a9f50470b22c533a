// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "format/source.h"

namespace cairn {

/// How a build compiles one file.
struct CompileCommand {
  enum class Model { Default, M32, M64 };
  std::string file;                    ///< absolute, without "." and ".."
  std::vector<std::string> arguments;  ///< those that decide what the source means
  Model model = Model::Default;        ///< of -m32 and -m64, which are not among them
};

/// Reads a compilation database as CMake, Bear and Ninja write it. Of each command macros, folders
/// of headers, files that are included first, the language's version and the kind of char are kept,
/// their paths made absolute; optimisation, warnings, outputs and the like are not. Throws
/// InputError.
std::vector<CompileCommand> read_compile_commands(const Source& source);

/// A path as CompileCommand::file has it; relative ones are relative to `folder`.
std::string normal_path(const std::string& folder, const std::string& path);

}  // namespace cairn
