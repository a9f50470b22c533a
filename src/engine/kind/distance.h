// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "logic/bit/cube.h"
#include "model/bit_system.h"

namespace cairn::kind {

/// All literals of some cubes.
std::vector<Lit> literals_of(std::span<const Cube> cubes);

/// How many steps it takes an input or latch to matter: 0 if bad states, constraints or `others`
/// read it, d + 1 if the next-state function of a latch of distance d does and it is not nearer.
class LeafDistances {
 public:
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

  explicit LeafDistances(const BitSystem& system, std::span<const Lit> others = {});

  /// By position.
  std::uint32_t input(std::size_t i) const { return inputs_[i]; }
  std::uint32_t latch(std::size_t i) const { return latches_[i]; }

  /// Positions of latches that are at most so far away.
  std::vector<std::uint32_t> latches_within(std::uint32_t distance) const {
    return within(latches_, distance);
  }
  std::vector<std::uint32_t> inputs_within(std::uint32_t distance) const {
    return within(inputs_, distance);
  }

 private:
  static std::vector<std::uint32_t> within(const std::vector<std::uint32_t>& distances,
                                           std::uint32_t limit);

  std::vector<std::uint32_t> inputs_, latches_;
};

}  // namespace cairn::kind
