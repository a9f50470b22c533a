// SPDX-License-Identifier: MIT
#include "format/vcd/vcd_file.h"

#include <fmt/format.h>

#include <iterator>

namespace cairn {
namespace {

constexpr std::size_t kLongestName = 500;  // of the user's bytes; viewers choke on much more

// Graphic ASCII stays, but for: the backslash (escaped identifiers), a '$' that begins a level
// (keywords such as $end), dots that would make an empty level of hierarchy, and a last ']' that
// closes no index, which viewers would take for the range of a vector. The result has a level for
// each element. What begins with '$' was made by a tool, and what has a ':' is a place in a file:
// dots in it are no hierarchy.
std::vector<std::string> legal_levels(std::string_view name) {
  const bool cut = name.size() > kLongestName;
  if (cut) name = name.substr(0, kLongestName);
  std::vector<std::string> levels(1);
  bool of_tool = name.find(':') != std::string_view::npos;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    const bool last = i + 1 == name.size();
    bool legal = byte > 0x20 && byte < 0x7F && byte != '\\';
    if (byte == '$' && levels.back().empty()) {
      of_tool = true;
      legal = false;
    }
    if (byte == '.' && (i == 0 || last || name[i - 1] == '.')) legal = false;
    if (byte == ']' && last && !split_index(name)) legal = false;
    if (legal && byte == '.' && !of_tool)
      levels.emplace_back();
    else if (legal)
      levels.back() += name[i];
    else
      levels.back() += fmt::format("_x{:02x}_", byte);
  }
  if (cut) levels.back() += "_etc";
  return levels;
}

/// Short names for the body of the file: numbers in base 94, written in '!' to '~'.
std::string identifier(std::size_t number) {
  std::string id;
  do {
    id += static_cast<char>('!' + number % 94);
    number /= 94;
  } while (number != 0);
  return id;
}

}  // namespace

std::optional<IndexedName> split_index(std::string_view name) {
  const std::size_t open = name.rfind('[');
  if (open == std::string_view::npos || open == 0 || name.back() != ']') return std::nullopt;
  const std::string_view digits = name.substr(open + 1, name.size() - open - 2);
  if (digits.empty() || digits.size() > 6 || (digits.size() > 1 && digits[0] == '0'))
    return std::nullopt;
  std::uint32_t index = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    index = 10 * index + static_cast<std::uint32_t>(c - '0');
  }
  return IndexedName{name.substr(0, open), index};
}

VcdFile::VcdFile(std::string_view top) {
  std::string name;
  for (const std::string& level : legal_levels(top)) name += (name.empty() ? "" : "_") + level;
  scopes_.push_back({name.empty() ? "top" : name, {}, {}});
}

std::string VcdFile::distinct(const std::string& scope, const std::string& wanted) {
  unsigned& uses = uses_[scope + wanted];
  if (uses++ == 0) return wanted;
  for (;; ++uses) {
    std::string candidate = fmt::format("{}_{}", wanted, uses);
    if (uses_.emplace(scope + candidate, 1).second) return candidate;
  }
}

std::size_t VcdFile::scope_in(std::size_t parent, const std::string& path,
                              const std::string& name) {
  const auto [place, is_new] = scope_of_.emplace(path, scopes_.size());
  if (is_new) {
    scopes_[parent].scopes.push_back(scopes_.size());
    scopes_.push_back({name, {}, {}});
  }
  return place->second;
}

std::size_t VcdFile::add(std::string_view type, std::string_view name, std::size_t width,
                         std::string_view range, std::string_view element) {
  std::vector<std::string> levels = legal_levels(name);
  std::string shown = std::move(levels.back());
  levels.pop_back();
  // As simulators write the words of a memory: an escaped identifier, so that it is no bit.
  if (!element.empty()) shown = fmt::format("\\{}[{}]", shown, element);
  std::size_t scope = 0;
  std::string path;
  for (const std::string& level : levels) {
    path += level + ".";
    scope = scope_in(scope, path, level);
  }
  shown = distinct(path, shown);
  Signal signal;
  signal.id = identifier(signals_.size());
  signal.is_vector = !range.empty();
  signal.path = fmt::format("{}.{}{}{}", scopes_[0].name, path, shown, range);
  signal.declaration = fmt::format("$var {} {} {} {}{}{} $end\n", type, width, signal.id, shown,
                                   range.empty() ? "" : " ", range);
  scopes_[scope].signals.push_back(signals_.size());
  signals_.push_back(std::move(signal));
  return signals_.size() - 1;
}

void VcdFile::write_declarations() {
  struct Place {
    std::size_t scope, next;
  };
  std::vector<Place> open;
  const auto enter = [&](std::size_t scope) {
    fmt::format_to(std::back_inserter(text_), "$scope module {} $end\n", scopes_[scope].name);
    for (const std::size_t signal : scopes_[scope].signals) text_ += signals_[signal].declaration;
    open.push_back({scope, 0});
  };
  enter(0);
  while (!open.empty()) {
    Place& place = open.back();
    const std::vector<std::size_t>& inside = scopes_[place.scope].scopes;
    if (place.next < inside.size()) {
      enter(inside[place.next++]);
    } else {
      text_ += "$upscope $end\n";
      open.pop_back();
    }
  }
  text_ += "$enddefinitions $end\n";
}

void VcdFile::end_step() {
  if (steps_ == 0) write_declarations();
  if (steps_ == 1) text_ += "$end\n";
  if (steps_ == 0 || clocks_.empty()) return;
  fmt::format_to(std::back_inserter(text_), "#{}\n", steps_ * step_length() - step_length() / 2);
  for (const std::size_t clock : clocks_) set(clock, "0");
}

void VcdFile::begin_step() {
  end_step();
  fmt::format_to(std::back_inserter(text_), "#{}\n{}", steps_ * step_length(),
                 steps_ == 0 ? "$dumpvars\n" : "");
  for (const std::size_t clock : clocks_) set(clock, "1");
  ++steps_;
}

void VcdFile::set(std::size_t number, std::string_view value) {
  Signal& signal = signals_[number];
  if (value == signal.shown) return;
  if (signal.is_vector)
    fmt::format_to(std::back_inserter(text_), "b{} {}\n", value, signal.id);
  else
    fmt::format_to(std::back_inserter(text_), "{}{}\n", value, signal.id);
  signal.shown = value;
}

std::string VcdFile::end() {
  end_step();
  // Without a later time the last step would have no width.
  fmt::format_to(std::back_inserter(text_), "#{}\n", steps_ * step_length());
  return std::move(text_);
}

}  // namespace cairn
