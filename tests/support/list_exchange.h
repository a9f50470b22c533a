// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "model/exchange.h"

namespace cairn::support {

/// Lemmas that a test hands to an engine, and those that the engine publishes.
class ListExchange : public LemmaExchange {
 public:
  explicit ListExchange(std::vector<SharedLemma> incoming = {}) : incoming_(std::move(incoming)) {}

  void publish(const SharedLemma& lemma) override { published.push_back(lemma); }
  void take(std::vector<SharedLemma>& lemmas) override {
    lemmas.insert(lemmas.end(), incoming_.begin(), incoming_.end());
    incoming_.clear();
  }

  std::vector<SharedLemma> published;

 private:
  std::vector<SharedLemma> incoming_;
};

}  // namespace cairn::support
