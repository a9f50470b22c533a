// SPDX-License-Identifier: MIT
#include "cli/setting_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace cairn {
namespace {

constexpr double kLongestTime = 1e9;

SettingTable* table_of(CLI::App& group) {
  CLI::App* app = &group;
  while (app->get_parent() != nullptr) app = app->get_parent();
  return dynamic_cast<SettingTable*>(app);
}

/// The options that were given, those of groups included.
void add_given(const CLI::App& app, std::vector<std::string>& names) {
  for (const CLI::Option* option : app.get_options())
    if (option->count() > 0) names.push_back(option->get_name());
  for (const CLI::App* group : app.get_subcommands({})) add_given(*group, names);
}

}  // namespace

std::map<std::string, SettingValue> SettingTable::given(const std::vector<std::string>& others,
                                                        std::string& stranger) const {
  std::map<std::string, SettingValue> values;
  std::vector<std::string> names;
  add_given(*this, names);
  for (const std::string& name : names) {
    if (std::find(others.begin(), others.end(), name) != others.end()) continue;
    const auto row = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const SettingRow& one) { return "--" + one.name == name; });
    if (row != rows_.end())
      values.emplace(row->name, row->get());
    else if (stranger.empty())
      stranger = name;
  }
  // Setting a row may change what others say, so all have been asked before.
  for (const SettingRow& row : rows_) {
    const auto value = values.find(row.name);
    if (value != values.end() && !row.set(value->second).empty() && stranger.empty())
      stranger = fmt::format("--{} {}", row.name, describe(value->second));
  }
  return values;
}

std::string SettingTable::set(const std::map<std::string, SettingValue>& values) const {
  std::size_t known = 0;
  for (const SettingRow& row : rows_) {
    const auto value = values.find(row.name);
    if (value == values.end()) continue;
    ++known;
    if (const std::string problem = row.set(value->second); !problem.empty())
      return fmt::format("the setting '{}': {}", row.name, problem);
  }
  if (known == values.size()) return "";
  for (const auto& [name, value] : values) {
    const auto is_it = [&key = name](const SettingRow& row) { return row.name == key; };
    if (std::none_of(rows_.begin(), rows_.end(), is_it))
      return fmt::format("there is no setting '{}'", printable(name));
  }
  return "";
}

void add_setting(CLI::App& group, const std::string& option, SettingRow row) {
  SettingTable* table = table_of(group);
  if (table == nullptr) return;
  CAIRN_CHECK(option.starts_with("--"));
  row.name = option.substr(2);
  table->add_row(std::move(row));
}

void add_seconds_setting(CLI::App& group, const std::string& option, double& seconds) {
  add_number_setting(group, option, seconds, 0, kLongestTime);
}

void add_switch_setting(CLI::App& group, const std::string& option, bool& value) {
  SettingRow row;
  row.get = [&value]() -> SettingValue { return value; };
  row.set = [&value](const SettingValue& given) -> std::string {
    const bool* on = std::get_if<bool>(&given);
    if (on == nullptr) return "expected true or false";
    value = *on;
    return "";
  };
  add_setting(group, option, std::move(row));
}

void add_word_setting(CLI::App& group, const std::string& option, std::vector<std::string> words,
                      std::function<std::string()> get,
                      std::function<void(const std::string& word)> set) {
  SettingRow row;
  row.get = [get = std::move(get)]() -> SettingValue { return get(); };
  row.set = [words = std::move(words),
             set = std::move(set)](const SettingValue& given) -> std::string {
    const auto* word = std::get_if<std::string>(&given);
    if (word == nullptr || std::find(words.begin(), words.end(), *word) == words.end()) {
      std::string list;
      for (const std::string& one : words) list += (list.empty() ? "" : ", ") + one;
      return "expected one of " + list;
    }
    set(*word);
    return "";
  };
  add_setting(group, option, std::move(row));
}

}  // namespace cairn
