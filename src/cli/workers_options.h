// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/workers/worker_plans.h"

namespace CLI {
class App;
}

namespace cairn {

/// What a command line says about workers.
struct WorkersArguments {
  std::uint32_t workers = 1;
  std::string file;  ///< with plans; empty: the schedule for that many workers
};

/// --workers and --portfolio.
void add_workers_options(CLI::App& command, WorkersArguments& arguments);

/// The plans if there are to be several workers, or none; `engine` is as the options left it, and
/// becomes "portfolio" then. Throws what the parser reports as a mistake on the command line, or
/// InputError.
/// `is_given`: the user has chosen the engine, by itself or with a plan.
std::vector<WrittenPlan> choose_plans(const WorkersArguments& arguments, std::string& engine,
                                      bool is_given, bool of_programs);

}  // namespace cairn
