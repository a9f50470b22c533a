// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <queue>
#include <vector>

#include "engine/ic3/config.h"
#include "engine/ic3/frames.h"
#include "logic/bit/cube.h"

namespace cairn::ic3 {

/// What is tried with obligations that may fail (quip.cpp): a lemma is to hold at a higher level.
struct PushAttempt {
  std::shared_ptr<std::uint32_t> effort;  ///< obligations that are left to it
  bool is_over = false;
};

/// States from which a bad state can be reached: all of `cube`, with these inputs, step into `next`
/// or, if that is null, are bad. Or those of a lemma's cube, if there is an attempt to push it.
struct BadPath {
  Cube cube;
  std::vector<Lit> inputs;
  std::shared_ptr<BadPath> next;
  std::uint32_t depth = 0;    ///< steps to the bad one
  std::uint32_t returns = 0;  ///< how often it had to be blocked
  LemmaSerial blocked_by = kNoSerial;
  std::shared_ptr<PushAttempt> attempt;  ///< null: it must be blocked
  std::uint32_t name = 0;                ///< in the journal, if there is one
  std::uint32_t seen_states = 0;         ///< reachable ones that are not in the cube

  BadPath(Cube of, std::vector<Lit> with, std::shared_ptr<BadPath> to)
      : cube(std::move(of)), inputs(std::move(with)), next(std::move(to)) {
    if (!next) return;
    depth = next->depth + 1;
    attempt = next->attempt;
  }
  BadPath(const BadPath&) = delete;
  BadPath& operator=(const BadPath&) = delete;
  /// Paths may be long: not recursively.
  ~BadPath() {
    while (next && next.use_count() == 1) next = std::move(next->next);
  }
};

/// [EMB11, section III]: the cube has to be shown unreachable at this level.
struct Obligation {
  Level level;
  std::shared_ptr<BadPath> path;
  std::uint64_t number = 0;
};

/// Obligations by level, lowest first; those of a level in the order given.
class ObligationQueue {
 public:
  using Order = Ic3Config::Queue;

  explicit ObligationQueue(Order order = Order::Farthest) : queue_(Later{order}) {}

  void push(Level level, std::shared_ptr<BadPath> path) {
    queue_.push({level, std::move(path), ++count_});
  }
  bool has_up_to(Level level) const { return !queue_.empty() && queue_.top().level <= level; }
  /// Requires that there is one.
  Level lowest_level() const { return queue_.top().level; }
  Obligation pop() {
    Obligation obligation = queue_.top();
    queue_.pop();
    return obligation;
  }
  void clear() {
    while (!queue_.empty()) queue_.pop();
  }
  std::size_t size() const { return queue_.size(); }

 private:
  struct Later {
    Order order;
    bool operator()(const Obligation& a, const Obligation& b) const {
      if (a.level != b.level) return a.level > b.level;
      if (order == Order::Newest) return a.number < b.number;
      if (order == Order::Oldest) return a.number > b.number;
      if (a.path->depth != b.path->depth) return a.path->depth < b.path->depth;
      if (a.path->cube.size() != b.path->cube.size())
        return a.path->cube.size() > b.path->cube.size();
      return a.number < b.number;
    }
  };
  std::priority_queue<Obligation, std::vector<Obligation>, Later> queue_;
  std::uint64_t count_ = 0;
};

}  // namespace cairn::ic3
