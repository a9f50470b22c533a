// SPDX-License-Identifier: MIT
//
// Replays traces of automata. Where each edge is one statement, as in automata that nothing has
// minimized, they are compiled, so that long runs over large arrays take no longer than they must.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "model/cfa.h"
#include "model/machine.h"

namespace cairn {
namespace {

/// Edges that assign or assume, compiled when they are first taken.
class EdgeMachine {
 public:
  EdgeMachine(const Cfa& cfa, const Assignment& initial) : cfa_(cfa), machine_(*cfa.terms) {
    for (const ProgramVariable& variable : cfa.variables) variables_.insert(variable.term);
    for (const auto& [variable, value] : initial) machine_.set(machine_.bind(variable), value);
  }

  static bool takes(const Command& command) {
    return command.kind == Command::Kind::Assign || command.kind == Command::Kind::Assume ||
           (command.kind == Command::Kind::Sequence && command.parts.empty());
  }

  /// False if it blocks.
  bool run(std::uint32_t edge, const Assignment& inputs) {
    const Command& command = *cfa_.edges[edge].command;
    if (command.kind == Command::Kind::Sequence) return true;
    const auto [known, is_new] = steps_.try_emplace(edge);
    Step& step = known->second;
    if (is_new) compile(command, step);
    for (const auto& [input, slot] : step.inputs) {
      const auto given = inputs.find(input);
      machine_.set(slot,
                   given != inputs.end() ? given->second : Value::zero(cfa_.terms->sort(input)));
    }
    machine_.execute(step.code);
    return command.kind == Command::Kind::Assign || machine_.truth(step.code);
  }

 private:
  struct Step {
    Machine::Code code;
    std::vector<std::pair<Term, Machine::Slot>> inputs;
  };

  void compile(const Command& command, Step& step) {
    for (const Term term : cfa_.terms->variables_of(command.values)) {
      const Machine::Slot slot = machine_.bind(term);
      if (!variables_.contains(term)) step.inputs.emplace_back(term, slot);
    }
    for (const Term target : command.targets) machine_.bind(target);
    step.code = command.kind == Command::Kind::Assign
                    ? machine_.compile(command.targets, command.values)
                    : machine_.compile(command.values[0]);
  }

  const Cfa& cfa_;
  Machine machine_;
  std::unordered_set<Term> variables_;
  std::unordered_map<std::uint32_t, Step> steps_;
};

}  // namespace

std::string judge(const Cfa& cfa, const CfaTrace& trace) {
  const bool compiled =
      std::all_of(trace.steps.begin(), trace.steps.end(), [&](const CfaTrace::Step& step) {
        return step.edge >= cfa.edges.size() || EdgeMachine::takes(*cfa.edges[step.edge].command);
      });
  std::optional<EdgeMachine> machine;
  if (compiled) machine.emplace(cfa, trace.initial);
  Assignment state = trace.initial;
  LocationId at = cfa.initial;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const CfaTrace::Step& step = trace.steps[i];
    if (step.edge >= cfa.edges.size())
      return fmt::format("step {}: there is no edge {}", i, step.edge);
    const CfaEdge& edge = cfa.edges[step.edge];
    if (edge.source != at)
      return fmt::format("step {}: edge {} leaves location {}, but control is at {}", i, step.edge,
                         edge.source.index, at.index);
    const bool passed = machine ? machine->run(step.edge, step.inputs)
                                : execute(*cfa.terms, *edge.command, step.inputs, state);
    if (!passed) return fmt::format("step {}: edge {} blocks", i, step.edge);
    at = edge.target;
  }
  if (at != cfa.error)
    return fmt::format("the run ends at location {}, not at the error", at.index);
  return {};
}

}  // namespace cairn
