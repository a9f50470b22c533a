// SPDX-License-Identifier: MIT
#include "run/strategy_board.h"

#include <algorithm>

namespace cairn {

class StrategyBoard::Endpoint : public LemmaExchange {
 public:
  Endpoint(StrategyBoard& board, std::size_t strategy, LemmaExchange* outer)
      : board_(board), strategy_(strategy), outer_(outer) {}
  /// The counts of the run are those of the exchange with other workers.
  Endpoint(StrategyBoard& board, std::size_t strategy, LemmaExchange& outer)
      : LemmaExchange(outer.counts()), board_(board), strategy_(strategy), outer_(&outer) {}

  void publish(const SharedLemma& lemma) override {
    if (outer_ != nullptr)
      outer_->publish(lemma);
    else
      ++counts().published;
    board_.entries_.push_back({strategy_, lemma});
    if (board_.entries_.size() <= kMost) return;
    board_.entries_.pop_front();
    ++board_.first_;
  }

  void take(std::vector<SharedLemma>& lemmas) override {
    if (outer_ != nullptr) outer_->take(lemmas);
    const std::uint64_t end = board_.first_ + board_.entries_.size();
    for (seen_ = std::max(seen_, board_.first_); seen_ < end; ++seen_) {
      const Entry& entry = board_.entries_[seen_ - board_.first_];
      if (entry.strategy == strategy_) continue;
      if (outer_ == nullptr) ++counts().received;
      lemmas.push_back(entry.lemma);
    }
  }

 private:
  StrategyBoard& board_;
  const std::size_t strategy_;
  LemmaExchange* const outer_;
  std::uint64_t seen_ = 0;  // the number of the next entry to look at
};

std::unique_ptr<LemmaExchange> StrategyBoard::endpoint(std::size_t strategy, LemmaExchange* outer) {
  if (outer != nullptr) return std::make_unique<Endpoint>(*this, strategy, *outer);
  return std::make_unique<Endpoint>(*this, strategy, nullptr);
}

}  // namespace cairn
