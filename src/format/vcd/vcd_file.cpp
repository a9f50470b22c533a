// SPDX-License-Identifier: MIT
#include "format/vcd/vcd_file.h"

#include <fmt/format.h>

#include <iterator>

namespace cairn {
namespace {

constexpr std::size_t kLongestName = 500;  // of the user's bytes; viewers choke on much more

// Graphic ASCII stays, but for: the backslash (escaped identifiers), a first '$' (keywords such as
// $end), dots that would make an empty level of hierarchy, and a last ']' that closes no index,
// which viewers would take for the range of a vector.
std::string legal_name(std::string_view name) {
  const bool cut = name.size() > kLongestName;
  if (cut) name = name.substr(0, kLongestName);
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    const bool last = i + 1 == name.size();
    bool legal = byte > 0x20 && byte < 0x7F && byte != '\\';
    if (byte == '$' && i == 0) legal = false;
    if (byte == '.' && (i == 0 || last || name[i - 1] == '.')) legal = false;
    if (byte == ']' && last && !split_index(name)) legal = false;
    if (legal)
      result += name[i];
    else
      result += fmt::format("_x{:02x}_", byte);
  }
  return cut ? result + "_etc" : result;
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

std::string VcdFile::distinct(const std::string& wanted) {
  unsigned& uses = uses_[wanted];
  if (uses++ == 0) return wanted;
  for (;; ++uses) {
    std::string candidate = fmt::format("{}_{}", wanted, uses);
    if (uses_.emplace(candidate, 1).second) return candidate;
  }
}

std::size_t VcdFile::add(std::string_view type, std::string_view name, std::size_t width,
                         std::string_view range) {
  Signal signal{identifier(signals_.size()), !range.empty(), ""};
  fmt::format_to(std::back_inserter(text_), "$var {} {} {} {}{}{} $end\n", type, width, signal.id,
                 distinct(legal_name(name)), range.empty() ? "" : " ", range);
  signals_.push_back(std::move(signal));
  return signals_.size() - 1;
}

void VcdFile::end_step() {
  if (steps_ == 0)
    text_ += "$upscope $end\n$enddefinitions $end\n";
  else if (steps_ == 1)
    text_ += "$end\n";
}

void VcdFile::begin_step() {
  end_step();
  fmt::format_to(std::back_inserter(text_), "#{}\n{}", steps_, steps_ == 0 ? "$dumpvars\n" : "");
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
  fmt::format_to(std::back_inserter(text_), "#{}\n", steps_);
  return std::move(text_);
}

}  // namespace cairn
