// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

namespace cairn {

/// Turns that took longer than they should are made up for by shorter ones.
class TurnAccount {
 public:
  /// How long a turn is to be that would be `planned` seconds if nothing were owed. Never nothing
  /// at all: whose questions take longer than its turns would not come to them any more.
  double length_of(double planned) const {
    constexpr double kLeast = 0.25;
    return std::max(planned - owed_, planned * kLeast);
  }
  void charge(double planned, double used) { owed_ = std::max(0.0, owed_ + used - planned); }

 private:
  double owed_ = 0;
};

}  // namespace cairn
