// SPDX-License-Identifier: MIT
#include "cli/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/option_table.h"
#include "cli/help.h"

namespace cairn {

CLI::Validator one_of(std::vector<std::string> words) {
  const auto problem = [words = std::move(words)](const std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return "";
    std::string list;
    for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
    return fmt::format("expected one of {}, got '{}'{}", list, printable(text),
                       did_you_mean(nearest(text, words)));
  };
  return {problem, ""};
}

CLI::Validator whole_number(std::uint64_t low, std::uint64_t high) {
  const auto read = [low, high](std::string& text) -> std::string {
    const auto count = parse_count(text);
    if (!count || *count < low || *count > high)
      return fmt::format("{}, got '{}'", expected_count(low, high), printable(text));
    text = fmt::format("{}", *count);
    return "";
  };
  return {read, ""};
}

}  // namespace cairn
