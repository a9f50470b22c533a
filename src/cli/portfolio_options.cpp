// SPDX-License-Identifier: MIT
#include "cli/portfolio_options.h"

#include <fmt/format.h>

#include "cli/choice.h"

namespace cairn {
namespace {

/// The user's engine for every worker.
std::vector<NamedWords> copies(const std::string& engine, std::uint32_t workers) {
  std::vector<NamedWords> plans;
  for (std::uint32_t i = 1; i <= workers; ++i)
    plans.push_back({fmt::format("{}-{}", engine, i), "--engine " + engine});
  return plans;
}

}  // namespace

void add_portfolio_options(CLI::App& command, PortfolioArguments& arguments) {
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
                  "The workers' plans, one a line: NAME = OPTIONS; more than --workers take turns")
      ->type_name("FILE");
  add_share_options(group, arguments.share);
}

void add_share_options(CLI::App& group, SharePolicy& share) {
  add_switch(group, "--share", share.share, "Workers tell each other their lemmas");
  add_number(group, "--share-literals", share.literals, "Lemmas of at most this many literals");
  add_number(group, "--share-level", share.level,
             "Lemmas that are made for at least this many steps");
  group
      .add_option("--share-rate", share.rate,
                  "So many lemmas a second from each worker, at most; 0: any number")
      ->capture_default_str()
      ->type_name("N");
  add_number_setting(group, "--share-rate", share.rate, 0, 1e9);
}

std::vector<WrittenPlan> choose_plans(const CLI::App& command, const PortfolioArguments& arguments,
                                      std::string& engine, EnginesFor models) {
  if (const std::string problem = arguments.share.validate(); !problem.empty())
    throw CLI::ValidationError("--share", problem);
  const bool is_given = command.get_option("--engine")->count() > 0 && engine != kPortfolio;
  if (!arguments.file.empty()) {
    if (is_given)
      throw CLI::ValidationError("--portfolio", "the plans name the engines; leave --engine out");
    engine = kPortfolio;
    return read_plan_file(arguments.file);
  }
  if (arguments.workers == 1 && engine != kPortfolio) return {};
  const std::vector<NamedWords> plans = is_given ? copies(engine, arguments.workers)
                                        : models == EnginesFor::Programs
                                            ? plans_for_programs(arguments.workers)
                                            : plans_for_circuits(arguments.workers);
  engine = kPortfolio;
  std::vector<WrittenPlan> written;
  for (const NamedWords& plan : plans) written.push_back({plan, {kOwnPlans}});
  return written;
}

}  // namespace cairn
