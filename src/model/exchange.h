// SPDX-License-Identifier: MIT
//
// What workers on the same system tell each other [Bra11, section 8]. Engines see this interface
// only; whether lemmas travel through shared memory or through a server is not their concern.
#pragma once

#include <atomic>
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

  bool operator==(const SharedLemma&) const = default;
};

/// What the exchange did for one worker, so far; any thread or process may read it.
struct ExchangeCounts {
  std::atomic<std::uint64_t> published{0};  ///< lemmas that were sent
  std::atomic<std::uint64_t> held_back{0};  ///< that the policy did not let out
  std::atomic<std::uint64_t> received{0};   ///< that came in
  std::atomic<std::uint64_t> lost{0};       ///< overwritten before they were read
  std::atomic<std::uint64_t> taken{0};      ///< of those received, the ones that were new and used
  std::atomic<std::uint64_t> useful{0};     ///< times that one of these saved work
};

/// Used by one engine in one thread. Neither call waits: what finds no room is lost, and an engine
/// must be right without any of it.
class LemmaExchange {
 public:
  LemmaExchange() = default;
  /// `counts` may be where others can see them.
  explicit LemmaExchange(ExchangeCounts& counts) : counts_(&counts) {}
  LemmaExchange(const LemmaExchange&) = delete;
  LemmaExchange& operator=(const LemmaExchange&) = delete;
  virtual ~LemmaExchange() = default;

  virtual void publish(const SharedLemma& lemma) = 0;
  /// Appends what others published since the last call, never the caller's own lemmas.
  virtual void take(std::vector<SharedLemma>& lemmas) = 0;

  /// Whoever sends and receives counts that; engines count what they take and what was useful.
  ExchangeCounts& counts() { return *counts_; }

 private:
  ExchangeCounts own_;
  ExchangeCounts* counts_ = &own_;
};

}  // namespace cairn
