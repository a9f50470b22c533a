// SPDX-License-Identifier: MIT
#include "run/lane_board.h"

#include <algorithm>

namespace cairn {

class LaneBoard::Endpoint : public LemmaExchange {
 public:
  Endpoint(LaneBoard& board, std::size_t lane, LemmaExchange* outer)
      : board_(board), lane_(lane), outer_(outer) {}
  /// The counts of the run are those of the exchange with other workers.
  Endpoint(LaneBoard& board, std::size_t lane, LemmaExchange& outer)
      : LemmaExchange(outer.counts()), board_(board), lane_(lane), outer_(&outer) {}

  void publish(const SharedLemma& lemma) override {
    if (outer_ != nullptr)
      outer_->publish(lemma);
    else
      ++counts().published;
    board_.entries_.push_back({lane_, lemma});
    if (board_.entries_.size() <= kMost) return;
    board_.entries_.pop_front();
    ++board_.first_;
  }

  void take(std::vector<SharedLemma>& lemmas) override {
    if (outer_ != nullptr) outer_->take(lemmas);
    const std::uint64_t end = board_.first_ + board_.entries_.size();
    for (seen_ = std::max(seen_, board_.first_); seen_ < end; ++seen_) {
      const Entry& entry = board_.entries_[seen_ - board_.first_];
      if (entry.lane == lane_) continue;
      if (outer_ == nullptr) ++counts().received;
      lemmas.push_back(entry.lemma);
    }
  }

 private:
  LaneBoard& board_;
  const std::size_t lane_;
  LemmaExchange* const outer_;
  std::uint64_t seen_ = 0;  // the number of the next entry to look at
};

std::unique_ptr<LemmaExchange> LaneBoard::endpoint(std::size_t lane, LemmaExchange* outer) {
  if (outer != nullptr) return std::make_unique<Endpoint>(*this, lane, *outer);
  return std::make_unique<Endpoint>(*this, lane, nullptr);
}

}  // namespace cairn
