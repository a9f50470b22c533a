// SPDX-License-Identifier: MIT
#include "run/strategy_board.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

SharedLemma lemma(std::uint32_t number) {
  return {{2 * number}, number};
}

std::vector<SharedLemma> taken_by(LemmaExchange& strategy) {
  std::vector<SharedLemma> lemmas;
  strategy.take(lemmas);
  return lemmas;
}

TEST(StrategyBoardTest, EachTakesWhatOthersPublishedOnce) {
  StrategyBoard board;
  const auto first = board.endpoint(0), second = board.endpoint(1);
  first->publish(lemma(1));
  second->publish(lemma(2));
  first->publish(lemma(3));
  EXPECT_EQ(taken_by(*second), (std::vector{lemma(1), lemma(3)}));
  EXPECT_EQ(taken_by(*first), (std::vector{lemma(2)}));
  EXPECT_TRUE(taken_by(*first).empty());
  EXPECT_EQ(second->counts().published, 1u);
  EXPECT_EQ(second->counts().received, 2u);
}

TEST(StrategyBoardTest, WhoComesLateMissesTheOldest) {
  StrategyBoard board;
  const auto first = board.endpoint(0);
  for (std::uint32_t i = 0; i < StrategyBoard::kMost + 5; ++i) first->publish(lemma(i));
  const auto late = board.endpoint(1);
  const auto found = taken_by(*late);
  ASSERT_EQ(found.size(), StrategyBoard::kMost);
  EXPECT_EQ(found.front(), lemma(5));
}

/// Keeps what is published and has one lemma to give.
class Outside : public LemmaExchange {
 public:
  void publish(const SharedLemma& published) override { sent.push_back(published); }
  void take(std::vector<SharedLemma>& lemmas) override { lemmas.push_back(lemma(9)); }
  std::vector<SharedLemma> sent;
};

TEST(StrategyBoardTest, OneLaneTalksToOtherWorkersToo) {
  StrategyBoard board;
  Outside outside;
  const auto first = board.endpoint(0, &outside), second = board.endpoint(1);
  first->publish(lemma(1));
  second->publish(lemma(2));
  EXPECT_EQ(outside.sent, (std::vector{lemma(1)}));
  EXPECT_EQ(taken_by(*first), (std::vector{lemma(9), lemma(2)}));
  EXPECT_EQ(taken_by(*second), (std::vector{lemma(1)}));
  EXPECT_EQ(&first->counts(), &outside.counts());
}

}  // namespace
}  // namespace cairn
