// SPDX-License-Identifier: MIT
#include "transform/bit/cone.h"

namespace cairn {
namespace {

/// By variable: whether the bad states (or justice and fairness) or constraints depend on it.
std::vector<bool> cone_of_influence(const BitSystem& system) {
  std::vector<bool> reached(system.aig.size(), false);
  std::vector<Var> stack;
  const auto reach = [&](Lit lit) {
    if (reached[lit.var().index]) return;
    reached[lit.var().index] = true;
    stack.push_back(lit.var());
  };
  const std::vector<std::uint32_t> position = system.leaf_positions();
  std::vector<bool> is_latch(system.aig.size(), false);
  for (const Latch& latch : system.latches) is_latch[latch.var.index] = true;

  for (const Lit lit : system.bad) reach(lit);
  for (const Lit lit : system.constraints) reach(lit);
  if (is_about_justice(system)) {
    for (const Lit lit : system.fairness) reach(lit);
    for (const auto& set : system.justice)
      for (const Lit lit : set) reach(lit);
  }
  while (!stack.empty()) {
    const Var var = stack.back();
    stack.pop_back();
    if (system.aig.is_and(var)) {
      reach(system.aig.left(var));
      reach(system.aig.right(var));
    } else if (is_latch[var.index]) {
      const Latch& latch = system.latches[position[var.index]];
      reach(latch.next);
      reach(latch.reset);
    }
  }
  return reached;
}

}  // namespace

BitSystem Cone::apply(BitSystem system) {
  const std::vector<bool> reached = cone_of_influence(system);
  BitSystem result;
  leaves_.emplace(system, result, reached);
  GraphCopier copier(system.aig, result.aig, GraphCopier::Gates::Verbatim);
  leaves_->set_images(system, result, copier);
  if (is_about_justice(system)) system.outputs.clear();
  copy_functions(system, reached, result, copier,
                 is_about_justice(system) ? Rest::Keep : Rest::Drop);
  return result;
}

BitInvariant Cone::restore_invariant(BitInvariant invariant) const {
  return leaves_->restore(invariant);
}

BitTrace Cone::restore_trace(BitTrace trace) const {
  return leaves_->restore(std::move(trace));
}

}  // namespace cairn
