// SPDX-License-Identifier: MIT
#include "sat/equality_prover.h"

#include <algorithm>
#include <array>

#include "logic/bit/cnf.h"

namespace cairn::sat {

EqualityProver::Verdict EqualityProver::ask(Lit a, Lit b, std::span<const Lit> assumed) {
  used_.clear();
  if (a == b) return Verdict::Equal;
  ++queries_;
  if (b.is_constant()) std::swap(a, b);
  if (a.is_constant()) {
    // One side is known: half of the query has its answer.
    const Result result = solve(kTrue, b ^ (a == kTrue), assumed);
    if (result == Result::Unknown) return Verdict::Unknown;
    return result == Result::Satisfiable ? Verdict::Different : Verdict::Equal;
  }
  for (int side = 0; side < 2; ++side) {
    const Result result = side == 0 ? solve(a, ~b, assumed) : solve(~a, b, assumed);
    if (result == Result::Unknown) return Verdict::Unknown;
    if (result == Result::Satisfiable) return Verdict::Different;
  }
  return Verdict::Equal;
}

// Both literals are true, and so is what is assumed.
Result EqualityProver::solve(Lit a, Lit b, std::span<const Lit> assumed) {
  assumptions_.clear();
  assumptions_.push_back(literal(a));
  assumptions_.push_back(literal(b));
  for (const Lit lit : assumed) assumptions_.push_back(literal(lit));
  solver_.set_conflict_limit(conflicts_);
  const Result result = solver_.solve(assumptions_);
  if (result == Result::Unsatisfiable)
    for (std::size_t i = 0; i < assumed.size(); ++i)
      if (solver_.in_core(assumptions_[i + 2]) &&
          std::find(used_.begin(), used_.end(), assumed[i]) == used_.end())
        used_.push_back(assumed[i]);
  return result;
}

Lbool EqualityProver::value(Lit leaf) const {
  const std::uint32_t node = leaf.var().index;
  if (node >= variables_.size() || variables_[node].index == 0) return Lbool::Undef;
  return solver_.value(Lit(variables_[node], leaf.negated()));
}

Lit EqualityProver::literal(Lit lit) {
  if (lit.is_constant()) return lit;
  if (variables_.size() < graph_.size()) variables_.resize(graph_.size());
  if (variables_[lit.var().index].index == 0) define_cone(lit.var());
  return Lit(variables_[lit.var().index], lit.negated());
}

void EqualityProver::define_cone(Var root) {
  stack_.push_back(root);
  while (!stack_.empty()) {
    const Var var = stack_.back();
    if (var.index == 0 || variables_[var.index].index != 0) {
      stack_.pop_back();
      continue;
    }
    if (!graph_.is_and(var)) {
      variables_[var.index] = solver_.new_var();
      stack_.pop_back();
      continue;
    }
    bool ready = true;
    const Gate gate = recognize_gate(graph_, var);
    for (const Lit operand : gate.used()) {
      if (operand.is_constant() || variables_[operand.var().index].index != 0) continue;
      stack_.push_back(operand.var());
      ready = false;
    }
    if (!ready) continue;
    stack_.pop_back();
    define(var);
  }
}

void EqualityProver::define(Var var) {
  const Gate gate = recognize_gate(graph_, var);
  const Var owner = variables_[var.index] = solver_.new_var();
  const auto operand = [&](int i) {
    const Lit lit = gate.operands[static_cast<std::size_t>(i)];
    return Lit(variables_[lit.var().index], lit.negated());
  };
  const auto add = [&](auto... lits) {
    solver_.add_definition(owner, std::array<Lit, sizeof...(lits)>{lits...});
  };
  const Lit x(owner), a = operand(0), b = operand(1);
  switch (gate.kind) {
    case Gate::Kind::And:
      add(~x, a);
      add(~x, b);
      add(x, ~a, ~b);
      break;
    case Gate::Kind::Xor:
      add(~x, a, b);
      add(~x, ~a, ~b);
      add(x, ~a, b);
      add(x, a, ~b);
      break;
    case Gate::Kind::IfThenElse: {
      const Lit c = operand(2);
      add(~x, ~a, b);
      add(x, ~a, ~b);
      add(~x, a, c);
      add(x, a, ~c);
      break;
    }
  }
}

}  // namespace cairn::sat
