// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <map>
#include <string>

namespace cairn {

/// An option whose value is one of some words. `names` must outlive the command.
template <class Enum>
void add_choice(CLI::App& group, const std::string& name, Enum& value,
                const std::map<std::string, Enum>& names, const std::string& description) {
  std::string chosen, all;
  for (const auto& [word, meaning] : names) {
    if (meaning == value) chosen = word;
    all += (all.empty() ? "" : "|") + word;
  }
  group
      .add_option_function<std::string>(
          name, [&value, &names](const std::string& word) { value = names.at(word); }, description)
      ->check(CLI::IsMember(names))
      ->type_name(all)
      ->default_str(chosen);
}

inline void add_switch(CLI::App& group, const std::string& name, bool& value,
                       const std::string& description) {
  group
      .add_option_function<std::string>(
          name, [&value](const std::string& word) { value = word == "on"; }, description)
      ->check(CLI::IsMember({"on", "off"}))
      ->type_name("on|off")
      ->default_str(value ? "on" : "off");
}

inline void add_number(CLI::App& group, const std::string& name, std::uint32_t& value,
                       const std::string& description) {
  group.add_option(name, value, description)->capture_default_str()->type_name("N");
}

}  // namespace cairn
