// SPDX-License-Identifier: MIT
#include "engine/kind/distance.h"

namespace cairn::kind {

std::vector<Lit> literals_of(std::span<const Cube> cubes) {
  std::vector<Lit> all;
  for (const Cube& cube : cubes) all.insert(all.end(), cube.begin(), cube.end());
  return all;
}

LeafDistances::LeafDistances(const BitSystem& system, std::span<const Lit> others) {
  const Aig& aig = system.aig;
  std::vector<std::uint32_t> distance(aig.size(), kNever);
  std::vector<std::uint32_t> latch_at(aig.size(), kNever);  // by variable: position
  for (std::uint32_t i = 0; i < system.latches.size(); ++i)
    latch_at[system.latches[i].var.index] = i;

  std::vector<Lit> roots(system.bad);
  roots.insert(roots.end(), system.constraints.begin(), system.constraints.end());
  roots.insert(roots.end(), others.begin(), others.end());
  std::vector<Var> stack;
  for (std::uint32_t level = 0; !roots.empty(); ++level) {
    std::vector<Lit> next_roots;
    for (const Lit root : roots) stack.push_back(root.var());
    while (!stack.empty()) {
      const Var var = stack.back();
      stack.pop_back();
      if (distance[var.index] != kNever) continue;
      distance[var.index] = level;
      if (aig.is_and(var)) {
        stack.push_back(aig.left(var).var());
        stack.push_back(aig.right(var).var());
      } else if (latch_at[var.index] != kNever) {
        next_roots.push_back(system.latches[latch_at[var.index]].next);
      }
    }
    roots = std::move(next_roots);
  }
  for (const Var input : system.inputs) inputs_.push_back(distance[input.index]);
  for (const Latch& latch : system.latches) latches_.push_back(distance[latch.var.index]);
}

std::vector<std::uint32_t> LeafDistances::within(const std::vector<std::uint32_t>& distances,
                                                 std::uint32_t limit) {
  std::vector<std::uint32_t> positions;
  for (std::uint32_t i = 0; i < distances.size(); ++i)
    if (distances[i] != kNever && distances[i] <= limit) positions.push_back(i);
  return positions;
}

}  // namespace cairn::kind
