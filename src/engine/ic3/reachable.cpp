// SPDX-License-Identifier: MIT
#include "engine/ic3/reachable.h"

#include <algorithm>

#include "base/error.h"

namespace cairn::ic3 {

ReachableStates::ReachableStates(const BitSystem& system, const Transition& transition,
                                 std::uint32_t limit)
    : system_(system), transition_(transition), limit_(limit) {}

std::optional<ReachableStates::Index> ReachableStates::find(const Cube& cube,
                                                            std::uint32_t& seen) const {
  for (; seen < states_.size(); ++seen)
    if (std::all_of(cube.begin(), cube.end(), [&](Lit lit) { return holds(states_[seen], lit); }))
      return seen;
  return std::nullopt;
}

std::optional<ReachableStates::Index> ReachableStates::index_of(const Bits& latches,
                                                                std::uint64_t hash) const {
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto it = begin; it != end; ++it)
    if (states_[it->second].latches == latches) return it->second;
  return std::nullopt;
}

ReachableStates::State ReachableStates::blank(Index before, std::span<const Lit> inputs) const {
  const std::size_t count = transition_.num_latches() + transition_.num_signals();
  return {Bits((count + 63) / 64, 0), before, {inputs.begin(), inputs.end()}};
}

void ReachableStates::add_signals(State& state) const {
  if (transition_.num_signals() == 0) return;
  const std::uint32_t count = transition_.num_latches();
  std::vector<bool> latches;
  for (std::uint32_t i = 0; i < count; ++i) latches.push_back(bit(state, i));
  const std::vector<bool> signals = transition_.signal_values(latches);
  for (std::uint32_t i = 0; i < signals.size(); ++i)
    if (signals[i]) state.latches[(count + i) / 64] |= std::uint64_t{1} << ((count + i) % 64);
}

std::optional<ReachableStates::Index> ReachableStates::add(State state) {
  add_signals(state);
  std::uint64_t hash = 0;
  for (const std::uint64_t word : state.latches)
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u + (hash >> 29);
  if (const auto known = index_of(state.latches, hash)) return known;
  if (states_.size() >= limit_) return std::nullopt;
  const auto index = static_cast<Index>(states_.size());
  by_hash_.emplace(hash, index);
  states_.push_back(std::move(state));
  return index;
}

std::optional<ReachableStates::Index> ReachableStates::add_initial(const Cube& cube) {
  CAIRN_ASSERT(transition_.intersects_initial(cube));
  const std::uint32_t count = transition_.num_latches();
  State state = blank(kNone, {});
  for (std::uint32_t i = 0; i < count; ++i) {
    const Lit latch(transition_.latch(i));
    const Lbool initial = transition_.initial(latch);
    if (initial == Lbool::True || (initial == Lbool::Undef && cube.contains(latch)))
      state.latches[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return add(std::move(state));
}

std::optional<ReachableStates::Index> ReachableStates::add_successor(Index from,
                                                                     std::span<const Lit> inputs) {
  values_.assign(system_.aig.size(), 0);
  for (const Lit input : inputs)
    if (!input.negated()) values_[system_.inputs[input.var().index - 1].index] = ~std::uint64_t{0};
  const std::uint32_t count = transition_.num_latches();
  for (std::uint32_t i = 0; i < count; ++i)
    if (holds(states_[from], Lit(transition_.latch(i))))
      values_[system_.latches[i].var.index] = ~std::uint64_t{0};
  evaluate_gates(system_.aig, values_);
  const auto is_true = [&](Lit lit) { return value_of(values_, lit) != 0; };
  if (!std::all_of(system_.constraints.begin(), system_.constraints.end(), is_true))
    return std::nullopt;
  State state = blank(from, inputs);
  for (std::uint32_t i = 0; i < count; ++i)
    if (is_true(system_.latches[i].next)) state.latches[i / 64] |= std::uint64_t{1} << (i % 64);
  return add(std::move(state));
}

std::shared_ptr<BadPath> ReachableStates::run_to(Index state,
                                                 const std::shared_ptr<BadPath>& path) const {
  std::shared_ptr<BadPath> run = path;
  for (Index at = state; states_[at].before != kNone; at = states_[at].before) {
    const State& before = states_[states_[at].before];
    std::vector<Lit> lits;
    for (std::uint32_t i = 0; i < transition_.num_latches(); ++i) {
      const Lit latch(transition_.latch(i));
      lits.push_back(latch ^ !holds(before, latch));
    }
    // Inputs that the step leaves open were false.
    std::vector<Lit> inputs;
    for (std::uint32_t i = 0; i < transition_.num_inputs(); ++i)
      inputs.push_back(~Lit(transition_.input(i)));
    for (const Lit input : states_[at].inputs) inputs[input.var().index - 1] = input;
    run = std::make_shared<BadPath>(Cube(std::move(lits)), std::move(inputs), std::move(run));
  }
  return run;
}

}  // namespace cairn::ic3
