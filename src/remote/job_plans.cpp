// SPDX-License-Identifier: MIT
#include "remote/job_plans.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "run/circuit/passes.h"

namespace cairn {
namespace {

template <class Names>
bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What is wrong with names that a plan has, or an empty string.
std::string unknown_name(const JobPlan& plan, bool of_program) {
  if (plan.engine != "auto" && !contains(engine_names(of_program), plan.engine))
    return fmt::format("there is no engine '{}'", printable(plan.engine));
  for (const std::string& pass : plan.passes)
    if (!contains(known_passes(), pass))
      return fmt::format("there is no pass '{}'", printable(pass));
  return plan.strategies ? problem_of(*plan.strategies) : "";
}

}  // namespace

JobPlan job_plan(const WorkerPlan& plan) {
  const Configuration& configuration = plan.configuration;
  JobPlan job;
  job.name = plan.name;
  job.engine = configuration.engine;
  for (const auto* list : {&configuration.passes, &plan.passes})
    job.passes.insert(job.passes.end(), list->begin(), list->end());
  job.seed = plan.seed;
  if (configuration.engines.strategies != usual_schedule())
    job.strategies = configuration.engines.strategies;
  Configuration probe;
  const OptionSet options = probe.options();
  for (const auto& [name, value] : configuration.changed()) {
    if (const std::string problem = options.set_for_stranger(name, value); !problem.empty())
      throw InputError({plan.name},
                       fmt::format("--{} cannot be asked of workers elsewhere: {}", name, problem));
    job.settings.emplace(name, value);
  }
  return job;
}

WorkerPlan worker_plan(const JobPlan& job, bool of_program) {
  const auto refuse = [&](const std::string& problem) {
    throw InputError({"job"}, fmt::format("plan '{}' is refused: {}", printable(job.name),
                                          printable(problem, 500)));
  };
  if (const std::string problem = unknown_name(job, of_program); !problem.empty()) refuse(problem);
  WorkerPlan plan;
  plan.name = job.name;
  plan.seed = job.seed;
  Configuration& configuration = plan.configuration;
  const OptionSet options = configuration.options();
  for (const auto& [name, value] : job.settings)
    if (const std::string problem = options.set_for_stranger(name, value); !problem.empty())
      refuse(fmt::format("the setting '{}': {}", printable(name), problem));
  configuration.engine = job.engine;
  configuration.passes = job.passes;
  if (job.strategies) configuration.engines.strategies = *job.strategies;
  if (const std::string problem = configuration.validate(); !problem.empty()) refuse(problem);
  return plan;
}

}  // namespace cairn
