// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/ic3/obligations.h"
#include "engine/ic3/transition.h"
#include "logic/bit/cube.h"
#include "model/bit_system.h"

namespace cairn::ic3 {

/// States that are known to be reachable, each with the step that led to it: runs from initial
/// states, found by simulation. What is here is exact: every step obeys all constraints.
class ReachableStates {
 public:
  using Index = std::uint32_t;

  /// No more than `limit` states are kept.
  ReachableStates(const BitSystem& system, const Transition& transition, std::uint32_t limit);

  std::size_t size() const { return states_.size(); }

  /// One that is in the cube, from `seen` on; `seen` states have been looked at afterwards.
  std::optional<Index> find(const Cube& cube, std::uint32_t& seen) const;

  /// An initial state of the cube, which must have one. Null if there is no room.
  std::optional<Index> add_initial(const Cube& cube);
  /// The state after a step with these inputs; others are false. Null if the step violates a
  /// constraint, or if there is no room.
  std::optional<Index> add_successor(Index from, std::span<const Lit> inputs);

  /// The run to the state, and then the path, of which it is a state.
  std::shared_ptr<BadPath> run_to(Index state, const std::shared_ptr<BadPath>& path) const;

 private:
  static constexpr Index kNone = 0xFFFFFFFFu;
  using Bits = std::vector<std::uint64_t>;
  struct State {
    Bits latches;             // by position, then signals
    Index before = kNone;     // kNone: an initial state
    std::vector<Lit> inputs;  // of the step from there
  };

  bool holds(const State& state, Lit latch) const {
    return bit(state, transition_.position(latch.var())) != latch.negated();
  }
  static bool bit(const State& state, std::uint32_t i) {
    return (state.latches[i / 64] >> (i % 64) & 1) != 0;
  }
  State blank(Index before, std::span<const Lit> inputs) const;
  void add_signals(State& state) const;
  std::optional<Index> add(State state);
  std::optional<Index> index_of(const Bits& latches, std::uint64_t hash) const;

  const BitSystem& system_;
  const Transition& transition_;
  const std::uint32_t limit_;
  std::vector<State> states_;
  std::unordered_multimap<std::uint64_t, Index> by_hash_;
  std::vector<std::uint64_t> values_;  // by node, scratch
};

}  // namespace cairn::ic3
