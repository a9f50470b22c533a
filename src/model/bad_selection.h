// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace cairn {

/// Which bad states of a model something is about: all of them, one, or several by position.
class BadSelection {
 public:
  BadSelection() = default;  ///< all
  BadSelection(std::nullopt_t) {}
  BadSelection(std::uint32_t position) : positions_(std::vector{position}) {}
  BadSelection(std::optional<std::uint32_t> position) {
    if (position) positions_ = std::vector{*position};
  }
  BadSelection(std::vector<std::uint32_t> positions) : positions_(std::move(positions)) {
    std::sort(positions_->begin(), positions_->end());
  }

  bool contains(std::size_t position) const {
    return !positions_ || std::binary_search(positions_->begin(), positions_->end(), position);
  }
  /// Whether a model with so many bad states has all that are named.
  bool fits(std::size_t count) const {
    return !positions_ || positions_->empty() || positions_->back() < count;
  }

  /// Of what a model has one for each bad state: that of those selected, in order.
  template <class T>
  std::vector<T> select(const std::vector<T>& all) const {
    std::vector<T> selected;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (contains(i)) selected.push_back(all[i]);
    return selected;
  }

 private:
  std::optional<std::vector<std::uint32_t>> positions_;
};

}  // namespace cairn
