// SPDX-License-Identifier: MIT
#include "format/c/c_witness_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace cairn {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}
bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

struct Range {
  std::size_t begin, end;
};

/// A C source, and which of its characters are code: not in comments, literals and directives.
class CText {
 public:
  explicit CText(std::string_view text) : text_(text), code_(text.size(), true) { find_code(); }

  std::string_view text() const { return text_; }
  bool is_code(std::size_t at) const { return code_[at]; }

  /// Column 0: the first character of the line that is no blank.
  std::optional<std::size_t> offset(std::uint64_t line, std::uint64_t column) const {
    std::size_t begin = 0;
    for (std::uint64_t i = 1; i < line; ++i) {
      begin = text_.find('\n', begin);
      if (begin == std::string_view::npos) return std::nullopt;
      ++begin;
    }
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    std::size_t at = begin + (column == 0 ? 0 : column - 1);
    if (column == 0)
      while (at < end && is_space(text_[at])) ++at;
    if (at >= end || !code_[at]) return std::nullopt;
    return at;
  }
  Range line(std::uint64_t number) const {
    const auto begin = offset_of_line(number);
    return {begin, std::min(text_.find('\n', begin), text_.size())};
  }

  bool is_word_at(std::size_t at, std::string_view word) const {
    return text_.substr(at).starts_with(word) && code_[at] &&
           (at == 0 || !is_word(text_[at - 1])) &&
           (at + word.size() == text_.size() || !is_word(text_[at + word.size()]));
  }

  /// The next character of the code that is no blank.
  std::size_t next(std::size_t at) const {
    while (at < text_.size() && (!code_[at] || is_space(text_[at]))) ++at;
    return at;
  }

  /// The bracket that closes the one at `at`.
  std::optional<std::size_t> closing(std::size_t at) const {
    std::size_t depth = 0;
    for (; at < text_.size(); ++at) {
      if (!code_[at]) continue;
      if (text_[at] == '(' || text_[at] == '{' || text_[at] == '[') ++depth;
      if ((text_[at] == ')' || text_[at] == '}' || text_[at] == ']') && --depth == 0) return at;
    }
    return std::nullopt;
  }
  std::optional<std::size_t> opening(std::size_t at) const {
    std::size_t depth = 0;
    for (++at; at-- > 0;) {
      if (!code_[at]) continue;
      if (text_[at] == ')' || text_[at] == '}' || text_[at] == ']') ++depth;
      if ((text_[at] == '(' || text_[at] == '{' || text_[at] == '[') && --depth == 0) return at;
    }
    return std::nullopt;
  }

  /// What the `if`, `while` or `for` at `at` decides by; of a `for` perhaps empty.
  std::optional<Range> condition(std::size_t at) const {
    for (const std::string_view word : {"if", "while", "for"}) {
      if (!is_word_at(at, word)) continue;
      const std::size_t open = next(at + word.size());
      if (open >= text_.size() || text_[open] != '(') return std::nullopt;
      const auto close = closing(open);
      if (!close) return std::nullopt;
      if (word != "for") return Range{open + 1, *close};
      std::vector<std::size_t> semicolons;
      for (std::size_t i = open + 1; i < *close; ++i) {
        if (!code_[i]) continue;
        if (text_[i] == '(' || text_[i] == '{' || text_[i] == '[')
          i = closing(i).value_or(*close);
        else if (text_[i] == ';')
          semicolons.push_back(i);
      }
      if (semicolons.size() != 2) return std::nullopt;
      return Range{semicolons[0] + 1, semicolons[1]};
    }
    return std::nullopt;
  }

  /// The `while` that ends a `do` decides after the body, and no formula of the loop holds there.
  bool ends_a_do(std::size_t at) const {
    const auto range = condition(at);
    if (!range || !is_word_at(at, "while")) return false;
    const std::size_t after = next(range->end + 1);
    if (after >= text_.size() || text_[after] != ';') return false;
    const auto before = previous(at);
    return before && (text_[*before] == '}' || text_[*before] == ';');
  }

  /// Whether a statement may be put here: it follows another one, or a brace that opens a block.
  bool is_between_statements(std::size_t at) const {
    const auto before = previous(at);
    if (!before || std::string_view(";{}").find(text_[*before]) == std::string_view::npos)
      return false;
    std::size_t depth = 0;
    for (std::size_t i = at; i-- > 0;) {
      if (!code_[i]) continue;
      if (text_[i] == ')' || text_[i] == '}') ++depth;
      if (text_[i] == '(' && depth-- == 0) return false;  // in the header of a `for`
      if (text_[i] == '{' && depth-- == 0) return true;
    }
    return false;
  }

 private:
  std::size_t offset_of_line(std::uint64_t number) const {
    std::size_t begin = 0;
    for (std::uint64_t i = 1; i < number; ++i) {
      begin = text_.find('\n', begin);
      if (begin == std::string_view::npos) return text_.size();
      ++begin;
    }
    return begin;
  }
  std::optional<std::size_t> previous(std::size_t at) const {
    while (at-- > 0)
      if (code_[at] && !is_space(text_[at])) return at;
    return std::nullopt;
  }

  void find_code() {
    bool line_start = true;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const auto hide = [&](std::size_t end) {
        end = std::min(end, text_.size());
        for (; i < end; ++i) code_[i] = false;
        --i;
      };
      const char c = text_[i];
      if (c == '\n') {
        line_start = true;
      } else if (line_start && c == '#') {
        std::size_t end = i;
        do end = std::min(text_.find('\n', end + 1), text_.size());
        while (end < text_.size() && text_[end - 1] == '\\');
        hide(end);
      } else if (text_.substr(i).starts_with("//")) {
        hide(text_.find('\n', i));
      } else if (text_.substr(i).starts_with("/*")) {
        const std::size_t end = text_.find("*/", i + 2);
        hide(end == std::string_view::npos ? end : end + 2);
      } else if (c == '"' || c == '\'') {
        std::size_t end = i + 1;
        while (end < text_.size() && text_[end] != c && text_[end] != '\n')
          end += text_[end] == '\\' ? 2 : 1;
        hide(end + 1);
        line_start = false;
      } else if (!is_space(c)) {
        line_start = false;
      }
    }
  }

  const std::string_view text_;
  std::vector<bool> code_;
};

/// Text to be inserted, in the order of insertion at one place.
class Edits {
 public:
  void insert(std::size_t at, std::string text) { edits_.emplace(at, std::move(text)); }
  std::string apply(std::string_view text) const {
    std::string result;
    std::size_t done = 0;
    for (const auto& [at, inserted] : edits_) {
      result += text.substr(done, at - done);
      result += inserted;
      done = at;
    }
    return result += text.substr(done);
  }

 private:
  std::multimap<std::size_t, std::string> edits_;
};

/// An expression of a witness, in one line. Empty if it is none that could stand in parentheses.
std::string in_one_line(std::string_view expression) {
  std::string result;
  int depth = 0;
  for (const char c : expression) {
    if (c == '(') ++depth;
    if (c == ')' && --depth < 0) return {};
    if (std::string_view(";{}#\\\"").find(c) != std::string_view::npos) return {};
    result += is_space(c) ? ' ' : c;
  }
  if (depth != 0 || result.find("//") != std::string::npos ||
      result.find("/*") != std::string::npos || result.find_first_not_of(' ') == std::string::npos)
    return {};
  return result;
}

std::string check_of(const std::string& expression) {
  return fmt::format(
      "(({0}) ? (void)0 : ({{ extern void __assert_fail(const char *, const char *, unsigned int, "
      "const char *); __assert_fail(\"{1}{0}\", \"\", 0, \"\"); }}))",
      expression, kWitnessMark);
}

/// Waypoints that may be passed at one place: number and condition.
using Steps = std::vector<std::pair<std::size_t, std::string>>;

/// One of them is passed, at most.
std::string count_of(const Steps& steps) {
  std::string value;
  for (const auto& [number, condition] : steps)
    value += fmt::format("{0} == {1} && ({2}) ? {3} : ", kWaypointCounter, number, condition,
                         number + 1);
  return fmt::format("({{ extern int {0}; {0} = {1}{0}; (void)0; }})", kWaypointCounter, value);
}

class Waypoints {
 public:
  Waypoints(const CText& text, SvWitness::Places places) : text_(text), places_(places) {}

  /// Whether there is a place for it; it then has the next number.
  bool add(const SvWaypoint& point) {
    switch (point.kind) {
      case SvWaypoint::Kind::Assumption:
        return add_assumption(point);
      case SvWaypoint::Kind::Branching:
        return add_branching(point);
      case SvWaypoint::Kind::FunctionReturn:
        return add_return(point);
      case SvWaypoint::Kind::Target:
        break;
    }
    return false;
  }

  std::string apply() const {
    Edits edits;
    for (const auto& [at, steps] : before_) edits.insert(at, count_of(steps) + "; ");
    // A call may begin or end where a condition does, and lies within it.
    for (const auto& [begin, branch] : branches_) edits.insert(begin, "(");
    for (const auto& [begin, call] : calls_) {
      edits.insert(begin, "({ __auto_type __cairn_result = ");
      edits.insert(call.first, fmt::format("; {}; __cairn_result; }})", count_of(call.second)));
    }
    for (const auto& [begin, branch] : branches_)
      edits.insert(branch.end, fmt::format(") ? ({}, 1) : ({}, 0)", count_of(branch.if_true),
                                           count_of(branch.if_false)));
    return edits.apply(text_.text());
  }

  /// What the next one gets.
  void set_number(std::size_t number) { count_ = number; }

 private:
  struct Branch {
    std::size_t end = 0;
    Steps if_true, if_false;
  };

  bool add_assumption(const SvWaypoint& point) {
    const std::string condition = in_one_line(point.value);
    std::optional<std::size_t> at = text_.offset(point.at.line, point.at.column);
    if (condition.empty() || !at) return false;
    // In GraphML it holds after the line.
    if (places_ == SvWitness::Places::Lines) {
      const Range line = text_.line(point.at.line);
      std::size_t end = line.end;
      while (end > line.begin && !(text_.is_code(end - 1) && !is_space(text_.text()[end - 1])))
        --end;
      if (end == line.begin || text_.text()[end - 1] != ';') return false;
      at = end;
    }
    if (!text_.is_between_statements(*at)) return false;
    before_[*at].emplace_back(count_++, condition);
    return true;
  }

  bool add_branching(const SvWaypoint& point) {
    std::optional<std::size_t> at = text_.offset(point.at.line, point.at.column);
    if (places_ == SvWitness::Places::Lines) {
      const Range line = text_.line(point.at.line);
      for (std::size_t i = line.begin; i < line.end; ++i)
        if (text_.condition(i)) {
          at = i;
          break;
        }
    }
    if (!at) return false;
    const auto range = text_.condition(*at);
    if (!range || text_.next(range->begin) >= range->end) return false;
    Branch& branch = branches_[range->begin];
    branch.end = range->end;
    (point.value == "true" ? branch.if_true : branch.if_false).emplace_back(count_++, "1");
    return true;
  }

  /// The call that ends at the place; in GraphML, the first one of that function in the line.
  bool add_return(const SvWaypoint& point) {
    const std::string value = in_one_line(point.value);
    std::optional<std::size_t> end;
    if (places_ == SvWitness::Places::Columns) {
      end = text_.offset(point.at.line, point.at.column);
    } else if (!point.callee.empty()) {
      const Range line = text_.line(point.at.line);
      for (std::size_t i = line.begin; i < line.end && !end; ++i)
        if (text_.is_word_at(i, point.callee))
          if (const std::size_t open = text_.next(i + point.callee.size());
              open < text_.text().size() && text_.text()[open] == '(')
            end = text_.closing(open);
    }
    if (value.empty() || !end || text_.text()[*end] != ')') return false;
    const auto open = text_.opening(*end);
    if (!open) return false;
    std::size_t begin = *open;
    while (begin > 0 && is_space(text_.text()[begin - 1])) --begin;
    const std::size_t name_end = begin;
    while (begin > 0 && is_word(text_.text()[begin - 1])) --begin;
    if (begin == name_end) return false;
    auto& [after, steps] = calls_[begin];
    after = *end + 1;
    steps.emplace_back(count_++, fmt::format("__cairn_result == ({})", value));
    return true;
  }

  const CText& text_;
  const SvWitness::Places places_;
  std::size_t count_ = 0;
  std::map<std::size_t, Steps> before_;     // by place
  std::map<std::size_t, Branch> branches_;  // by where conditions begin
  std::map<std::size_t, std::pair<std::size_t, Steps>>
      calls_;  // by begin: end, and what it returns
};

}  // namespace

WitnessCode with_invariants(std::string_view source, const std::vector<SvInvariant>& invariants,
                            SvWitness::Places places) {
  const CText text(source);
  WitnessCode result;
  Edits edits;
  std::map<std::size_t, std::pair<std::size_t, std::string>> at_loops;  // by begin of the condition
  const auto add_at_loop = [&](std::size_t at, const std::string& check) {
    const auto range = text.condition(at);
    if (!range || text.is_word_at(at, "if") || text.ends_a_do(at)) return false;
    auto& [end, checks] = at_loops[range->begin];
    end = range->end;
    checks += check + ", ";
    return true;
  };
  for (std::size_t i = 0; i < invariants.size(); ++i) {
    const std::string expression = in_one_line(invariants[i].value);
    if (expression.empty()) continue;
    const std::string check = check_of(expression);
    bool placed = false;
    if (places == SvWitness::Places::Lines) {
      for (std::size_t at = 0; at < source.size(); ++at)
        if ((text.is_word_at(at, "while") || text.is_word_at(at, "for")) && add_at_loop(at, check))
          placed = true;
    } else if (const auto at = text.offset(invariants[i].at.line, invariants[i].at.column)) {
      if (invariants[i].kind == SvInvariant::Kind::Loop) {
        placed = add_at_loop(*at, check);
      } else if (text.is_between_statements(*at)) {
        edits.insert(*at, check + "; ");
        placed = true;
      }
    }
    if (placed) result.placed.push_back(i);
  }
  for (const auto& [begin, loop] : at_loops) {
    const bool is_empty = text.next(begin) >= loop.first;
    edits.insert(begin, fmt::format("({}1){}", loop.second, is_empty ? "" : " && ("));
    if (!is_empty) edits.insert(loop.first, ")");
  }
  result.text = edits.apply(source);
  return result;
}

WitnessCode with_waypoints(std::string_view source, const std::vector<SvWaypoint>& waypoints,
                           SvWitness::Places places) {
  WitnessFiles all =
      with_waypoints(std::vector<Source>{{"", std::string(source)}}, waypoints, places);
  return {std::move(all.files[0].bytes), std::move(all.placed)};
}

WitnessFiles with_invariants(const std::vector<Source>& files,
                             const std::vector<SvInvariant>& invariants, SvWitness::Places places) {
  WitnessFiles result;
  std::set<std::size_t> placed;
  for (std::size_t file = 0; file < files.size(); ++file) {
    std::vector<std::size_t> here;
    std::vector<SvInvariant> of_file;
    for (std::size_t i = 0; i < invariants.size(); ++i) {
      const SvPlace& at = invariants[i].at;
      // GraphML need not name a file: then it is about the loops of all of them.
      const bool anywhere = at.file.empty() && places == SvWitness::Places::Lines;
      if (!anywhere && file_of(at, files) != file) continue;
      here.push_back(i);
      of_file.push_back(invariants[i]);
    }
    WitnessCode code = with_invariants(files[file].bytes, of_file, places);
    for (const std::size_t i : code.placed) placed.insert(here[i]);
    result.files.push_back({files[file].name, std::move(code.text)});
  }
  result.placed.assign(placed.begin(), placed.end());
  return result;
}

WitnessFiles with_waypoints(const std::vector<Source>& files,
                            const std::vector<SvWaypoint>& waypoints, SvWitness::Places places) {
  WitnessFiles result;
  std::deque<CText> texts;
  std::vector<Waypoints> points;
  for (const Source& file : files) points.emplace_back(texts.emplace_back(file.bytes), places);
  for (std::size_t i = 0; i < waypoints.size(); ++i) {
    const auto file = file_of(waypoints[i].at, files);
    if (!file) continue;
    points[*file].set_number(result.placed.size());
    if (points[*file].add(waypoints[i])) result.placed.push_back(i);
  }
  for (std::size_t i = 0; i < files.size(); ++i)
    result.files.push_back({files[i].name, points[i].apply()});
  result.files[0].bytes += fmt::format("\nint {} = 0;\n", kWaypointCounter);
  return result;
}

std::optional<std::size_t> file_of(const SvPlace& place, const std::vector<Source>& files) {
  if (files.size() == 1) return 0;
  // By the number of parts of the path, from the end, that are the same.
  const auto agreement = [&](const std::string& name) {
    const auto parts = [](const std::string& path) {
      const std::filesystem::path normal = std::filesystem::path(path).lexically_normal();
      return std::vector<std::filesystem::path>(normal.begin(), normal.end());
    };
    const auto one = parts(name), other = parts(place.file);
    const auto [end, unused] =
        std::mismatch(one.rbegin(), one.rend(), other.rbegin(), other.rend());
    return end - one.rbegin();
  };
  std::optional<std::size_t> best;
  std::ptrdiff_t most = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto agrees = agreement(files[i].name);
    if (agrees == most) best.reset();
    if (agrees <= most) continue;
    best = i;
    most = agrees;
  }
  return best;
}

}  // namespace cairn
