// SPDX-License-Identifier: MIT
//
// Generalization contexts [Lan18, definition 4.11]: what cubes were generalized to along which
// edge, relative to which frame. A stronger frame now makes the old result an upper bound (theorem
// 4.7; for other cubes that contain it, theorem 4.8), a weaker one a lower bound (theorem 4.9).
// Frames are compared by snapshots, in constant time, or clause by clause. Lower bounds are right
// only if what was found is minimal; if it is not, literals stay that could go.
#pragma once

#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

#include "engine/ic3cfa/config.h"
#include "engine/ic3cfa/frames.h"
#include "engine/ic3cfa/moves.h"

namespace cairn::ic3cfa {

struct ContextStats {
  std::uint64_t upper = 0;
  std::uint64_t lower = 0;
  std::uint64_t extended = 0;
  std::uint64_t clauses_compared = 0;
};

class GeneralizationContexts {
 public:
  GeneralizationContexts(const CfaFrames& frames, Ic3CfaConfig::FrameTest test)
      : frames_(frames), test_(test) {}

  void add(MoveId move, LocationId source, FrameLevel level, const TermCube& cube,
           const TermCube& generalized);
  /// A part of the cube that is inductive, or null.
  const TermCube* upper(MoveId move, LocationId source, FrameLevel level, const TermCube& cube);
  /// The same among generalizations of other cubes.
  const TermCube* extended(MoveId move, LocationId source, FrameLevel level, const TermCube& cube);
  /// Literals that are not worth a try, or null.
  const TermCube* lower(MoveId move, LocationId source, FrameLevel level, const TermCube& cube);
  const ContextStats& stats() const { return stats_; }

 private:
  struct Key {
    MoveId move;
    TermCube cube;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return TermCubeHash()(key.cube) * 31 + key.move;
    }
  };
  struct Entry {
    FrameSnapshot frame;
    std::vector<TermCube> clauses;  // of the frame, where they are compared
    TermCube generalized;
  };
  /// Entries for one cube: the newest of each level is enough, and few levels matter.
  static constexpr std::size_t kEntries = 8;
  static constexpr std::size_t kCubes = 20'000;
  static constexpr std::size_t kExtended = 64;

  /// F(level, source) now has all clauses of the entry's frame, or the other way round.
  bool is_stronger_now(LocationId source, FrameLevel level, const Entry& entry);
  bool is_weaker_now(LocationId source, FrameLevel level, const Entry& entry);

  const CfaFrames& frames_;
  const Ic3CfaConfig::FrameTest test_;
  struct Entries {
    std::vector<Entry> entries;
    std::list<Key>::iterator age;
  };
  void use(Entries& entries);

  std::unordered_map<Key, Entries, KeyHash> entries_;
  std::list<Key> age_;  // the least recently used first
  std::unordered_map<MoveId, std::list<Entry>> by_move_;
  ContextStats stats_;
};

}  // namespace cairn::ic3cfa
