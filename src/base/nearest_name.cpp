// SPDX-License-Identifier: MIT
#include "base/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace cairn {

namespace {

/// Letters to add, drop or replace, and neighbours to swap.
std::size_t distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> row(right.size() + 1), before, above;
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= left.size(); ++i) {
    before = std::exchange(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const bool same = left[i - 1] == right[j - 1];
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[right.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view word, std::span<const std::string_view> names) {
  const std::string_view bare = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  std::string_view best;
  std::size_t least = std::min<std::size_t>(std::max<std::size_t>(2, bare.size() / 4) + 1,
                                            std::max<std::size_t>(bare.size() / 2, 1));
  for (const std::string_view name : names)
    if (const std::size_t steps = distance(word, name); steps < least) {
      least = steps;
      best = name;
    }
  if (!best.empty() || bare.size() < 4) return best;
  for (const std::string_view name : names)
    if (name.find(bare) != std::string_view::npos && (best.empty() || name.size() < best.size()))
      best = name;
  return best;
}

}  // namespace cairn
