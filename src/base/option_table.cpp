// SPDX-License-Identifier: MIT
#include "base/option_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/error.h"

namespace cairn {
namespace {

std::string list_of(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

bool read_real(std::string_view text, double& number) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  return result.ec == std::errc() && result.ptr == end && !text.empty();
}

/// Limits of counts are kept as doubles.
std::uint64_t whole(double number) {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  return number >= static_cast<double>(kMost) ? kMost : static_cast<std::uint64_t>(number);
}

/// A value that a test may give a row.
OptionValue random_value(const OptionRow& row, Rng& rng) {
  switch (row.kind) {
    case OptionRow::Kind::Switch:
      return rng.below(2) == 0;
    case OptionRow::Kind::Count: {
      const auto low = static_cast<std::uint64_t>(row.low);
      return low + rng.below(row.most_random - std::min(low, row.most_random) + 1);
    }
    case OptionRow::Kind::Choice:
      return row.words[rng.below(row.words.size())];
    default:
      return OptionValue();
  }
}

}  // namespace

std::string describe(const OptionValue& value) {
  return std::visit(
      [](const auto& held) {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::string>)
          return printable(held);
        else if constexpr (std::is_same_v<Held, bool>)
          return std::string(held ? "on" : "off");
        else
          return fmt::format("{}", held);
      },
      value);
}

std::string OptionRow::problem(const OptionValue& value) const {
  switch (kind) {
    case Kind::Switch:
      return std::holds_alternative<bool>(value) ? "" : "expected on or off";
    case Kind::Count: {
      const auto* count = std::get_if<std::uint64_t>(&value);
      const std::uint64_t least = whole(low), most = whole(high);
      return count != nullptr && *count >= least && *count <= most ? ""
                                                                   : expected_count(least, most);
    }
    case Kind::Real: {
      const auto* number = std::get_if<double>(&value);
      if (number == nullptr) return "expected a number";
      return *number >= low && *number <= high
                 ? ""
                 : fmt::format("expected a number from {} to {}", low, high);
    }
    case Kind::Choice: {
      const auto* word = std::get_if<std::string>(&value);
      return word != nullptr && std::find(words.begin(), words.end(), *word) != words.end()
                 ? ""
                 : "expected one of " + list_of(words);
    }
    case Kind::Text:
      return std::holds_alternative<std::string>(value) ? "" : "expected a text";
  }
  return "";
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t count = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, count, hexadecimal ? 16 : 10);
  if (text.empty() || result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return count;
}

std::string expected_count(std::uint64_t low, std::uint64_t high) {
  if (high < std::numeric_limits<std::uint64_t>::max())
    return fmt::format("expected a whole number from {} to {}", low, high);
  return low == 0 ? "expected a whole number"
                  : fmt::format("expected a whole number, at least {}", low);
}

std::pair<OptionValue, std::string> parse_value(const OptionRow& row, const std::string& text) {
  OptionValue value = text;
  const std::string shown = fmt::format(", got '{}'", printable(text));
  switch (row.kind) {
    case OptionRow::Kind::Switch:
      if (text != "on" && text != "off") return {value, "expected on or off" + shown};
      value = text == "on";
      break;
    case OptionRow::Kind::Count: {
      // What is none stays text, which is a problem of the row's.
      if (const auto count = parse_count(text)) value = *count;
      break;
    }
    case OptionRow::Kind::Real: {
      double number = 0;
      if (!read_real(text, number)) return {value, "expected a number" + shown};
      value = number;
      break;
    }
    default:
      break;
  }
  std::string problem = row.problem(value);
  if (!problem.empty()) problem += shown;
  return {std::move(value), std::move(problem)};
}

std::pair<const OptionRow*, void*> OptionSet::find(std::string_view name) const {
  for (const Bound& bound : groups_)
    for (const OptionRow& row : bound.group->rows)
      if (row.name == name) return {&row, bound.config};
  return {nullptr, nullptr};
}

std::string OptionSet::set_for_stranger(const std::string& name, const OptionValue& value) const {
  const auto [row, config] = find(name);
  if (row == nullptr) return "there is no such option";
  const auto* word = std::get_if<std::string>(&value);
  if (row->kind == OptionRow::Kind::Text ||
      (word != nullptr && std::find(row->local_words.begin(), row->local_words.end(), *word) !=
                              row->local_words.end()))
    return "may be chosen on the command line of its machine only";
  OptionValue taken = value;
  // JSON does not tell 1 from 1.0.
  if (row->kind == OptionRow::Kind::Real)
    if (const auto* count = std::get_if<std::uint64_t>(&value)) taken = static_cast<double>(*count);
  if (std::string problem = row->problem(taken); !problem.empty()) return problem;
  row->set(config, taken);
  return "";
}

std::string OptionSet::parse(const std::string& name, const std::string& text) const {
  const auto [row, config] = find(name);
  if (row == nullptr) return "there is no such option";
  const auto [value, problem] = parse_value(*row, text);
  if (problem.empty()) row->set(config, value);
  return problem;
}

OptionSet::Values OptionSet::differences(const OptionSet& other) const {
  Values values;
  CAIRN_CHECK(groups_.size() == other.groups_.size());
  for (std::size_t i = 0; i < groups_.size(); ++i)
    for (const OptionRow& row : groups_[i].group->rows) {
      OptionValue value = row.get(groups_[i].config);
      if (value != row.get(other.groups_[i].config))
        values.emplace_back(row.name, std::move(value));
    }
  return values;
}

void OptionSet::randomize(Rng& rng) const {
  constexpr std::uint32_t kPercent = 35;
  for (const Bound& bound : groups_)
    for (const OptionRow& row : bound.group->rows) {
      const bool can = row.kind == OptionRow::Kind::Switch || row.kind == OptionRow::Kind::Choice ||
                       (row.kind == OptionRow::Kind::Count && row.most_random > 0);
      if (can && rng.chance(kPercent)) row.set(bound.config, random_value(row, rng));
    }
}

}  // namespace cairn
