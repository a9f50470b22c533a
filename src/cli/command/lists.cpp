// SPDX-License-Identifier: MIT
//
// `cairn plans`, `cairn engines` and `cairn options`: what there is to choose from.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/output.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/values.h"
#include "run/plan.h"
#include "run/workers/worker_plans.h"

namespace cairn {
namespace {

std::string paper_of(const Plan& plan) {
  return plan.paper.empty() ? "" : fmt::format(" [{}]", plan.paper);
}

void print_list(const std::vector<const Plan*>& plans) {
  std::size_t width = 0;
  for (const Plan* plan : plans) width = std::max(width, plan->name.size());
  for (const Plan* plan : plans)
    put(stdout, fmt::format("{:<{}} {:<8} {}{}\n", plan->name, width, plan->engine,
                            plan->description, paper_of(*plan)));
}

/// The words of a plan on a command line.
std::vector<std::string> command_words(const Plan& plan) {
  std::vector<std::string> words = option_words(plan);
  if (plan.passes.empty()) return words;
  Configuration whole;
  apply(plan, whole);
  std::string passes;
  for (const std::string& pass : whole.passes) passes += (passes.empty() ? "" : ",") + pass;
  words.insert(words.end(), {"--passes", passes});
  return words;
}

void print_options(const Plan& plan) {
  std::string text;
  for (const std::string& word : command_words(plan)) text += " " + word;
  put(stdout, fmt::format("{}{}\n {}\n", plan.description, paper_of(plan), text));
}

void print_json(const std::vector<const Plan*>& plans) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Plan* plan : plans)
    list.push_back({{"name", plan->name},
                    {"engine", plan->engine},
                    {"paper", plan->paper},
                    {"description", plan->description},
                    {"options", command_words(*plan)}});
  put(stdout, fmt::format("{}\n", list.dump(2)));
}

/// What workers do, one plan a line, as a file for --portfolio would have it.
int show_worker_plans(std::uint32_t workers, bool json) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& [models, plans] : {std::pair{"circuits", worker_schedule(workers, false)},
                                      std::pair{"programs", worker_schedule(workers, true)}}) {
    if (!json) put(stdout, fmt::format("# {}\n", models));
    for (const auto& [name, words] : plans) {
      if (!json) put(stdout, fmt::format("{} = {}\n", name, words));
      list.push_back({{"models", models}, {"name", name}, {"options", words}});
    }
  }
  if (json) put(stdout, fmt::format("{}\n", list.dump(2)));
  return kExitDone;
}

struct PlansArguments {
  std::uint32_t workers = 0;
  std::string name;
  std::string engine;
  bool json = false;
};

int show_plans(const PlansArguments& arguments) {
  if (arguments.workers > 0) return show_worker_plans(arguments.workers, arguments.json);
  std::vector<const Plan*> chosen;
  for (const Plan* plan : plans_named(known_plans(), arguments.name))
    if (arguments.engine.empty() || plan->engine == arguments.engine) chosen.push_back(plan);
  if (arguments.json)
    print_json(chosen);
  else if (arguments.name.empty())
    print_list(chosen);
  else
    for (const Plan* plan : chosen) print_options(*plan);
  return kExitDone;
}

/// Throws what the parser reports as a mistake on the command line.
const Plan& plan_or_error(const std::string& where, const std::string& name,
                          const std::string& engine) {
  const PlanChoice choice = choose_plan(known_plans(), name, engine);
  if (choice.plan == nullptr) throw CLI::ValidationError(where, printable(choice.problem));
  return *choice.plan;
}

void validate(const PlansArguments& arguments) {
  bool known = arguments.engine.empty();
  for (const Plan& plan : known_plans()) known = known || plan.engine == arguments.engine;
  if (!known)
    throw CLI::ValidationError("--engine",
                               fmt::format("'{}' has no plans", printable(arguments.engine)));
  const bool is_unknown = plans_named(known_plans(), arguments.name).empty();
  if (is_unknown || !arguments.engine.empty())
    if (!arguments.name.empty()) plan_or_error("NAME", arguments.name, arguments.engine);
}

}  // namespace

void add_plans_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand("plans", "List the named sets of options for --plan");
  auto arguments = std::make_shared<PlansArguments>();
  command->add_option("NAME", arguments->name, "Show the options of this plan")->type_name("");
  command->add_option("--engine", arguments->engine, "Only the plans of this engine");
  command
      ->add_option("--workers", arguments->workers,
                   "Instead: what workers do, if there are so many ('cairn check --workers N')")
      ->transform(whole_number(1, kMostWorkers))
      ->type_name("N");
  command->add_flag("--json", arguments->json, "As JSON");
  command->callback([arguments, &chosen] {
    validate(*arguments);
    chosen = [arguments] { return show_plans(*arguments); };
  });
}

namespace {

int show_engines(bool json) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const EngineEntry& entry : engine_registry()) {
    list.push_back({{"name", entry.name},
                    {"rung", rung_word(entry.rung())},
                    {"summary", entry.summary},
                    {"paper", entry.paper}});
    if (!json)
      put(stdout, fmt::format("{:<9} {:<10} {}{}\n", entry.name, rung_word(entry.rung()),
                              entry.summary, entry.paper.empty() ? "" : " [" + entry.paper + "]"));
  }
  if (json) put(stdout, list.dump(2) + "\n");
  return kExitDone;
}

const char* kind_word(OptionRow::Kind kind) {
  switch (kind) {
    case OptionRow::Kind::Switch:
      return "switch";
    case OptionRow::Kind::Count:
      return "count";
    case OptionRow::Kind::Real:
      return "real";
    case OptionRow::Kind::Choice:
      return "choice";
    case OptionRow::Kind::Text:
      return "text";
  }
  return "";
}

int show_options(bool json) {
  Configuration usual;
  const OptionSet options = usual.options();
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const OptionSet::Bound& bound : options.groups())
    for (const OptionRow& row : bound.group->rows) {
      const std::string value = describe(row.get(bound.config));
      if (!json) put(stdout, fmt::format("--{} [{}] {}\n", row.name, value, row.help));
      nlohmann::ordered_json values = row.words;
      if (row.kind == OptionRow::Kind::Switch) values = {"on", "off"};
      list.push_back({{"name", row.name},
                      {"group", bound.group->name},
                      {"kind", kind_word(row.kind)},
                      {"values", std::move(values)},
                      {"default", value},
                      {"help", row.help}});
    }
  if (json) put(stdout, list.dump(2) + "\n");
  return kExitDone;
}

}  // namespace

void add_engines_command(CLI::App& app, Action& chosen) {
  auto* command =
      app.add_subcommand("engines", "List the engines, and the rung of the ladder each stands on");
  set_examples(*command, {{"cairn engines", ""}, {"cairn check design.aig --engine kind", ""}});
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "As JSON");
  command->callback([json, &chosen] { chosen = [json] { return show_engines(*json); }; });
}

void add_options_command(CLI::App& app, Action& chosen) {
  auto* command =
      app.add_subcommand("options", "List the options of every component, with their defaults");
  set_examples(*command, {{"cairn options --json", "for tools that show or set them"}});
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "As JSON");
  command->callback([json, &chosen] { chosen = [json] { return show_options(*json); }; });
}

}  // namespace cairn
