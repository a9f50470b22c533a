// SPDX-License-Identifier: MIT
#include "engine/ic3/justify.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "engine/ic3/query_solver.h"

namespace cairn::ic3 {
namespace {
// Costs of shared operands double from level to level and are cut; sums of them stay below
// "unknown".
constexpr float kUnknownCost = std::numeric_limits<float>::infinity(), kMaxCost = 1e8f;
}  // namespace

Justifier::Justifier(const Transition& transition)
    : transition_(transition),
      first_clause_(transition.num_vars() + 1, 0),
      cost_(transition.num_vars(), 0),
      costed_(transition.num_vars(), 0),
      marked_(transition.num_vars(), 0) {
  std::uint32_t next_owner = 0;
  transition.definitions().for_each([&](Var owner, std::span<const Lit> clause) {
    while (next_owner <= owner.index)
      first_clause_[next_owner++] = static_cast<std::uint32_t>(clauses_.size());
    const auto begin = static_cast<std::uint32_t>(pool_.size());
    pool_.insert(pool_.end(), clause.begin(), clause.end());
    clauses_.push_back({begin, static_cast<std::uint32_t>(pool_.size())});
  });
  while (next_owner < first_clause_.size())
    first_clause_[next_owner++] = static_cast<std::uint32_t>(clauses_.size());
}

template <class Model>
bool Justifier::forces(const Model& model, Range clause, Lit lit) const {
  for (std::uint32_t i = clause.begin; i < clause.end; ++i) {
    const Lit other = pool_.data()[i];
    if (other != lit && model.value(other) != Lbool::False) return false;
  }
  return true;
}

/// How many latches the value of `var` takes to justify, operands that are shared counted twice.
template <class Model>
float Justifier::cost_of(const Model& model, Var root) {
  stack_.push_back(root.index);
  while (!stack_.empty()) {
    const Var var{stack_.back()};
    if (costed_[var.index] == stamp_) {
      stack_.pop_back();
      continue;
    }
    if (first_clause_[var.index] == first_clause_[var.index + 1] || transition_.is_signal(var)) {
      cost_[var.index] = transition_.is_input(var) ? 0.001f : 1.0f;
      costed_[var.index] = stamp_;
      stack_.pop_back();
      continue;
    }
    const Lit lit = Lit(var) ^ (model.value(Lit(var)) == Lbool::False);
    float best = kUnknownCost;
    bool ready = true;
    for (std::uint32_t c = first_clause_[var.index]; c < first_clause_[var.index + 1]; ++c) {
      const Range clause = clauses_.data()[c];
      if (!forces(model, clause, lit)) continue;
      float sum = 0;
      for (std::uint32_t i = clause.begin; i < clause.end; ++i) {
        const std::uint32_t operand = pool_.data()[i].var().index;
        if (operand == var.index) continue;
        if (costed_[operand] != stamp_) {
          stack_.push_back(operand);
          ready = false;
        } else {
          sum += cost_[operand];
        }
      }
      best = std::min(best, sum);
    }
    if (!ready) continue;
    cost_[var.index] = best == kUnknownCost ? 0 : std::min(best, kMaxCost);
    costed_[var.index] = stamp_;
    stack_.pop_back();
  }
  return cost_[root.index];
}

/// No clause forces `lit`, but its negation is impossible if each clause with that has another true
/// literal: collects one of each. Answers whether there are.
template <class Model>
bool Justifier::cover(const Model& model, Lit lit) {
  cover_.clear();
  const std::uint32_t var = lit.var().index;
  for (std::uint32_t c = first_clause_[var]; c < first_clause_[var + 1]; ++c) {
    bool contradicts = false;
    float best_cost = kUnknownCost;
    Var best{0};
    for (std::uint32_t i = clauses_[c].begin; i < clauses_[c].end; ++i) {
      const Lit other = pool_[i];
      if (other == ~lit) contradicts = true;
      if (other.var() == lit.var() || model.value(other) != Lbool::True) continue;
      const float cost = marked_[other.var().index] == stamp_ ? 0 : cost_of(model, other.var());
      if (cost >= best_cost) continue;
      best_cost = cost;
      best = other.var();
    }
    if (!contradicts) continue;
    if (best_cost == kUnknownCost) return false;
    cover_.push_back(best);
  }
  return true;
}

template <class Model>
void Justifier::justify(const Model& model, std::span<const Lit> targets, Constraints constraints,
                        std::vector<Lit>& latches, std::vector<Lit>& inputs) {
  ++stamp_;
  const auto need = [this](Var var) {
    if (var.index == 0 || marked_[var.index] == stamp_) return;
    marked_[var.index] = stamp_;
    needed_.push(var.index);
  };
  for (const Lit target : targets) need(target.var());
  if (constraints == Constraints::Add)
    model.for_each_obligation([&](std::span<const Lit> lits) {
      CAIRN_ASSERT(!lits.empty());
      float best_cost = kUnknownCost;
      Var best{0};
      for (const Lit lit : lits) {
        const float cost = marked_[lit.var().index] == stamp_ ? 0 : cost_of(model, lit.var());
        if (cost >= best_cost) continue;
        best_cost = cost;
        best = lit.var();
      }
      need(best);
    });
  while (!needed_.empty()) {
    const Var var{needed_.top()};  // operands have smaller numbers
    needed_.pop();
    const Lit lit = Lit(var) ^ (model.value(Lit(var)) == Lbool::False);
    if (transition_.is_state(var)) {
      latches.push_back(lit);
      continue;
    }
    if (transition_.is_input(var)) {
      inputs.push_back(lit);
      continue;
    }
    float best_cost = kUnknownCost;
    std::uint32_t best = 0;
    for (std::uint32_t c = first_clause_[var.index]; c < first_clause_[var.index + 1]; ++c) {
      if (!forces(model, clauses_[c], lit)) continue;
      float sum = 0;
      for (std::uint32_t i = clauses_[c].begin; i < clauses_[c].end; ++i) {
        const Var operand = pool_[i].var();
        if (operand != var && marked_[operand.index] != stamp_) sum += cost_of(model, operand);
      }
      if (sum >= best_cost) continue;
      best_cost = sum;
      best = c;
    }
    if (best_cost == kUnknownCost) {
      CAIRN_CHECK(model.fixed_value(Lit(var)) != Lbool::Undef);
      if (cover(model, lit))
        for (const Var operand : cover_) need(operand);
      continue;
    }
    for (std::uint32_t i = clauses_[best].begin; i < clauses_[best].end; ++i) need(pool_[i].var());
  }
}

template void Justifier::justify(const sat::Solver&, std::span<const Lit>, Constraints,
                                 std::vector<Lit>&, std::vector<Lit>&);
template void Justifier::justify(const WholeModel&, std::span<const Lit>, Constraints,
                                 std::vector<Lit>&, std::vector<Lit>&);

}  // namespace cairn::ic3
