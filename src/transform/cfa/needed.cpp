// SPDX-License-Identifier: MIT
#include "transform/cfa/needed.h"

#include "transform/cfa/commands.h"

namespace cairn {
namespace {

/// By variable: is it read by a guard, or for the value of a variable that is needed?
std::vector<bool> needed_variables(const Cfa& cfa, VariableReads& reads) {
  std::vector<bool> needed(cfa.variables.size(), false);
  std::vector<std::vector<std::uint32_t>> read_for(needed.size());
  std::vector<std::uint32_t> open;
  const auto need = [&](const std::vector<std::uint32_t>& variables) {
    for (const std::uint32_t variable : variables) {
      if (needed[variable]) continue;
      needed[variable] = true;
      open.push_back(variable);
    }
  };
  for (const CfaEdge& edge : cfa.edges) {
    for_each_leaf(*edge.command, [&](const Command& leaf) {
      const auto& read = reads.of(leaf);
      if (leaf.kind == Command::Kind::Assume) return need(read[0]);
      for (std::size_t i = 0; i < read.size(); ++i) {
        auto& all = read_for[reads.index(leaf.targets[i])];
        all.insert(all.end(), read[i].begin(), read[i].end());
      }
    });
  }
  while (!open.empty()) {
    const std::uint32_t variable = open.back();
    open.pop_back();
    need(read_for[variable]);
  }
  return needed;
}

}  // namespace

bool Needed::transform(Cfa& cfa, std::vector<Fate>&) {
  VariableReads variables(cfa);
  const std::vector<bool> needed = needed_variables(cfa, variables);
  for (CfaEdge& edge : cfa.edges) {
    edge.command = rewrite(*cfa.terms, edge.command, [&](const CommandRef& leaf) {
      std::vector<bool> keep;
      for (const Term target : leaf->targets) {
        keep.push_back(needed[variables.index(target)]);
        assignments_ += !keep.back();
      }
      return leaf->kind == Command::Kind::Assume ? leaf : with_targets(leaf, keep);
    });
  }
  variables_ = std::erase_if(cfa.variables, [&](const ProgramVariable& variable) {
    return !needed[variables.index(variable.term)];
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
