// SPDX-License-Identifier: MIT
#include "model/ctl.h"

#include <algorithm>
#include <utility>

namespace cairn {
namespace {

/// By node, whether some of these literals depends on it.
std::vector<bool> cone_below(const Aig& aig, const std::vector<Lit>& roots) {
  std::vector<bool> found(aig.size(), false);
  for (const Lit root : roots) found[root.var().index] = true;
  for (std::uint32_t v = aig.size(); v-- > 1;)
    if (found[v] && aig.is_and(Var{v})) {
      found[aig.left(Var{v}).var().index] = true;
      found[aig.right(Var{v}).var().index] = true;
    }
  return found;
}

/// Gates that nothing needs are dropped: their leaves would count.
std::vector<Lit> used_atoms(const temporal::CtlFormulas& formulas, temporal::CtlFormula formula,
                            const std::vector<Lit>& atoms) {
  std::vector<bool> used(formulas.size(), false);
  used[formula.id] = true;
  std::vector<Lit> found;
  for (std::uint32_t id = static_cast<std::uint32_t>(formulas.size()); id-- > 0;) {
    if (!used[id]) continue;
    const auto& node = formulas.node({id});
    using Operator = temporal::CtlOperator;
    if (node.op == Operator::Atom) found.push_back(atoms[node.a]);
    if (node.op == Operator::Atom || node.op == Operator::True) continue;
    used[node.a] = true;
    if (node.op == Operator::And || node.op == Operator::ExistsUntil) used[node.b] = true;
  }
  return found;
}

}  // namespace

CtlSystem ctl_system(BitSystem circuit, std::vector<Lit> atoms, temporal::CtlFormulas formulas,
                     temporal::CtlFormula formula) {
  CtlSystem made;
  made.system = std::move(circuit);
  BitSystem& system = made.system;
  const std::vector<bool> seen = cone_below(system.aig, used_atoms(formulas, formula, atoms));
  const std::vector<Var> inputs = system.inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!seen[inputs[i].index]) continue;
    // The leaf stays what gates read; a new one is the input of the step.
    Latch latch{inputs[i], kFalse, Lit(inputs[i])};
    system.inputs[i] = system.aig.add_leaf().var();
    latch.next = Lit(system.inputs[i]);
    system.names.latches.set(system.latches.size(), std::string(system.names.inputs.get(i)));
    system.latches.push_back(latch);
  }
  made.atoms = std::move(atoms);
  made.formulas = std::move(formulas);
  made.formula = formula;
  made.fair = made.formulas.eg(made.formulas.constant(true));
  return made;
}

}  // namespace cairn
