// SPDX-License-Identifier: MIT
#include "cli/search_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "cli/bind_options.h"
#include "cli/values.h"
#include "run/plan.h"
#include "run/workers/worker_plans.h"

namespace cairn {
namespace {

/// To be added before the others: options take effect in the order in which they were added, so
/// that what the user gives besides overrides the plan.
void add_plan_option(CLI::App& command, Configuration& configuration, std::string& chosen,
                     bool of_programs) {
  command
      .add_option_function<std::string>(
          "--plan",
          [&command, &configuration, &chosen, of_programs](const std::string& name) {
            const CLI::Option& engine = *command.get_option("--engine");
            const PlanChoice choice =
                choose_plan(known_plans(), name, engine.count() > 0 ? engine.results().back() : "");
            if (choice.plan == nullptr)
              throw CLI::ValidationError("--plan", printable(choice.problem));
            if (!of_programs && is_program_engine(choice.plan->engine))
              throw CLI::ValidationError(
                  "--plan",
                  fmt::format("{} is a plan of {}, which '{}' does not run", choice.plan->name,
                              choice.plan->engine, command.get_name()));
            apply(*choice.plan, configuration);
            chosen = choice.plan->name;
          },
          "Take the engine and the options of a plan ('cairn plans' lists them); options that are "
          "given besides override it")
      ->type_name("NAME");
}

void add_engine_option(CLI::App& command, std::string& engine, bool of_programs) {
  std::vector<std::string> names = engine_names(of_programs);
  // Circuits may be BTOR2; whether one is, the file says.
  if (!of_programs)
    for (const EngineEntry& entry : engine_registry())
      if (entry.rung() == Rung::Words) names.push_back(entry.name);
  names.insert(names.begin(), {"auto", kPortfolio});
  for (std::string& name : justice_engine_names()) names.push_back(std::move(name));
  std::string description = fmt::format(
      "How to check: auto (several strategies in time slices), {}, {} (several workers, see "
      "--workers); of justice properties: {}",
      describe_engines(true), kPortfolio, describe_justice_engines());
  if (of_programs) description += "; for programs alone: " + describe_engines(false);
  command.add_option("--engine", engine, description)
      ->check(one_of(names))
      ->type_name("NAME")
      ->capture_default_str();
}

/// So that lines can end after a comma.
std::string spaced(const std::string& list) {
  std::string text;
  for (const char letter : list) text += letter == ',' ? std::string(", ") : std::string(1, letter);
  return text;
}

}  // namespace

void add_search_options(CLI::App& command, Configuration& configuration, std::string& plan,
                        bool of_programs) {
  add_plan_option(command, configuration, plan, of_programs);
  add_engine_option(command, configuration.engine, of_programs);
  std::vector<std::string> passes = known_passes();
  passes.emplace_back("none");
  auto* schedule = command.add_option_group("schedule", "What runs before and beside");
  schedule
      ->add_option_function<std::string>(
          "--strategies",
          [&configuration](const std::string& text) {
            try {
              configuration.engines.strategies = parse_schedule(text);
            } catch (const std::string& problem) {
              throw CLI::ValidationError("--strategies", problem);
            }
          },
          "With the engine 'auto': the plans that share the time, in this order, each with its "
          "first time slice as a part of --slice (1). A strategy with a HEAD leads: it has that "
          "much before the others begin, and its slices grow by a half each round, those of the "
          "others only from the fifth on. If none has one, the first has 1 and all grow alike. "
          "Usually: " +
              spaced(describe(configuration.engines.strategies)))
      ->type_name("PLAN[:SHARE[:HEAD]],...");
  schedule
      ->add_option("--passes", configuration.passes,
                   "Simplifications of circuits to run first, in order, or 'none'")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(passes))
      ->type_name("LIST")
      ->capture_default_str();
  std::vector<std::string> word_passes = known_word_passes();
  word_passes.emplace_back("none");
  schedule
      ->add_option("--word-passes", configuration.word_passes,
                   "Simplifications of models on words (BTOR2) to run first, again and again until "
                   "none has an effect, or 'none'. Usually all of these: " +
                       fmt::format("{}", fmt::join(known_word_passes(), ", ")))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(word_passes))
      ->type_name("LIST");
  bind_options(command, configuration.options());
}

}  // namespace cairn
