// SPDX-License-Identifier: MIT
//
// Plans on their way to workers elsewhere, and there: from words that a user wrote to settings with
// types, which is what travels, and from these to a configuration.
#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "cli/portfolio_plans.h"
#include "remote/job.h"
#include "run/share_policy.h"

namespace cairn {

/// Whole plans: what their words say, and the settings that `command` was given besides. Throws
/// InputError for what cannot be asked of workers elsewhere.
std::vector<JobPlan> job_plans(const CLI::App& command, const std::vector<WrittenPlan>& written,
                               const PlanSettings& given, EnginesFor models);

/// What a worker does for a plan.
struct WorkerSettings {
  PlanSettings plan;
  SharePolicy share;
};

/// Begins with what Cairn does by itself, and changes what the plan says. Throws InputError for
/// engines, passes, lanes, settings and values that this version does not know.
WorkerSettings settings_of(const JobPlan& plan, EnginesFor models);

}  // namespace cairn
