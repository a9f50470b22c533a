// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/log.h"
#include "format/source.h"
#include "input/c/c_reader.h"
#include "input/language.h"
#include "input/st/st_reader.h"
#include "input/verilog/verilog_reader.h"
#include "model/program.h"

namespace cairn {

/// How a program is read.
struct ProgramInput {
  std::vector<std::string> files;
  std::optional<Language> language;  ///< of all files; none: see language_of()
  std::string compile_commands;      ///< a compilation database, or its folder; empty: none
  bool has_data_model = false;       ///< it was asked for
  CReadOptions c;
  VerilogReadOptions verilog;
  st::ReadOptions st;
  bool fixed_room = false;  ///< the options say how much room there is for the heap and recursion
};

/// Reads C files, files of Structured Text, or one file in IVL; `sources`, if given, receives their
/// contents, and `scan` what Structured Text says about its variables. Throws InputError.
Program read_program(const ProgramInput& input, const Log& log,
                     std::vector<Source>* sources = nullptr, st::ScanModel* scan = nullptr);

/// The C files of a compilation database (a file, or the folder that has compile_commands.json).
std::vector<std::string> files_of_build(const std::string& compile_commands);
/// Takes over how the database says that `input.files` are compiled. Throws InputError if it does
/// not know one of them.
void apply_compile_commands(const std::string& compile_commands, ProgramInput& input);

}  // namespace cairn
