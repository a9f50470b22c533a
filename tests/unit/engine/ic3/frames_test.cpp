// SPDX-License-Identifier: MIT
#include "engine/ic3/frames.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace cairn {
namespace {

/// Frames over five latches, reset to false, that keep their values.
class FramesTest : public testing::Test {
 protected:
  FramesTest() : transition_(system(), {}), solver_(transition_, config_, budget_, stats_) {
    frames_.emplace(transition_, solver_, stats_);
    solver_.begin();
    frames_->restart();
    solver_.finish();
  }

  static BitSystem system() {
    BitSystem system;
    for (int i = 0; i < 5; ++i) system.add_latch();
    return system;
  }

  void extend_to(ic3::Level top) {
    while (frames_->top() < top) frames_->extend();
  }
  Lit latch(std::uint32_t i) const { return Lit(transition_.latch(i)); }
  Cube cube(std::initializer_list<std::uint32_t> latches) const {
    std::vector<Lit> lits;
    for (const std::uint32_t i : latches) lits.push_back(latch(i));
    return Cube(std::move(lits));
  }
  bool in_frame(const Cube& states, ic3::Level level) {
    return solver_.solve(states.lits(), level) == sat::Result::Satisfiable;
  }
  /// The state in which these latches are true and the others false.
  ic3::LatchValues state(std::initializer_list<std::uint32_t> latches) const {
    ic3::LatchValues values(transition_.num_vars());
    for (std::uint32_t i = 0; i < 5; ++i)
      values.set(latch(i) ^ (std::find(latches.begin(), latches.end(), i) == latches.end()));
    return values;
  }

  ic3::Transition transition_;
  ic3::Ic3Config config_;
  Budget budget_;
  ic3::Ic3Stats stats_;
  ic3::FrameSolver solver_;
  std::optional<ic3::Frames> frames_;
};

TEST_F(FramesTest, FrameZeroIsTheInitialStates) {
  EXPECT_EQ(frames_->top(), 0);
  EXPECT_FALSE(in_frame(cube({0}), 0));
  EXPECT_TRUE(in_frame(Cube({~latch(0), ~latch(4)}), 0));
  EXPECT_TRUE(in_frame(cube({0}), 1));
}

TEST_F(FramesTest, ALemmaHoldsUpToItsLevel) {
  extend_to(4);
  frames_->add(cube({0, 1}), 2);
  EXPECT_EQ(frames_->lemmas(2).size(), 1u);
  EXPECT_FALSE(in_frame(cube({0, 1, 2}), 1));
  EXPECT_FALSE(in_frame(cube({0, 1}), 2));
  EXPECT_TRUE(in_frame(cube({0, 1}), 3));
  EXPECT_TRUE(in_frame(cube({0}), 2));
}

TEST_F(FramesTest, ALemmaAtInfinityHoldsEverywhere) {
  extend_to(2);
  frames_->add(cube({3}), ic3::kInfinity);
  EXPECT_EQ(frames_->lemmas(ic3::kInfinity).size(), 1u);
  EXPECT_FALSE(in_frame(cube({3}), 2));
  EXPECT_FALSE(in_frame(cube({3}), ic3::kInfinity));
  EXPECT_TRUE(in_frame(cube({2}), ic3::kInfinity));
}

TEST_F(FramesTest, WeakerLemmasAtTheSameLevelOrBelowGo) {
  extend_to(4);
  frames_->add(cube({0, 1}), 1);
  frames_->add(cube({0, 2}), 3);
  frames_->add(cube({0, 3}), 4);
  frames_->add(cube({1, 2}), 3);
  frames_->add(cube({0}), 3);
  EXPECT_EQ(stats_.subsumed_lemmas, 2u);
  EXPECT_TRUE(frames_->lemmas(1).empty());
  EXPECT_EQ(frames_->lemmas(3).size(), 2u);
  EXPECT_EQ(frames_->lemmas(4).size(), 1u);
  EXPECT_FALSE(in_frame(cube({0}), 1));
  EXPECT_FALSE(in_frame(cube({0}), 3));
  EXPECT_TRUE(in_frame(cube({0}), 4));
  EXPECT_FALSE(in_frame(cube({0, 3}), 4));
}

TEST_F(FramesTest, RaisingMovesALemmaAndNothingElse) {
  extend_to(4);
  frames_->add(cube({0}), 2);
  frames_->add(cube({1}), 2);
  frames_->add(cube({2}), 2);
  frames_->raise(2, 0, 4);
  EXPECT_EQ(frames_->lemmas(2).size(), 2u);
  ASSERT_EQ(frames_->lemmas(4).size(), 1u);
  EXPECT_EQ(frames_->lemmas(4)[0].cube, cube({0}));
  EXPECT_FALSE(in_frame(cube({0}), 4));
  EXPECT_TRUE(in_frame(cube({1}), 3));
  EXPECT_FALSE(in_frame(cube({2}), 2));
  frames_->raise(4, 0, ic3::kInfinity);
  EXPECT_TRUE(frames_->lemmas(4).empty());
  EXPECT_FALSE(in_frame(cube({0}), ic3::kInfinity));
}

TEST_F(FramesTest, BlockingLevelIsTheHighest) {
  extend_to(4);
  frames_->add(cube({0, 1}), 1);
  frames_->add(cube({0, 2}), 3);
  ic3::LemmaSerial serial = ic3::kNoSerial;
  EXPECT_EQ(frames_->blocking_level(cube({0, 1, 2}), 1, serial), 3);
  serial = ic3::kNoSerial;
  EXPECT_EQ(frames_->blocking_level(cube({0, 1}), 1, serial), 1);
  EXPECT_NE(serial, ic3::kNoSerial);
  serial = ic3::kNoSerial;
  EXPECT_EQ(frames_->blocking_level(cube({0, 1}), 2, serial), 0);
  EXPECT_EQ(frames_->blocking_level(cube({1, 2}), 1, serial), 0);
  EXPECT_EQ(serial, ic3::kNoSerial);
  frames_->add(cube({2}), ic3::kInfinity);
  EXPECT_EQ(frames_->blocking_level(cube({0, 2}), 1, serial), ic3::kInfinity);
}

// The lemma of the serial is asked first, so its level is the answer although another is higher.
TEST_F(FramesTest, ASerialFollowsALemmaThatRises) {
  extend_to(4);
  ic3::LemmaSerial serial = frames_->add(cube({0}), 1);
  EXPECT_EQ(frames_->blocking_level(cube({0, 1}), 2, serial), 0);
  frames_->raise(1, 0, 3);
  frames_->add(cube({1}), 4);
  EXPECT_EQ(frames_->blocking_level(cube({0, 1}), 2, serial), 3);
  EXPECT_EQ(frames_->blocking_level(cube({0, 1}), 4, serial), 4);
}

TEST_F(FramesTest, ASerialFollowsTheLemmasThatSubsumedIt) {
  extend_to(4);
  const ic3::LemmaSerial first = frames_->add(cube({0, 1, 2}), 1);
  const ic3::LemmaSerial second = frames_->add(cube({0, 1}), 2);
  const ic3::LemmaSerial third = frames_->add(cube({0}), 3);
  frames_->add(cube({4}), 4);
  ic3::LemmaSerial serial = first;
  EXPECT_EQ(frames_->blocking_level(cube({0, 1, 2, 4}), 3, serial), 3);
  EXPECT_EQ(serial, third);
  serial = second;
  EXPECT_EQ(frames_->blocking_level(cube({0, 1, 4}), 1, serial), 3);
  EXPECT_EQ(serial, third);
}

TEST_F(FramesTest, AFrameWithoutLemmasOfItsOwnIsClosed) {
  EXPECT_EQ(frames_->closed_level(), 0);
  extend_to(3);
  EXPECT_EQ(frames_->closed_level(), 1);
  frames_->add(cube({0}), 1);
  EXPECT_EQ(frames_->closed_level(), 2);
  frames_->add(cube({1}), 2);
  EXPECT_EQ(frames_->closed_level(), 0);
  frames_->raise(1, 0, 2);
  EXPECT_EQ(frames_->closed_level(), 1);
}

TEST_F(FramesTest, AStoppedLemmaIsReleasedWhenTheStateIsExcludedFromItsFrame) {
  extend_to(4);
  frames_->add(cube({0, 1}), 2);
  const auto stopped = [&] { return frames_->has_ctp(frames_->lemmas(2)[0]); };
  frames_->set_ctp({2, 0}, state({2, 3}));
  frames_->add(cube({2, 4}), 3);  // another state
  EXPECT_TRUE(stopped());
  frames_->add(cube({2}), 1);  // a frame below
  EXPECT_TRUE(stopped());
  frames_->add(cube({3}), 2);
  EXPECT_FALSE(stopped());
}

TEST_F(FramesTest, AStoppedLemmaIsReleasedByALemmaThatRises) {
  extend_to(4);
  frames_->add(cube({0, 1}), 3);
  frames_->add(cube({2}), 1);
  frames_->set_ctp({3, 0}, state({2}));
  frames_->raise(1, 0, 2);
  EXPECT_TRUE(frames_->has_ctp(frames_->lemmas(3)[0]));
  frames_->raise(2, 0, 3);
  EXPECT_FALSE(frames_->has_ctp(frames_->lemmas(3)[0]));
}

// States of lemmas that went make room for others.
TEST_F(FramesTest, WhatStopsALemmaIsItsOwn) {
  extend_to(4);
  frames_->add(cube({0, 1}), 2);
  frames_->add(cube({1, 4}), 2);
  const auto stopped = [&](std::size_t i) { return frames_->has_ctp(frames_->lemmas(2)[i]); };
  frames_->set_ctp({2, 0}, state({3}));
  frames_->add(cube({3}), 3);
  EXPECT_FALSE(stopped(0));
  frames_->set_ctp({2, 1}, state({2}));
  EXPECT_FALSE(stopped(0));
  EXPECT_TRUE(stopped(1));
  EXPECT_TRUE(frames_->ctp_of(frames_->lemmas(2)[1]).in(cube({2})));
  frames_->set_ctp({2, 0}, state({2, 4}));
  frames_->add(cube({2, 4}), 2);
  EXPECT_FALSE(stopped(0));
  EXPECT_TRUE(stopped(1));
}

TEST_F(FramesTest, LemmasThatWentExcludeNothing) {
  extend_to(3);
  for (std::uint32_t i = 1; i < 5; ++i) frames_->add(cube({0, i}), 2);
  frames_->add(cube({1, 2}), 1);
  ic3::LemmaSerial serial = ic3::kNoSerial;
  EXPECT_EQ(frames_->blocking_level(cube({0, 1, 2}), 1, serial), 2);
  EXPECT_EQ(frames_->keep([](const ic3::Lemma&) { return false; }), 5u);
  serial = ic3::kNoSerial;
  EXPECT_EQ(frames_->blocking_level(cube({0, 1, 2}), 1, serial), 0);
  frames_->add(cube({2}), 3);
  serial = ic3::kNoSerial;
  EXPECT_EQ(frames_->blocking_level(cube({0, 1, 2}), 1, serial), 3);
}

TEST_F(FramesTest, WhatStopsALemmaAtInfinityGoesAtInfinityOnly) {
  extend_to(3);
  frames_->add(cube({0, 1}), 3);
  frames_->lemmas(3)[0].ctp_at_infinity = state({2});
  frames_->add(cube({2}), 3);
  EXPECT_TRUE(frames_->lemmas(3)[0].ctp_at_infinity.known());
  frames_->add(cube({2}), ic3::kInfinity);
  EXPECT_FALSE(frames_->lemmas(3)[0].ctp_at_infinity.known());
}

}  // namespace
}  // namespace cairn
