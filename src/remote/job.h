// SPDX-License-Identifier: MIT
//
// What travels between who submits a job and who works on it, as JSON. Readers trust nothing: a
// message without the form, or of another version, is no message.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "run/configuration.h"

namespace cairn {

/// The value of a setting, by its type: a switch, a count, an amount, or one of some words.
using SettingValue = OptionValue;

/// A way to try: names of an engine and of passes, and settings of both. It is no command line, and
/// nothing in it is ever made one: a worker looks each name up in a table of settings that say how
/// to search (base/option_table.h), and that table has no row for a file or a program.
struct JobPlan {
  std::string name;
  std::string engine;
  std::vector<std::string> passes;
  std::uint64_t seed = 0;
  std::optional<Schedule> strategies;  ///< nothing: the usual ones
  std::map<std::string, SettingValue> settings;

  bool operator==(const JobPlan&) const = default;
};

std::string to_json(const JobPlan& plan);
std::optional<JobPlan> plan_from_json(std::string_view text);
/// For people: what they say, as a command line would.
std::string describe(const JobPlan& plan);

struct JobSpec {
  enum class Language { Aiger, Btor2, Ivl };  ///< a circuit, a model on words, or a program

  /// Workers on circuits and on models on words share lemmas, which are about bits.
  bool has_lemmas() const { return language != Language::Ivl; }

  Language language = Language::Aiger;
  std::string model;                      ///< its hash, SHA-256
  std::string file;                       ///< its name, for people
  std::optional<std::uint32_t> property;  ///< of a circuit: position of the bad state
  std::optional<double> seconds;          ///< that a plan may take
  std::int64_t submitted = 0;             ///< seconds since 1970, for people
  std::vector<JobPlan> plans;

  bool operator==(const JobSpec&) const = default;
};

/// aiger, btor2 or ivl.
const char* language_word(JobSpec::Language language);
std::optional<JobSpec::Language> language_from_word(std::string_view word);

std::string to_json(const JobSpec& spec);
std::optional<JobSpec> job_from_json(std::string_view text);

/// Whether it is a name that random_id() may have made: a job's, before it becomes part of a key.
bool is_job_id(std::string_view text);
/// Whether it is a hash as sha256() writes it.
bool is_model_hash(std::string_view text);

/// How a plan ended.
struct PlanResult {
  enum class Verdict {
    Answer,   ///< it claims an answer; the evidence comes with it
    Unknown,  ///< its engine gave up
    Failed,   ///< it crashed, or could not be run
  };

  std::uint32_t plan = 0;
  Verdict verdict = Verdict::Unknown;
  std::string worker;
  std::string reason;  ///< if there is no answer: why, in one sentence
  double seconds = 0;
  std::string evidence;  ///< not part of the JSON, which has its hash

  bool operator==(const PlanResult&) const = default;
};

std::string to_json(const PlanResult& result);
/// Nothing if the evidence is not the one that the JSON speaks of.
std::optional<PlanResult> result_from_json(std::string_view text,
                                           std::optional<std::string> evidence);

/// How far a worker is with a plan.
struct PlanStatus {
  std::string worker;
  std::string phase;
  std::int64_t bound = -1;
  std::uint64_t level = 0;
  std::uint64_t lemmas_out = 0;
  std::uint64_t lemmas_in = 0;
  std::uint64_t lemmas_taken = 0;   ///< of those that came in
  std::uint64_t lemmas_useful = 0;  ///< times that one of these saved work
  std::uint64_t bytes = 0;          ///< of memory
  double seconds = 0;

  bool operator==(const PlanStatus&) const = default;
};

std::string to_json(const PlanStatus& status);
std::optional<PlanStatus> status_from_json(std::string_view text);

/// A process that takes leases.
struct WorkerInfo {
  std::string id;
  std::string host;
  std::uint32_t jobs = 1;
  std::string version;     ///< of Cairn
  std::int64_t seen = 0;   ///< when it was heard last, in the server's seconds since 1970
  std::int64_t begun = 0;  ///< leases so far

  bool operator==(const WorkerInfo&) const = default;
};

std::string to_json(const WorkerInfo& worker);
std::optional<WorkerInfo> worker_from_json(std::string_view text);

}  // namespace cairn
