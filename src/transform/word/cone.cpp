// SPDX-License-Identifier: MIT
#include "transform/word/cone.h"

namespace cairn {
namespace {

/// By handle: whether the bad states or constraints depend on it.
std::vector<bool> cone_of_influence(const WordSystem& system) {
  const Terms& terms = *system.terms;
  std::vector<bool> reached(terms.size(), false);
  std::vector<Term> stack;
  const auto reach = [&](Term term) {
    if (!term.valid() || reached[term.id]) return;
    reached[term.id] = true;
    stack.push_back(term);
  };
  std::vector<std::uint32_t> position(terms.size(), 0);  // of states, from 1 on
  for (std::size_t i = 0; i < system.states.size(); ++i)
    position[system.states[i].term.id] = static_cast<std::uint32_t>(i + 1);
  for (const Term bad : system.bad) reach(bad);
  for (const Term constraint : system.constraints) reach(constraint);
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    for (const Term operand : terms.operands(term)) reach(operand);
    if (position[term.id] == 0) continue;
    const WordState& state = system.states[position[term.id] - 1];
    reach(state.init);
    reach(state.next);
  }
  return reached;
}

}  // namespace

WordSystem WordCone::apply(WordSystem system) {
  const std::vector<bool> reached = cone_of_influence(system);
  states_ =
      std::erase_if(system.states, [&](const WordState& state) { return !reached[state.term.id]; });
  inputs_ = std::erase_if(system.inputs, [&](Term input) { return !reached[input.id]; });
  return system;
}

void WordCone::visit_counters(const CounterVisitor& visit) const {
  visit("word-cone.states", states_);
  visit("word-cone.inputs", inputs_);
}

}  // namespace cairn
