// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "base/progress.h"

namespace cairn {

/// What a run said of itself at one moment.
struct ProgressSample {
  double seconds = 0;    ///< since the beginning
  std::string strategy;  ///< or the phase, if there is none
  std::int64_t bound = -1;
  std::int64_t level = 0;
  std::uint64_t lemmas = 0, obligations = 0, queries = 0;
  std::uint64_t memory = 0;  ///< resident bytes
};

/// A run as a few hundred samples, however long it takes: when there are too many, every other one
/// goes, and the next ones are taken half as often. Any thread may use it.
class ProgressRecord {
 public:
  /// Called often; takes a sample now and then.
  void tick(const Progress& progress);
  std::vector<ProgressSample> samples() const;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kMost = 400;

  mutable std::mutex mutex_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point next_ = begin_;
  std::chrono::milliseconds period_{20};
  std::vector<ProgressSample> samples_;
};

}  // namespace cairn
