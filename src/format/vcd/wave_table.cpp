// SPDX-License-Identifier: MIT
#include "format/vcd/wave_table.h"

#include <fmt/format.h>

namespace cairn {

std::size_t WaveTable::add(std::string_view type, std::string_view name, std::size_t width,
                           std::string_view range, std::string_view element) {
  Signal& signal = signals_.emplace_back();
  signal.name = element.empty() ? std::string(name) : fmt::format("{}[{}]", name, element);
  signal.range = range;
  signal.kind = type;
  signal.width = width;
  return signals_.size() - 1;
}

void WaveTable::set(std::size_t number, std::string_view value) {
  Signal& signal = signals_[number];
  if (!signal.values.empty() && signal.values.back() == value) return;
  signal.at.push_back(steps_ - 1);
  signal.values.emplace_back(value);
}

}  // namespace cairn
