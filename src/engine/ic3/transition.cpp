// SPDX-License-Identifier: MIT
#include "engine/ic3/transition.h"

#include <algorithm>

#include "base/error.h"

namespace cairn::ic3 {
namespace {

std::vector<Var> leaves_of(const BitSystem& system) {
  std::vector<Var> leaves = system.inputs;
  for (const Latch& latch : system.latches) leaves.push_back(latch.var);
  return leaves;
}

std::vector<Lit> roots_of(const BitSystem& system, Lit bad,
                          const std::vector<Signal>& signals = {}) {
  std::vector<Lit> roots = system.constraints;
  for (const Latch& latch : system.latches) roots.push_back(latch.next);
  roots.push_back(bad);
  for (const Signal& signal : signals) {
    roots.push_back(signal.node);
    roots.push_back(signal.next);
  }
  return roots;
}

}  // namespace

/// The graph with the disjunction of all bad states.
Aig Transition::with_one_bad(const BitSystem& system, Lit& bad) {
  Aig aig = system.aig;
  bad = aig.or_all(system.bad);
  return aig;
}

Transition::Transition(const BitSystem& system, const DefinitionsOptions& options,
                       InternalSignals internal_signals)
    : aig_(with_one_bad(system, aig_bad_)),
      num_inputs_(static_cast<std::uint32_t>(system.inputs.size())),
      num_latches_(static_cast<std::uint32_t>(system.latches.size())),
      signals_(
          internal_signals == InternalSignals::No
              ? std::vector<Signal>()
              : find_signals(system, aig_, leaves_of(system), roots_of(system, aig_bad_), options)),
      definitions_(aig_, leaves_of(system), roots_of(system, aig_bad_, signals_), options) {
  for (const Latch& latch : system.latches) {
    CAIRN_CHECK(latch.has_constant_reset() || latch.is_uninitialised());
    latch_nodes_.push_back(latch.var);
    next_.push_back(definitions_.literal(latch.next));
    next_nodes_.push_back(latch.next);
    initial_.push_back(latch.has_constant_reset() ? to_lbool(latch.reset == kTrue) : Lbool::Undef);
  }
  if (internal_signals == InternalSignals::Yes) add_signals();
  bad_ = definitions_.literal(aig_bad_);
  for (const Lit constraint : system.constraints)
    constraints_.push_back(definitions_.literal(constraint));

  std::vector<std::uint64_t> values(aig_.size(), 0);
  for (const Latch& latch : system.latches)
    values[latch.var.index] = latch.reset == kTrue ? ~std::uint64_t{0} : 0;
  evaluate_gates(aig_, values);
  first_values_.assign(num_vars(), 0);
  nodes_.assign(num_vars(), Var{0});
  for (std::uint32_t v = 1; v < aig_.size(); ++v) {
    const Lit image = definitions_.known_literal(Lit(Var{v}));
    if (image == kNoLit) continue;
    first_values_[image.var().index] = (values[v] & 1) != 0 ? 1 : 0;
    nodes_[image.var().index] = Var{v};
  }
}

/// Those that have a variable of their own, with its sign.
void Transition::add_signals() {
  signal_position_.assign(num_vars(), kNoPosition);
  std::vector<Signal> kept;
  std::vector<bool> in_cone(aig_.size(), false);
  for (const Signal& signal : signals_) {
    const Lit image = definitions_.literal(signal.node);
    const Var var = image.var();
    if (var.index <= num_inputs_ + num_latches_ || is_signal(var)) continue;
    signal_position_[var.index] = static_cast<std::uint32_t>(next_.size());
    signal_vars_.push_back(var);
    next_.push_back(definitions_.literal(signal.next) ^ image.negated());
    next_nodes_.push_back(signal.next ^ image.negated());
    initial_.push_back(signal.initial ^ image.negated());
    kept.push_back({signal.node ^ image.negated(), next_nodes_.back(), initial_.back()});
    in_cone[signal.node.var().index] = true;
  }
  signals_ = std::move(kept);
  for (std::uint32_t v = static_cast<std::uint32_t>(aig_.size()); v-- > 1;) {
    if (!in_cone[v] || !aig_.is_and(Var{v})) continue;
    signal_cone_.push_back(Var{v});
    in_cone[aig_.left(Var{v}).var().index] = in_cone[aig_.right(Var{v}).var().index] = true;
  }
  std::reverse(signal_cone_.begin(), signal_cone_.end());
}

std::vector<bool> Transition::signal_values(const std::vector<bool>& latches) const {
  std::vector<std::uint64_t> values(aig_.size(), 0);
  for (std::size_t i = 0; i < latches.size(); ++i)
    values[latch_nodes_[i].index] = latches[i] ? ~std::uint64_t{0} : 0;
  for (const Var gate : signal_cone_)
    values[gate.index] = value_of(values, aig_.left(gate)) & value_of(values, aig_.right(gate));
  std::vector<bool> result;
  for (const Signal& signal : signals_) result.push_back(value_of(values, signal.node) != 0);
  return result;
}

void Transition::load(sat::Solver& solver) const {
  while (solver.num_vars() < num_vars()) solver.new_var();
  definitions_.for_each(
      [&](Var owner, std::span<const Lit> clause) { solver.add_definition(owner, clause); });
}

}  // namespace cairn::ic3
