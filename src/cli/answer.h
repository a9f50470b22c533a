// SPDX-License-Identifier: MIT
//
// How an answer is given: the files first, each whole or not at all, then the answer on standard
// output, then a sentence for people on standard error.
#pragma once

#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/log.h"
#include "base/option_table.h"
#include "base/output.h"
#include "cli/display/worker_display.h"
#include "cli/exit_code.h"
#include "cli/report/page.h"
#include "format/c/property_file.h"
#include "run/configuration.h"
#include "run/progress_record.h"
#include "run/properties/report.h"
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
  std::string junit;               ///< paths of the report in other forms
  std::string sarif;
  std::string page;          ///< the same as HTML, with details
  bool details = false;      ///< the JSON has all that a page shows
  bool annotations = false;  ///< lines for GitHub on standard error
  bool json_lines = false;   ///< standard output has JSON alone, an object a line
  std::string vcd;           ///< of circuits
  std::string gtkw;          ///< of models on words: what a viewer shows of the waveform
  std::string testbench;     ///< of designs: the counterexample in Verilog
  std::string lemmas;        ///< of designs: what a proof found, in Verilog
  bool replay = false;       ///< of task files: run the test bench by a simulator
  std::string harness;       ///< of programs: C
  std::string sv_witness;    ///< of programs: YAML
  std::string graphml;       ///< of programs
  bool lp64 = false;         ///< of C
  PropertyFile property;     ///< of programs
  bool exit_zero = false;    ///< for callers that take any other code for a failure

  // What reports say of the run.
  std::vector<std::string> command;  ///< the command line
  std::string engine, plan;
  OptionSet::Values changed;  ///< options that differ from the defaults
  std::uint64_t seed = 0;
  std::shared_ptr<const ProgressRecord> progress;  ///< may be null

  /// Whether evidence goes to files, not to folders with those of each property.
  bool has_one_property() const { return !property.name.empty() && property.name != "all"; }
};

/// What reports say of a run that began then, but for what it wrote.
RunFacts facts_of(const AnswerOptions& options, std::chrono::steady_clock::time_point begin);

/// Writes the report as JSON and in the other forms that are wanted, where these go to files.
void write_report(const AnswerOptions& options, const std::string& report);
/// The lines about it that are wanted on standard error.
void annotate(const AnswerOptions& options, const std::string& report);

/// A file that the answer comes with, and where it goes.
struct AnswerFile {
  std::string kind;  ///< as reports name it
  const std::string& path;
  std::function<std::string()> text;
  bool can_be_printed = false;  ///< on standard output, if the path is "-"
};

/// Whether a path names a file, and not standard output or nothing.
inline bool is_file(const std::string& path) {
  return !path.empty() && path != "-";
}

inline bool has_report(const AnswerOptions& options) {
  return is_file(options.json) || !options.junit.empty() || !options.sarif.empty();
}

/// "1 step", "2 steps".
std::string describe_steps(std::int64_t count);
/// Why a circuit or word-level model was not decided, and how far the search came. `is_vacuous`:
/// the explanation is about constraints, and says all.
void tell_unknown(const Unknown& unknown, bool is_vacuous, const Log& log);
/// What to try next, a line each.
void tell_hints(const Unknown& unknown, const AnswerOptions& options, bool is_program,
                const Log& log);

/// Gives answers of one kind.
template <class Outcome>
class AnswerGiver {
 public:
  explicit AnswerGiver(AnswerOptions options) : options_(std::move(options)) {}
  virtual ~AnswerGiver() = default;

  /// Gives the answer and returns the exit code. Throws InputError if a file can't be written.
  int give(const Outcome& outcome, const Log& log) {
    for (const AnswerFile& file : files(outcome))
      if (is_file(file.path)) write_file_atomically(file.path, file.text());
    if (has_report(options_)) write_report(options_, report(outcome, options_.details));
    if (is_file(options_.page))
      write_file_atomically(options_.page, report_page(report(outcome, true)));
    print(outcome);
    std::fflush(stdout);
    tell_people(outcome, log);
    if (options_.annotations) annotate(options_, report(outcome, false));
    if (outcome.portfolio) tell_of_workers(*outcome.portfolio, outcome.decided_by, log);
    if (const std::string line = last_line(outcome); !line.empty()) {
      std::fflush(stderr);
      put(stdout, line);
      std::fflush(stdout);
    }
    return options_.exit_zero ? kExitDone : exit_code(verdict_word(outcome.answer));
  }

 protected:
  const AnswerOptions options_;

 private:
  /// Those that an answer with this verdict has, whether or not somebody wants them.
  virtual std::vector<AnswerFile> files(const Outcome& outcome) = 0;
  virtual std::string json(const Outcome& outcome, const RunFacts& facts) = 0;
  /// What standard output has in the place of a report, before any file.
  virtual std::string first_lines(const Outcome& outcome) = 0;
  /// What standard output ends with, behind what is for people.
  virtual std::string last_line(const Outcome&) { return {}; }
  virtual void tell_people(const Outcome& outcome, const Log& log) = 0;
  /// With --json-lines, what comes before the report: an object a line.
  virtual std::string lines(const Outcome&) { return {}; }

  std::string report(const Outcome& outcome, bool has_details) {
    RunFacts facts = facts_of(options_, begin_);
    facts.has_details = has_details;
    for (const AnswerFile& file : files(outcome))
      if (is_file(file.path)) facts.written.emplace_back(file.kind, file.path);
    return json(outcome, facts);
  }

  void print(const Outcome& outcome) {
    const bool is_report = options_.json == "-" || options_.json_lines;
    if (options_.json_lines)
      put(stdout, lines(outcome) + on_one_line(report(outcome, options_.details)));
    else
      put(stdout, is_report ? report(outcome, options_.details) : first_lines(outcome));
    // AIGER's format has no room for anything else.
    if (options_.format == AnswerFormat::Aiger && !is_report) return;
    for (const AnswerFile& file : files(outcome))
      if (file.can_be_printed && file.path == "-") put(stdout, file.text());
  }

  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace cairn
