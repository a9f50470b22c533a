// SPDX-License-Identifier: MIT
#include "cli/workers_options.h"

#include <CLI/CLI.hpp>

#include "cli/values.h"

namespace cairn {

void add_workers_options(CLI::App& command, WorkersArguments& arguments) {
  CLI::App& group = *command.add_option_group("workers", "Several workers");
  group
      .add_option(
          "--workers", arguments.workers,
          "Run this many workers at the same time, each a process with a plan of its own ('cairn "
          "plans --workers N' lists them) or, with --engine, each with that engine and another "
          "seed")
      ->transform(whole_number(1, kMostWorkers))
      ->type_name("N")
      ->capture_default_str();
  group
      .add_option("--portfolio", arguments.file,
                  "The workers' plans, one a line: NAME = OPTIONS; more than --workers share the "
                  "time")
      ->type_name("FILE");
}

std::vector<WrittenPlan> choose_plans(const WorkersArguments& arguments, std::string& engine,
                                      bool is_given, bool of_programs) {
  is_given = is_given && engine != kPortfolio;
  if (!arguments.file.empty()) {
    if (is_given)
      throw CLI::ValidationError("--portfolio",
                                 "the plans name the engines; leave --engine and --plan out");
    engine = kPortfolio;
    return read_plan_file(arguments.file);
  }
  if (arguments.workers == 1 && engine != kPortfolio) return {};
  const std::string same = is_given ? engine : "";
  engine = kPortfolio;
  return written_schedule(arguments.workers, of_programs, same);
}

}  // namespace cairn
