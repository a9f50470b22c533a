// SPDX-License-Identifier: MIT
//
// What workers on the same system tell each other [Bra11, section 8]. Engines see this interface
// only; whether lemmas travel through shared memory or through a server is not their concern.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace cairn {

/// No run of at most `level` steps ends in a state of `cube`.
struct SharedLemma {
  static constexpr std::uint32_t kEverywhere = std::numeric_limits<std::uint32_t>::max();

  /// Latches by position in the system that all workers share, twice the position plus one if the
  /// latch is set; ascending, no latch twice.
  std::vector<std::uint32_t> cube;
  std::uint32_t level = 0;  ///< kEverywhere: at any number of steps
};

/// Used by one engine in one thread. Neither call waits: what finds no room is lost, and an engine
/// must be right without any of it.
class LemmaExchange {
 public:
  virtual ~LemmaExchange() = default;
  virtual void publish(const SharedLemma& lemma) = 0;
  /// Appends what others published since the last call, never the caller's own lemmas.
  virtual void take(std::vector<SharedLemma>& lemmas) = 0;
};

}  // namespace cairn
