// SPDX-License-Identifier: MIT
#include "engine/ic3/obligations.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

std::shared_ptr<ic3::BadPath> path(std::size_t literals,
                                   std::shared_ptr<ic3::BadPath> next = nullptr) {
  std::vector<Lit> lits;
  for (std::uint32_t v = 1; v <= literals; ++v) lits.emplace_back(Var{v});
  return std::make_shared<ic3::BadPath>(Cube(std::move(lits)), std::vector<Lit>{}, std::move(next));
}

TEST(ObligationsTest, ComeLowestLevelFirst) {
  ic3::ObligationQueue queue;
  for (const ic3::Level level : {3, 1, 4, 2}) queue.push(level, path(1));
  for (const ic3::Level level : {1, 2, 3, 4}) EXPECT_EQ(queue.pop().level, level);
}

TEST(ObligationsTest, OnOneLevelTheFarthestFromTheBadStateComesFirst) {
  ic3::ObligationQueue queue;
  const auto bad = path(1), before = path(5, bad), first = path(9, before);
  queue.push(2, before);
  queue.push(2, first);
  queue.push(2, bad);
  EXPECT_EQ(queue.pop().path, first);
  EXPECT_EQ(queue.pop().path, before);
  EXPECT_EQ(queue.pop().path, bad);
}

TEST(ObligationsTest, ThenShortCubesAndThenNewOnes) {
  ic3::ObligationQueue queue;
  const auto old = path(2), young = path(2), large = path(3);
  queue.push(1, old);
  queue.push(1, large);
  queue.push(1, young);
  EXPECT_EQ(queue.pop().path, young);
  EXPECT_EQ(queue.pop().path, old);
  EXPECT_EQ(queue.pop().path, large);
}

TEST(ObligationsTest, MayBeAStackOrALineOnEachLevel) {
  using Order = ic3::ObligationQueue::Order;
  for (const Order order : {Order::Newest, Order::Oldest}) {
    ic3::ObligationQueue queue(order);
    const auto old = path(2, path(1)), young = path(3), low = path(9);
    queue.push(2, old);
    queue.push(2, young);
    queue.push(1, low);
    EXPECT_EQ(queue.pop().path, low);
    EXPECT_EQ(queue.pop().path, order == Order::Newest ? young : old);
  }
}

TEST(ObligationsTest, WaitWhileTheirFrameDoesNotExist) {
  ic3::ObligationQueue queue;
  EXPECT_FALSE(queue.has_up_to(7));
  queue.push(3, path(1));
  EXPECT_FALSE(queue.has_up_to(2));
  EXPECT_TRUE(queue.has_up_to(3));
  EXPECT_EQ(queue.size(), 1u);
  queue.clear();
  EXPECT_EQ(queue.size(), 0u);
}

TEST(ObligationsTest, DepthCountsSteps) {
  const auto bad = path(1);
  EXPECT_EQ(bad->depth, 0u);
  EXPECT_EQ(path(1, path(1, bad))->depth, 2u);
}

TEST(ObligationsTest, AVeryLongPathIsFreedWithoutRecursion) {
  auto end = path(1);
  const std::weak_ptr<ic3::BadPath> last = end;
  auto step = std::move(end);
  for (int i = 0; i < 1000000; ++i) step = path(0, std::move(step));
  EXPECT_EQ(step->depth, 1000000u);
  step = nullptr;
  EXPECT_TRUE(last.expired());
}

}  // namespace
}  // namespace cairn
