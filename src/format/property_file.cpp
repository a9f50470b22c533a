// SPDX-License-Identifier: MIT
#include "format/property_file.h"

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

/// Text of the formula without blanks, and what the competition calls the property.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kOthers{{
    {"G!overflow", "no-overflow"},
    {"Gvalid-free", "valid-free"},
    {"Gvalid-deref", "valid-deref"},
    {"Gvalid-memtrack", "valid-memtrack"},
    {"Gvalid-memcleanup", "valid-memcleanup"},
    {"Fend", "termination"},
    {"G!data-race", "no-data-race"},
    {"Gassert", "assertions"},
    {"COVEREDGES(@DECISIONEDGE)", "coverage"},
}};

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
  for (const auto& [formula, name] : kOthers)
    if (text.starts_with(formula) && text.substr(formula.size()) == "))")
      throw InputError(at,
                       fmt::format("the property {} is not supported, only unreach-call", name));
  if (!take(text, "G!call(") || (property.function = take_call(text)).empty() || text != ")))")
    throw InputError(at,
                     fmt::format("the property '{}' is not supported, only G ! call(FUNCTION())",
                                 printable(line, 100)));
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
    if (property) throw InputError({source.name, number, 1}, "more than one property");
    one.line.erase(one.line.find_last_not_of(" \t\r") + 1);
    property = std::move(one);
  }
  if (!property) throw InputError({source.name}, "the file has no property");
  return *property;
}

PropertyFile property_by_name(const std::string& name) {
  if (name == "unreach-call") return {};
  for (const auto& [formula, known] : kOthers)
    if (known == name) throw InputError({name}, "the property is not supported, only unreach-call");
  throw InputError({name}, "is neither a property file nor a property: expected unreach-call");
}

}  // namespace cairn
