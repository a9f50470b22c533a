// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>

#include "model/exchange.h"

namespace cairn {

struct OptionGroup;

/// Which lemmas are worth telling others.
struct SharePolicy {
  bool share = true;
  std::uint32_t literals = 20;  ///< at most
  std::uint32_t level = 1;      ///< at least
  double rate = 1000;           ///< lemmas a second, at most, in the long run; 0: any number

  /// What is wrong with the settings, or an empty string.
  std::string validate() const;
  static const OptionGroup& options();
};

/// Holds back what the policy does not let out.
class SelectiveExchange : public LemmaExchange {
 public:
  /// `inner` must outlive it; counts are those of `inner`.
  SelectiveExchange(LemmaExchange& inner, const SharePolicy& policy)
      : LemmaExchange(inner.counts()), inner_(inner), policy_(policy), credit_(policy.rate) {}

  void publish(const SharedLemma& lemma) override {
    if (lemma.cube.size() > policy_.literals || lemma.level < policy_.level || !has_credit()) {
      ++counts().held_back;
      return;
    }
    inner_.publish(lemma);
  }
  void take(std::vector<SharedLemma>& lemmas) override { inner_.take(lemmas); }

 private:
  using Clock = std::chrono::steady_clock;

  /// A second's worth of lemmas may come at once.
  bool has_credit() {
    if (policy_.rate == 0) return true;
    const auto now = Clock::now();
    credit_ += policy_.rate * std::chrono::duration<double>(now - credited_at_).count();
    credit_ = std::min(credit_, std::max(policy_.rate, 1.0));
    credited_at_ = now;
    if (credit_ < 1) return false;
    credit_ -= 1;
    return true;
  }

  LemmaExchange& inner_;
  const SharePolicy policy_;
  double credit_;
  Clock::time_point credited_at_ = Clock::now();
};

}  // namespace cairn
