// SPDX-License-Identifier: MIT
#include "format/c/property_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace cairn {
namespace {

struct Known {
  std::string_view formula;  ///< without blanks
  std::string_view name;     ///< as the competition calls the property
  std::string_view checks;   ///< of --check, with blanks between them; empty: not supported
};

constexpr std::array<Known, 9> kOthers{{
    {"G!overflow", "no-overflow", "overflow"},
    {"Gvalid-free", "valid-free", "double-free invalid-free"},
    {"Gvalid-deref", "valid-deref", "bounds null use-after-free"},
    {"Gvalid-memtrack", "valid-memtrack", "lost-memory"},
    {"Gvalid-memcleanup", "valid-memcleanup", "leak"},
    {"Fend", "termination", ""},
    {"G!data-race", "no-data-race", ""},
    {"Gassert", "assertions", ""},
    {"COVEREDGES(@DECISIONEDGE)", "coverage", ""},
}};
constexpr std::array<std::string_view, 3> kMemorySafety{"valid-free", "valid-deref",
                                                        "valid-memtrack"};
constexpr std::string_view kSupported =
    "only unreach-call, no-overflow and valid-memsafety with its parts";

/// The known property, which is not unreach-call, as a PropertyFile.
void become(PropertyFile& property, const Known& known) {
  property.name = known.name;
  property.function.clear();
  std::string_view rest = known.checks;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    property.checks.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

std::string without_blanks(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (!std::isspace(static_cast<unsigned char>(c))) result += c;
  return result;
}

/// The name in "NAME()" at the start of `text`, which loses it; empty if there is none.
std::string take_call(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
    ++end;
  std::string name(text.substr(0, end));
  if (name.empty() || !text.substr(end).starts_with("()")) return {};
  text.remove_prefix(end + 2);
  return name;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

PropertyFile parse(const std::string& file, std::uint64_t number, const std::string& line) {
  const Position at{file, number, 1};
  const std::string packed = without_blanks(line);
  std::string_view text = packed;
  PropertyFile property;
  property.line = line;
  if (!take(text, "CHECK(init(") || (property.entry = take_call(text)).empty() ||
      !take(text, "),LTL("))
    throw InputError(at,
                     "expected a property such as CHECK( init(main()), LTL(G ! "
                     "call(reach_error())) )");
  for (const Known& known : kOthers) {
    if (!text.starts_with(known.formula) || text.substr(known.formula.size()) != "))") continue;
    if (known.checks.empty())
      throw InputError(at,
                       fmt::format("the property {} is not supported, {}", known.name, kSupported));
    become(property, known);
    return property;
  }
  if (!take(text, "G!call(") || (property.function = take_call(text)).empty() || text != ")))")
    throw InputError(at, fmt::format("the property '{}' is not supported, {}", printable(line, 100),
                                     kSupported));
  return property;
}

}  // namespace

PropertyFile read_property_file(const Source& source) {
  std::optional<PropertyFile> property;
  std::uint64_t number = 0;
  for (std::size_t begin = 0; begin < source.bytes.size();) {
    const std::size_t end = std::min(source.bytes.find('\n', begin), source.bytes.size());
    const std::string line = source.bytes.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (without_blanks(line).empty()) continue;
    PropertyFile one = parse(source.name, number, line);
    one.line.erase(one.line.find_last_not_of(" \t\r") + 1);
    if (!property) {
      property = std::move(one);
      continue;
    }
    const auto about_memory = [](const PropertyFile& each) {
      return each.name == "valid-memsafety" ||
             std::ranges::find(kMemorySafety, each.name) != kMemorySafety.end();
    };
    if (!about_memory(*property) || !about_memory(one) || property->entry != one.entry)
      throw InputError({source.name, number, 1}, "more than one property");
    property->name = "valid-memsafety";
    property->checks.insert(property->checks.end(), one.checks.begin(), one.checks.end());
    property->line += " " + one.line;
  }
  if (!property) throw InputError({source.name}, "the file has no property");
  return *property;
}

PropertyFile property_by_name(const std::string& name) {
  if (name == "unreach-call") return {};
  PropertyFile property;
  property.line.clear();
  for (const Known& known : kOthers) {
    const bool is_part = name == "valid-memsafety" &&
                         std::ranges::find(kMemorySafety, known.name) != kMemorySafety.end();
    if (known.name != name && !is_part) continue;
    if (known.checks.empty())
      throw InputError({name}, fmt::format("the property is not supported, {}", kSupported));
    become(property, known);
    property.name = name;
    std::string formula(known.formula);
    formula.insert(formula.begin() + 1, ' ');
    if (formula[2] == '!') formula.insert(formula.begin() + 3, ' ');
    property.line +=
        fmt::format("{}CHECK( init(main()), LTL({}) )", property.line.empty() ? "" : " ", formula);
  }
  if (property.line.empty())
    throw InputError({name},
                     fmt::format("is neither a property file nor a property: {}", kSupported));
  return property;
}

}  // namespace cairn
