// SPDX-License-Identifier: MIT
//
// A run as JSON, the one machine-readable form; docs/json.md describes every field and
// docs/report.schema.json their types. What a circuit or a program adds is in circuit/report.h and
// program/report.h; the frame is the same for all.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/option_table.h"
#include "run/outcome.h"
#include "run/progress_record.h"

namespace cairn {

/// Changes when a field goes, or means something else.
inline constexpr int kReportSchema = 2;

/// What every report says of the run.
struct RunFacts {
  std::string version;               ///< of Cairn
  std::vector<std::string> command;  ///< the command line
  std::vector<std::string> files;    ///< of the task
  std::string property;              ///< that was asked for; empty: all
  std::string engine;
  std::string plan;           ///< empty if none was asked for
  OptionSet::Values options;  ///< that differ from the defaults
  std::uint64_t seed = 0;
  /// What people want to see of the evidence, too: waveforms, lemmas, sources, hashes.
  bool has_details = false;
  /// With details, how the run went, moment by moment.
  std::vector<ProgressSample> progress;
  double seconds = 0;  ///< wall clock since the start
  /// Files as written, by what they are: "witness", "certificate", "harness", ...
  std::vector<std::pair<std::string, std::string>> written;
};

/// One JSON object, indented, with a final newline: schema, version, command line, verdict; what
/// `add` adds, which is special about the kind of task; files, time, memory, workers, statistics.
/// Bytes that are not UTF-8 are replaced.
std::string report_json(std::string_view verdict, const RunFacts& facts,
                        const std::string& decided_by,
                        const std::optional<PortfolioReport>& portfolio,
                        const Statistics& statistics,
                        const std::function<void(nlohmann::ordered_json&)>& add);

template <class Model>
std::string report_json(const RunOutcome<Model>& outcome, const RunFacts& facts,
                        const std::function<void(nlohmann::ordered_json&)>& add) {
  return report_json(verdict_word(outcome.answer), facts, outcome.decided_by, outcome.portfolio,
                     outcome.statistics, add);
}
/// What to try after a run without an answer, the most promising first: sentences that name the
/// option, with a value where one follows from the run. Empty if nothing follows from it.
std::vector<std::string> hints_for(const Unknown& unknown, const RunFacts& facts, bool is_program);

/// Adds why there is no answer, and what is known all the same.
void add_unknown(nlohmann::ordered_json& report, const Unknown& unknown, const RunFacts& facts,
                 bool is_program);
/// The report of a run that ended in an input error.
std::string error_report(const std::string& message, const RunFacts& facts);

}  // namespace cairn
