// SPDX-License-Identifier: MIT
#include "cli/command_tree.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "run/engines.h"
#include "run/plan.h"

namespace cairn {
namespace {

/// "on|off" as words; anything else names a kind of value.
std::vector<std::string> words_of(const std::string& type) {
  std::vector<std::string> words;
  if (type.find('|') == std::string::npos) return words;
  for (std::size_t begin = 0; begin <= type.size();) {
    const std::size_t end = std::min(type.find('|', begin), type.size());
    words.push_back(type.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

/// Of options whose values are names in a table of the program.
std::vector<std::string> listed_words(const std::vector<std::string>& names) {
  std::vector<std::string> words;
  const auto is = [&](const char* name) { return std::ranges::find(names, name) != names.end(); };
  if (is("--engine")) {
    words.emplace_back("auto");
    for (const EngineEntry& engine : engine_registry()) words.push_back(engine.name);
  } else if (is("--plan")) {
    for (const Plan& plan : known_plans()) words.push_back(plan.name);
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
  }
  return words;
}

ShownOption shown(const CLI::Option& option) {
  ShownOption result;
  result.is_argument = option.get_positional();
  if (result.is_argument) {
    result.names = {option.get_name()};
  } else {
    for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
  }
  if (option.get_type_size() != 0 && option.get_items_expected_max() != 0) {
    result.value = option.get_type_name();
    result.words = words_of(result.value);
    if (result.words.empty()) result.words = listed_words(result.names);
    if (result.value.empty() && !result.is_argument) result.value = "VALUE";
  }
  result.help = option.get_description();
  return result;
}

ShownGroup shown_group(const CLI::App& app, std::string name) {
  ShownGroup group{std::move(name), app.get_description(), {}};
  const auto options =
      app.get_options([](const CLI::Option* one) { return !one->get_group().empty(); });
  for (const CLI::Option* option : options) group.options.push_back(shown(*option));
  return group;
}

}  // namespace

std::vector<ShownCommand> command_tree(const CLI::App& app) {
  std::vector<ShownCommand> commands;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_group().empty() || command->get_name().empty()) continue;
    ShownCommand& one = commands.emplace_back();
    one.name = command->get_name();
    one.description = command->get_description();
    one.examples = examples_of(*command);
    one.groups.push_back(shown_group(*command, ""));
    for (const CLI::App* group :
         command->get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); }))
      one.groups.push_back(shown_group(*group, group->get_group()));
  }
  return commands;
}

}  // namespace cairn
