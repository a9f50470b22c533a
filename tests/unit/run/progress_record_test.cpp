// SPDX-License-Identifier: MIT
#include "run/progress_record.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace cairn {
namespace {

TEST(ProgressRecordTest, KeepsWhatTheRunSaidInOrder) {
  Progress progress;
  ProgressRecord record;
  progress.phase = "ic3";
  progress.level = 1;
  record.tick(progress);
  progress.level = 2;
  record.tick(progress);  // too soon
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  progress.strategy = "pdr";
  record.tick(progress);
  const auto samples = record.samples();
  ASSERT_EQ(samples.size(), 2u);
  EXPECT_EQ(samples[0].strategy, "ic3");
  EXPECT_EQ(samples[0].level, 1);
  EXPECT_EQ(samples[1].strategy, "pdr");
  EXPECT_EQ(samples[1].level, 2);
  EXPECT_LT(samples[0].seconds, samples[1].seconds);
}

}  // namespace
}  // namespace cairn
