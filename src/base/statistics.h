// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn {

/// What a run did, by name, for statistics.
struct Statistics {
  std::vector<std::pair<std::string, std::uint64_t>> counters;
  std::vector<std::pair<std::string, double>> seconds;

  /// Statistics of the same name add up.
  void count(std::string_view name, std::uint64_t value) {
    for (auto& [known, sum] : counters)
      if (known == name) {
        sum += value;
        return;
      }
    counters.emplace_back(name, value);
  }
  void time(std::string_view name, double value) { seconds.emplace_back(name, value); }

  /// All of `others`, each name with a prefix.
  void add(const Statistics& others, const std::string& prefix) {
    for (const auto& [name, value] : others.counters) count(prefix + name, value);
    for (const auto& [name, value] : others.seconds) time(prefix + name, value);
  }
};

}  // namespace cairn
