// SPDX-License-Identifier: MIT
#include "smt/graph_model.h"

#include <algorithm>

#include "logic/bit/cnf.h"

namespace cairn {

std::vector<bool> GraphModel::operator()(const Bits& bits) {
  std::vector<bool> values(bits.size());
  for (std::size_t i = 0; i < bits.size(); ++i) values[i] = (*this)(bits[i]);
  return values;
}

bool GraphModel::value(Var var) {
  if (values_.size() < aig_.size()) values_.resize(aig_.size(), Lbool::Undef);
  if (has(var)) return values_[var.index] == Lbool::True;
  stack_.push_back(var);
  while (!stack_.empty())
    if (try_value(stack_.back())) stack_.pop_back();
  return values_[var.index] == Lbool::True;
}

/// False if operands have to come first; then they are on the stack.
bool GraphModel::try_value(Var var) {
  Lbool& value = values_[var.index];
  if (value != Lbool::Undef) return true;
  if (var.index == 0) {
    value = Lbool::False;
    return true;
  }
  value = known_(var);
  if (value != Lbool::Undef) return true;
  if (!aig_.is_and(var)) {
    value = Lbool::False;
    return true;
  }
  const Lit left = aig_.left(var), right = aig_.right(var);
  if (!has(left.var())) {
    stack_.push_back(left.var());
    return false;
  }
  // What is false already has no need of its other operand.
  if (value_of(values_, left) == Lbool::False) {
    value = Lbool::False;
    return true;
  }
  if (!has(right.var())) {
    stack_.push_back(right.var());
    return false;
  }
  value = value_of(values_, right);
  return true;
}

void GraphModel::need(Lit lit) {
  need_stack_.push_back(lit.var());
  while (!need_stack_.empty()) {
    const Var var = need_stack_.back();
    need_stack_.pop_back();
    if (needed_.size() < aig_.size()) needed_.resize(aig_.size(), false);
    if (needed_[var.index] || var.index == 0) continue;
    needed_[var.index] = true;
    if (aig_.is_and(var))
      need_operands(var);
    else
      needed_leaves_.push_back(var);
  }
}

void GraphModel::need_operands(Var var) {
  const Gate gate = recognize_gate(aig_, var);
  const auto& [a, b, c] = gate.operands;
  switch (gate.kind) {
    case Gate::Kind::Xor:
      need_stack_.insert(need_stack_.end(), {a.var(), b.var()});
      break;
    case Gate::Kind::IfThenElse:
      need_stack_.insert(need_stack_.end(), {a.var(), (*this)(a) ? b.var() : c.var()});
      break;
    case Gate::Kind::And:
      if (value(var)) {
        need_stack_.insert(need_stack_.end(), {a.var(), b.var()});
      } else if ((*this)(a)) {
        need_stack_.push_back(b.var());
      } else if ((*this)(b)) {
        need_stack_.push_back(a.var());
      } else if (!needed_[a.var().index] && !needed_[b.var().index]) {
        // Either will do; what came first is more likely a condition than a result.
        need_stack_.push_back(std::min(a.var(), b.var()));
      }
      break;
  }
}

}  // namespace cairn
