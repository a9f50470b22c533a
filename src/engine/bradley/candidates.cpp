// SPDX-License-Identifier: MIT
//
// What the system itself suggests [Bra11, section 7]: which latches can matter for a state that is
// so many steps from a bad one, and which latches may always be equal.
#include <algorithm>
#include <map>

#include "engine/bradley/bradley.h"
#include "model/simulate.h"

namespace cairn::bradley {
namespace {

/// Marks the latches that the literals read.
void mark_support(const BitSystem& system, std::vector<Lit> roots,
                  const std::vector<std::uint32_t>& positions, std::vector<std::uint8_t>& marked) {
  std::vector<std::uint8_t> seen(system.aig.size(), 0), is_latch(system.aig.size(), 0);
  for (const Latch& latch : system.latches) is_latch[latch.var.index] = 1;
  while (!roots.empty()) {
    const Var var = roots.back().var();
    roots.pop_back();
    if (seen[var.index] != 0) continue;
    seen[var.index] = 1;
    if (is_latch[var.index] != 0) marked[positions[var.index]] = 1;
    if (!system.aig.is_and(var)) continue;
    roots.push_back(system.aig.left(var));
    roots.push_back(system.aig.right(var));
  }
}

}  // namespace

/// Leaves the latches that the bad states and constraints of the next `distance` steps depend on.
Cube Bradley::cut_to_cone(const Cube& state, std::size_t distance) {
  if (!config_.cone) return state;
  const std::vector<std::uint32_t> positions = system_.leaf_positions();
  std::vector<Lit> roots = system_.bad;
  roots.insert(roots.end(), system_.constraints.begin(), system_.constraints.end());
  bool grows = cones_.size() < 2 || cones_.back() != cones_[cones_.size() - 2];
  while (cones_.size() <= distance && grows) {
    if (!cones_.empty())
      for (std::size_t i = 0; i < system_.latches.size(); ++i)
        if (cones_.back()[i] != 0) roots.push_back(system_.latches[i].next);
    std::vector<std::uint8_t> cone(system_.latches.size(), 0);
    mark_support(system_, roots, positions, cone);
    grows = cones_.empty() || cone != cones_.back();
    cones_.push_back(std::move(cone));
  }
  const std::vector<std::uint8_t>& cone = cones_[std::min(distance, cones_.size() - 1)];
  std::vector<Lit> lits;
  for (const Lit lit : state)
    if (cone[positions[lit.var().index]] != 0) lits.push_back(lit);
  stats_.cone_dropped += state.size() - lits.size();
  return Cube(std::move(lits));
}

/// Pairs of literals that were equal in all constrained steps of some random runs.
void Bradley::find_equivalences() {
  constexpr int kRounds = 4, kSteps = 64;
  candidates_.emplace();
  if (!config_.equivalences) return;
  ParallelSimulator simulator(system_);
  const std::size_t count = system_.latches.size();
  std::vector<std::uint64_t> hash(count, 0);
  std::vector<std::uint8_t> negated(count, 0);
  bool any = false;
  for (int round = 0; round < kRounds; ++round) {
    simulator.start(rng_);
    for (int i = 0; i < kSteps && simulator.constrained() != 0; ++i, simulator.step(rng_)) {
      const std::uint64_t constrained = simulator.constrained();
      for (std::size_t latch = 0; latch < count; ++latch) {
        std::uint64_t word = simulator.value(Lit(system_.latches[latch].var));
        // Normal form: false in the first constrained step of the first constrained run.
        if (!any) negated[latch] = (word & constrained & (~constrained + 1)) != 0 ? 1 : 0;
        word = (negated[latch] != 0 ? ~word : word) & constrained;
        hash[latch] = (hash[latch] ^ word) * 0x9E3779B97F4A7C15u;
        hash[latch] ^= hash[latch] >> 29;
      }
      any = true;
    }
  }
  if (!any) return;
  std::map<std::uint64_t, Lit> first;
  for (std::size_t latch = 0; latch < count; ++latch) {
    const Lit lit(system_.latches[latch].var, negated[latch] != 0);
    const auto [known, is_new] = first.emplace(hash[latch], lit);
    if (!is_new) candidates_->emplace_back(known->second, lit);
  }
  stats_.equivalences = candidates_->size();
}

/// Candidates that hold in the first two steps become two clauses each at level 1, and go on from
/// there as others do.
Bradley::Outcome Bradley::settle_equivalences() {
  if (!candidates_) find_equivalences();
  for (; !candidates_->empty(); candidates_->pop_back()) {
    const auto [a, b] = candidates_->back();
    bool holds = true;
    for (const Cube& cube : {Cube({a, ~b}), Cube({~a, b})}) {
      if (!holds || step_.intersects_initial(cube.lits())) {
        holds = false;
        break;
      }
      const Result result = step_.ask_into(0, cube.lits());
      if (result == Result::Unknown) return Outcome::Stopped;
      holds = result == Result::Unsatisfiable;
    }
    if (!holds) continue;
    ++stats_.equivalences_taken;
    add_clause(Cube({a, ~b}), 1);
    add_clause(Cube({~a, b}), 1);
  }
  return Outcome::Done;
}

}  // namespace cairn::bradley
