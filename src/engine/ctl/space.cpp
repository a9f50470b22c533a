// SPDX-License-Identifier: MIT
#include "engine/ctl/space.h"

#include <algorithm>

#include "base/error.h"
#include "logic/bit/copy.h"

namespace cairn::ctl {
namespace {

/// By node: what the formula, constraints and fairness depend on, through any number of steps.
std::vector<bool> cone_over_time(const CtlSystem& about) {
  const BitSystem& system = about.system;
  std::vector<bool> seen(system.aig.size(), false);
  std::vector<Var> open;
  const auto reach = [&](Lit lit) {
    if (seen[lit.var().index]) return;
    seen[lit.var().index] = true;
    open.push_back(lit.var());
  };
  for (std::size_t id = 0; id < about.formulas.size(); ++id) {
    const auto& node = about.formulas.node({static_cast<std::uint32_t>(id)});
    if (node.op == temporal::CtlOperator::Atom) reach(about.atoms[node.a]);
  }
  for (const Lit lit : system.constraints) reach(lit);
  for (const Lit lit : system.fairness) reach(lit);
  const auto positions = system.leaf_positions();
  while (!open.empty()) {
    const Var var = open.back();
    open.pop_back();
    if (system.aig.is_and(var)) {
      reach(system.aig.left(var));
      reach(system.aig.right(var));
      continue;
    }
    const std::uint32_t position = positions[var.index];
    if (position < system.latches.size() && system.latches[position].var == var) {
      reach(system.latches[position].next);
      reach(system.latches[position].reset);
    }
  }
  return seen;
}

}  // namespace

Space::Space(const CtlSystem& about, const Context& context)
    : encoder_(graph_), solver_(make_incremental_solver(SolverKind::Cairn, context.budget.hard())) {
  const BitSystem& system = about.system;
  const std::vector<bool> seen = cone_over_time(about);
  for (std::uint32_t i = 0; i < system.latches.size(); ++i)
    if (seen[system.latches[i].var.index]) latches_.push_back(i);
  for (std::uint32_t i = 0; i < system.inputs.size(); ++i)
    if (seen[system.inputs[i].index]) inputs_.push_back(i);
  GraphCopier copier(system.aig, graph_);
  for (const std::uint32_t i : latches_) copier.set_image(system.latches[i].var, graph_.add_leaf());
  for (const std::uint32_t i : inputs_) copier.set_image(system.inputs[i], graph_.add_leaf());
  after_.assign(1, kFalse);
  std::vector<Lit> later_inputs;
  for (std::size_t i = 0; i < inputs_.size(); ++i) later_inputs.push_back(graph_.add_leaf());
  std::vector<Lit> first;
  for (const std::uint32_t i : latches_) {
    next_.push_back(copier.copy(system.latches[i].next));
    first.push_back(graph_.equal(copier.copy(Lit(system.latches[i].var)),
                                 copier.copy(system.latches[i].reset)));
  }
  initial_ = graph_.and_all(first);
  for (std::size_t i = 0; i < about.atoms.size(); ++i) {
    // Of those that the formula does not have the leaves may be missing.
    const bool is_used = seen[about.atoms[i].var().index] || about.atoms[i].is_constant();
    atoms_.push_back(is_used ? copier.copy(about.atoms[i]) : kFalse);
  }
  std::vector<Lit> constraints;
  for (const Lit lit : system.constraints) constraints.push_back(copier.copy(lit));
  constrained_ = graph_.and_all(constraints);
  for (const Lit lit : system.fairness) fairness_.push_back(copier.copy(lit));
  after_.insert(after_.end(), next_.begin(), next_.end());
  after_.insert(after_.end(), later_inputs.begin(), later_inputs.end());
  constrained_after_ = after(constrained_);
}

/// Nodes that images has none for are made, from those of their operands.
Lit Space::substituted(Lit lit, Images& images, bool inputs_only) {
  if (images.size() < graph_.size()) images.resize(graph_.size(), kNoLit);
  const auto image = [&](Lit l) { return images[l.var().index] ^ l.negated(); };
  stack_.assign(1, lit.var());
  while (!stack_.empty()) {
    const Var var = stack_.back();
    if (images[var.index] != kNoLit) {
      stack_.pop_back();
      continue;
    }
    if (!graph_.is_and(var)) {
      CAIRN_CHECK(inputs_only);
      images[var.index] = Lit(var);
      stack_.pop_back();
      continue;
    }
    const Lit left = graph_.left(var), right = graph_.right(var);
    bool missing = false;
    for (const Lit operand : {left, right})
      if (images[operand.var().index] == kNoLit) {
        stack_.push_back(operand.var());
        missing = true;
      }
    if (missing) continue;
    stack_.pop_back();
    images[var.index] = graph_.and_gate(image(left), image(right));
    if (images.size() < graph_.size()) images.resize(graph_.size(), kNoLit);
  }
  return image(lit);
}

Lit Space::under(Lit lit, const Inputs& inputs) {
  Images images(graph_.size(), kNoLit);
  images[0] = kFalse;
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    images[input(i).var().index] = inputs[i] ? kTrue : kFalse;
  return substituted(lit, images, true);
}

bool Space::is_region(Lit lit) const {
  std::vector<bool> seen(lit.var().index + 1, false);
  seen[lit.var().index] = true;
  for (std::uint32_t v = lit.var().index; v > latches_.size(); --v) {
    if (!seen[v]) continue;
    if (!graph_.is_and(Var{v})) return false;
    seen[graph_.left(Var{v}).var().index] = true;
    seen[graph_.right(Var{v}).var().index] = true;
  }
  return true;
}

std::size_t Space::gates_below(Lit lit, std::size_t most) const {
  std::vector<std::uint32_t> seen, open{lit.var().index};
  while (!open.empty() && seen.size() <= most) {
    const std::uint32_t v = open.back();
    open.pop_back();
    if (!graph_.is_and(Var{v}) || std::ranges::find(seen, v) != seen.end()) continue;
    seen.push_back(v);
    open.push_back(graph_.left(Var{v}).var().index);
    open.push_back(graph_.right(Var{v}).var().index);
  }
  return seen.size();
}

std::vector<Lit> Space::literals_of(const State& state) const {
  std::vector<Lit> lits;
  for (std::size_t i = 0; i < state.size(); ++i) lits.push_back(latch(i) ^ !state[i]);
  return lits;
}

void Space::enter(const State& state, const Inputs& inputs) {
  if (stamps_.size() < graph_.size()) {
    stamps_.resize(graph_.size(), stamp_);
    values_.resize(graph_.size(), false);
  }
  ++stamp_;
  const auto set = [&](std::uint32_t v, bool to) {
    stamps_[v] = stamp_;
    values_[v] = to;
  };
  set(0, false);
  for (std::size_t i = 0; i < state.size(); ++i) set(latch(i).var().index, state[i]);
  for (std::size_t i = 0; i < inputs.size(); ++i) set(input(i).var().index, inputs[i]);
}

bool Space::at(Lit lit) {
  const auto known = [&](Lit l) { return values_[l.var().index] != l.negated(); };
  CAIRN_CHECK(lit.var().index < stamps_.size());
  stack_.assign(1, lit.var());
  while (!stack_.empty()) {
    const Var var = stack_.back();
    if (stamps_[var.index] == stamp_) {
      stack_.pop_back();
      continue;
    }
    CAIRN_CHECK(graph_.is_and(var));
    bool missing = false;
    for (const Lit operand : {graph_.left(var), graph_.right(var)})
      if (stamps_[operand.var().index] != stamp_) {
        stack_.push_back(operand.var());
        missing = true;
      }
    if (missing) continue;
    stack_.pop_back();
    stamps_[var.index] = stamp_;
    values_[var.index] = known(graph_.left(var)) && known(graph_.right(var));
  }
  return known(lit);
}

bool Space::value(Lit lit, const State& state, const Inputs& inputs) {
  enter(state, inputs);
  return at(lit);
}

State Space::successor(const State& state, const Inputs& inputs) {
  enter(state, inputs);
  State found(num_latches());
  for (std::size_t i = 0; i < found.size(); ++i) found[i] = at(next_[i]);
  return found;
}

Space::Result Space::ask(std::span<const Lit> assumptions) {
  ++queries_;
  std::vector<int> asked;
  for (const Lit lit : assumptions)
    asked.push_back(encoder_.literal(
        lit, [this](std::span<const int> clause) { solver_->add_definition(clause); }));
  switch (solver_->solve(asked)) {
    case IncrementalSolver::Result::Satisfiable:
      return Result::Yes;
    case IncrementalSolver::Result::Unsatisfiable:
      return Result::No;
    default:
      return Result::Stopped;
  }
}

State Space::state() const {
  State found(num_latches());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const int known = encoder_.known_literal(latch(i));
    found[i] = known != 0 && solver_->value(known);
  }
  return found;
}

Inputs Space::inputs() const {
  Inputs found(num_inputs());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const int known = encoder_.known_literal(input(i));
    found[i] = known != 0 && solver_->value(known);
  }
  return found;
}

bool Space::needed(Lit assumption) {
  return solver_->failed(encoder_.known_literal(assumption));
}

}  // namespace cairn::ctl
