// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/setting_table.h"

namespace cairn {

// Options of these three kinds say how to search, and are rows of the table of settings
// (cli/setting_table.h).

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
  std::vector<std::string> words;
  for (const auto& [word, meaning] : names) words.push_back(word);
  add_word_setting(
      group, name, std::move(words),
      [&value, &names] {
        for (const auto& [word, meaning] : names)
          if (meaning == value) return word;
        return std::string();
      },
      [&value, &names](const std::string& word) { value = names.at(word); });
}

inline void add_switch(CLI::App& group, const std::string& name, bool& value,
                       const std::string& description) {
  group
      .add_option_function<std::string>(
          name, [&value](const std::string& word) { value = word == "on"; }, description)
      ->check(CLI::IsMember({"on", "off"}))
      ->type_name("on|off")
      ->default_str(value ? "on" : "off");
  add_switch_setting(group, name, value);
}

inline void add_number(CLI::App& group, const std::string& name, std::uint32_t& value,
                       const std::string& description) {
  group.add_option(name, value, description)->capture_default_str()->type_name("N");
  add_number_setting(group, name, value);
}

}  // namespace cairn
