// SPDX-License-Identifier: MIT
//
// The plans of workers: lists that come with Cairn, one for each number of workers, and files of
// the user's. A plan is a name and words as they would stand on a command line; the same code reads
// both.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/engine_options.h"
#include "run/pipeline.h"
#include "run/program_check.h"

namespace cairn {

struct NamedWords {
  std::string name, words;
};

/// A plan as it was written, with where.
struct WrittenPlan {
  NamedWords plan;
  Position at;
};

constexpr std::uint32_t kMostWorkers = 256;
/// The file that plans are from if they are from none.
constexpr const char* kOwnPlans = "<plans>";

/// For so many workers on circuits, or on programs.
std::vector<NamedWords> plans_for_circuits(std::uint32_t workers);
std::vector<NamedWords> plans_for_programs(std::uint32_t workers);

/// At spaces.
std::vector<std::string> split_words(const std::string& words);

/// Lines "NAME = OPTIONS"; # begins a comment. Throws InputError.
std::vector<WrittenPlan> read_plan_file(const std::string& path);

/// What the words of a plan may change, beginning with what the command line says.
struct PlanSettings {
  CheckOptions check;           ///< passes: those of the plan alone
  ProgramCheckOptions program;  ///< engine and engines: those of `check`
  std::uint64_t seed = 0;
  double weight = 1;
  std::string plan;  ///< the name that --plan gave, if it did
};
/// The options that the words of a plan may be, bound to `settings`.
void add_options_of_plan(CLI::App& app, PlanSettings& settings, EnginesFor models);
/// What is wrong with settings that go together, or an empty string.
std::string problem_of(const PlanSettings& settings);
/// Throws InputError at `at`.
PlanSettings read_plan(const WrittenPlan& written, PlanSettings settings, EnginesFor models);

/// Plans before this one that have the same words: what a plan without a seed adds to that of the
/// run.
std::uint64_t earlier_equals(const std::vector<WrittenPlan>& plans, std::size_t position);

/// The plans of workers on a circuit.
std::vector<WorkerPlan> worker_plans(const std::vector<WrittenPlan>& written,
                                     const CheckOptions& check, std::uint64_t seed);

}  // namespace cairn
