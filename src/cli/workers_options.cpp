// SPDX-License-Identifier: MIT
#include "cli/workers_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace cairn {

void add_workers_options(CLI::App& command, WorkersArguments& arguments) {
  CLI::App& group = *command.add_option_group("workers", "Several workers");
  group
      .add_option_function<std::int64_t>(
          "--workers",
          [&arguments](const std::int64_t count) {
            if (count < 1 || count > kMostWorkers)
              throw CLI::ValidationError(
                  "--workers",
                  fmt::format("expected a number from 1 to {}, got {}", kMostWorkers, count));
            arguments.workers = static_cast<std::uint32_t>(count);
          },
          "Run this many workers at the same time, each a process with a plan of its own ('cairn "
          "plans --workers N' lists them) or, with --engine, each with that engine and another "
          "seed")
      ->type_name("N")
      ->default_str("1");
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
