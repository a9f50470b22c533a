// SPDX-License-Identifier: MIT
//
// Checking programs: what `cairn check prog.c` and `cairn svcomp` do, and what the commands on
// programs share.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/cluster.h"
#include "cli/program_answer.h"
#include "cli/session.h"
#include "input/c/c_reader.h"
#include "run/program_check.h"
#include "run/program_findings.h"
#include "run/program_passes.h"
#include "run/program_portfolio.h"

namespace cairn {

/// What a file is.
enum class Language { Circuit, C, Ivl };

/// How a program is read.
struct ProgramInput {
  std::vector<std::string> files;
  std::optional<Language> language;  ///< of all files; none: by their names, or by what is in them
  std::string compile_commands;      ///< a compilation database, or its folder; empty: none
  bool has_data_model = false;       ///< it was asked for
  CReadOptions c;
  bool fixed_room = false;  ///< the options say how much room there is for the heap and recursion
};

struct ProgramArguments {
  ProgramInput input;
  /// A property file, a property's name, or assertions (run/program_assertions.h); empty: the calls
  /// and labels that are errors.
  std::string property;
  bool strict = false;  ///< an empty `safe` is no answer
  SessionOptions session;
  ProgramCheckOptions check;
  ProgramAnswerOptions answer;
  ProgramPortfolioOptions workers;
  ClusterArguments cluster;
};

/// By its name: .c, .i or .ivl; standard input ("-") by what it is. Without a language that was
/// asked for.
Language language_of(const std::string& path);
inline bool is_program(Language language) {
  return language != Language::Circuit;
}

/// Reads C files, or one file in IVL; `sources`, if given, receives their contents. Throws
/// InputError.
Program read_program(const ProgramInput& input, const Log& log,
                     std::vector<Source>* sources = nullptr);

/// The files that were given, or all of the compilation database. Throws RequiredError if there is
/// neither.
void complete_files(std::vector<std::string>& files, const std::string& compile_commands);

/// Reads, checks and answers; the exit code.
int check_program_files(ProgramArguments& arguments);

/// --data-model, --check, --entry and what else says how C is read.
void add_program_input_options(CLI::App& command, ProgramInput& input);
/// --no-PASS for each pass on automata, --block-size.
void add_program_pass_options(CLI::App& command, ProgramPassOptions& options);
/// --pc, --random, --quick.
void add_lowering_options(CLI::App& command, ProgramCheckOptions& options);
/// --harness, --svcomp-witness, --graphml.
void add_program_evidence_options(CLI::App& command, ProgramAnswerOptions& answer);

}  // namespace cairn
