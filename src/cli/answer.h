// SPDX-License-Identifier: MIT
//
// How an answer is given: the files first, each whole or not at all, then the answer on standard
// output, then a sentence for people on standard error.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/option_table.h"
#include "format/c/property_file.h"
#include "run/configuration.h"
#include "run/report.h"

namespace cairn {

/// What standard output carries.
enum class AnswerFormat {
  Words,  ///< safe, unsafe, unknown
  Hwmcc,  ///< unsat, sat, unknown
  Aiger,  ///< 0, 1, 2 with the properties, the witness and bounds as u lines: what SymbiYosys reads
  Svcomp,  ///< the last line "RESULT: ..." that the competition's wrapper reads
};

/// Paths are empty where nothing is to be written.
struct AnswerOptions {
  AnswerFormat format = AnswerFormat::Words;
  std::vector<std::string> files;  ///< paths of the task
  std::string witness;             ///< path, or "-" for standard output
  std::string certificate;         ///< likewise; of a circuit binary if it ends in .aig
  std::string json;                ///< likewise; on standard output it takes the answer's place
  std::string vcd;                 ///< of circuits
  std::string harness;             ///< of programs: C
  std::string sv_witness;          ///< of programs: YAML
  std::string graphml;             ///< of programs
  bool lp64 = false;               ///< of C
  PropertyFile property;           ///< of programs
  bool exit_zero = false;          ///< for callers that take any other code for a failure

  // What reports say of the run.
  std::vector<std::string> command;  ///< the command line
  std::string engine, plan;
  OptionSet::Values changed;  ///< options that differ from the defaults
  std::uint64_t seed = 0;
};

/// With what was written, if the verdict was this.
RunFacts facts_of(const AnswerOptions& options, std::chrono::steady_clock::time_point begin);

/// Whether a path names a file, and not standard output or nothing.
inline bool is_file(const std::string& path) {
  return !path.empty() && path != "-";
}

}  // namespace cairn
