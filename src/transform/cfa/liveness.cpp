// SPDX-License-Identifier: MIT
#include "transform/cfa/liveness.h"

#include <set>
#include <utility>

#include "transform/cfa/graph.h"

namespace cairn {

using Kind = Command::Kind;

Liveness::Liveness(const Cfa& cfa, const std::vector<bool>& always)
    : cfa_(cfa),
      always_(always),
      reads_(cfa),
      live_(cfa.locations.size(), VariableSet(cfa.variables.size())) {
  const auto in = cfa.edges_in();
  const std::vector<std::uint32_t> order = reverse_postorder(cfa);
  std::set<std::pair<std::uint32_t, std::uint32_t>> open;  // the last in the order first
  for (std::uint32_t i = 0; i < live_.size(); ++i) open.insert({~order[i], i});
  while (!open.empty()) {
    const std::uint32_t location = open.begin()->second;
    open.erase(open.begin());
    for (const std::uint32_t edge : in[location]) {
      VariableSet live = live_[location];
      step_back(*cfa.edges[edge].command, live);
      const std::uint32_t source = cfa.edges[edge].source.index;
      if (live_[source].insert_all(live)) open.insert({~order[source], source});
    }
  }
}

void Liveness::step_back(const Command& command, VariableSet& live) {
  if (is_leaf(command)) return step_back_leaf(command, live);
  if (command.kind == Kind::Sequence) {
    for (auto part = command.parts.rbegin(); part != command.parts.rend(); ++part)
      step_back(**part, live);
    return;
  }
  VariableSet all(cfa_.variables.size());
  for (const CommandRef& part : command.parts) {
    VariableSet branch = live;
    step_back(*part, branch);
    all.insert_all(branch);
  }
  live = std::move(all);
}

void Liveness::step_back_leaf(const Command& leaf, VariableSet& live) {
  const auto& reads = reads_.of(leaf);
  std::vector<bool> needed(leaf.values.size(), true);
  for (std::size_t i = 0; i < leaf.targets.size(); ++i) {
    const std::uint32_t target = reads_.index(leaf.targets[i]);
    needed[i] = always_[target] || live.contains(target);
  }
  for (const Term target : leaf.targets) live.erase(reads_.index(target));
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (!needed[i]) continue;
    for (const std::uint32_t variable : reads[i]) live.insert(variable);
  }
}

CommandRef Liveness::without_dead(const CommandRef& command, VariableSet& live,
                                  const std::function<bool(std::uint32_t, Term)>& drop) {
  if (is_leaf(*command)) {
    std::vector<bool> keep(command->targets.size(), true);
    for (std::size_t i = 0; i < keep.size(); ++i) {
      const std::uint32_t target = reads_.index(command->targets[i]);
      const bool dead = !always_[target] && !live.contains(target);
      keep[i] = !dead || !drop(target, command->values[i]);
    }
    step_back_leaf(*command, live);
    return command->kind == Kind::Assume ? command : with_targets(command, keep);
  }
  std::vector<CommandRef> parts = command->parts;
  bool same = true;
  VariableSet all(cfa_.variables.size());
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    VariableSet branch = live;
    CommandRef changed = without_dead(*part, command->kind == Kind::Choice ? branch : live, drop);
    all.insert_all(branch);
    same &= changed == *part;
    *part = std::move(changed);
  }
  if (command->kind == Kind::Choice) live = std::move(all);
  if (same) return command;
  return command->kind == Kind::Sequence ? sequence(std::move(parts))
                                         : joined_choice(*cfa_.terms, std::move(parts));
}

}  // namespace cairn
