// SPDX-License-Identifier: MIT
#include "transform/cfa/needed.h"

#include "transform/cfa/liveness.h"

namespace cairn {

bool Needed::transform(Cfa& cfa, std::vector<Fate>&) {
  const Liveness liveness(cfa, std::vector<bool>(cfa.variables.size(), false));
  const VariableReads variables(cfa);
  for (CfaEdge& edge : cfa.edges) {
    edge.command = rewrite(*cfa.terms, edge.command, [&](const CommandRef& leaf) {
      std::vector<bool> keep;
      for (const Term target : leaf->targets) {
        keep.push_back(liveness.ever(variables.index(target)));
        assignments_ += !keep.back();
      }
      return leaf->kind == Command::Kind::Assume ? leaf : with_targets(leaf, keep);
    });
  }
  variables_ = std::erase_if(cfa.variables, [&](const ProgramVariable& variable) {
    return !liveness.ever(variables.index(variable.term));
  });
  inputs_ = drop_unread_inputs(cfa);
  return variables_ > 0 || inputs_ > 0;
}

void Needed::visit_counters(const CounterVisitor& visit) const {
  visit("needed.variables", variables_);
  visit("needed.assignments", assignments_);
  visit("needed.inputs", inputs_);
}

}  // namespace cairn
