// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "model/exchange.h"

namespace cairn::word {

/// Hands lemmas about one abstraction on to the engine that decides the next. Abstractions only
/// lose runs as they are refined, and a new one has the latches of the one before it as its first.
class LemmaReuse : public LemmaExchange {
 public:
  void publish(const SharedLemma& lemma) override {
    if (next_.size() >= 2 * kMost) keep_newest(next_);
    next_.push_back(lemma);
  }
  void take(std::vector<SharedLemma>& lemmas) override {
    lemmas.insert(lemmas.end(), ready_.begin(), ready_.end());
    handed_on += ready_.size();
    ready_.clear();
  }
  /// The engine has ended: what it published is for the next one.
  void turn() {
    // Those of the engine before last that this one has not looked at are not lost.
    ready_.insert(ready_.end(), next_.begin(), next_.end());
    next_.clear();
    keep_newest(ready_);
  }

  std::uint64_t handed_on = 0;

 private:
  static constexpr std::size_t kMost = 2000;  // the newest are the strongest

  static void keep_newest(std::vector<SharedLemma>& lemmas) {
    if (lemmas.size() > kMost)
      lemmas.erase(lemmas.begin(), lemmas.end() - static_cast<std::ptrdiff_t>(kMost));
  }

  std::vector<SharedLemma> ready_, next_;
};

}  // namespace cairn::word
