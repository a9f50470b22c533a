// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "run/plan.h"

namespace cairn {

/// Every plan, by engine.
const std::vector<Plan>& known_plans();

/// --plan for a command that has --engine and the options of engines. To be added before them:
/// options take effect in the order in which they were added. What the user gives stays as it is.
/// `chosen` becomes the name of the plan.
void add_plan_option(CLI::App& command, std::string& chosen);

}  // namespace cairn
