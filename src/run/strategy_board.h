// SPDX-License-Identifier: MIT
//
// Lemmas between strategies that share one thread (run/time_slices.h). What one publishes in
// its turn, the others find in theirs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

#include "model/exchange.h"

namespace cairn {

class StrategyBoard {
 public:
  /// Older lemmas go: who comes late would not look at more than that.
  static constexpr std::size_t kMost = 20'000;

  /// What one strategy publishes to and takes from. With `outer`, what it publishes goes to other
  /// workers too, and what these publish comes to it. Both must outlive it.
  std::unique_ptr<LemmaExchange> endpoint(std::size_t strategy, LemmaExchange* outer = nullptr);

 private:
  class Endpoint;
  struct Entry {
    std::size_t strategy;
    SharedLemma lemma;
  };

  std::deque<Entry> entries_;
  std::uint64_t first_ = 0;  // the number of the oldest entry that is left
};

}  // namespace cairn
