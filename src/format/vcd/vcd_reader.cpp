// SPDX-License-Identifier: MIT
#include "format/vcd/vcd_reader.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace cairn {
namespace {

std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::vector<std::string_view> words_of_line(std::string_view line) {
  std::vector<std::string_view> words;
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty()) return words;
    const std::size_t end = std::min(line.find(' '), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

std::uint64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::vector<VcdValues::Signal> read_declarations(std::string_view& text) {
  std::vector<VcdValues::Signal> signals;
  std::vector<std::string> scopes;
  while (!text.empty()) {
    const auto words = words_of_line(next_line(text));
    if (words.empty()) continue;
    if (words[0] == "$enddefinitions") break;
    if (words[0] == "$scope" && words.size() > 2) scopes.emplace_back(words[2]);
    if (words[0] == "$upscope" && !scopes.empty()) scopes.pop_back();
    if (words[0] != "$var" || words.size() < 5) continue;
    VcdValues::Signal& signal = signals.emplace_back();
    for (const std::string& scope : scopes) signal.name.append(scope).append(1, '.');
    signal.name += words[4];
    signal.code = words[3];
    signal.width = static_cast<std::uint32_t>(number_in(words[2]));
  }
  return signals;
}

/// With a clock a step has two times; the values are those of the first.
bool has_half_steps(const std::vector<std::uint64_t>& times) {
  return std::ranges::any_of(times, [](std::uint64_t time) { return time % 10 == 5; }) &&
         std::ranges::all_of(times, [](std::uint64_t time) { return time % 5 == 0; });
}

}  // namespace

const VcdValues::Signal* VcdValues::find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(signals, [&](const Signal& signal) { return signal.name == name; });
  return found == signals.end() ? nullptr : &*found;
}

VcdValues read_vcd(std::string_view text) {
  VcdValues result;
  result.signals = read_declarations(text);
  std::unordered_map<std::string, std::string> now;
  std::vector<std::uint64_t> times;
  const auto end_of_time = [&] {
    for (VcdValues::Signal& signal : result.signals) {
      const auto value = now.find(signal.code);
      signal.values.push_back(value == now.end() ? std::string(1, 'x') : value->second);
    }
  };
  while (!text.empty()) {
    const std::string_view line = next_line(text);
    if (line.empty() || line[0] == '$') continue;
    if (line[0] == '#') {
      if (!times.empty()) end_of_time();
      times.push_back(number_in(line.substr(1)));
    } else if (line[0] == 'b') {
      const auto words = words_of_line(line.substr(1));
      if (words.size() == 2) now.insert_or_assign(std::string(words[1]), std::string(words[0]));
    } else {
      now.insert_or_assign(std::string(line.substr(1)), std::string(1, line[0]));
    }
  }
  if (has_half_steps(times))
    for (VcdValues::Signal& signal : result.signals) {
      std::vector<std::string> whole;
      for (std::size_t i = 0; i < signal.values.size(); i += 2) whole.push_back(signal.values[i]);
      signal.values = std::move(whole);
    }
  // The last time only ends the last step.
  if (!result.signals.empty()) result.steps = result.signals.front().values.size();
  return result;
}

}  // namespace cairn
