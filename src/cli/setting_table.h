// SPDX-License-Identifier: MIT
//
// The options of a plan as a table of settings, each with a type: what may be asked of a worker on
// another machine. An option is a row of it only if its own line says so (add_setting below, or a
// helper of choice.h that does), and only options that say how to search do: nothing that names a
// file or a program. Options without a row cannot be expressed in a job at all (remote/job.h).
//
// Both sides use it: who submits reads a plan's words as a command line and gets the values of the
// rows that were given; a worker gets values and sets the rows, by name and type, without words.
#pragma once

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "remote/job.h"

namespace cairn {

struct SettingRow {
  std::string name;  ///< without the dashes
  std::function<SettingValue()> get;
  /// Sets it; what is wrong with the value, or an empty string.
  std::function<std::string(const SettingValue& value)> set;
};

/// An application of CLI11 that knows its rows, in the order in which options were added.
class SettingTable : public CLI::App {
 public:
  void add_row(SettingRow row) { rows_.push_back(std::move(row)); }
  const std::vector<SettingRow>& rows() const { return rows_; }

  /// The values of the rows whose options were given to parse(). `stranger` receives the first
  /// option that was given and is neither a row nor in `others`, or a row whose value no worker
  /// would take. Changes what the rows are bound to.
  std::map<std::string, SettingValue> given(const std::vector<std::string>& others,
                                            std::string& stranger) const;

  /// Sets rows; what is wrong with the first that cannot be, or an empty string.
  std::string set(const std::map<std::string, SettingValue>& values) const;

 private:
  std::vector<SettingRow> rows_;
};

/// Makes the option of that name ("--ic3-lift") a row, if `group` is part of a table. Whoever calls
/// this says that its value, whatever it is, makes nobody read or write a file or run a program.
void add_setting(CLI::App& group, const std::string& option, SettingRow row);

/// The largest count that becomes such a number without a loss.
template <class Number>
constexpr std::uint64_t kMostCount =
    std::is_floating_point_v<Number>
        ? std::uint64_t{1} << 53
        : static_cast<std::uint64_t>(std::numeric_limits<Number>::max());

/// A number from `low` to `high`.
template <class Number>
void add_number_setting(CLI::App& group, const std::string& option, Number& value, double low = 0,
                        double high = static_cast<double>(std::numeric_limits<Number>::max())) {
  SettingRow row;
  row.get = [&value]() -> SettingValue {
    if constexpr (std::is_floating_point_v<Number>)
      return static_cast<double>(value);
    else
      return static_cast<std::uint64_t>(value);
  };
  row.set = [&value, low, high](const SettingValue& given) -> std::string {
    if (const auto* count = std::get_if<std::uint64_t>(&given)) {
      const auto amount = static_cast<double>(*count);
      if (!(amount >= low && amount <= high) || *count > kMostCount<Number>) return "out of range";
      value = static_cast<Number>(*count);
      return "";
    }
    if constexpr (std::is_floating_point_v<Number>)
      if (const double* amount = std::get_if<double>(&given)) {
        if (!(*amount >= low && *amount <= high)) return "out of range";
        value = *amount;
        return "";
      }
    return "expected a number";
  };
  add_setting(group, option, std::move(row));
}

/// Seconds, 0 or more.
void add_seconds_setting(CLI::App& group, const std::string& option, double& seconds);
void add_switch_setting(CLI::App& group, const std::string& option, bool& value);
/// One of `words`.
void add_word_setting(CLI::App& group, const std::string& option, std::vector<std::string> words,
                      std::function<std::string()> get,
                      std::function<void(const std::string& word)> set);

}  // namespace cairn
