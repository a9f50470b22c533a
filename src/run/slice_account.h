// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

namespace cairn {

/// How long the time slices of a strategy are. They grow, and those that took longer than they
/// should are made up for by shorter ones.
class SliceAccount {
 public:
  /// `steady` slices are alike before they begin to grow.
  SliceAccount(double first, double growth, std::uint32_t steady)
      : slice_(first), growth_(growth), steady_(steady) {}

  /// The planned length of the next slice.
  double next_slice() {
    const double planned = slice_;
    if (++slices_ >= steady_) slice_ *= growth_;
    return planned;
  }

  /// How long a slice is to be that would be `planned` seconds if nothing were owed. Never nothing
  /// at all.
  double length_of(double planned) const {
    constexpr double kLeast = 0.25;
    return std::max(planned - owed_, planned * kLeast);
  }
  void charge(double planned, double used) { owed_ = std::max(0.0, owed_ + used - planned); }

 private:
  double slice_;
  const double growth_;
  const std::uint32_t steady_;
  std::uint32_t slices_ = 0;
  double owed_ = 0;
};

}  // namespace cairn
