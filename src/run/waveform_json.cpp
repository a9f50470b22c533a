// SPDX-License-Identifier: MIT
#include "run/waveform_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "format/vcd/vcd_file.h"

namespace cairn {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostSignals = 20'000;
constexpr std::size_t kMostBytes = 64'000'000;  // of values, about

/// Binary digits in hexadecimal; with an x among them they stay as they are, behind a 'b'.
std::string in_hexadecimal(std::string_view digits) {
  if (digits.find('x') != std::string_view::npos) return std::string("b").append(digits);
  std::string text;
  unsigned nibble = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    nibble = 2 * nibble + (digits[i] == '1' ? 1 : 0);
    if ((digits.size() - i - 1) % 4 != 0) continue;
    text += "0123456789abcdef"[nibble];
    nibble = 0;
  }
  return text;
}

/// A character for each step.
std::string bit_by_bit(const WaveTable::Signal& signal, std::uint32_t steps) {
  std::string text;
  for (std::size_t i = 0; i < signal.at.size(); ++i) {
    const std::uint32_t end = i + 1 < signal.at.size() ? signal.at[i + 1] : steps;
    text.append(end - signal.at[i], signal.values[i][0]);
  }
  return text;
}

Json signal_json(const WaveTable::Signal& signal, std::uint32_t steps) {
  Json json = {{"name", signal.name}, {"kind", signal.kind}, {"width", signal.width}};
  if (!signal.range.empty()) json["range"] = signal.range;
  if (signal.distance != WaveTable::kFar) json["distance"] = signal.distance;
  if (signal.is_clock) {
    json["kind"] = "clock";
    return json;
  }
  if (signal.width == 1 && !signal.is_text) {
    json["bits"] = bit_by_bit(signal, steps);
  } else {
    json["at"] = signal.at;
    if (signal.is_text) {
      json["values"] = signal.values;
      json["text"] = true;
    } else {
      std::string values;  // one string is read many times faster than thousands
      for (const std::string& value : signal.values) {
        if (!values.empty()) values += ' ';
        values += in_hexadecimal(value);
      }
      json["values"] = std::move(values);
    }
  }
  if (!signal.free.empty()) json["free"] = signal.free;
  return json;
}

std::size_t bytes_of(const WaveTable::Signal& signal, std::uint32_t steps) {
  return signal.width == 1 && !signal.is_text ? steps : signal.at.size() * (signal.width / 4 + 12);
}

}  // namespace

nlohmann::ordered_json waveform_json(const WaveTable& table, std::int64_t loop_start) {
  const std::vector<WaveTable::Signal>& signals = table.signals();
  std::vector<std::size_t> order(signals.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Clocks have no distance, and stay in front.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (signals[a].is_clock != signals[b].is_clock) return signals[a].is_clock;
    return signals[a].distance < signals[b].distance;
  });
  Json json = {{"steps", table.steps()}};
  if (loop_start >= 0) json["loop_start"] = loop_start;
  json["signals"] = Json::array();
  std::size_t bytes = 0, taken = 0;
  for (const std::size_t i : order) {
    const WaveTable::Signal& signal = signals[i];
    if (signal.name == kLoopSignal) {  // said already
      ++taken;
      continue;
    }
    bytes += bytes_of(signal, table.steps());
    if (json["signals"].size() == kMostSignals || bytes > kMostBytes) break;
    json["signals"].push_back(signal_json(signal, table.steps()));
    ++taken;
  }
  json["left_out"] = signals.size() - taken;
  return json;
}

}  // namespace cairn
