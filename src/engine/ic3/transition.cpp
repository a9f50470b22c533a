// SPDX-License-Identifier: MIT
#include "engine/ic3/transition.h"

#include "base/error.h"

namespace cairn {
namespace {

std::vector<Var> leaves_of(const BitSystem& system) {
  std::vector<Var> leaves = system.inputs;
  for (const Latch& latch : system.latches) leaves.push_back(latch.var);
  return leaves;
}

std::vector<Lit> roots_of(const BitSystem& system, Lit bad) {
  std::vector<Lit> roots = system.constraints;
  for (const Latch& latch : system.latches) roots.push_back(latch.next);
  roots.push_back(bad);
  return roots;
}

}  // namespace

/// The graph with the disjunction of all bad states.
Aig Transition::with_one_bad(const BitSystem& system, Lit& bad) {
  Aig aig = system.aig;
  bad = aig.or_all(system.bad);
  return aig;
}

Transition::Transition(const BitSystem& system, const DefinitionsOptions& options)
    : aig_(with_one_bad(system, aig_bad_)),
      num_inputs_(static_cast<std::uint32_t>(system.inputs.size())),
      definitions_(aig_, leaves_of(system), roots_of(system, aig_bad_), options) {
  for (const Latch& latch : system.latches) {
    CAIRN_CHECK(latch.has_constant_reset() || latch.is_uninitialised());
    next_.push_back(definitions_.literal(latch.next));
    initial_.push_back(latch.has_constant_reset() ? to_lbool(latch.reset == kTrue) : Lbool::Undef);
  }
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

void Transition::load(sat::Solver& solver) const {
  while (solver.num_vars() < num_vars()) solver.new_var();
  definitions_.for_each(
      [&](Var owner, std::span<const Lit> clause) { solver.add_definition(owner, clause); });
}

}  // namespace cairn
