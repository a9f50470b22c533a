// SPDX-License-Identifier: MIT
#include "run/workers/lemma_ring.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "run/workers/share_policy.h"

namespace cairn {
namespace {

/// Every part of it follows from the number, so that a torn lemma shows.
SharedLemma lemma(std::uint32_t number) {
  SharedLemma result;
  result.level = number;
  for (std::uint32_t i = 0; i <= number % LemmaRing::kLiterals; ++i)
    result.cube.push_back(2 * i + number % 2 + number / 1000 * 1000);
  return result;
}

pid_t in_another_process(const std::function<void()>& what) {
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  what();
  ::_exit(0);
}

void wait_for(pid_t pid) {
  int status = 0;
  ASSERT_EQ(::waitpid(pid, &status, 0), pid);
}

TEST(LemmaRingTest, OthersGetWhatOnePublishesInOrder) {
  LemmaRings rings(3);
  ExchangeCounts counts[3];
  const auto first = rings.endpoint(0, counts[0]);
  const auto second = rings.endpoint(1, counts[1]);
  const auto third = rings.endpoint(2, counts[2]);
  for (std::uint32_t i = 0; i < 10; ++i) first->publish(lemma(i));
  second->publish(lemma(99));
  std::vector<SharedLemma> of_first, of_third;
  first->take(of_first);
  third->take(of_third);
  EXPECT_EQ(of_first, std::vector{lemma(99)});
  ASSERT_EQ(of_third.size(), 11u);
  for (std::uint32_t i = 0; i < 10; ++i) EXPECT_EQ(of_third[i], lemma(i));
  third->take(of_third);
  EXPECT_EQ(of_third.size(), 11u);
  EXPECT_EQ(counts[0].published, 10u);
  EXPECT_EQ(counts[2].received, 11u);
}

TEST(LemmaRingTest, WhatIsTooLongIsHeldBack) {
  LemmaRings rings(2);
  ExchangeCounts counts[2];
  SharedLemma long_one;
  for (std::uint32_t i = 0; i <= LemmaRing::kLiterals; ++i) long_one.cube.push_back(2 * i);
  rings.endpoint(0, counts[0])->publish(long_one);
  std::vector<SharedLemma> taken;
  rings.endpoint(1, counts[1])->take(taken);
  EXPECT_TRUE(taken.empty());
  EXPECT_EQ(counts[0].held_back, 1u);
}

TEST(LemmaRingTest, WhoIsTooSlowLosesLemmasAndCountsThem) {
  LemmaRings rings(2);
  ExchangeCounts counts[2];
  const auto writer = rings.endpoint(0, counts[0]);
  const auto reader = rings.endpoint(1, counts[1]);
  constexpr std::uint32_t kMany = 3 * LemmaRing::kSlots + 7;
  for (std::uint32_t i = 0; i < kMany; ++i) writer->publish(lemma(i));
  std::vector<SharedLemma> taken;
  reader->take(taken);
  ASSERT_EQ(taken.size(), LemmaRing::kSlots);
  EXPECT_EQ(taken.back(), lemma(kMany - 1));
  EXPECT_EQ(counts[1].lost, kMany - LemmaRing::kSlots);
}

// Two writers as fast as they can, a reader that can't keep up: no lemma is torn, and each comes at
// most once and in order.
TEST(LemmaRingTest, ProcessesAtTheSameTime) {
  LemmaRings rings(3);
  SharedArray<ExchangeCounts> counts(3);
  constexpr std::uint32_t kMany = 100'000;
  std::vector<pid_t> writers;
  for (std::size_t w = 0; w < 2; ++w)
    writers.push_back(in_another_process([&] {
      const auto endpoint = rings.endpoint(w, counts[w]);
      for (std::uint32_t i = 0; i < kMany; ++i)
        endpoint->publish(lemma(2 * i + static_cast<std::uint32_t>(w)));
    }));
  const auto reader = rings.endpoint(2, counts[2]);
  std::vector<SharedLemma> taken;
  std::int64_t last[2] = {-1, -1};
  const auto check = [&] {
    taken.clear();
    reader->take(taken);
    for (const SharedLemma& one : taken) {
      ASSERT_EQ(one, lemma(one.level));
      ASSERT_GT(std::int64_t{one.level}, last[one.level % 2]);
      last[one.level % 2] = one.level;
    }
  };
  while (rings.ring(0).written() < kMany || rings.ring(1).written() < kMany) {
    check();
    if (HasFatalFailure()) break;
  }
  check();
  for (const pid_t writer : writers) wait_for(writer);
  EXPECT_EQ(last[0], 2 * std::int64_t{kMany} - 2);
  EXPECT_EQ(last[1], 2 * std::int64_t{kMany} - 1);
  EXPECT_EQ(counts[2].received + counts[2].lost, 2u * kMany);
}

// Writers are killed at some moment, again and again; what is read is always a lemma.
TEST(LemmaRingTest, AKilledWriterLeavesNoGarbage) {
  for (int round = 0; round < 20; ++round) {
    LemmaRings rings(2);
    SharedArray<ExchangeCounts> counts(2);
    const pid_t writer = in_another_process([&] {
      const auto endpoint = rings.endpoint(0, counts[0]);
      for (std::uint32_t i = 0;; ++i) endpoint->publish(lemma(i));
    });
    while (rings.ring(0).written() < 100u * static_cast<std::uint32_t>(round + 1)) {
    }
    ::kill(writer, SIGKILL);
    wait_for(writer);
    ExchangeCounts own;
    std::vector<SharedLemma> taken;
    rings.endpoint(1, own)->take(taken);
    EXPECT_FALSE(taken.empty());
    for (const SharedLemma& one : taken) ASSERT_EQ(one, lemma(one.level));
  }
}

TEST(SharePolicyTest, LongAndLowLemmasAreHeldBack) {
  LemmaRings rings(2);
  ExchangeCounts counts[2];
  const auto inner = rings.endpoint(0, counts[0]);
  SharePolicy policy;
  policy.literals = 2;
  policy.level = 5;
  policy.rate = 0;
  SelectiveExchange exchange(*inner, policy);
  exchange.publish({{0, 2, 4}, 9});
  exchange.publish({{0, 2}, 4});
  exchange.publish({{0, 2}, 5});
  exchange.publish({{1}, SharedLemma::kEverywhere});
  EXPECT_EQ(counts[0].held_back, 2u);
  EXPECT_EQ(counts[0].published, 2u);
}

TEST(SharePolicyTest, TheRateIsKept) {
  LemmaRings rings(2);
  ExchangeCounts counts[2];
  const auto inner = rings.endpoint(0, counts[0]);
  SharePolicy policy;
  policy.rate = 1e-3;
  SelectiveExchange exchange(*inner, policy);
  for (int i = 0; i < 10; ++i) exchange.publish({{1}, 5});
  EXPECT_LE(counts[0].published, 1u);
  EXPECT_EQ(counts[0].published + counts[0].held_back, 10u);
}

TEST(SharePolicyTest, WrongSettingsAreTold) {
  EXPECT_EQ(SharePolicy{}.validate(), "");
  EXPECT_NE((SharePolicy{.literals = 0}.validate()), "");
  EXPECT_NE((SharePolicy{.rate = -1}.validate()), "");
}

}  // namespace
}  // namespace cairn
