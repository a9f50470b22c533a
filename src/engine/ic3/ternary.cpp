// SPDX-License-Identifier: MIT
//
// Works on the graph, not on the clauses: a latch that becomes unknown makes unknown the gates
// above it that no other operand decides, gate by gate; values only ever change to unknown, so the
// order of the gates does not matter. What changed is remembered and taken back if a target is hit.
#include "engine/ic3/ternary.h"

#include <algorithm>

namespace cairn::ic3 {

TernaryLifter::TernaryLifter(const Transition& transition) : transition_(transition) {}

Lbool TernaryLifter::evaluate(Var gate) const {
  return value_of(values_, transition_.aig().left(gate)) &
         value_of(values_, transition_.aig().right(gate));
}

void TernaryLifter::prepare() {
  const Aig& aig = transition_.aig();
  fanouts_ = Fanouts(aig);
  values_.assign(aig.size(), Lbool::Undef);
  values_[0] = Lbool::False;
  in_cone_.assign(aig.size(), 0);
  is_target_.assign(aig.size(), 0);
}

bool TernaryLifter::lift(std::vector<Lit>& latches, const std::vector<Lit>& inputs,
                         std::span<const Lit> targets) {
  if (values_.empty()) prepare();
  const auto node_of = [this](Lit lit) { return transition_.node(lit.var()); };
  for (const Lit lit : latches) values_[node_of(lit).index] = to_lbool(!lit.negated());
  for (const Lit lit : inputs) values_[node_of(lit).index] = to_lbool(!lit.negated());
  for (const Lit target : targets) is_target_[node_of(target).index] = 1;
  evaluate_cone(targets);
  const std::vector<Lit> all = latches;
  const bool known = std::all_of(targets.begin(), targets.end(), [&](Lit target) {
    return values_[node_of(target).index] != Lbool::Undef;
  });
  if (known) std::erase_if(latches, [&](Lit lit) { return forget(node_of(lit)); });

  for (const Lit lit : all) values_[node_of(lit).index] = Lbool::Undef;
  for (const Lit lit : inputs) values_[node_of(lit).index] = Lbool::Undef;
  for (const Lit target : targets) is_target_[node_of(target).index] = 0;
  for (const std::uint32_t v : cone_) {
    values_[v] = Lbool::Undef;
    in_cone_[v] = 0;
  }
  return known;
}

void TernaryLifter::evaluate_cone(std::span<const Lit> targets) {
  const Aig& aig = transition_.aig();
  cone_.clear();
  const auto visit = [&](Var var) {
    if (!aig.is_and(var) || in_cone_[var.index] != 0) return;
    in_cone_[var.index] = 1;
    cone_.push_back(var.index);
  };
  for (const Lit target : targets) visit(transition_.node(target.var()));
  for (std::size_t i = 0; i < cone_.size(); ++i) {
    const Var gate{cone_[i]};
    visit(aig.left(gate).var());
    visit(aig.right(gate).var());
  }
  std::sort(cone_.begin(), cone_.end());
  for (const std::uint32_t v : cone_) values_[v] = evaluate(Var{v});
}

/// Makes the leaf unknown unless that makes a target unknown.
bool TernaryLifter::forget(Var leaf) {
  if (is_target_[leaf.index] != 0) return false;
  changed_.clear();
  std::vector<Lbool> before{values_[leaf.index]};
  values_[leaf.index] = Lbool::Undef;
  changed_.push_back(leaf.index);
  for (std::size_t i = 0; i < changed_.size(); ++i) {
    const std::uint32_t v = changed_[i];
    for (const std::uint32_t reader : fanouts_.of(Var{v})) {
      const Var gate{reader};
      if (in_cone_[gate.index] == 0 || values_[gate.index] == Lbool::Undef) continue;
      if (evaluate(gate) != Lbool::Undef) continue;
      before.push_back(values_[gate.index]);
      values_[gate.index] = Lbool::Undef;
      changed_.push_back(gate.index);
      if (is_target_[gate.index] == 0) continue;
      for (std::size_t k = 0; k < changed_.size(); ++k) values_[changed_[k]] = before[k];
      return false;
    }
  }
  return true;
}

}  // namespace cairn::ic3
