// SPDX-License-Identifier: MIT
#include "run/workers/worker_plans.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "format/source.h"
#include "run/time_slices.h"

namespace cairn {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
}

/// Plans before this one that have the same words: what a plan without a seed adds to that of the
/// run.
std::uint64_t earlier_equals(const std::vector<WrittenPlan>& plans, std::size_t position) {
  const auto end = plans.begin() + static_cast<std::ptrdiff_t>(position);
  return static_cast<std::uint64_t>(std::count_if(plans.begin(), end, [&](const WrittenPlan& plan) {
    return plan.plan.words == plans[position].plan.words;
  }));
}

}  // namespace

std::vector<WrittenPlan> written_schedule(std::uint32_t workers, bool of_programs,
                                          const std::string& engine) {
  std::vector<WrittenPlan> written;
  if (engine.empty())
    for (NamedWords& plan : worker_schedule(workers, of_programs))
      written.push_back({std::move(plan), {"<plans>"}, true, true});
  else
    for (std::uint32_t i = 1; i <= workers; ++i)
      written.push_back(
          {{workers == 1 ? engine : fmt::format("{}-{}", engine, i), "--engine " + engine},
           {"<plans>"},
           true});
  return written;
}

std::vector<WrittenPlan> read_plan_file(const std::string& path) {
  const Source source = read_source(path);
  std::vector<WrittenPlan> plans;
  std::set<std::string> names;
  std::istringstream lines(source.bytes);
  std::uint64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    const Position at{path, ++number, 1};
    const std::string_view text = trimmed(std::string_view(line).substr(0, line.find('#')));
    if (text.empty()) continue;
    const auto equals = text.find('=');
    const std::string name(trimmed(text.substr(0, equals)));
    if (equals == std::string_view::npos || !is_name(name))
      throw InputError(at, "expected NAME = OPTIONS, the name of letters, digits, '-', '_' or '.'");
    if (!names.insert(name).second)
      throw InputError(at, fmt::format("there is a plan '{}' already", name));
    if (plans.size() == kMostWorkers)
      throw InputError(at, fmt::format("no more than {} plans", kMostWorkers));
    plans.push_back({{name, std::string(trimmed(text.substr(equals + 1)))}, at});
  }
  if (plans.empty()) throw InputError({path}, "no plan: expected lines NAME = OPTIONS");
  return plans;
}

PortfolioOptions for_justice(PortfolioOptions portfolio, const Configuration& configuration,
                             std::uint64_t seed) {
  const auto is_usual = [](const WorkerPlan& plan) { return plan.is_usual; };
  if (!std::all_of(portfolio.plans.begin(), portfolio.plans.end(), is_usual)) {
    std::erase_if(portfolio.plans, [](const WorkerPlan& plan) {
      return !problem_with_engine(plan.configuration.engine, true).empty();
    });
    return portfolio;
  }
  const Schedule schedule = usual_justice_schedule();
  std::vector<WorkerPlan> plans;
  for (std::size_t i = 0; i < std::max<std::size_t>(schedule.size(), portfolio.slots); ++i) {
    const Strategy& strategy = schedule[i % schedule.size()];
    WorkerPlan& plan = plans.emplace_back();
    plan.name = strategy.plan;
    if (i >= schedule.size()) plan.name += fmt::format("-{}", 1 + i / schedule.size());
    plan.words = "--engine " + strategy.plan;
    plan.configuration = configuration;
    plan.configuration.engine = strategy.plan;
    plan.seed = seed + i / schedule.size();
    plan.weight = strategy.share;
    plan.is_usual = true;
  }
  portfolio.plans = std::move(plans);
  return portfolio;
}

std::vector<WorkerPlan> worker_plans(const std::vector<WrittenPlan>& written,
                                     const Configuration& configuration, std::uint64_t seed,
                                     bool of_programs) {
  std::vector<WorkerPlan> plans;
  const bool abstracts = configuration.engines.configs.ic3.abstract_constraints;
  for (const WrittenPlan& one : written) {
    WorkerPlan plan;
    plan.name = one.plan.name;
    plan.words = one.plan.words;
    plan.configuration = configuration;
    plan.configuration.engine = "auto";
    plan.configuration.passes.clear();
    if (!plans.empty()) plan.configuration.engines.configs.ic3.record.clear();  // one writer
    PlanWords rest{seed + earlier_equals(written, plans.size()), 1};
    std::string problem = apply_words(one.plan.words, plan.configuration, rest);
    if (problem.empty() && !of_programs && is_program_engine(plan.configuration.engine))
      problem = fmt::format("{} is an engine for programs", plan.configuration.engine);
    if (!problem.empty())
      throw InputError(one.at,
                       fmt::format("plan '{}': {}", one.plan.name, printable(problem, 500)));
    plan.passes = std::exchange(plan.configuration.passes, configuration.passes);
    plan.seed = rest.seed;
    plan.weight = rest.weight;
    plan.is_usual = one.is_usual;
    // Of a list that was written by hand, all are meant.
    const ic3::Ic3Config& ic3 = plan.configuration.engines.configs.ic3;
    plan.needs_constraints =
        one.is_ours && ic3.abstract_constraints && !abstracts && !ic3.abstract_next;
    plans.push_back(std::move(plan));
  }
  return plans;
}

}  // namespace cairn
