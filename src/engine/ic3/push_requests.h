// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "engine/ic3/frames.h"

namespace cairn::ic3 {

/// Lemmas that are worth another try, those of the lowest level first.
class PushRequests {
 public:
  void push(Level level, LemmaSerial lemma) { queue_.emplace(level, lemma); }
  bool has_up_to(Level level) const { return !queue_.empty() && queue_.top().first <= level; }
  LemmaSerial pop() {
    const LemmaSerial lemma = queue_.top().second;
    queue_.pop();
    return lemma;
  }

 private:
  using Request = std::pair<Level, LemmaSerial>;
  std::priority_queue<Request, std::vector<Request>, std::greater<>> queue_;
};

}  // namespace cairn::ic3
