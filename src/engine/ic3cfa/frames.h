// SPDX-License-Identifier: MIT
//
// Frames F(i, l) [Lan18, section 4.2.1], delta-encoded: a cube is kept at the highest level where
// it is blocked. F(0, l) is false but for the initial location, where all frames are true; these
// two cases are not stored here.
//
// A snapshot of a frame is its location, level and the time when it was taken. Frames only grow
// stronger, with time and towards lower levels, so comparing snapshots takes no look at clauses
// [where the dissertation compares sets, definition 4.11].
#pragma once

#include <cstdint>
#include <vector>

#include "engine/ic3cfa/literals.h"
#include "model/cfa.h"

namespace cairn::ic3cfa {

using FrameLevel = std::uint32_t;

struct FrameSnapshot {
  FrameLevel level = 0;
  std::uint64_t time = 0;
};

class CfaFrames {
 public:
  explicit CfaFrames(std::size_t locations) : at_(locations) {}

  struct Lemma {
    TermCube cube;
    std::uint64_t signature = 0;  ///< a set of hashed literals
  };

  /// Blocks the cube at levels 1 to `level`; forgets lemmas that it makes superfluous.
  void add(LocationId location, FrameLevel level, const TermCube& cube);
  /// A lemma of F(level, location) blocks it, as a set of literals.
  bool blocks(LocationId location, FrameLevel level, const TermCube& cube) const;
  /// The lemma that does, or null. `at_least`: no lemma of a lower level counts.
  const TermCube* find_within(LocationId location, FrameLevel level, const TermCube& cube) const;
  bool has_unit(LocationId location, FrameLevel level, Term literal) const;

  /// The delta of a level: what is blocked there and not above.
  const std::vector<Lemma>& delta(LocationId location, FrameLevel level) const;
  /// All that is blocked in F(level, location), level at least 1.
  std::vector<TermCube> clauses(LocationId location, FrameLevel level) const;
  bool is_empty(FrameLevel level) const;
  FrameLevel top(LocationId location) const {
    return static_cast<FrameLevel>(at_[location.index].levels.size());
  }
  std::uint64_t lemmas() const { return lemmas_; }
  std::uint64_t subsumed() const { return subsumed_; }

  FrameSnapshot snapshot(FrameLevel level) const { return {level, time_}; }
  /// F(level, location) now has all the clauses of the snapshot: of a lower level, or of one from
  /// which all lemmas have moved up.
  bool is_stronger_now(LocationId location, FrameLevel level, const FrameSnapshot& then) const;
  /// The snapshot had all the clauses that F(level, location) has now.
  bool is_weaker_now(LocationId location, FrameLevel level, const FrameSnapshot& then) const;

 private:
  struct Location {
    std::vector<std::vector<Lemma>> levels;  // by level
    std::vector<std::uint64_t> last_change;  // by level, of it or one above
  };
  void reach(Location& location, FrameLevel level);

  std::vector<Location> at_;
  std::vector<std::uint64_t> in_delta_;  // lemmas by level
  std::uint64_t time_ = 0;
  std::uint64_t lemmas_ = 0;
  std::uint64_t subsumed_ = 0;
};

}  // namespace cairn::ic3cfa
