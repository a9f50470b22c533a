// SPDX-License-Identifier: MIT
#include "cli/bind_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string_view>

#include "run/plan.h"

namespace cairn {
namespace {

std::string default_of(const OptionRow& row, const void* config) {
  const OptionValue value = row.get(config);
  if (const bool* on = std::get_if<bool>(&value)) return *on ? "on" : "off";
  const auto* count = std::get_if<std::uint64_t>(&value);
  if (count != nullptr && static_cast<double>(*count) >= row.high) return "";  // no limit
  return describe(value);
}

std::string& called_command() {
  static std::string word;
  return word;
}

/// Whether the options of a command may matter: it is called, or somebody asks for help.
bool is_called(const std::string& command) {
  const std::string& word = called_command();
  const std::array<std::string_view, 4> binding{"hwmcc", "svcomp", "cfa", "horn"};
  if (word.empty() || word.starts_with("-")) return true;
  if (word == "help" || word == "man" || word == "completion" || word == "run") return true;
  if (command != "check") return word == command;
  // "cairn FILE" is "cairn check FILE".
  return std::find(binding.begin(), binding.end(), word) == binding.end();
}

void bind(CLI::App& group, const OptionRow& row, void* config) {
  const std::string name = "--" + row.name;
  if (row.kind == OptionRow::Kind::Switch) {
    // Shown is what changes something.
    const bool usual = row.get(config) == OptionValue(true);
    for (const bool on : {true, false}) {
      auto* flag = group.add_flag_callback((on ? "--" : "--no-") + row.name,
                                           [&row, config, on] { row.set(config, on); },
                                           on ? row.help : "Switch off: " + row.help);
      if (on == usual) flag->group("");
    }
    return;
  }
  auto* option = group.add_option_function<std::string>(
      name,
      [&row, config, name](const std::string& text) {
        const auto [value, problem] = parse_value(row, text);
        if (!problem.empty()) throw CLI::ValidationError(name, problem);
        row.set(config, value);
      },
      row.help);
  option->type_name(row.type);
  if (const std::string usual = default_of(row, config); !usual.empty()) option->default_str(usual);
}

}  // namespace

void set_called_command(const std::string& word) {
  called_command() = word;
}

void bind_options(CLI::App& command, const OptionSet& options) {
  if (!is_called(command.get_name())) return;
  for (const OptionSet::Bound& bound : options.groups()) {
    CLI::App& group = *command.add_option_group(bound.group->name, bound.group->description);
    for (const OptionRow& row : bound.group->rows) bind(group, row, bound.config);
  }
}

void modernize(std::vector<std::string>& arguments) {
  Configuration usual;
  const OptionSet options = usual.options();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto equals = arguments[i].find('=');
    std::string name = arguments[i].substr(0, equals);
    if (!name.starts_with("--")) continue;
    const std::string modern = "--" + modern_name(name.substr(2));
    arguments[i].replace(0, name.size(), modern);
    name = modern;
    std::string& passes =
        arguments[std::min(i + (equals == std::string::npos), arguments.size() - 1)];
    if (const auto old = passes.find("lawful-correspondence");
        name == "--passes" && old != std::string::npos)
      passes.replace(old, 6, "constrained");
    const OptionRow* row = options.find(name.substr(2)).first;
    if (row == nullptr || row->kind != OptionRow::Kind::Switch) continue;
    const bool attached = equals != std::string::npos;
    const std::string value = attached                   ? arguments[i].substr(name.size() + 1)
                              : i + 1 < arguments.size() ? arguments[i + 1]
                                                         : "";
    if (value != "on" && value != "off") continue;
    arguments[i] = (value == "on" ? "--" : "--no-") + row->name;
    if (!attached) arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

}  // namespace cairn
