// SPDX-License-Identifier: MIT
//
// The table of plans, `cairn plans` and `cairn check --plan`. To add a plan: an entry in
// make_plans(), with its options as they would stand on the command line. Plans that an engine
// knows as configurations are not spelled out a second time: their options are those whose values
// differ from the defaults.
#include "cli/plans.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/output.h"
#include "cli/bradley_options.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/ic3cfa_options.h"
#include "cli/later_plans.h"
#include "cli/pdr_plans.h"
#include "cli/portfolio_plans.h"

namespace cairn {
namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

/// The options of `config`, each with its value.
template <class Config>
Options values_of(Config config, void (*add_options)(CLI::App&, Config&)) {
  CLI::App app;
  add_options(app, config);
  Options values;
  for (const CLI::App* group : app.get_subcommands({}))
    for (const CLI::Option* option : group->get_options())
      values.emplace_back(option->get_name(), option->get_default_str());
  return values;
}

template <class Config>
Options differences(const Config& config, void (*add_options)(CLI::App&, Config&)) {
  const Options given = values_of(config, add_options);
  const Options usual = values_of(Config{}, add_options);
  Options options;
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i] != usual[i]) options.push_back(given[i]);
  return options;
}

/// Table 5.1 of [Lan18], with the names that its legend gives.
const std::map<std::string, std::string>& ic3cfa_descriptions() {
  static const std::map<std::string, std::string> descriptions{
      {"default", "The defaults of Cairn"},
      {"A", "IC3CFA: no generalization"},
      {"B", "IC3-Gen Multi: literals dropped one by one, all edges in one question"},
      {"C", "IC3-Gen Single: B with each edge alone"},
      {"D", "IC3-Gen Incremental: B with one edge after another"},
      {"E", "IC3-Gen Order Largest: D with the largest obligations first"},
      {"F", "IC3-Gen Order Random: D with obligations in random order"},
      {"G", "IC3-Gen Reuse: D with obligations that come again with the next frame"},
      {"H", "New-Gen Don't care: G with literals that go without a question; the baseline"},
      {"I", "New-Gen RelIndAlt: H with questions by weakest preconditions"},
      {"J", "New-Gen PreCubes: H with cubes of the frame found in preconditions"},
      {"K", "New-Gen Upper Bounds: H with remembered generalizations"},
      {"L", "New-Gen Lower Bounds: K with these as lower bounds too"},
      {"M", "New-Gen Extended Context: L with those of other cubes"},
      {"N", "New-Gen Interpolation: H with interpolants at self-loops"},
      {"O", "New-Gen All: H with I, J and L"},
      {"P", "New-Gen All Interpolation: O with interpolants at self-loops"},
      {"Q", "New-Gen All Semantic Blocking: O with the frame asked before a cube is blocked"}};
  return descriptions;
}

/// [Bra11]: the competition's version, the variant that its section 7 compares it with, and the
/// listings alone, without what section 7 adds to them.
void add_bradley_plans(std::vector<Plan>& plans) {
  BradleyConfig implicates, listings;
  implicates.generalize = BradleyConfig::Generalize::Implicate;
  listings.failures = 0;
  listings.order = BradleyConfig::Order::Fixed;
  listings.push = listings.up = listings.cone = listings.equivalences = listings.subsume = false;
  listings.core_query = listings.core_down = listings.core_up = listings.core_propagate = false;
  plans.push_back({"bradley", "bradley", "Bra11", "IC3 as it was first published", {}});
  plans.push_back({"bradley-prime-implicates", "bradley", "Bra11, section 7",
                   "Speed over quality: prime implicates instead of minimal inductive subclauses",
                   differences(implicates, add_bradley_options)});
  plans.push_back({"bradley-listings", "bradley", "Bra11, section 6",
                   "The listings alone, without the techniques of section 7",
                   differences(listings, add_bradley_options)});
}

std::vector<Plan> make_plans() {
  std::vector<Plan> plans;
  for (const std::string& name : ic3cfa_plans())
    plans.push_back({name, "ic3cfa", name == "default" ? "" : "Lan18, table 5.1",
                     ic3cfa_descriptions().at(name),
                     differences(*ic3cfa_plan(name), add_ic3cfa_options)});
  for (Plan& plan : pdr_plans()) plans.push_back(std::move(plan));
  for (Plan& plan : later_plans()) plans.push_back(std::move(plan));
  add_bradley_plans(plans);
  return plans;
}

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

void print_options(const Plan& plan) {
  put(stdout, fmt::format("{}{}\n  --engine {}\n", plan.description, paper_of(plan), plan.engine));
  for (const auto& [option, value] : plan.options)
    put(stdout, fmt::format("  {} {}\n", option, value));
}

void print_json(const std::vector<const Plan*>& plans) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Plan* plan : plans) {
    nlohmann::ordered_json words = nlohmann::ordered_json::array({"--engine", plan->engine});
    for (const auto& [option, value] : plan->options) {
      words.push_back(option);
      words.push_back(value);
    }
    list.push_back({{"name", plan->name},
                    {"engine", plan->engine},
                    {"paper", plan->paper},
                    {"description", plan->description},
                    {"options", words}});
  }
  put(stdout, fmt::format("{}\n", list.dump(2)));
}

/// What workers do, one plan a line, as a file for --portfolio would have it.
int show_worker_plans(std::uint32_t workers, bool json) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& [models, plans] : {std::pair{"circuits", plans_for_circuits(workers)},
                                      std::pair{"programs", plans_for_programs(workers)}}) {
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

const std::vector<Plan>& known_plans() {
  static const std::vector<Plan> plans = make_plans();
  return plans;
}

void add_plan_option(CLI::App& command, std::string& chosen) {
  command
      .add_option_function<std::string>(
          "--plan",
          [&command, &chosen](const std::string& name) {
            CLI::Option& engine = *command.get_option("--engine");
            const Plan& plan =
                plan_or_error("--plan", name, engine.count() > 0 ? engine.results().back() : "");
            if (engine.count() == 0) engine.add_result(plan.engine);
            chosen = plan.name;
            for (const auto& [name_of_option, value] : plan.options) {
              CLI::Option* option = command.get_option_no_throw(name_of_option);
              if (option == nullptr)
                throw CLI::ValidationError(
                    "--plan", fmt::format("{} is a plan of {}, which '{}' does not run", plan.name,
                                          plan.engine, command.get_name()));
              if (option->count() == 0) option->add_result(value);
            }
          },
          "Take the engine and the options of a plan ('cairn plans' lists them); options that are "
          "given besides override it")
      ->type_name("NAME");
}

void add_plans_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand("plans", "List the named sets of options for --plan");
  auto arguments = std::make_shared<PlansArguments>();
  command->add_option("NAME", arguments->name, "Show the options of this plan")->type_name("");
  command->add_option("--engine", arguments->engine, "Only the plans of this engine");
  command
      ->add_option("--workers", arguments->workers,
                   "Instead: what workers do, if there are so many ('cairn check --workers N')")
      ->check(CLI::Range(1u, kMostWorkers).description(""))
      ->type_name("N");
  command->add_flag("--json", arguments->json, "As JSON");
  command->callback([arguments, &chosen] {
    validate(*arguments);
    chosen = [arguments] { return show_plans(*arguments); };
  });
}

}  // namespace cairn
