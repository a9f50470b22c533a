// SPDX-License-Identifier: MIT
#include "transform/cfa/commands.h"

#include <algorithm>
#include <unordered_set>

namespace cairn {

using Kind = Command::Kind;

CommandRef joined_choice(Terms& terms, std::vector<CommandRef> parts) {
  if (parts.size() <= 1) return choice(std::move(parts));
  std::vector<Term> conditions;
  std::vector<CommandRef> others;
  CommandRef first;  // the assume whose place the joined one takes
  for (CommandRef& part : parts) {
    if (part->kind != Kind::Assume && !is_skip(*part)) {
      others.push_back(std::move(part));
      continue;
    }
    conditions.push_back(is_skip(*part) ? terms.true_term() : part->values[0]);
    if (first == nullptr || is_skip(*first)) first = part;
  }
  if (conditions.size() < 2) {
    if (first != nullptr) others.push_back(first);
    return choice(std::move(others));
  }
  const Term condition = terms.or_all(conditions);
  others.push_back(terms.is_true(condition) ? skip_command() : assume(condition, first->site));
  return choice(std::move(others));
}

CommandRef with_targets(const CommandRef& command, const std::vector<bool>& keep) {
  const auto count = std::count(keep.begin(), keep.end(), true);
  if (count == 0) return skip_command();
  if (static_cast<std::size_t>(count) == command->targets.size()) return command;
  Command result;
  result.kind = Kind::Assign;
  result.site = command->site;
  for (std::size_t i = 0; i < keep.size(); ++i) {
    if (!keep[i]) continue;
    result.targets.push_back(command->targets[i]);
    result.values.push_back(command->values[i]);
  }
  return std::make_shared<const Command>(std::move(result));
}

CommandRef rewrite(Terms& terms, const CommandRef& command,
                   const std::function<CommandRef(const CommandRef&)>& leaf) {
  if (is_leaf(*command)) return leaf(command);
  std::vector<CommandRef> parts;
  parts.reserve(command->parts.size());
  bool same = true;
  for (const CommandRef& part : command->parts) {
    CommandRef changed = rewrite(terms, part, leaf);
    same &= changed == part;
    if (changed != nullptr)
      parts.push_back(std::move(changed));
    else if (command->kind == Kind::Sequence)
      return nullptr;
  }
  if (same) return command;
  if (command->kind == Kind::Sequence) return sequence(std::move(parts));
  return parts.empty() ? nullptr : joined_choice(terms, std::move(parts));
}

void for_each_leaf(const Command& command, const std::function<void(const Command&)>& visit) {
  if (is_leaf(command)) return visit(command);
  for (const CommandRef& part : command.parts) for_each_leaf(*part, visit);
}

std::size_t drop_unread_inputs(Cfa& cfa) {
  std::vector<Term> values;
  for (const CfaEdge& edge : cfa.edges)
    for_each_leaf(*edge.command, [&values](const Command& leaf) {
      values.insert(values.end(), leaf.values.begin(), leaf.values.end());
    });
  const std::vector<Term> read = cfa.terms->variables_of(values);
  const std::unordered_set<Term> kept(read.begin(), read.end());
  return std::erase_if(cfa.inputs,
                       [&kept](const CfaInput& input) { return !kept.contains(input.term); });
}

std::uint32_t CommandNumbers::of(const CommandRef& command) {
  if (const auto found = known_.find(command.get()); found != known_.end()) return found->second;
  Key key{command->kind, {}};
  for (const CommandRef& part : command->parts) key.parts.push_back(of(part));
  for (const Term target : command->targets) key.parts.push_back(target.id);
  for (const Term value : command->values) key.parts.push_back(value.id);
  const std::uint32_t number =
      numbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(numbers_.size()))
          .first->second;
  known_.emplace(command.get(), number);
  held_.push_back(command);
  return number;
}

VariableReads::VariableReads(const Cfa& cfa) : terms_(*cfa.terms) {
  for (std::uint32_t i = 0; i < cfa.variables.size(); ++i) index_.emplace(cfa.variables[i].term, i);
}

const std::vector<std::vector<std::uint32_t>>& VariableReads::of(const Command& leaf) {
  const auto [place, fresh] = reads_.try_emplace(&leaf);
  if (fresh) {
    for (const Term value : leaf.values) {
      std::vector<std::uint32_t>& read = place->second.emplace_back();
      for (const Term variable : terms_.variables_of(std::span(&value, 1)))
        if (const std::uint32_t i = index(variable); i != kNone) read.push_back(i);
    }
  }
  return place->second;
}

}  // namespace cairn
