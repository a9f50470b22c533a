// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cairn {

/// xorshift64* behind a splitmix64 seed: small, fast, the same on every platform (the standard
/// library's distributions are not).
class Rng {
 public:
  explicit Rng(std::uint64_t seed) {
    seed += 0x9E3779B97F4A7C15u;
    seed = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9u;
    seed = (seed ^ (seed >> 27)) * 0x94D049BB133111EBu;
    state_ = (seed ^ (seed >> 31)) | 1u;
  }

  std::uint64_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1Du;
  }

  /// Uniform in [0, bound), bound > 0.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }

  bool chance(unsigned percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

}  // namespace cairn
