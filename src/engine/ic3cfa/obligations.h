// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <unordered_set>
#include <vector>

#include "base/rng.h"
#include "engine/ic3cfa/config.h"
#include "engine/ic3cfa/frames.h"
#include "engine/ic3cfa/moves.h"

namespace cairn::ic3cfa {

/// States at a location that lead, along a move, into the next region or, if that is null, into the
/// error location: all of them if no input is read, else each with some input.
struct BadRegion {
  LocationId at;
  TermCube cube;
  MoveId move = kNoMove;
  std::shared_ptr<BadRegion> next;
  TermCube lemma;  ///< that blocked it last; as literals it may have nothing to do with the cube

  BadRegion(LocationId location, TermCube of, MoveId along, std::shared_ptr<BadRegion> to)
      : at(location), cube(std::move(of)), move(along), next(std::move(to)) {}
  BadRegion(const BadRegion&) = delete;
  BadRegion& operator=(const BadRegion&) = delete;
  /// Paths may be long: not recursively.
  ~BadRegion() {
    while (next && next.use_count() == 1) next = std::move(next->next);
  }
};

/// A proof obligation [Lan18, algorithm 14]: the region is to be shown unreachable at this level.
struct CfaObligation {
  FrameLevel level = 0;
  std::shared_ptr<BadRegion> region;
  std::uint64_t rank = 0;    ///< by the order of obligations of a level, smallest first
  std::uint64_t number = 0;  ///< among equals the newest is first
  /// All its predecessors are known, as regions that are obligations themselves [Lan18, page 113].
  bool explored = false;
  bool returned = false;  ///< it was blocked on another level
};

class CfaObligations {
 public:
  CfaObligations(Ic3CfaConfig::Order order, std::uint64_t seed) : order_(order), rng_(seed) {}

  bool empty() const { return queue_.empty(); }
  std::size_t size() const { return queue_.size(); }
  const CfaObligation& first() const { return *queue_.begin(); }
  CfaObligation pop();
  /// Nothing happens if the same region waits on this level already.
  void push(FrameLevel level, std::shared_ptr<BadRegion> region, bool explored = false,
            bool returned = false);
  void clear();

  /// For the next frontier [Lan18, page 112].
  void mask(CfaObligation obligation) { masked_.push_back(std::move(obligation)); }
  /// Masked obligations, one level higher.
  std::vector<CfaObligation> unmask();

 private:
  struct Before {
    bool operator()(const CfaObligation& a, const CfaObligation& b) const {
      if (a.level != b.level) return a.level < b.level;
      if (a.rank != b.rank) return a.rank < b.rank;
      return a.number > b.number;
    }
  };
  struct Key {
    FrameLevel level;
    std::uint32_t location;
    TermCube cube;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return (TermCubeHash()(key.cube) * 31 + key.location) * 31 + key.level;
    }
  };

  const Ic3CfaConfig::Order order_;
  Rng rng_;
  std::set<CfaObligation, Before> queue_;
  std::unordered_set<Key, KeyHash> waiting_;
  std::vector<CfaObligation> masked_;
  std::uint64_t count_ = 0;
};

}  // namespace cairn::ic3cfa
