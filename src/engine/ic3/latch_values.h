// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "logic/bit/cube.h"

namespace cairn::ic3 {

/// A concrete state, or a set of them that some latches tell apart: which literals are true.
class LatchValues {
 public:
  LatchValues() = default;
  explicit LatchValues(std::uint32_t num_vars) : bits_((2 * num_vars + 63) / 64, 0) {}

  bool known() const { return !bits_.empty(); }
  void clear() { bits_ = {}; }
  void set(Lit lit) { bits_[lit.code() / 64] |= std::uint64_t{1} << (lit.code() % 64); }
  bool holds(Lit lit) const { return (bits_[lit.code() / 64] >> (lit.code() % 64) & 1) != 0; }
  bool in(const Cube& cube) const {
    for (const Lit lit : cube)
      if (!holds(lit)) return false;
    return true;
  }

 private:
  std::vector<std::uint64_t> bits_;
};

}  // namespace cairn::ic3
