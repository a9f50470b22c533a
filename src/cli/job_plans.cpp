// SPDX-License-Identifier: MIT
#include "cli/job_plans.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "cli/portfolio_options.h"
#include "cli/setting_table.h"
#include "run/program_engines.h"

namespace cairn {
namespace {

/// What a plan says by fields of its own.
const std::vector<std::string> kFields{"--plan", "--engine", "--passes",
                                       "--seed", "--weight", "--lanes"};

bool has_option(const std::vector<std::string>& words, const std::string& name) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word == name || word.starts_with(name + "=");
  });
}

void add_rows(SettingTable& table, WorkerSettings& settings, EnginesFor models) {
  add_options_of_plan(table, settings.plan, models);
  add_share_options(table, settings.share);
}

/// Words for the rows that the user gave on the command line and the plan does not have.
void add_given(const CLI::App& app, const std::vector<SettingRow>& rows,
               std::vector<std::string>& words) {
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    const bool is_lanes = name == "--lanes";
    const bool is_row = std::any_of(rows.begin(), rows.end(),
                                    [&](const SettingRow& row) { return "--" + row.name == name; });
    if (option->count() == 0 || (!is_row && !is_lanes) || has_option(words, name)) continue;
    if (option->results().empty()) words.push_back(name);
    for (const std::string& value : option->results()) words.push_back(name + "=" + value);
  }
  for (const CLI::App* group : app.get_subcommands({})) add_given(*group, rows, words);
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What is wrong with names that a plan has, or an empty string.
std::string unknown_name(const JobPlan& plan, EnginesFor models) {
  std::vector<std::string> engines = known_engines();
  if (models == EnginesFor::Programs)
    for (const std::string& name : program_engines()) engines.push_back(name);
  if (!contains(engines, plan.engine))
    return fmt::format("there is no engine '{}'", printable(plan.engine));
  for (const std::string& pass : plan.passes)
    if (!contains(known_passes(), pass))
      return fmt::format("there is no pass '{}'", printable(pass));
  std::vector<std::string> seen;
  for (const JobLane& lane : plan.lanes.value_or(std::vector<JobLane>{})) {
    constexpr double kLeast = 0.001, kMost = 1000;  // as --lanes has them
    const bool is_fine = lane.share >= kLeast && lane.share <= kMost && lane.head >= 0 &&
                         lane.head <= kMost && !contains(seen, lane.name);
    if (!contains(known_lanes(), lane.name) || !is_fine)
      return fmt::format("the lane '{}' is unknown, there twice or out of range",
                         printable(lane.name));
    seen.push_back(lane.name);
  }
  if (plan.lanes && plan.lanes->empty()) return "there is no lane";
  return "";
}

}  // namespace

std::vector<JobPlan> job_plans(const CLI::App& command, const std::vector<WrittenPlan>& written,
                               const PlanSettings& given, EnginesFor models) {
  std::vector<JobPlan> plans;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto refuse = [&](const std::string& problem) {
      throw InputError(written[i].at,
                       fmt::format("plan '{}': {}", written[i].plan.name, printable(problem, 500)));
    };
    PlanSettings begin = given;
    begin.check.engine = "auto";
    begin.seed += earlier_equals(written, i);
    const PlanSettings read = read_plan(written[i], std::move(begin), models);

    WorkerSettings whole;
    whole.plan.check.engine = "auto";
    SettingTable table;
    add_rows(table, whole, models);
    std::vector<std::string> words = split_words(written[i].plan.words);
    add_given(command, table.rows(), words);
    try {
      std::reverse(words.begin(), words.end());  // CLI11 takes them last to first
      table.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
      refuse(error.what());
    }
    JobPlan plan;
    plan.name = written[i].plan.name;
    plan.engine = whole.plan.check.engine;
    for (const auto* list : {&given.check.passes, &read.check.passes})
      plan.passes.insert(plan.passes.end(), list->begin(), list->end());
    plan.seed = read.seed;
    if (table.get_option("--lanes")->count() > 0) {
      plan.lanes.emplace();
      for (const LaneChoice& lane : whole.plan.check.engines.lanes)
        plan.lanes->push_back({lane.name, lane.share, lane.head});
    }
    std::string stranger;
    plan.settings = table.given(kFields, stranger);
    if (!stranger.empty())
      refuse(fmt::format("'{}' cannot be asked of workers elsewhere", stranger));
    plans.push_back(std::move(plan));
  }
  return plans;
}

WorkerSettings settings_of(const JobPlan& plan, EnginesFor models) {
  const auto refuse = [&](const std::string& problem) {
    throw InputError({"job"}, fmt::format("plan '{}' is refused: {}", printable(plan.name),
                                          printable(problem, 500)));
  };
  if (const std::string problem = unknown_name(plan, models); !problem.empty()) refuse(problem);
  WorkerSettings settings;
  SettingTable table;
  add_rows(table, settings, models);
  if (const std::string problem = table.set(plan.settings); !problem.empty()) refuse(problem);
  CheckOptions& check = settings.plan.check;
  check.engine = plan.engine;
  check.passes = plan.passes;
  if (plan.lanes) {
    check.engines.lanes.clear();
    for (const JobLane& lane : *plan.lanes)
      check.engines.lanes.push_back({lane.name, lane.share, lane.head});
  }
  settings.plan.seed = plan.seed;
  if (const std::string problem = problem_of(settings.plan); !problem.empty()) refuse(problem);
  if (const std::string problem = settings.share.validate(); !problem.empty()) refuse(problem);
  settings.plan.program.engine = check.engine;
  settings.plan.program.engines = check.engines;
  settings.plan.program.bit_passes = check.passes;
  return settings;
}

}  // namespace cairn
