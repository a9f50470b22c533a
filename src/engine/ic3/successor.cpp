// SPDX-License-Identifier: MIT
#include "engine/ic3/successor.h"

namespace cairn::ic3 {

Successor::Successor(const Transition& transition) : transition_(transition) {}

void Successor::start(const LatchValues& step) {
  step_ = &step;
  values_.resize(transition_.aig().size(), 0);
  known_.resize(transition_.aig().size(), 0);
  ++stamp_;
  known_[0] = stamp_;
}

bool Successor::holds(Lit lit) {
  const Aig& aig = transition_.aig();
  const Lit next = transition_.next_node(lit);
  stack_.push_back(next.var());
  while (!stack_.empty()) {
    const Var node = stack_.back();
    if (is_known(node)) {
      stack_.pop_back();
      continue;
    }
    if (!aig.is_and(node)) {
      values_[node.index] = step_->holds(Lit(transition_.variable(node))) ? 1 : 0;
      known_[node.index] = stamp_;
      continue;
    }
    const Lit left = aig.left(node), right = aig.right(node);
    if (!is_known(left.var())) stack_.push_back(left.var());
    if (!is_known(right.var())) stack_.push_back(right.var());
    if (!is_known(left.var()) || !is_known(right.var())) continue;
    values_[node.index] = value(left) && value(right) ? 1 : 0;
    known_[node.index] = stamp_;
  }
  return value(next);
}

}  // namespace cairn::ic3
