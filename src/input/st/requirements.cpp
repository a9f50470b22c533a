// SPDX-License-Identifier: MIT
#include "input/st/requirements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/nearest_name.h"
#include "format/c/yaml_reader.h"
#include "input/st/parser.h"

namespace cairn::st {
namespace {

/// {if}, {then} and the like stand for the expressions of the entry.
struct Pattern {
  const char* name;
  const char* formula;
  std::array<const char*, 3> parameters;  ///< in PLCverif's order: {1}, {2}, {3}
  bool recurs = false;                    ///< liveness; see Requirement
};
constexpr std::array<Pattern, 11> kPatterns = {{
    {"invariant", "({expression})", {"expression", nullptr, nullptr}},
    {"assertion", "({expression})", {"expression", nullptr, nullptr}},
    {"forbidden", "NOT ({expression})", {"expression", nullptr, nullptr}},
    {"reachability", "NOT ({expression})", {"expression", nullptr, nullptr}},
    {"implication", "NOT ({if}) OR ({then})", {"if", "then", nullptr}},
    {"statechange-duringcycle", "NOT START({if}) OR ({then})", {"if", "then", nullptr}},
    {"statechange-betweencycles",
     "FIRST() OR NOT PREV({if}) OR NOT ({and}) OR ({then})",
     {"if", "and", "then"}},
    {"leadsto", "NOT HELD(PENDING({if}, {then}), {within})", {"if", "then", "within"}},
    {"precedence", "NOT ({if}) OR EARLIER({then})", {"if", "then", nullptr}},
    {"response", "PENDING({if}, {then})", {"if", "then", nullptr}, true},
    {"repeatability", "NOT ({expression})", {"expression", nullptr, nullptr}, true},
}};

std::vector<std::string> names_of_patterns() {
  std::vector<std::string> names;
  for (const Pattern& pattern : kPatterns) names.emplace_back(pattern.name);
  return names;
}

class RequirementsReader {
 public:
  explicit RequirementsReader(const Source& source) : source_(source), root_(read_yaml(source)) {}

  std::vector<Requirement> read() {
    if (root_.kind != YamlNode::Kind::Mapping) fail(root_, "expected 'requirements:'");
    for (const YamlField& field : root_.fields) {
      if (field.first == "requirements")
        each(field.second, &RequirementsReader::requirement);
      else if (field.first == "assumptions")
        each(field.second, &RequirementsReader::assumption);
      else
        unknown(field.second, "key", field.first, {"requirements", "assumptions"});
    }
    if (requirements_.empty()) fail(root_, "the file has no requirements");
    return std::move(requirements_);
  }

 private:
  [[noreturn]] void fail(const YamlNode& at, const std::string& message) const {
    throw InputError({source_.name, at.line, 1}, message);
  }
  [[noreturn]] void unknown(const YamlNode& at, std::string_view what, const std::string& name,
                            const std::vector<std::string>& known) const {
    const std::vector<std::string_view> names(known.begin(), known.end());
    const std::string_view nearest = nearest_name(name, names);
    fail(at, fmt::format("unknown {} '{}'{}", what, printable(name, 60),
                         nearest.empty() ? fmt::format("; there are {}", fmt::join(known, ", "))
                                         : fmt::format("; did you mean '{}'?", nearest)));
  }

  void each(const YamlNode& list, void (RequirementsReader::*one)(const YamlNode&)) {
    if (list.kind != YamlNode::Kind::Sequence) fail(list, "expected a list ('- ...')");
    for (const YamlNode& item : list.items) (this->*one)(item);
  }

  const std::string& scalar(const YamlNode& node, std::string_view what) const {
    if (node.kind != YamlNode::Kind::Scalar || node.scalar.empty())
      fail(node, fmt::format("{} needs a value", what));
    return node.scalar;
  }

  /// Checked by itself, so that its places are those of the file.
  std::string expression(const YamlNode& node, std::string_view what) const {
    const std::string& text = scalar(node, what);
    Source alone{source_.name, std::string(node.line - 1, '\n') + indentation(node) + text};
    parse_expression(alone);
    return text;
  }
  /// Up to the expression on its line; nothing if it is not there as it is.
  std::string indentation(const YamlNode& node) const {
    std::size_t begin = 0;
    for (std::uint64_t line = 1; line < node.line && begin != std::string::npos; ++line)
      begin = source_.bytes.find('\n', begin) + 1;
    const std::string_view rest = std::string_view(source_.bytes).substr(begin);
    const std::size_t at = rest.substr(0, rest.find('\n')).find(node.scalar);
    return std::string(at == std::string_view::npos ? 0 : at, ' ');
  }

  void add(const YamlNode& at, Annotation::Kind kind, std::string id, std::string formula) {
    Requirement made;
    made.kind = kind;
    made.id = std::move(id);
    made.at = {source_.name, at.line, 1};
    made.expression = {source_.name, std::move(formula)};
    requirements_.push_back(std::move(made));
  }

  void assumption(const YamlNode& item) {
    add(item, Annotation::Kind::Assume, "an assumption", expression(item, "an assumption"));
  }

  void requirement(const YamlNode& item) {
    if (item.kind != YamlNode::Kind::Mapping) fail(item, "expected 'id:', 'pattern:' and so on");
    const YamlNode* id = item.find("id");
    if (id == nullptr) fail(item, "the requirement has no id");
    const std::string name = scalar(*id, "an id");
    if (!ids_.insert(name).second)
      fail(*id, fmt::format("the id '{}' is there twice", printable(name, 60)));
    const YamlNode* pattern_node = item.find("pattern");
    if (pattern_node == nullptr)
      fail(item, fmt::format("the requirement '{}' has no pattern", printable(name, 60)));
    const Pattern& pattern = pattern_of(*pattern_node);
    check_keys(item, pattern);
    const YamlNode* text = item.find("text");
    std::string claim = text == nullptr ? name : name + ": " + scalar(*text, "a text");
    if (claim.ends_with('.')) claim.pop_back();  // messages go on behind it
    if (std::string_view(pattern.name) == "reachability") claim = "never reached, " + claim;
    if (std::string_view(pattern.name) == "repeatability") claim = "again and again, " + claim;
    add(item, Annotation::Kind::Assert, std::move(claim), formula(item, pattern));
    requirements_.back().recurs = pattern.recurs;
  }

  const Pattern& pattern_of(const YamlNode& node) const {
    const std::string& written = scalar(node, "a pattern");
    // PLCverif's own files say pattern-invariant.
    const std::string name =
        written.starts_with("pattern-") ? written.substr(std::size("pattern-") - 1) : written;
    const auto found = std::find_if(kPatterns.begin(), kPatterns.end(),
                                    [&](const Pattern& one) { return name == one.name; });
    if (found == kPatterns.end()) unknown(node, "pattern", name, names_of_patterns());
    return *found;
  }

  void check_keys(const YamlNode& item, const Pattern& pattern) const {
    std::vector<std::string> known = {"id", "text", "pattern", "params"};
    for (const char* parameter : pattern.parameters)
      if (parameter != nullptr) known.emplace_back(parameter);
    for (const YamlField& field : item.fields)
      if (std::find(known.begin(), known.end(), field.first) == known.end())
        unknown(field.second, "key", field.first, known);
  }

  /// The value of the pattern's i-th parameter: by its name, or by its place in `params`.
  const YamlNode& parameter(const YamlNode& item, const Pattern& pattern, std::size_t i) const {
    const YamlNode* list = item.find("params");
    if (const YamlNode* named = item.find(pattern.parameters[i])) return *named;
    if (list != nullptr && list->kind == YamlNode::Kind::Sequence && i < list->items.size())
      return list->items[i];
    const std::string_view name = pattern.parameters[i];
    fail(item, fmt::format("the pattern {} needs '{}'{}", pattern.name, name,
                           name == "within" ? "; without a bound it is the pattern response, and "
                                              "PLCverif's leadsto is the pattern precedence"
                                            : ""));
  }

  std::string formula(const YamlNode& item, const Pattern& pattern) const {
    std::string text = pattern.formula;
    for (std::size_t i = 0; i < pattern.parameters.size(); ++i) {
      if (pattern.parameters[i] == nullptr) continue;
      const YamlNode& node = parameter(item, pattern, i);
      const std::string_view name = pattern.parameters[i];
      const std::string value = name == "within" ? bound(node) : expression(node, name);
      const std::string hole = fmt::format("{{{}}}", name);
      text.replace(text.find(hole), hole.size(), value);
    }
    return text;
  }

  /// "T#3s"; "5 cycles".
  std::string bound(const YamlNode& node) const {
    const std::string& text = scalar(node, "within");
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    std::string_view unit = std::string_view(text).substr(digits);
    unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
    const bool is_count =
        digits > 0 && digits <= 6 &&
        (unit.empty() || unit == "cycle" || unit == "cycles" || unit == "scans" || unit == "scan");
    if (is_count) return text.substr(0, digits);
    if (text.find('#') == std::string::npos)
      fail(node,
           fmt::format("expected a duration (T#3s) or a number of cycles (5 cycles), got '{}'",
                       printable(text, 60)));
    return expression(node, "within");
  }

  const Source& source_;
  YamlNode root_;
  std::vector<Requirement> requirements_;
  std::set<std::string> ids_;
};

}  // namespace

std::vector<Requirement> read_requirements(const Source& source) {
  return RequirementsReader(source).read();
}

}  // namespace cairn::st
